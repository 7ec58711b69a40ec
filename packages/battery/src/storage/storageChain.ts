import { HullMultipliers } from "./hullMultipliers.ts";
import { multiplierBound } from "./multiplierBound.ts";
import type { StorageEnds } from "./storageProblem.ts";
import { type StorageSlots, ValueFunctions } from "./valueFunctions.ts";

/**
 * A storage problem whose slots' costs are drawn already, by whoever knows more of them than a battery, an inverter
 * and a meter: energies and money are shares of a scale, as every tolerance is.
 */
export interface StorageChain extends StorageSlots {
  readonly ends: StorageEnds;
  /** The phases that a plan may begin in. */
  readonly startPhases: readonly number[];
}

/** What no plan undercuts, and what a stored kWh is worth at the end of each slot in the best of all; scaled. */
export interface ChainBound {
  readonly lowerBound: number;
  readonly multipliers: Float64Array;
}

const values = new ValueFunctions();
const hull = new HullMultipliers();

/** The bound of the hull's multipliers alone: quick, and the optimum where no cost or rate makes the chain non-convex. */
export function hullBound(chain: StorageChain): ChainBound {
  const multipliers = new Float64Array(chain.ends.slotHours.length);
  hull.compute(chain.ends, chain.costs, chain.limits, multipliers);
  return { lowerBound: multiplierBound(chain.ends, chain, multipliers), multipliers };
}

/**
 * What no plan undercuts, by the least cost of all plans: below that by no more than the tolerance for each slot.
 * @param tolerance  how far the function of one moment may be off, as a share of the scale
 */
export function leastCost(chain: StorageChain, tolerance: number): number {
  values.compute(chain.ends, chain, tolerance);
  const least = chain.startPhases.reduce((a, phase) => Math.min(a, values.leastCost(phase)), Infinity);
  return least - values.error();
}
