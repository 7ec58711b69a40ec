import { round2, round3 } from "../model/decimalRounding.ts";
import { STEP_MINUTES } from "../model/inputs.ts";

/** One planned boost of the diverter, in absolute minutes [startMinute, endMinute). */
export interface PlannedBoost {
  readonly startMinute: number;
  readonly endMinute: number;
  readonly kwh: number;
  /** Mean import price of the half-hour it lies in, in pence per kWh, 2 decimals. */
  readonly meanPencePerKwh: number;
  /** What the boost costs at that price, in pence, 2 decimals. */
  readonly costPence: number;
}

/** What the diverter may take, and the prices ahead. */
export interface BoostDemand {
  readonly nowMinute: number;
  /** Import price of each step from now, in pence per kWh. */
  readonly importPencePerKwh: Float64Array;
  /** True takes the cheapest half-hours first, false the earliest. */
  readonly isSmart: boolean;
  readonly maxEnergyKwhPerDay: number;
  readonly maxPowerKw: number;
  /** Already taken today. */
  readonly todayKwh: number;
}

interface HalfHour {
  readonly startMinute: number;
  readonly endMinute: number;
  readonly meanPencePerKwh: number;
}

const HALF_HOUR_MINUTES = 30;
const DAY_MINUTES = 1440;

/**
 * Boosts of the day ahead, by start: half-hours filled at full power, in order of price or time, until each
 * calendar day has its energy; the last one of a day is cut to whole steps.
 * @see household model, section 9.8 (smart plan)
 */
export function planBoosts(demand: BoostDemand): PlannedBoost[] {
  const candidates = halfHoursAhead(demand);
  if (demand.isSmart) {
    candidates.sort((a, b) => a.meanPencePerKwh - b.meanPencePerKwh || a.startMinute - b.startMinute);
  }
  const usedKwh = [demand.todayKwh, 0];
  const boosts: PlannedBoost[] = [];
  for (const { startMinute, endMinute, meanPencePerKwh } of candidates) {
    const day = startMinute < DAY_MINUTES ? 0 : 1;
    const leftKwh = demand.maxEnergyKwhPerDay - usedKwh[day]!;
    const fullKwh = (demand.maxPowerKw * (endMinute - startMinute)) / 60;
    const kwh = Math.min(fullKwh, leftKwh);
    // Rounding can leave a trace of energy that no boost can give.
    if (round3(kwh) <= 0) continue;
    const neededMinutes = STEP_MINUTES * Math.ceil(((kwh / demand.maxPowerKw) * 60) / STEP_MINUTES);
    usedKwh[day] = usedKwh[day]! + round3(kwh);
    boosts.push({
      startMinute,
      endMinute: Math.min(startMinute + neededMinutes, endMinute),
      kwh: round3(kwh),
      meanPencePerKwh,
      costPence: round2(kwh * meanPencePerKwh),
    });
  }
  return boosts.sort((a, b) => a.startMinute - b.startMinute);
}

/** The 48 half-hours from the running one on; the running one begins now. */
function halfHoursAhead({ nowMinute, importPencePerKwh }: BoostDemand): HalfHour[] {
  const firstMinute = HALF_HOUR_MINUTES * Math.floor(nowMinute / HALF_HOUR_MINUTES);
  return Array.from({ length: DAY_MINUTES / HALF_HOUR_MINUTES }, (_, index) => {
    const halfHourMinute = firstMinute + index * HALF_HOUR_MINUTES;
    const startMinute = Math.max(halfHourMinute, nowMinute);
    const endMinute = halfHourMinute + HALF_HOUR_MINUTES;
    const begin = (startMinute - nowMinute) / STEP_MINUTES;
    const end = (endMinute - nowMinute) / STEP_MINUTES;
    let sum = 0;
    for (let step = begin; step < end; step += 1) sum += importPencePerKwh[step]!;
    return { startMinute, endMinute, meanPencePerKwh: round2(sum / (end - begin)) };
  });
}
