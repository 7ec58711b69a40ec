import type { FunctionFamily } from "./functionFamily.ts";
import type { StorageLimits } from "./storageLimits.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { storedValue } from "./valueAtEnd.ts";

/**
 * The bound that multipliers prove: with a price on the stored energy that passes from slot to slot, each slot and
 * each moment chooses for itself; no plan can cost less than the sum of their least costs.
 * @param multipliers  what a stored kWh is worth at the end of each slot; any numbers give a valid bound
 */
export function multiplierBound(
  problem: StorageProblem,
  costs: FunctionFamily,
  limits: StorageLimits,
  multipliers: Float64Array,
): number {
  const count = multipliers.length;
  let bound = -multipliers[0]! * problem.battery.startKwh;
  for (let t = 0; t < count; t++) {
    const multiplier = multipliers[t]!;
    const first = costs.runBegin[costs.firstRun[t]!]!;
    const end = costs.runBegin[costs.firstRun[t + 1]!]!;
    let least = Infinity;
    for (let at = first; at < end; at++) {
      least = Math.min(least, costs.y[at]! + multiplier * costs.x[at]!);
    }
    const rise = t + 1 < count ? multiplier - multipliers[t + 1]! : multiplier;
    bound += least + leastMomentCost(problem, t, rise, limits);
  }
  return bound;
}

/** The least cost of a stored energy at the end of a slot, where a kWh costs `perKwh` and what is missing its penalty. */
function leastMomentCost(
  problem: StorageProblem,
  slot: number,
  perKwh: number,
  limits: StorageLimits,
): number {
  const low = limits.low[slot + 1]!;
  const high = limits.high[slot + 1]!;
  const cost = (stored: number): number => {
    let sum = perKwh * stored;
    for (const target of problem.battery.targets) {
      if (target.slot === slot) sum += target.penaltyPerKwh * Math.max(0, target.minKwh - stored);
    }
    return slot === limits.low.length - 2 ? sum - storedValue(problem.terminalValue, stored) : sum;
  };
  let least = Math.min(cost(low), cost(high));
  for (const { slot: at, minKwh } of problem.battery.targets) {
    if (at === slot && minKwh > low && minKwh < high) least = Math.min(least, cost(minKwh));
  }
  if (slot === limits.low.length - 2) {
    for (const kwh of problem.terminalValue.kwh) {
      if (kwh > low && kwh < high) least = Math.min(least, cost(kwh));
    }
  }
  return least;
}
