import { fixed } from "./figures.ts";
import { clockSeenFrom } from "./localTime.ts";
import type { PlannedSlot, ReportDraft, SlotAction } from "./planReport.ts";

/** One or two words for each action, for blocks and legends. */
export const ACTION_NAMES: Readonly<Record<SlotAction, string>> = {
  demand: "Use battery",
  charge: "Charge",
  hold: "Hold",
  export: "Export",
  freezeExport: "Sun to grid",
};

type ActionOfSlot = Pick<PlannedSlot, "action" | "targetPercent">;

/** What the battery is told, in plain words: `Charge to 80 %`. */
export function actionWords({ action, targetPercent }: ActionOfSlot): string {
  const target = targetPercent === undefined ? "" : ` to ${fixed(targetPercent, 0)} %`;
  switch (action) {
    case "demand":
      return "Use the battery";
    case "charge":
      return `Charge${target}`;
    case "hold":
      return "Hold";
    case "export":
      return `Export${target}`;
    case "freezeExport":
      return "Let the sun export";
  }
}

/** Slots `[begin, end)` that tell the battery the same thing, one after the other. */
export interface ActionRun {
  readonly begin: number;
  readonly end: number;
}

/** Cuts the slots where what the battery is told changes. */
export function actionRuns(slots: readonly PlannedSlot[]): readonly ActionRun[] {
  const runs: ActionRun[] = [];
  let begin = 0;
  slots.forEach((slot, index) => {
    const next = slots[index + 1];
    if (next !== undefined && isSameAction(slot, next)) return;
    runs.push({ begin, end: index + 1 });
    begin = index + 1;
  });
  return runs;
}

function isSameAction(first: PlannedSlot, second: PlannedSlot): boolean {
  return first.action === second.action && first.targetPercent === second.targetPercent;
}

/** What the battery does now and next: `Now: hold until 01:30. Next: charge to 95 % from 01:30 to 05:00.` */
export function nowAndNext(report: Pick<ReportDraft, "slots" | "timeZone" | "nowMs">): string {
  const [now, next] = actionRuns(report.slots);
  if (now === undefined) return "Nothing is planned.";
  const clock = (epochMs: number) => clockSeenFrom(epochMs, report.nowMs, report.timeZone);
  const firstOf = (run: ActionRun) => report.slots[run.begin] as PlannedSlot;
  const endMsOf = (run: ActionRun) => (report.slots[run.end - 1] as PlannedSlot).endMs;
  const words = (run: ActionRun) => lowerFirst(actionWords(firstOf(run)));
  const sentence = `Now: ${words(now)} until ${clock(endMsOf(now))}.`;
  if (next === undefined) return sentence;
  const { startMs } = firstOf(next);
  const end = clockSeenFrom(endMsOf(next), startMs, report.timeZone);
  return `${sentence} Next: ${words(next)} from ${clock(startMs)} to ${end}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
