import { Temporal } from "temporal-polyfill";
import { foldAt, offsetSpan } from "./zoneOffset.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** From Thursday, the first day of the epoch. */
const DAY_NAMES = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"] as const;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const FOLD_MARKS = { first: "a", second: "b", none: "" } as const;

/** One instant as the clock of the home shows it; nothing in it depends on the machine's zone or language. */
export interface LocalTime {
  /** `2026-10-25`. */
  readonly date: string;
  /** `Sun 25 Oct`. */
  readonly dayLabel: string;
  readonly dayName: string;
  /** `01:30`; in the hour that comes twice `01:30a`, then `01:30b`. */
  readonly clock: string;
  /** Minutes of the clock's day, 0 to 1439. */
  readonly clockMinute: number;
  /** `2026-10-25T01:30:00+01:00`. */
  readonly iso: string;
}

/** What the clock of a zone shows at an instant, in UTC epoch milliseconds. */
export function localTime(epochMs: number, timeZone: string): LocalTime {
  const { offsetMs } = offsetSpan(epochMs, timeZone);
  const clockMs = epochMs + offsetMs;
  const dayIndex = Math.floor(clockMs / DAY_MS);
  const { year, month, day } = civilDate(dayIndex);
  const inDayMs = clockMs - dayIndex * DAY_MS;
  const clockMinute = Math.floor(inDayMs / MINUTE_MS);
  const dayName = DAY_NAMES[((dayIndex % 7) + 7) % 7] ?? "";
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const clock = clockText(clockMinute);
  return {
    date,
    dayLabel: `${dayName} ${day} ${MONTHS[month - 1]}`,
    dayName,
    clock: clock + FOLD_MARKS[foldAt(epochMs, timeZone)],
    clockMinute,
    iso: `${date}T${clock}:${secondsText(inDayMs - clockMinute * MINUTE_MS)}${offsetText(offsetMs)}`,
  };
}

/** The clock at an instant, with the day's name in front when it is another day than that of `fromMs`. */
export function clockSeenFrom(epochMs: number, fromMs: number, timeZone: string): string {
  const there = localTime(epochMs, timeZone);
  const isSameDay = there.date === localTime(fromMs, timeZone).date;
  return isSameDay ? there.clock : `${there.dayName} ${there.clock}`;
}

/** What happens to the clock on the day of an instant, as a sentence; nothing on an ordinary day. */
export function clockChange(epochMs: number, timeZone: string): string | undefined {
  const { date } = localTime(epochMs, timeZone);
  const { fromMs, untilMs } = offsetSpan(epochMs, timeZone);
  const changeMs = [fromMs, untilMs].find(
    (ms) => Number.isFinite(ms) && localTime(ms, timeZone).date === date,
  );
  if (changeMs === undefined) return undefined;
  const before = offsetSpan(changeMs - 1, timeZone).offsetMs;
  const after = offsetSpan(changeMs, timeZone).offsetMs;
  if (before === after) return undefined;
  const clockAt = (offsetMs: number) =>
    clockText(((((changeMs + offsetMs) / MINUTE_MS) % 1440) + 1440) % 1440);
  const change = `from ${clockAt(before)} to ${clockAt(after)}`;
  if (after > before) return `clocks go forward ${change}`;
  return `clocks go back ${change}, which comes twice: a is UTC${offsetText(before)}, b is UTC${offsetText(after)}`;
}

/** The instant that an ISO 8601 time with offset names, in UTC epoch milliseconds; nothing when it is not one. */
export function epochMsOf(iso: string): number | undefined {
  try {
    return Temporal.Instant.from(iso).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Whether a text is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    offsetSpan(0, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The date of a day counted from 1970-01-01, in the proleptic Gregorian calendar.
 * @see Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days
 */
function civilDate(dayIndex: number): {
  readonly year: number;
  readonly month: number;
  readonly day: number;
} {
  const shifted = dayIndex + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function clockText(clockMinute: number): string {
  return `${twoDigits(Math.floor(clockMinute / 60))}:${twoDigits(clockMinute % 60)}`;
}

/** `05`, with milliseconds only when there are some: `05.250`. */
function secondsText(ms: number): string {
  return ms % 1000 === 0 ? twoDigits(ms / 1000) : (ms / 1000).toFixed(3).padStart(6, "0");
}

function offsetText(offsetMs: number): string {
  const sign = offsetMs < 0 ? "-" : "+";
  return sign + clockText(Math.abs(offsetMs) / MINUTE_MS);
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
