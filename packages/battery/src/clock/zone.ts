import { Temporal } from "temporal-polyfill";
import { localTime } from "../report/localTime.ts";

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

/**
 * The first instant at or after `epochMs` at which the wall clock shows `minute` (0 to 1440), UTC epoch ms. A time
 * that the clock skips counts as the same time an hour on, as people mean it.
 */
export function nextWallMinute(epochMs: number, minute: number, timeZone: string): number {
  const today = zoned(epochMs, timeZone).toPlainDate();
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60) % 24, minute: minute % 60 });
  for (let days = 0; ; days++) {
    const local = today.add({ days }).toPlainDateTime(time);
    const compatibleMs = local.toZonedDateTime(timeZone).epochMilliseconds;
    if (compatibleMs >= epochMs) return compatibleMs;
    const laterMs = local.toZonedDateTime(timeZone, { disambiguation: "later" }).epochMilliseconds;
    if (laterMs >= epochMs) return laterMs;
  }
}

/**
 * The last time before `epochMs` that the wall clock comes to show `minute` (0 to 1440), UTC epoch ms: the earlier of two
 * on a day that shows it twice. A time that the clock skips counts as the same time an hour on, or an hour before where
 * that is too late.
 */
export function lastWallMinute(epochMs: number, minute: number, timeZone: string): number {
  const today = zoned(epochMs, timeZone).toPlainDate();
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60) % 24, minute: minute % 60 });
  for (let days = 0; ; days++) {
    const local = today.subtract({ days }).toPlainDateTime(time);
    const compatibleMs = local.toZonedDateTime(timeZone).epochMilliseconds;
    if (compatibleMs < epochMs) return compatibleMs;
    const earlierMs = local.toZonedDateTime(timeZone, { disambiguation: "earlier" }).epochMilliseconds;
    if (earlierMs < epochMs) return earlierMs;
  }
}

/** For messages: `Wed 14 Jan 16:35`. */
export function formatLocal(epochMs: number, timeZone: string): string {
  const { dayLabel, clock } = localTime(epochMs, timeZone);
  return `${dayLabel} ${clock}`;
}

/** `07:00` or `7:00` or `24:00` to minutes past midnight; undefined when it is no time of day. */
export function timeOfDayMinute(text: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (match === null) return undefined;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minute <= 1440 ? minute : undefined;
}
