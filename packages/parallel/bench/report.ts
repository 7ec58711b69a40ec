import type { BoundResult } from "./boundResult.ts";
import type { TurnResult } from "./round.ts";
import type { LaneRound, RoundTrips } from "./roundTrips.ts";
import { median, type Summary, summarise } from "./statistics.ts";

/** Rows of texts as aligned columns, the first to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!)))
      .join("  ");
  return rows.map(line).join("\n");
}

/** The tables of one kind of batch over all lane counts: round trips, then CPU time. */
export function formatRoundTrips(rounds: readonly LaneRound[], batchIndex: number): string {
  const columns = rounds.map(({ trips }) => trips[batchIndex]!);
  const labels = [...new Set(columns.flatMap(({ results }) => results.map(({ label }) => label)))];
  const heading = ["", ...columns.map(({ laneCount }) => `${laneCount} lane${laneCount === 1 ? "" : "s"}`)];
  const table = (cell: (result: TurnResult) => string): string =>
    formatTable([
      heading,
      ...labels.map((label) => [label, ...columns.map((column) => cellOf(column, label, cell))]),
    ]);
  return [
    `${columns[0]!.batch}: microseconds a call, median of the blocks (best, spread)`,
    table(timeCell),
    "",
    `${columns[0]!.batch}: CPU microseconds a call, all threads`,
    table(({ series }) => figure(median(series.blocks.map(({ cpuMicroseconds }) => cpuMicroseconds)))),
  ].join("\n");
}

function cellOf({ results }: RoundTrips, label: string, cell: (result: TurnResult) => string): string {
  const result = results.find((one) => one.label === label);
  return result === undefined ? "-" : cell(result);
}

function timeCell(result: TurnResult): string {
  const { best, median: middle, spread } = timesOf(result);
  const mark = result.series.isNoisy.includes(true) ? "*" : "";
  return `${figure(middle)}${mark} (${figure(best)}, ${figure(spread)})`;
}

/** Best, median and spread of the blocks' medians, microseconds. */
export function timesOf({ series }: TurnResult): Summary {
  return summarise(series.blocks.map(({ medianMicroseconds }) => medianMicroseconds));
}

/** The bounds, one a line: what, bound, measured (lowest to highest round), verdict. */
export function formatBounds(bounds: readonly BoundResult[]): string {
  const rows = bounds.map(({ name, bound, unit, values, verdict, notes }) => [
    notes.length === 0 ? name : `${name} [${notes.join("; ")}]`,
    `<= ${bound}${unit}`,
    `${figure(median(values))}${unit}`,
    `${figure(Math.min(...values))} .. ${figure(Math.max(...values))}`,
    verdict,
  ]);
  return formatTable([["", "bound", "measured", "rounds", ""], ...rows]);
}

/** Three significant digits at least, no digit that says nothing. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return "-";
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
