import { addClipped } from "./clippedFunction.ts";
import { clearFamily, emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { type StorageBand, WHOLE_BAND } from "./storageBands.ts";
import type { StorageEnds } from "./storageProblem.ts";
import { storedValue } from "./valueAtEnd.ts";
import type { StorageSlots } from "./valueFunctions.ts";

/** Rounding of a stored energy, as a share of the scale. */
const SLACK = 1e-9;

const clipped = emptyFamily(64, 1);

/**
 * The bound that multipliers prove: with a price on the stored energy that passes from slot to slot, each slot and
 * each moment chooses for itself; no plan can cost less than the sum of their least costs. Where the rates depend on
 * the stored energy, a slot and the moment before it choose together, band by band.
 * @param multipliers  what a stored kWh is worth at the end of each slot; any numbers give a valid bound
 */
export function multiplierBound(
  problem: StorageEnds,
  slots: StorageSlots,
  multipliers: Float64Array,
): number {
  const count = multipliers.length;
  let bound = momentCost(problem, slots, count, multipliers[count - 1]!, WHOLE_BAND);
  for (let t = 0; t < count; t++) {
    const multiplier = multipliers[t]!;
    const rise = t === 0 ? -multiplier : multipliers[t - 1]! - multiplier;
    let least = Infinity;
    for (const band of slots.rateBands[t]!) {
      const before = momentCost(problem, slots, t, rise, band);
      if (before < Infinity) least = Math.min(least, before + slotCost(slots.costs, t, multiplier, band));
    }
    bound += least;
  }
  return bound;
}

/** The least cost of a slot within a band's rates, where energy taken from the store costs its multiplier. */
export function slotCost(costs: FunctionFamily, slot: number, multiplier: number, band: StorageBand): number {
  let family = costs;
  let index = slot;
  if (band !== WHOLE_BAND) {
    clearFamily(clipped, 1);
    addClipped({ family: costs, index: band.costIndex ?? slot }, band.takenLow, band.takenHigh, clipped);
    family = clipped;
    index = 0;
  }
  const end = family.runBegin[family.firstRun[index + 1]!]!;
  let least = Infinity;
  for (let at = family.runBegin[family.firstRun[index]!]!; at < end; at++) {
    least = Math.min(least, family.y[at]! + multiplier * family.x[at]!);
  }
  return least;
}

/** The least cost of what is stored at a moment within a band, where a kWh costs `perKwh`. */
function momentCost(
  problem: StorageEnds,
  { limits }: StorageSlots,
  moment: number,
  perKwh: number,
  band: StorageBand,
): number {
  const isEnd = moment === limits.low.length - 1;
  const { targets } = problem.battery;
  const low = Math.max(limits.low[moment]!, band.lowKwh - SLACK);
  const high = Math.min(limits.high[moment]!, band.highKwh + SLACK);
  if (low > high) return Infinity;
  if (targets.length === 0 && !isEnd) return Math.min(perKwh * low, perKwh * high);
  const cost = (stored: number): number => {
    let sum = perKwh * stored;
    for (const target of targets) {
      if (target.slot === moment - 1) sum += target.penaltyPerKwh * Math.max(0, target.minKwh - stored);
    }
    return isEnd ? sum - storedValue(problem.terminalValue, stored) : sum;
  };
  let least = Math.min(cost(low), cost(high));
  for (const { slot, minKwh } of targets) {
    if (slot === moment - 1 && minKwh > low && minKwh < high) least = Math.min(least, cost(minKwh));
  }
  for (const kwh of isEnd ? problem.terminalValue.kwh : []) {
    if (kwh > low && kwh < high) least = Math.min(least, cost(kwh));
  }
  return least;
}
