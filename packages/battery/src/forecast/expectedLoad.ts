import { energySteps } from "../clock/resample.ts";
import { MINUTE_MS } from "../clock/slots.ts";
import { gapsWithin, type Span, type TimeSeries } from "../clock/timeSeries.ts";
import { startOfDayMs, wallClock } from "../clock/zone.ts";

/** Half-hours of the wall clock's day. */
const LABEL_COUNT = 48;
const PIECE_MINUTES = 30;
/** Weekday of the same name, of the same kind (working day or weekend), of the other kind. */
const WEIGHT_SAME_WEEKDAY = 3;
const WEIGHT_SAME_KIND = 1;
const WEIGHT_OTHER_KIND = 0.3;
/** A day a week ago counts half as much as today would. */
const HALVING_DAYS = 7;
/** Days that the spread of a history is judged by, at least. */
const DAYS_FOR_SPREAD = 7;
const FRIDAY = 5;

/** One past day: energy of each half-hour of the wall clock in kWh, NaN where it is not fully known. */
export interface PastDay {
  readonly startMs: number;
  readonly weekday: number;
  readonly kwh: Float64Array;
}

/**
 * Cuts a history into local days of 48 wall-clock half-hours: habits follow the wall clock. A repeated half-hour
 * has the mean of both, a skipped one is unknown.
 */
export function pastDays(history: TimeSeries, untilMs: number, timeZone: string): PastDay[] {
  const first = history.spans[0];
  if (first === undefined) return [];
  const days: PastDay[] = [];
  const lastMs = Math.min(untilMs, history.spans.at(-1)!.untilMs);
  for (let startMs = startOfDayMs(first.fromMs, timeZone); startMs < lastMs; ) {
    const endMs = startOfDayMs(startMs, timeZone, 1);
    days.push(pastDay(history, { startMs, endMs, untilMs }, timeZone));
    startMs = endMs;
  }
  return days.filter((day) => day.kwh.some((kwh) => !Number.isNaN(kwh)));
}

function pastDay(
  history: TimeSeries,
  range: { readonly startMs: number; readonly endMs: number; readonly untilMs: number },
  timeZone: string,
): PastDay {
  const { startMs, endMs, untilMs } = range;
  const pieceMs = PIECE_MINUTES * MINUTE_MS;
  const pieceCount = Math.round((endMs - startMs) / pieceMs);
  const inDay: TimeSeries = {
    ...history,
    spans: history.spans.filter((span) => span.untilMs > startMs && span.fromMs < endMs),
  };
  const energies = energySteps(inDay, { startMs, stepMinutes: PIECE_MINUTES, stepCount: pieceCount });
  const first = wallClock(startMs, timeZone);
  const isOrdinary = pieceCount === LABEL_COUNT && first.minute === 0;
  const sums = new Float64Array(LABEL_COUNT);
  const counts = new Float64Array(LABEL_COUNT);
  for (let piece = 0; piece < pieceCount; piece++) {
    const fromMs = startMs + piece * pieceMs;
    if (fromMs + pieceMs > untilMs || gapsWithin(inDay, fromMs, fromMs + pieceMs).length > 0) continue;
    // A day of 24 hours from 00:00 shows each half-hour once; only other days need the calendar.
    const label = isOrdinary ? piece : Math.floor(wallClock(fromMs, timeZone).minute / PIECE_MINUTES);
    sums[label] = sums[label]! + energies[piece]!;
    counts[label] = counts[label]! + 1;
  }
  const kwh = sums.map((sum, label) => (counts[label]! > 0 ? sum / counts[label]! : Number.NaN));
  return { startMs, weekday: first.weekday, kwh };
}

/** How much a past day says about a day to come: by weekday and by age. */
function dayWeight(day: PastDay, weekday: number, ageDays: number): number {
  const isSameKind = day.weekday > FRIDAY === weekday > FRIDAY;
  const kind =
    day.weekday === weekday ? WEIGHT_SAME_WEEKDAY : isSameKind ? WEIGHT_SAME_KIND : WEIGHT_OTHER_KIND;
  return kind / (1 + ageDays / HALVING_DAYS);
}

/**
 * Expected energy of each wall-clock half-hour of a weekday, in kWh: the weighted mean of past days; NaN where no
 * past day knows that half-hour.
 */
export function habitOf(days: readonly PastDay[], weekday: number, nowMs: number): Float64Array {
  const sums = new Float64Array(LABEL_COUNT);
  const weights = new Float64Array(LABEL_COUNT);
  for (const day of days) {
    const ageDays = Math.max(Math.floor((nowMs - day.startMs) / (1440 * MINUTE_MS)), 0);
    const weight = dayWeight(day, weekday, ageDays);
    for (let label = 0; label < LABEL_COUNT; label++) {
      if (Number.isNaN(day.kwh[label]!)) continue;
      sums[label] = sums[label]! + weight * day.kwh[label]!;
      weights[label] = weights[label]! + weight;
    }
  }
  return sums.map((sum, label) => (weights[label]! > 0 ? sum / weights[label]! : Number.NaN));
}

