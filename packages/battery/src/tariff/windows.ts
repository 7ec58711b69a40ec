import { round2 } from "../model/decimalRounding.ts";
import { STEP_MINUTES } from "../model/inputs.ts";

/** A stretch of one price, in absolute minutes [startMinute, endMinute). */
export interface PricedWindow {
  readonly startMinute: number;
  readonly endMinute: number;
  /** Mean of its 5-minute prices, in pence per kWh, 2 decimals. */
  readonly pencePerKwh: number;
}

/** Both tariffs of a home, one value a minute of the day, and where the plan stands in them. */
export interface WindowSearch {
  readonly importPencePerKwh: Float64Array;
  readonly exportPencePerKwh: Float64Array;
  readonly nowMinute: number;
  readonly horizonMinutes: number;
  /** Cars whose charge carries no price of its own count as one that costs nothing. */
  readonly carCount: number;
}

/** The windows in which charging or exporting can pay, each list by start. */
export interface FoundWindows {
  readonly charge: PricedWindow[];
  readonly export: PricedWindow[];
}

interface PriceSpan {
  readonly min: number;
  readonly max: number;
}

/** How far from the extreme price a window still is, in pence per kWh. */
const BAND_MARGIN = 0.5;
/** How far past it where every price may be used. */
const FLAT_MARGIN = 0.1;
/** A window of one price is cut into pieces of this length. */
const WINDOW_MINUTES = 30;
/** Prices are looked at this long past the horizon, so that the last windows have their ends. */
const LOOK_PAST_MINUTES = 720;

/**
 * Windows of cheap import and of dear export.
 * @see household model, sections 5.1 and 9.9: value-change and 30-minute cuts, automatic thresholds
 */
export function findWindows(search: WindowSearch): FoundWindows {
  const bought = spanOf(search.importPencePerKwh);
  const sold = spanOf(search.exportPencePerKwh);
  const highest = importThreshold(bought, sold, search.carCount);
  const lowest = exportThreshold(bought, sold);
  return {
    charge: scan(search, search.importPencePerKwh, (price) => price <= highest),
    export: scan(search, search.exportPencePerKwh, (price) => price >= lowest && price > 0),
  };
}

/** Import up to this price, in pence per kWh, may be worth charging at. */
function importThreshold(bought: PriceSpan, sold: PriceSpan, carCount: number): number {
  const anyPricePays = bought.min === bought.max || sold.max > bought.max;
  const threshold = anyPricePays ? bought.max + FLAT_MARGIN : bought.max - BAND_MARGIN;
  return carCount > 0 && threshold < FLAT_MARGIN ? FLAT_MARGIN : threshold;
}

/** Export from this price on, in pence per kWh, may be worth exporting at. */
function exportThreshold(bought: PriceSpan, sold: PriceSpan): number {
  const anyPricePays = sold.min === sold.max || sold.min > bought.min;
  return anyPricePays ? sold.min - FLAT_MARGIN : sold.min + BAND_MARGIN;
}

/** Extremes of a day's prices, in pence per kWh, 2 decimals. */
function spanOf(perMinute: Float64Array): PriceSpan {
  return {
    min: round2(perMinute.reduce((a, b) => Math.min(a, b))),
    max: round2(perMinute.reduce((a, b) => Math.max(a, b))),
  };
}

/**
 * Mean of a tariff's 5-minute prices over [startMinute, endMinute), in pence per kWh, 2 decimals.
 * @param perMinute  one price a minute of the day, repeated every day
 */
export function meanPencePerKwh(perMinute: Float64Array, startMinute: number, endMinute: number): number {
  let sum = 0;
  let count = 0;
  for (let minute = startMinute; minute < endMinute; minute += STEP_MINUTES) {
    sum += perMinute[minute % perMinute.length]!;
    count += 1;
  }
  return round2(sum / count);
}

/** Walks the prices from the first midnight on and keeps the windows that meet the horizon. */
function scan(
  { nowMinute, horizonMinutes }: WindowSearch,
  perMinute: Float64Array,
  pays: (pencePerKwh: number) => boolean,
): PricedWindow[] {
  const windows: PricedWindow[] = [];
  const priceAt = (minute: number): number => perMinute[minute % perMinute.length]!;
  const lastMinute = nowMinute + horizonMinutes + LOOK_PAST_MINUTES;
  let minute = 0;
  while (minute < lastMinute) {
    const startMinute = minute;
    const price = priceAt(startMinute);
    minute += STEP_MINUTES;
    if (!pays(price)) continue;
    const fullMinute = Math.min(startMinute + WINDOW_MINUTES, lastMinute);
    while (minute < fullMinute && priceAt(minute) === price) minute += STEP_MINUTES;
    if (minute > nowMinute && startMinute < nowMinute + horizonMinutes) {
      const pencePerKwh = meanPencePerKwh(perMinute, startMinute, minute);
      windows.push({ startMinute, endMinute: minute, pencePerKwh });
    }
  }
  return windows;
}
