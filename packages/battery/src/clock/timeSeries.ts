import type { Findings } from "../home/findings.ts";
import { formatLocal } from "./zone.ts";

/** A value that holds over [fromMs, untilMs), UTC epoch milliseconds; untilMs may be Infinity (open end). */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly value: number;
}

/** A stretch for which nothing is known. */
export interface Gap {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Spans in order of time, none overlapping, and the holes between them. */
export interface TimeSeries {
  /** Unit of the values, such as `p/kWh` or `kW` (mean power over the span). */
  readonly unit: string;
  readonly spans: readonly Span[];
  readonly gaps: readonly Gap[];
}

/** A span together with the place it was read from, for messages. */
export interface ReadSpan extends Span {
  readonly at: string;
}

/** What the spans of a series are and how to speak of them. */
export interface SeriesName {
  readonly unit: string;
  /** Zone in which times are told to the reader of a message. */
  readonly timeZone: string;
}

/**
 * Puts spans in order. Equal duplicates are folded (with a notice), overlaps and contradictions are reported as
 * problems, holes are recorded.
 */
export function orderSpans(rows: readonly ReadSpan[], name: SeriesName, findings: Findings): TimeSeries {
  const ordered = [...rows].sort((a, b) => a.fromMs - b.fromMs);
  const spans: ReadSpan[] = [];
  const gaps: Gap[] = [];
  const folded: ReadSpan[] = [];
  for (const row of ordered) {
    const last = spans.at(-1);
    if (last !== undefined && row.fromMs < last.untilMs) {
      if (isSame(row, last)) folded.push(row);
      else reportOverlap(last, row, name, findings);
      continue;
    }
    if (last !== undefined && row.fromMs > last.untilMs) {
      gaps.push({ fromMs: last.untilMs, untilMs: row.fromMs });
    }
    spans.push(row);
  }
  if (folded.length > 0) {
    findings.notice({
      kind: "mended",
      at: folded[0]!.at,
      what: `${folded.length} row(s) repeat another row exactly and were read once`,
      mend: "remove the repeated rows, if you like",
    });
  }
  return { unit: name.unit, spans, gaps };
}

function isSame(a: Span, b: Span): boolean {
  return a.fromMs === b.fromMs && a.untilMs === b.untilMs && a.value === b.value;
}

function reportOverlap(first: ReadSpan, second: ReadSpan, name: SeriesName, findings: Findings): void {
  const when = formatLocal(second.fromMs, name.timeZone);
  findings.problem({
    at: second.at,
    what: `says ${second.value} ${name.unit} from ${when}, but ${first.at} already says ${first.value} ${name.unit} for that time`,
    mend: "keep one of the two rows",
  });
}

/** First instant at or after fromMs that no span covers, UTC epoch ms; fromMs itself when it is uncovered. */
export function knownUntilMs(series: TimeSeries, fromMs: number): number {
  let knownMs = fromMs;
  for (const span of series.spans) {
    if (span.fromMs > knownMs) break;
    if (span.untilMs > knownMs) knownMs = span.untilMs;
  }
  return knownMs;
}

/** The holes of a series inside [fromMs, untilMs), what lies before its first and after its last span included. */
export function gapsWithin(series: TimeSeries, fromMs: number, untilMs: number): Gap[] {
  const gaps: Gap[] = [];
  let knownMs = fromMs;
  for (const span of series.spans) {
    if (span.untilMs <= knownMs) continue;
    if (span.fromMs >= untilMs) break;
    if (span.fromMs > knownMs) gaps.push({ fromMs: knownMs, untilMs: span.fromMs });
    knownMs = span.untilMs;
  }
  if (knownMs < untilMs) gaps.push({ fromMs: knownMs, untilMs });
  return gaps;
}

/** Lays one-off spans over a series: where both speak, the overlay wins. */
export function overlay(base: TimeSeries, over: TimeSeries): TimeSeries {
  const spans: Span[] = [...over.spans];
  for (const span of base.spans) {
    for (const free of gapsWithin(over, span.fromMs, span.untilMs))
      spans.push({ ...free, value: span.value });
  }
  spans.sort((a, b) => a.fromMs - b.fromMs);
  const last = spans.at(-1);
  const ordered: TimeSeries = { unit: base.unit, spans, gaps: [] };
  const first = spans[0];
  if (first === undefined || last === undefined) return ordered;
  return { ...ordered, gaps: gapsWithin(ordered, first.fromMs, last.untilMs) };
}
