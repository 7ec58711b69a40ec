import { chargeModeRate, type HomeInFuture } from "../model/battery.ts";
import { round2 } from "../model/decimalRounding.ts";
import { STEP_MINUTES } from "../model/inputs.ts";

/** Where a charge window stands at the start of a step, and what it may still count on. */
export interface ChargeTask extends HomeInFuture {
  readonly socKwh: number;
  readonly targetKwh: number;
  /** Until the (clipped) window ends. */
  readonly remainingMinutes: number;
  /** Panels' energy in the rest of the window, in kWh. */
  readonly pvAheadKwh: number;
}

/** With more than this from the panels ahead, in kWh, charging is not slowed. */
const PV_LIMIT_KWH = 0.1;
/** The charge is to be done this long before its window ends. */
const MARGIN_MINUTES = 10;
/** Settings are tried from the highest down, in kWh a minute: 100 W apart, none under 400 W. */
const SETTING_STEP = 0.1 / 60;
const LOWEST_SETTING = 0.4 / 60;

/**
 * The charge setting that reaches the target in time at the lowest peak rate, in kWh a minute; undefined tells the
 * inverter its highest rate.
 * @see household model, sections 4.5 and 9.7
 */
export function lowPowerSetting(task: ChargeTask): number | undefined {
  const { home, socKwh, targetKwh, remainingMinutes } = task;
  const highest = home.acChargeRate;
  const neededKwh = round2(targetKwh - socKwh);
  const takesHighest =
    task.pvAheadKwh > PV_LIMIT_KWH ||
    remainingMinutes <= 0 ||
    round2(socKwh) >= round2(targetKwh) ||
    round2(highest * remainingMinutes) <= neededKwh;
  if (takesHighest) return undefined;
  const lowest = Math.max(LOWEST_SETTING, home.minimumRate, neededKwh / remainingMinutes);
  let best: { readonly setting: number; readonly peakRate: number } | undefined;
  for (let setting = highest; setting >= lowest; setting -= SETTING_STEP) {
    const peakRate = peakRateOfCharge(task, setting);
    // A lower setting than one that is too slow is too slow as well.
    if (peakRate === undefined) break;
    if (best === undefined || peakRate < best.peakRate) best = { setting, peakRate };
  }
  return best?.setting;
}

/** Highest rate on the way to the target, in kWh a minute; undefined when the target is not reached in time. */
function peakRateOfCharge(task: ChargeTask, setting: number): number | undefined {
  const { home, targetKwh, remainingMinutes } = task;
  let { socKwh } = task;
  let peakRate = 0;
  for (let minute = 0; minute < remainingMinutes - MARGIN_MINUTES; minute += STEP_MINUTES) {
    const rate = chargeModeRate(task, socKwh, 0, setting);
    peakRate = Math.max(peakRate, rate);
    socKwh += rate * STEP_MINUTES * home.chargeEfficiency;
    if (round2(socKwh) >= round2(targetKwh)) return peakRate;
  }
  return undefined;
}
