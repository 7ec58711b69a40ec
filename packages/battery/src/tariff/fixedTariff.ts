import { MINUTE_MS } from "../clock/slots.ts";
import type { ReadSpan } from "../clock/timeSeries.ts";
import { wallClock } from "../clock/zone.ts";
import type { Findings } from "../home/findings.ts";
import type { Section } from "../home/section.ts";

/** A price that holds at the same local time every day, in [fromMinute, toMinute) of the wall clock. */
interface PriceBand {
  readonly fromMinute: number;
  /** At most fromMinute + 1440; above 1440 it runs past midnight. */
  readonly toMinute: number;
  readonly value: number;
  readonly at: string;
}

/** Finest part of a day that a band may begin or end on. */
const BAND_MINUTES = 5;
const DAY_MINUTES = 1440;

/**
 * Price of each 5 minutes of the wall clock's day (length 288). Bands may not overlap; the one band without from and
 * to fills what the others leave, and without it they must fill the day.
 */
export function readBands(bands: readonly Section[], at: string, findings: Findings): Float64Array {
  const day = new Float64Array(DAY_MINUTES / BAND_MINUTES).fill(Number.NaN);
  const rest: number[] = [];
  for (const band of bands) {
    const value = band.number("value");
    if (!band.has("from") && !band.has("to")) {
      rest.push(value);
      continue;
    }
    const fromMinute = bandMinute(band, "from", findings);
    const toMinute = bandMinute(band, "to", findings);
    if (fromMinute === undefined || toMinute === undefined) continue;
    const length = toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + DAY_MINUTES;
    fillBand(day, { fromMinute, toMinute: fromMinute + length, value, at: band.path }, findings);
  }
  if (rest.length > 1) {
    findings.problem({
      at,
      what: `has ${rest.length} prices without from and to`,
      mend: "keep one for the rest of the day; give the others from and to",
    });
  }
  const first = day.findIndex((price) => Number.isNaN(price));
  if (first >= 0 && rest.length === 0) {
    findings.problem({
      at,
      what: `has no price from ${clock(first * BAND_MINUTES)} on`,
      mend: "add a band for that time, or one without from and to for the rest of the day",
    });
  }
  return day.map((price) => (Number.isNaN(price) ? (rest[0] ?? 0) : price));
}

function bandMinute(band: Section, name: string, findings: Findings): number | undefined {
  if (!band.has(name)) {
    findings.problem({ at: band.at(name), what: "is missing", mend: "give both from and to, or neither" });
    return undefined;
  }
  const minute = band.timeOfDay(name);
  if (minute === undefined || minute % BAND_MINUTES === 0) return minute;
  findings.problem({
    at: band.at(name),
    what: `is ${clock(minute)}, which is no multiple of ${BAND_MINUTES} minutes`,
    mend: `round it to ${BAND_MINUTES} minutes`,
  });
  return undefined;
}

function fillBand(day: Float64Array, band: PriceBand, findings: Findings): void {
  for (let minute = band.fromMinute; minute < band.toMinute; minute += BAND_MINUTES) {
    const index = (minute % DAY_MINUTES) / BAND_MINUTES;
    if (!Number.isNaN(day[index]!)) {
      findings.problem({
        at: band.at,
        what: `gives a price for ${clock(minute % DAY_MINUTES)}, which another band does too`,
        mend: "let the bands meet without overlapping",
      });
      return;
    }
    day[index] = band.value;
  }
}

function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/**
 * Lays a day of prices over real time in [fromMs, untilMs): each 5 elapsed minutes have the price of what the wall
 * clock shows, so a repeated hour is priced twice and a skipped one never.
 * @param day  price of each 5 minutes of the wall clock's day (length 288)
 */
export function bandSpans(
  day: Float64Array,
  range: {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly timeZone: string;
    readonly at: string;
  },
): ReadSpan[] {
  const spans: ReadSpan[] = [];
  const pieceMs = BAND_MINUTES * MINUTE_MS;
  for (let fromMs = range.fromMs; fromMs < range.untilMs; fromMs += pieceMs) {
    const value = day[Math.floor(wallClock(fromMs, range.timeZone).minute / BAND_MINUTES)]!;
    const last = spans.at(-1);
    if (last !== undefined && last.value === value) {
      spans[spans.length - 1] = { ...last, untilMs: fromMs + pieceMs };
    } else {
      spans.push({ fromMs, untilMs: fromMs + pieceMs, value, at: range.at });
    }
  }
  return spans;
}
