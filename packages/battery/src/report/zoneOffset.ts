import { Temporal } from "temporal-polyfill";

/** A stretch of time in which a zone keeps one offset, in UTC epoch milliseconds [fromMs, untilMs). */
export interface OffsetSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  /** What the zone's clock is ahead of UTC, in milliseconds. */
  readonly offsetMs: number;
}

/** Spans that were looked up before, for each zone: a plan asks for the same two or three some thousand times. */
const KNOWN_SPANS: Map<string, OffsetSpan[]> = new Map();

/**
 * The stretch of equal offset that an instant lies in.
 * @throws RangeError when the zone is unknown
 */
export function offsetSpan(epochMs: number, timeZone: string): OffsetSpan {
  const known = KNOWN_SPANS.get(timeZone) ?? [];
  const found = known.find(({ fromMs, untilMs }) => fromMs <= epochMs && epochMs < untilMs);
  if (found !== undefined) return found;
  const moment = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  const next = moment.getTimeZoneTransition("next");
  const previous = moment.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const span = {
    fromMs: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    untilMs: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: moment.offsetNanoseconds / 1e6,
  };
  KNOWN_SPANS.set(timeZone, [...known, span]);
  return span;
}

/** Whether the clock shows at an instant what it shows at another, too: first of the two, second, or neither. */
export function foldAt(epochMs: number, timeZone: string): "first" | "second" | "none" {
  const { fromMs, untilMs, offsetMs } = offsetSpan(epochMs, timeZone);
  const clockMs = epochMs + offsetMs;
  if (Number.isFinite(fromMs) && clockMs - offsetSpan(fromMs - 1, timeZone).offsetMs < fromMs)
    return "second";
  if (Number.isFinite(untilMs) && clockMs - offsetSpan(untilMs, timeZone).offsetMs >= untilMs) return "first";
  return "none";
}
