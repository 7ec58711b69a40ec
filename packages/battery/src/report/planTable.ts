import { nowAndNext } from "./actionWords.ts";
import { clockChange, localTime } from "./localTime.ts";
import { outcomeColumns, outcomeNotes, outcomeRows } from "./outcomeRows.ts";
import type { PlanReport, ReportSlot } from "./planReport.ts";
import { mergedRows, slotColumns, type TableRow } from "./slotColumns.ts";
import { fitColumns, headingLines, painted, printable, rowLine, tableWidth, wrapped } from "./textTable.ts";
import { toldReport } from "./toldReport.ts";

/** How the table is to look; the caller knows the terminal. */
export interface TableOptions {
  /** Characters in a line; what does not fit is left out, the least important first. */
  readonly width: number;
  readonly hasColour: boolean;
  /** Join slots of one day that follow each other with equal action, target and prices. */
  readonly mergesEqualSlots: boolean;
  /** Follow the table by why each slot does what it does. */
  readonly showsReasons: boolean;
}

/** The plan for people: the day slot by slot, what it comes to, and why. Ends with a line feed. */
export function planTable(planned: PlanReport, options: TableOptions): string {
  const report = toldReport(planned);
  const sections = [
    titleLines(report, options),
    dayLines(report, options),
    outcomeLines(report, options),
    options.showsReasons ? reasonLines(report, options) : [],
    warningLines(report, options),
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.map((line) => line.trimEnd()).join("\n")).join("\n\n")}\n`;
}

function titleLines(report: PlanReport, { width, hasColour }: TableOptions): readonly string[] {
  const now = localTime(report.nowMs, report.timeZone);
  const zone = printable(report.timeZone);
  const title = `${printable(report.homeName)}: plan from ${now.dayLabel} ${now.clock} (${zone})`;
  const bold = hasColour ? ("bold" as const) : undefined;
  return [
    ...wrapped(title, width, 2).map((line) => painted(line, bold)),
    ...wrapped(nowAndNext(report), width, 2),
  ];
}

function dayLines(report: PlanReport, options: TableOptions): readonly string[] {
  const { hasColour } = options;
  const rows: readonly TableRow[] = options.mergesEqualSlots ? mergedRows(report) : report.slots;
  const table = fitColumns(slotColumns(report, rows), options.width);
  const lines = [...headingLines(table, hasColour)];
  let date = "";
  rows.forEach((row, rowIndex) => {
    const day = localTime(row.startMs, report.timeZone);
    if (day.date !== date) lines.push(...dayRule(report, row, options, tableWidth(table)));
    date = day.date;
    lines.push(rowLine(table, rowIndex, hasColour));
  });
  lines.push(paintedRule("", tableWidth(table), hasColour), rowLine(table, rows.length, hasColour));
  return lines;
}

/** The line before a day's first slot, and what its clock does on it. */
function dayRule(
  report: PlanReport,
  { startMs }: ReportSlot,
  { hasColour, width }: TableOptions,
  ruleWidth: number,
): readonly string[] {
  const rule = paintedRule(localTime(startMs, report.timeZone).dayLabel, ruleWidth, hasColour);
  const change = clockChange(startMs, report.timeZone);
  return change === undefined ? [rule] : [rule, ...wrapped(`   ${change}`, width, 3)];
}

function paintedRule(label: string, width: number, hasColour: boolean): string {
  const text = label === "" ? "" : `── ${label} `;
  return painted(text.padEnd(width, "─"), hasColour ? "dim" : undefined);
}

function outcomeLines(report: PlanReport, { width, hasColour }: TableOptions): readonly string[] {
  const rows = outcomeRows(report);
  const table = fitColumns(outcomeColumns(rows, report.currency), width);
  return [
    ...headingLines(table, hasColour),
    ...rows.map((_, rowIndex) => rowLine(table, rowIndex, hasColour)),
    ...outcomeNotes(report).flatMap((note) => wrapped(printable(note), width, 2)),
  ];
}

function reasonLines(report: PlanReport, { width, hasColour }: TableOptions): readonly string[] {
  const lines = [painted("Why", hasColour ? "bold" : undefined)];
  let date = "";
  for (const { first, last } of reasonRuns(report)) {
    const start = localTime(first.startMs, report.timeZone);
    if (start.date !== date) lines.push(painted(start.dayLabel, hasColour ? "dim" : undefined));
    date = start.date;
    const range = `${start.clock}-${localTime(last.endMs, report.timeZone).clock}`.padEnd(RANGE_WIDTH);
    lines.push(...wrapped(`${range} ${first.why.text}.`, width, RANGE_WIDTH + 1));
  }
  return lines;
}

/** Room for `01:30a-01:00b`. */
const RANGE_WIDTH = 13;

/** Slots that follow each other on one day with one reason. */
function reasonRuns(
  report: PlanReport,
): readonly { readonly first: ReportSlot; readonly last: ReportSlot }[] {
  const runs: { first: ReportSlot; last: ReportSlot }[] = [];
  const words = (slot: ReportSlot) => `${localTime(slot.startMs, report.timeZone).date} ${slot.why.text}`;
  for (const slot of report.slots) {
    const run = runs.at(-1);
    if (run !== undefined && words(run.first) === words(slot)) run.last = slot;
    else runs.push({ first: slot, last: slot });
  }
  return runs;
}

function warningLines(report: PlanReport, { width, hasColour }: TableOptions): readonly string[] {
  const paint = hasColour ? ("yellow" as const) : undefined;
  return report.warnings.flatMap((warning) =>
    wrapped(`Warning: ${printable(warning)}`, width, 2).map((line) => painted(line, paint)),
  );
}
