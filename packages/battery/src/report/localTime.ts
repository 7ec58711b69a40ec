import { Temporal } from "temporal-polyfill";

const DAY_NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
const MONTH_NAMES = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

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
  const moment = momentOf(epochMs, timeZone);
  const dayName = DAY_NAMES[moment.dayOfWeek - 1] ?? "";
  const clock = `${twoDigits(moment.hour)}:${twoDigits(moment.minute)}`;
  return {
    date: moment.toPlainDate().toString(),
    dayLabel: `${dayName} ${moment.day} ${MONTH_NAMES[moment.month - 1] ?? ""}`,
    dayName,
    clock: clock + foldMark(moment),
    clockMinute: moment.hour * 60 + moment.minute,
    iso: moment.toString({ timeZoneName: "never" }),
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
  const start = momentOf(epochMs, timeZone).startOfDay();
  const change = start.subtract({ seconds: 1 }).getTimeZoneTransition("next");
  if (change === null || Temporal.ZonedDateTime.compare(change, start.add({ days: 1 })) >= 0)
    return undefined;
  const before = change.subtract({ minutes: 1 });
  const shiftMinutes = (change.offsetNanoseconds - before.offsetNanoseconds) / 60e9;
  if (shiftMinutes === 0) return undefined;
  const oldClock = change.toPlainDateTime().subtract({ minutes: shiftMinutes });
  const from = `${twoDigits(oldClock.hour)}:${twoDigits(oldClock.minute)}`;
  const to = `${twoDigits(change.hour)}:${twoDigits(change.minute)}`;
  if (shiftMinutes > 0) return `clocks go forward from ${from} to ${to}`;
  const offsets = `a is UTC${before.offset}, b is UTC${change.offset}`;
  return `clocks go back from ${from} to ${to}, which comes twice: ${offsets}`;
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
    momentOf(0, name);
    return true;
  } catch {
    return false;
  }
}

function momentOf(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}

function foldMark(moment: Temporal.ZonedDateTime): string {
  const shown = moment.toPlainDateTime();
  const zone = moment.timeZoneId;
  const first = shown.toZonedDateTime(zone, { disambiguation: "earlier" });
  const second = shown.toZonedDateTime(zone, { disambiguation: "later" });
  if (Temporal.ZonedDateTime.compare(first, second) === 0) return "";
  return moment.epochMilliseconds < second.epochMilliseconds ? "a" : "b";
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
