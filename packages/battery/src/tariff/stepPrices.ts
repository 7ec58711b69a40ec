import type { DayProfile } from "../forecast/dayForecast.ts";
import { round2 } from "../model/decimalRounding.ts";
import { STEP_MINUTES } from "../model/inputs.ts";

/** Value of each step at its first minute (household model, section 2: the peer's rule for prices). */
export function sampledAtStart({ perMinute, nowMinute, stepCount }: DayProfile): Float64Array {
  return Float64Array.from({ length: stepCount }, (_, step) => {
    return perMinute[(nowMinute + step * STEP_MINUTES) % perMinute.length]!;
  });
}

/** Mean of each step's minutes; a step of one value has exactly that value. */
export function averagedOverStep({ perMinute, nowMinute, stepCount }: DayProfile): Float64Array {
  return Float64Array.from({ length: stepCount }, (_, step) => {
    const minute = nowMinute + step * STEP_MINUTES;
    const first = perMinute[minute % perMinute.length]!;
    let excess = 0;
    for (let offset = 1; offset < STEP_MINUTES; offset += 1) {
      excess += perMinute[(minute + offset) % perMinute.length]! - first;
    }
    return first + excess / STEP_MINUTES;
  });
}

/** Half-hours of every day, one after the other, that the supplier may take away again. */
export interface RevocableRun {
  readonly startMinute: number;
  readonly slotCount: number;
}

/** No slot that has begun is taken away: the first steps keep their price. */
const SAFE_MINUTES = 30;

/**
 * Import prices of the future in which the promised cheap slots vanish: they cost the dearest price of the horizon,
 * in pence per kWh, rounded to 2 decimals and at least 0.
 * @param stepPrices  prices as promised, one a step
 * @param run         the promised half-hours
 * @param profile     the same tariff by minute of the day, whose dearest minute counts
 * @see household model, sections 2 (max rate), 4.1 item 1, 9.2 (flag)
 */
export function pricesWithoutRun(
  stepPrices: Float64Array,
  run: RevocableRun,
  profile: DayProfile,
): Float64Array {
  const dayMinutes = profile.perMinute.length;
  const dearest = round2(profile.perMinute.reduce((a, b) => Math.max(a, b), 0));
  return stepPrices.map((price, step) => {
    const minute = step * STEP_MINUTES;
    const sinceRun = (profile.nowMinute + minute - run.startMinute + dayMinutes) % dayMinutes;
    return minute > SAFE_MINUTES && sinceRun < 30 * run.slotCount ? dearest : price;
  });
}
