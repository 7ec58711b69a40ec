import type { Currency } from "../home/home.ts";
import { boostWords } from "./boostWords.ts";
import { carWords } from "./carWords.ts";
import { fixed } from "./figures.ts";
import { majorSum, minorSum } from "./money.ts";
import { netPence, type Outcome, type PlanReport, savedPence } from "./planReport.ts";
import { previousWords } from "./previousWords.ts";
import { proofWords } from "./proofWords.ts";
import type { TextColumn } from "./textTable.ts";

/** One way that the horizon may go: the plan in a future, or a baseline. */
export interface OutcomeRow {
  readonly label: string;
  readonly outcome: Outcome;
  /** What the plan saves against it; only for a baseline. */
  readonly savedPence?: number;
}

/** The plan, what it is measured against, and the plan in the other futures. */
export function outcomeRows(report: PlanReport): readonly OutcomeRow[] {
  const { futures, baselines } = report;
  return [
    { label: "This plan", outcome: futures.nominal },
    { label: "Battery idle", outcome: baselines.idle, savedPence: savedPence(report, "idle") },
    { label: "Demand all day", outcome: baselines.demand, savedPence: savedPence(report, "demand") },
    { label: "Plan, weak sun", outcome: futures.pv10 },
    { label: "Plan, strong sun", outcome: futures.pv90 },
  ];
}

/** One figure of an outcome: its heading, unit and value. */
export interface OutcomeFigure {
  readonly heading: string;
  readonly unit: string;
  readonly rank?: number;
  readonly show: (row: OutcomeRow) => string;
}

/** The figures of an outcome in the order of the columns; wear only when there is any. */
export function outcomeFigures(rows: readonly OutcomeRow[], { minor }: Currency): readonly OutcomeFigure[] {
  const hasWear = rows.some(({ outcome }) => outcome.wearPence >= 0.05);
  const wear: OutcomeFigure = {
    heading: "Wear",
    unit: minor,
    show: ({ outcome }) => fixed(outcome.wearPence, 1),
  };
  return [
    { heading: "Import", unit: "kWh", rank: 2, show: ({ outcome }) => fixed(outcome.importKwh, 2) },
    { heading: "Export", unit: "kWh", rank: 1, show: ({ outcome }) => fixed(outcome.exportKwh, 2) },
    { heading: "Stored", unit: "kWh", rank: 3, show: ({ outcome }) => fixed(outcome.socEndKwh, 2) },
    { heading: "Bill", unit: minor, show: ({ outcome }) => fixed(outcome.costPence, 1) },
    ...(hasWear ? [wear] : []),
    { heading: "Worth", unit: minor, rank: 4, show: ({ outcome }) => fixed(outcome.storedValuePence, 1) },
    { heading: "Net", unit: minor, show: ({ outcome }) => fixed(netPence(outcome), 1) },
    {
      heading: "Saved",
      unit: minor,
      show: (row) => (row.savedPence === undefined ? "" : fixed(row.savedPence, 1)),
    },
  ];
}

/** The outcomes as columns of a text table. */
export function outcomeColumns(rows: readonly OutcomeRow[], currency: Currency): readonly TextColumn[] {
  const label: TextColumn = { heading: "", unit: "", align: "left", cells: rows.map((row) => row.label) };
  const figures = outcomeFigures(rows, currency).map(
    ({ show, ...figure }): TextColumn => ({ ...figure, align: "right", cells: rows.map(show) }),
  );
  return [label, ...figures];
}

/** Whether the plan gains on a baseline, in words: `£2.10 less than with the battery idle`. */
export function savingWords(report: PlanReport, baseline: "idle" | "demand"): string {
  const saved = savedPence(report, baseline);
  const than = baseline === "idle" ? "with the battery idle" : "in demand mode all day";
  return saved >= 0
    ? `${majorSum(saved, report.currency)} less than ${than}`
    : `${majorSum(-saved, report.currency)} more than ${than}`;
}

/** What the figures count and leave out, as sentences. */
export function outcomeNotes(report: PlanReport): readonly string[] {
  const { pencePerKwh, reason } = report.terminalValue;
  const sum = (pence: number) => minorSum(pence, report.currency);
  return [
    "Net is the bill and wear less the worth of what is stored at the end; saved compares nets.",
    `A kWh stored at the end counts ${sum(pencePerKwh)}${reason === "" ? "" : `: ${reason}`}.`.replace(
      /\.\.$/,
      ".",
    ),
    `In no figure here: ${sum(report.costSoFarPence)} spent today before now, ${sum(report.standingChargePence)} of standing charges.`,
    `The three futures weighed together, with what was spent before now (the plan's metric): ${sum(report.metricPence)}.`,
    ...proofWords(report),
    ...carWords(report),
    ...boostWords(report),
    ...previousWords(report),
  ];
}
