import { DAY_MINUTES } from "../scenario/suiteScenario.ts";
import type { Draws } from "./draws.ts";

/** Minutes over which a cloud, a kettle or a grid's carbon intensity stays the same. */
const WEATHER_MINUTES = 10;
const CARBON_MINUTES = 30;
/** Energies and powers are rounded to whole millionths and thousandths, so that their decimals are short. */
const MILLIONTHS = 1_000_000;
const THOUSANDTHS = 1000;

/** A hump over a stretch of the day: 0 at its ends, 1 in its middle, a parabola between. */
function hump(minute: number, start: number, end: number): number {
  if (minute <= start || minute >= end) return 0;
  const half = (end - start) / 2;
  const offset = (minute - start - half) / half;
  return 1 - offset * offset;
}

/** Energy of each minute of a day, in kWh: a base, a morning, a longer evening, and appliances. */
export function generatedLoad(draws: Draws): Float64Array {
  const baseWatts = draws.between(60, 450);
  const morningWatts = draws.between(100, 1500);
  const eveningWatts = draws.between(200, 2500);
  const day = new Float64Array(DAY_MINUTES);
  let flickerWatts = 0;
  let applianceWatts = 0;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    if (minute % WEATHER_MINUTES === 0) {
      flickerWatts = draws.between(0, 120);
      applianceWatts = draws.happens(6) ? draws.between(800, 3000) : 0;
    }
    const watts =
      baseWatts +
      morningWatts * hump(minute, 360, 570) +
      eveningWatts * hump(minute, 990, 1380) +
      flickerWatts +
      applianceWatts;
    day[minute] = Math.round((watts / 60_000) * MILLIONTHS) / MILLIONTHS;
  }
  return day;
}

/**
 * Power of the panels in each minute, in kW.
 * @param peakWatts  on a clear noon; 0 is no panels
 */
export function generatedSun(peakWatts: number, draws: Draws): Float64Array {
  const day = new Float64Array(DAY_MINUTES);
  const sunrise = draws.between(270, 480);
  const sunset = draws.between(960, 1290);
  const clearestPercent = draws.between(40, 100);
  let clearPercent = clearestPercent;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    if (minute % WEATHER_MINUTES === 0) {
      clearPercent = draws.happens(30) ? draws.between(10, clearestPercent) : clearestPercent;
    }
    const watts = (peakWatts * hump(minute, sunrise, sunset) * clearPercent) / 100;
    day[minute] = Math.round(watts) / THOUSANDTHS;
  }
  return day;
}

/** Carbon intensity of the grid in each minute, in grams per kWh: a wandering value each half-hour. */
export function generatedCarbon(draws: Draws): Float64Array {
  const day = new Float64Array(DAY_MINUTES);
  let grams = draws.between(60, 280);
  for (let minute = 0; minute < DAY_MINUTES; minute += CARBON_MINUTES) {
    grams = Math.max(15, Math.min(420, grams + draws.between(-35, 35)));
    day.fill(grams, minute, minute + CARBON_MINUTES);
  }
  return day;
}
