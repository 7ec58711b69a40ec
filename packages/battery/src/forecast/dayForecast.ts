import { round4 } from "../model/decimalRounding.ts";
import { STEP_MINUTES } from "../model/inputs.ts";

/** A profile of one value a minute, repeated every day, and the steps that are wanted of it. */
export interface DayProfile {
  /** One value for each minute of the day. */
  readonly perMinute: Float64Array;
  /** Start of step 0, in minutes after midnight. */
  readonly nowMinute: number;
  readonly stepCount: number;
}

/** What the load of one future is scaled by. */
export interface LoadFactors {
  /** Factor of the future on the forecast. */
  readonly scale: number;
  /** Factor on the rest of the first day, the step that starts at midnight included. */
  readonly inDayFactor: number;
  /** The home takes at least this, in kW. */
  readonly baseLoadKw: number;
}

/**
 * Energy taken in each step, in kWh, rounded to 4 decimals.
 * @param profile  kWh of each minute
 * @see household model, section 2 (load_k)
 */
export function loadForecast(profile: DayProfile, factors: LoadFactors): Float64Array {
  const dayMinutes = profile.perMinute.length;
  const baseKwh = (factors.baseLoadKw * STEP_MINUTES) / 60;
  return Float64Array.from({ length: profile.stepCount }, (_, step) => {
    const minute = profile.nowMinute + step * STEP_MINUTES;
    const takenKwh = sumOfStep(profile.perMinute, minute);
    return round4(
      Math.max(takenKwh, baseKwh) * (minute <= dayMinutes ? factors.inDayFactor : 1) * factors.scale,
    );
  });
}

/** The panels' energy before clouds: each step, and what stands for the step after the last. */
export interface PvForecast {
  /** Energy of each step, in kWh, rounded to 4 decimals. */
  readonly pvKwh: Float64Array;
  /** One minute's energy only: the forecast ends with the first minute after the last step. */
  readonly afterKwh: number;
}

/**
 * Panels' energy of one future, in kWh, rounded to 4 decimals.
 * @param profile  kW of each minute
 * @param factor   of the future on the nominal power
 * @see household model, sections 2 (pv_k) and 9.2 (pv_288)
 */
export function pvForecast(profile: DayProfile, factor: number): PvForecast {
  const afterMinute = profile.nowMinute + profile.stepCount * STEP_MINUTES;
  const perMinuteKwh = profile.perMinute.map((kilowatts) => (kilowatts * factor) / 60);
  return {
    pvKwh: Float64Array.from({ length: profile.stepCount }, (_, step) =>
      // Minute by minute: a sum multiplied afterwards lies on the other side of some ties of the 4th decimal.
      round4(sumOfStep(perMinuteKwh, profile.nowMinute + step * STEP_MINUTES)),
    ),
    afterKwh: round4(perMinuteKwh[afterMinute % profile.perMinute.length]!),
  };
}

/** Sum of a profile over the minutes of the step that starts at `minute`. */
function sumOfStep(perMinute: Float64Array, minute: number): number {
  let sum = 0;
  for (let offset = 0; offset < STEP_MINUTES; offset += 1)
    sum += perMinute[(minute + offset) % perMinute.length]!;
  return sum;
}
