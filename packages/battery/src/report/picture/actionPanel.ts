import { ACTION_NAMES, actionRuns } from "../actionWords.ts";
import { fixed } from "../figures.ts";
import type { PlanReport, ReportSlot, SlotAction } from "../planReport.ts";
import { type Frame, LETTER_WIDTH, label, type Panel } from "./frame.ts";
import { element, joined, type Markup } from "./markup.ts";

const ROW_HEIGHT = 19;
const ROWS: readonly SlotAction[] = ["charge", "hold", "export", "freezeExport", "demand"];

/** What the battery does: one row for each action of the plan, named at its left, and a block for each time. */
export function actionPanel(report: PlanReport, frame: Frame, top: number): Panel {
  const rows = ROWS.filter((action) => report.slots.some((slot) => slot.action === action));
  const rowTop = (action: SlotAction) => top + rows.indexOf(action) * ROW_HEIGHT;
  const names = rows.map((action) => {
    const y = rowTop(action) + ROW_HEIGHT / 2;
    const line = { x1: frame.left, x2: frame.right, y1: y, y2: y, class: "grid" };
    const words = label(ACTION_NAMES[action], { x: frame.left - 6, y: y + 4, "text-anchor": "end" });
    return joined([element("line", line), words]);
  });
  const blocks = actionRuns(report.slots).map(({ begin, end }) => {
    const run = report.slots.slice(begin, end);
    return block(run, frame, rowTop(run[0]?.action ?? "demand"));
  });
  return { markup: joined([...names, ...blocks]), height: rows.length * ROW_HEIGHT };
}

function block(run: readonly ReportSlot[], frame: Frame, top: number): Markup {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return joined([]);
  const x = frame.xAt(first.startMs);
  const width = frame.xAt(last.endMs) - x;
  const box = { x, y: top + 2, width, height: ROW_HEIGHT - 4, rx: 2, class: `do-${first.action}` };
  const words = wordsThatFit(first, width);
  const place = {
    x: x + width / 2,
    y: top + ROW_HEIGHT / 2 + 4,
    "text-anchor": "middle",
    class: `on-${first.action}`,
  };
  return joined([element("rect", box), ...(words === "" ? [] : [label(words, place)])]);
}

/** The longest words for a block that it has room for; the row's name says the rest. */
function wordsThatFit({ action, targetPercent }: ReportSlot, width: number): string {
  const target = targetPercent === undefined ? "" : `${fixed(targetPercent, 0)} %`;
  const choices = target === "" ? [ACTION_NAMES[action]] : [`to ${target}`, target];
  return choices.find((words) => words.length * LETTER_WIDTH + 4 <= width) ?? "";
}
