import { MINUTE_MS } from "../clock/slots.ts";
import { orderSpans, type ReadSpan, type TimeSeries } from "../clock/timeSeries.ts";
import { formatLocal } from "../clock/zone.ts";
import type { StartedRow } from "../home/intervals.ts";
import type { ReadContext } from "../home/source.ts";

/** A row may last so many times the usual interval; a longer silence means that rows are missing. */
const LONGEST_INTERVALS = 4;
/** Longest usual interval of a history, in minutes. */
const LONGEST_USUAL_MINUTES = 180;

/** What rows were read from. */
interface LoadTable {
  /** What to call it in messages. */
  readonly label: string;
  /** Whether rows were left out as wrong, which has been told: whether the others are enough, nobody knows yet. */
  readonly hasBadRows: boolean;
}

/**
 * Energy used in kWh over [start, next start). The last row lasts the usual (middle) interval. A row before a long
 * silence is left out: how much of the silence it covers, nothing says.
 */
export function loadSeries(
  rows: readonly StartedRow[],
  { label, hasBadRows }: LoadTable,
  context: ReadContext,
): TimeSeries {
  const starts = [...new Set(rows.map((row) => row.fromMs))].sort((a, b) => a - b);
  const lengths = starts.slice(1).map((startMs, index) => startMs - starts[index]!);
  const usualMs = middle(lengths);
  if (usualMs === undefined || usualMs > LONGEST_USUAL_MINUTES * MINUTE_MS) {
    if (rows.length > 0 && !hasBadRows) reportTooCoarse(usualMs, label, context);
    return { unit: "kWh", spans: [], gaps: [] };
  }
  const nextByStart = new Map(starts.map((startMs, index) => [startMs, starts[index + 1]]));
  const silences: number[] = [];
  const spans = rows.flatMap((row): ReadSpan[] => {
    const untilMs = nextByStart.get(row.fromMs) ?? row.fromMs + usualMs;
    if (untilMs - row.fromMs > LONGEST_INTERVALS * usualMs) {
      silences.push(row.fromMs);
      return [];
    }
    return [{ fromMs: row.fromMs, untilMs, value: row.values.kwh ?? 0, at: row.at }];
  });
  if (silences.length > 0) {
    const first = formatLocal(silences[0]!, context.timeZone);
    context.findings.notice({
      kind: "mended",
      at: label,
      what: `rows are missing after ${first}${silences.length > 1 ? ` and ${silences.length - 1} other time(s)` : ""}; those times are left out`,
      mend: "complete the history, if you can",
    });
  }
  return orderSpans(spans, { unit: "kWh", timeZone: context.timeZone }, context.findings);
}

function reportTooCoarse(usualMs: number | undefined, label: string, { findings }: ReadContext): void {
  findings.problem({
    at: label,
    what:
      usualMs === undefined
        ? "has fewer than two rows, which is no history"
        : `has a row every ${usualMs / MINUTE_MS} minutes, which is too coarse to plan by`,
    mend: "give at least a day of half-hourly or hourly rows, or `load.kwhPerDay` instead",
  });
}

function middle(values: readonly number[]): number | undefined {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)];
}
