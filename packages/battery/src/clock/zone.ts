import { Temporal } from "temporal-polyfill";

/** Local calendar date and wall clock of an instant; for labels and habits, never for finding rows. */
export interface WallClock {
  /** ISO date, such as 2026-10-25. */
  readonly date: string;
  /** Minutes that the wall clock shows past 00:00: 90 twice on the day that the clock goes back. */
  readonly minute: number;
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number;
}

function zoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}

/** Whether a name is one of the IANA time zones, such as Europe/London. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    zoned(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Local date, wall minute and weekday of an instant. */
export function wallClock(epochMs: number, timeZone: string): WallClock {
  const at = zoned(epochMs, timeZone);
  return { date: at.toPlainDate().toString(), minute: at.hour * 60 + at.minute, weekday: at.dayOfWeek };
}

/** The instant, in UTC epoch ms, that began the local day `days` days after the day of `epochMs`. */
export function startOfDayMs(epochMs: number, timeZone: string, days = 0): number {
  return zoned(epochMs, timeZone).toPlainDate().add({ days }).toZonedDateTime(timeZone).epochMilliseconds;
}

/** Local midnights in (fromMs, untilMs], UTC epoch ms. */
export function midnightsBetween(fromMs: number, untilMs: number, timeZone: string): number[] {
  const midnights: number[] = [];
  let nextMs = startOfDayMs(fromMs, timeZone, 1);
  while (nextMs <= untilMs) {
    midnights.push(nextMs);
    nextMs = startOfDayMs(nextMs, timeZone, 1);
  }
  return midnights;
}

/** The first instant at or after `epochMs` at which the wall clock shows `minute` (0 to 1439), UTC epoch ms. */
export function nextWallMinute(epochMs: number, minute: number, timeZone: string): number {
  const today = zoned(epochMs, timeZone).toPlainDate();
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  for (let days = 0; ; days++) {
    const local = today.add({ days }).toPlainDateTime(time);
    for (const disambiguation of ["earlier", "later"] as const) {
      const atMs = local.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
      if (atMs >= epochMs) return atMs;
    }
  }
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** For people: `Wed 14 Jan 16:35`. */
export function formatLocal(epochMs: number, timeZone: string): string {
  const at = zoned(epochMs, timeZone);
  const time = at.toPlainTime().toString({ smallestUnit: "minute" });
  return `${WEEKDAYS[at.dayOfWeek - 1]} ${at.day} ${MONTHS[at.month - 1]} ${time}`;
}

/** For files: local ISO stamp with offset, `2026-01-14T16:35:00+00:00`. */
export function formatLocalIso(epochMs: number, timeZone: string): string {
  return zoned(epochMs, timeZone).toString({ timeZoneName: "never", smallestUnit: "second" });
}

/** `07:00` or `7:00` or `24:00` to minutes past midnight; undefined when it is no time of day. */
export function timeOfDayMinute(text: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (match === null) return undefined;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minute <= 1440 ? minute : undefined;
}
