import type { SlotCosts } from "./slotCost.ts";
import type { StorageProblem } from "./storageProblem.ts";

/**
 * What the stored energy may be at each moment, after unreachable limits have given way: index t is the moment
 * before slot t, the last one the end.
 */
export interface StorageLimits {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** What standby drains in each slot, in kWh; less than asked only where the store could not hold so much. */
  readonly drainKwh: Float64Array;
  /**
   * Whether a store that began over its maximum may still be over it after each slot: then what is over may stay,
   * but not grow.
   */
  readonly mayBeOver: Uint8Array;
}

/**
 * The limits that can be kept from the given start. A minimum above what the fastest charging reaches gives way to
 * that; a maximum below what the fastest discharging reaches gives way to that; so does the wish for the end.
 */
export function reachableLimits(problem: StorageProblem, costs: SlotCosts): StorageLimits {
  const { battery, slotHours } = problem;
  const count = slotHours.length;
  const low = new Float64Array(count + 1).fill(battery.startKwh);
  const high = new Float64Array(count + 1).fill(battery.startKwh);
  const drainKwh = new Float64Array(count);
  const mayBeOver = new Uint8Array(count);
  let isOver = true;
  let reach: ReachableEnergies = { least: battery.startKwh, most: battery.startKwh };
  for (let t = 0; t < count; t++) {
    costs.turnTo(t);
    const maximum = battery.maxKwh[t]!;
    isOver = isOver && battery.startKwh > maximum;
    mayBeOver[t] = isOver ? 1 : 0;
    const mayStay = isOver && reach.most > maximum;
    const gained = mayStay ? gainOver(problem, costs, reach, maximum) : gainFrom(problem, costs, reach);
    const drain = Math.min(battery.standbyKw * slotHours[t]!, gained);
    drainKwh[t] = drain;
    const highest = mayStay ? Math.max(reach.most - drain, maximum) : maximum;
    const most = Math.min(gained - drain, highest);
    low[t + 1] = Math.min(battery.minKwh[t]!, most);
    const least = Math.max(lossFrom(problem, costs, reach) - drain, low[t + 1]!);
    high[t + 1] = Math.max(highest, least);
    reach = { least, most: Math.max(most, least) };
  }
  if (battery.endKwh !== null) {
    const end = Math.min(Math.max(battery.endKwh, reach.least), reach.most);
    low[count] = end;
    high[count] = end;
  }
  return { low, high, drainKwh, mayBeOver };
}

/** The least and the most that may be stored at a moment; what lies between need not all be reached. */
interface ReachableEnergies {
  readonly least: number;
  readonly most: number;
}

/** The most that can be stored after a slot, without the drain. */
function gainFrom({ battery }: StorageProblem, costs: SlotCosts, { least, most }: ReachableEnergies): number {
  const curve = battery.rateCurve;
  if (curve === null) return most + costs.mostStored();
  let best = most;
  for (let i = 0; i < curve.socFraction.length; i++) {
    if (curve.socFraction[i]! * battery.capacityKwh > most) break;
    const next = curve.socFraction[i + 1];
    if (next !== undefined && next * battery.capacityKwh < least) continue;
    const from = next === undefined ? most : Math.min(most, next * battery.capacityKwh);
    best = Math.max(best, from + Math.min(costs.mostStored(), -costs.takenByPower(-curve.chargeKw[i]!)));
  }
  return best;
}

/** The same where the store may still be over its maximum: from there nothing is charged. */
function gainOver(
  problem: StorageProblem,
  costs: SlotCosts,
  { least, most }: ReachableEnergies,
  maximum: number,
): number {
  return least > maximum ? most : Math.max(most, gainFrom(problem, costs, { least, most: maximum }));
}

/** The least that can be stored after a slot, without the drain. */
function lossFrom({ battery }: StorageProblem, costs: SlotCosts, { least, most }: ReachableEnergies): number {
  const curve = battery.rateCurve;
  if (curve === null) return least - costs.mostTaken();
  let best = least;
  for (let i = 0; i < curve.socFraction.length; i++) {
    const next = curve.socFraction[i + 1];
    if (next !== undefined && next * battery.capacityKwh < least) continue;
    const from = Math.max(least, curve.socFraction[i]! * battery.capacityKwh);
    if (from > most) break;
    best = Math.min(best, from - Math.min(costs.mostTaken(), costs.takenByPower(curve.dischargeKw[i]!)));
  }
  return best;
}