/** Half-hours that had no past of their own, and the day's expectation once they are filled from their neighbours. */
function fillUnknown(habit: Float64Array): {
  readonly habit: Float64Array;
  readonly filledCount: number;
} {
  const known = [...habit.keys()].filter((label) => !Number.isNaN(habit[label]!));
  if (known.length === 0) return { habit, filledCount: habit.length };
  const distance = (a: number, b: number) => {
    const apart = Math.abs(a - b);
    return Math.min(apart, LABEL_COUNT - apart);
  };
  const filled = habit.map((kwh, label) => {
    if (!Number.isNaN(kwh)) return kwh;
    const nearest = known.reduce((a, b) => (distance(b, label) < distance(a, label) ? b : a));
    return habit[nearest]!;
  });
  return { habit: filled, filledCount: LABEL_COUNT - known.length };
}

/** Expected load, and how heavy and light days compare with it. */
export interface ExpectedLoad {
  /** kWh over each half-hour of real time. */
  readonly series: TimeSeries;
  /** Half-hours of the day that no past day knows, filled from their neighbours. */
  readonly filledCount: number;
  readonly dayCount: number;
}

/** Lays the habits of each weekday over real time in [fromMs, untilMs), half-hour by half-hour from local midnight. */
export function expectedLoad(
  days: readonly PastDay[],
  range: { readonly nowMs: number; readonly fromMs: number; readonly untilMs: number },
  timeZone: string,
): ExpectedLoad {
  const habits = new Map<number, Float64Array>();
  const pieceMs = PIECE_MINUTES * MINUTE_MS;
  const spans: Span[] = [];
  let filledCount = 0;
  for (let fromMs = startOfDayMs(range.fromMs, timeZone); fromMs < range.untilMs; fromMs += pieceMs) {
    const wall = wallClock(fromMs, timeZone);
    let habit = habits.get(wall.weekday);
    if (habit === undefined) {
      const filled = fillUnknown(habitOf(days, wall.weekday, range.nowMs));
      habit = filled.habit;
      filledCount = Math.max(filledCount, filled.filledCount);
      habits.set(wall.weekday, habit);
    }
    const value = habit[Math.floor(wall.minute / PIECE_MINUTES)]!;
    spans.push({ fromMs, untilMs: fromMs + pieceMs, value });
  }
  return { series: { unit: "kWh", spans, gaps: [] }, filledCount, dayCount: days.length };
}

/** How heavy and light days compare with the expected one, as factors on the load. */
export interface LoadSpread {
  readonly heavy: number;
  readonly light: number;
  readonly isFromHistory: boolean;
}

/** Factors where a history is too short to judge by: the peer's default scalings, 1.1 / 1.05 and 0.7 / 1.05. */
const DEFAULT_SPREAD: LoadSpread = { heavy: 1.05, light: 0.67, isFromHistory: false };

/**
 * Spread of whole days around their own expectation: the ratio that 1 day of 10 exceeds, and that 9 of 10 exceed
 * (linear between ranks), kept within [1, 1.5] and [0.5, 1].
 */
export function loadSpread(days: readonly PastDay[], nowMs: number): LoadSpread {
  const sum = (kwh: Float64Array) => kwh.reduce((a, b) => a + b, 0);
  const ratios = days.flatMap((day) => {
    if (day.kwh.some((kwh) => Number.isNaN(kwh))) return [];
    const others = days.filter((other) => other !== day);
    const expected = sum(fillUnknown(habitOf(others, day.weekday, nowMs)).habit);
    return expected > 0 ? [sum(day.kwh) / expected] : [];
  });
  if (ratios.length < DAYS_FOR_SPREAD) return DEFAULT_SPREAD;
  ratios.sort((a, b) => a - b);
  const clamp = (value: number, low: number, high: number) => (value < low ? low : Math.min(value, high));
  return {
    heavy: clamp(quantile(ratios, 0.9), 1, 1.5),
    light: clamp(quantile(ratios, 0.1), 0.5, 1),
    isFromHistory: true,
  };
}

function quantile(ordered: readonly number[], share: number): number {
  const rank = share * (ordered.length - 1);
  const below = Math.floor(rank);
  const lower = ordered[below]!;
  const upper = ordered[below + 1] ?? lower;
  return lower + (upper - lower) * (rank - below);
}
