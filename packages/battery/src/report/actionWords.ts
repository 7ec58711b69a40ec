import { fixed } from "./figures.ts";
import { clockSeenFrom } from "./localTime.ts";
import type { PlannedSlot, ReportBattery, ReportDraft, SlotAction } from "./planReport.ts";

/** One or two words for each action, for blocks and legends. */
export const ACTION_NAMES: Readonly<Record<SlotAction, string>> = {
  demand: "Use battery",
  charge: "Charge",
  hold: "Hold",
  export: "Export",
  freezeExport: "Sun to grid",
};

type ActionOfSlot = Pick<PlannedSlot, "action" | "targetPercent">;

/**
 * What the battery is told, in plain words: `Charge to 80 %`, or `Charge to 13 % (told 80 %)` where it gets no further, or
 * the sun takes it further.
 * @param ran  the charge from and to which its run goes, in percent of the capacity; none where that is not known
 */
function actionWords({ action, targetPercent }: ActionOfSlot, ran?: RunCharges): string {
  const target = targetPercent === undefined ? "" : ` to ${targetWords(action, targetPercent, ran)}`;
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

/** Charge before and after a run of equal actions, in percent of the capacity. */
interface RunCharges {
  readonly fromPercent: number;
  readonly toPercent: number;
}

function targetWords(action: SlotAction, targetPercent: number, ran?: RunCharges): string {
  const target = fixed(targetPercent, 0);
  if (ran === undefined) return `${target} %`;
  const [from, reached] = [fixed(ran.fromPercent, 0), fixed(ran.toPercent, 0)];
  const apart = Number(reached) - Number(target);
  // A charge that begins above its target only keeps what is there.
  const isMissed =
    action === "charge" ? apart < 0 || (apart > 0 && Number(from) <= Number(target)) : apart > 0;
  return isMissed ? `${reached} % (told ${target} %)` : `${target} %`;
}

/**
 * What each of these slots tells the battery, in plain words. A target that the battery does not reach on the
 * forecast day before it is told something else, or that the sun takes it past, stands beside what it does reach.
 */
export function wordsOfActions(
  slots: readonly PlannedSlot[],
  { capacityKwh }: Pick<ReportBattery, "capacityKwh">,
): readonly string[] {
  return actionRuns(slots).flatMap(({ begin, end }) => {
    const percent = (kwh: number): number => (100 * kwh) / capacityKwh;
    const [first, last] = [slots[begin] as PlannedSlot, slots[end - 1] as PlannedSlot];
    const ran = { fromPercent: percent(first.socStartKwh), toPercent: percent(last.socEndKwh) };
    return slots.slice(begin, end).map((slot) => actionWords(slot, capacityKwh > 0 ? ran : undefined));
  });
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
export function nowAndNext(report: Pick<ReportDraft, "slots" | "timeZone" | "nowMs" | "battery">): string {
  const [now, next] = actionRuns(report.slots);
  if (now === undefined) return "Nothing is planned.";
  const clock = (epochMs: number) => clockSeenFrom(epochMs, report.nowMs, report.timeZone);
  const firstOf = (run: ActionRun) => report.slots[run.begin] as PlannedSlot;
  const endMsOf = (run: ActionRun) => (report.slots[run.end - 1] as PlannedSlot).endMs;
  const allWords = wordsOfActions(report.slots, report.battery);
  const words = (run: ActionRun) => lowerFirst(allWords[run.begin] as string);
  const sentence = `Now: ${words(now)} until ${clock(endMsOf(now))}.`;
  if (next === undefined) return sentence;
  const { startMs } = firstOf(next);
  const end = clockSeenFrom(endMsOf(next), startMs, report.timeZone);
  return `${sentence} Next: ${words(next)} from ${clock(startMs)} to ${end}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
