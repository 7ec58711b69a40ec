import { startOfDayMs } from "./zone.ts";

/** Milliseconds in a minute. */
export const MINUTE_MS = 60_000;

/** One slot of the plan, half-open on both clocks. */
export interface Slot {
  /** Absolute (elapsed) minutes since local midnight of the first day. */
  readonly startMinute: number;
  readonly endMinute: number;
  /** UTC epoch milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Rounds an instant down (never to the nearest) to whole steps, in UTC epoch milliseconds. */
export function floorToMinutes(epochMs: number, minutes: number): number {
  return Math.floor(epochMs / (minutes * MINUTE_MS)) * minutes * MINUTE_MS;
}

/**
 * Start of the slot that holds an instant, in UTC epoch milliseconds. Slots are counted in elapsed time from the local
 * midnight of their day, so that a zone 45 minutes off the hour has its own half-hours.
 */
export function slotStartMs(epochMs: number, slotMinutes: number, timeZone: string): number {
  const midnightMs = startOfDayMs(epochMs, timeZone);
  return midnightMs + floorToMinutes(epochMs - midnightMs, slotMinutes);
}

/**
 * The local slots that cover [nowMs, endMs): real elapsed time, so a day of the clock change has 46 or 50
 * half-hours (47 or 49 on Lord Howe). The first slot begins at nowMs, the last ends at endMs.
 */
export function slotGrid(nowMs: number, endMs: number, slotMinutes: number, timeZone: string): Slot[] {
  const firstMidnightMs = startOfDayMs(nowMs, timeZone);
  const slots: Slot[] = [];
  for (let startMs = nowMs; startMs < endMs; ) {
    const wholeEndMs = slotStartMs(startMs, slotMinutes, timeZone) + slotMinutes * MINUTE_MS;
    const slotEndMs = Math.min(wholeEndMs, endMs);
    slots.push({
      startMinute: (startMs - firstMidnightMs) / MINUTE_MS,
      endMinute: (slotEndMs - firstMidnightMs) / MINUTE_MS,
      startMs,
      endMs: slotEndMs,
    });
    startMs = slotEndMs;
  }
  return slots;
}
