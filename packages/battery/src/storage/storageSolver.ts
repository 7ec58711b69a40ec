import { clearFamily, emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { HullMultipliers } from "./hullMultipliers.ts";
import { multiplierBound } from "./multiplierBound.ts";
import { SlotCosts } from "./slotCost.ts";
import { bandsOf, type StorageBand } from "./storageBands.ts";
import { reachableLimits, type StorageLimits } from "./storageLimits.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { TiedPlans } from "./tiedPlans.ts";
import { ValueFunctions } from "./valueFunctions.ts";
import { capPenaltyPerKwh } from "./violationPrices.ts";

/** A plan of a scaled problem, and the bound that its multipliers prove; violations are priced in. */
export interface SolvedPlan {
  readonly costs: SlotCosts;
  readonly limits: StorageLimits;
  /** Energy taken from the store in each slot, the standby drain included. */
  readonly takenKwh: Float64Array;
  readonly multipliers: Float64Array;
  readonly lowerBound: number;
}

/** Solves scaled problems, one after the other, in arrays that it keeps. */
export class StorageSolver {
  private readonly costFamily: FunctionFamily = emptyFamily(4096, 128);
  private readonly values = new ValueFunctions();
  private readonly hull = new HullMultipliers();
  private readonly plans = new TiedPlans();

  /** @param previousKwh  stored energy at each slot's end in the plan to stay near to; null where there is none */
  solve(problem: StorageProblem, previousKwh: Float64Array | null): SolvedPlan {
    const { costFamily, values, hull, plans } = this;
    const count = problem.slotHours.length;
    const costs = new SlotCosts(problem, capPenaltyPerKwh(problem));
    const limits = reachableLimits(problem, costs);
    clearFamily(costFamily, count);
    const bands: (readonly StorageBand[])[] = [];
    for (let t = 0; t < count; t++) {
      const drainKwh = limits.drainKwh[t]!;
      costs.turnTo(t);
      costs.addTo(costFamily, drainKwh);
      bands.push(bandsOf(problem, t, costs, { drainKwh, mayBeOver: limits.mayBeOver[t] === 1 }));
    }
    const slots = { costs: costFamily, bands, limits };
    values.compute(problem, slots);
    const takenKwh = new Float64Array(count);
    const solved = { costs: costFamily, values: values.family, bands, limits };
    plans.follow(problem.battery.startKwh, costs, solved, previousKwh, takenKwh);
    const multipliers = new Float64Array(count);
    hull.compute(problem, costFamily, limits, multipliers);
    const lowerBound = multiplierBound(problem, slots, multipliers);
    return { costs, limits, takenKwh, multipliers, lowerBound };
  }

  /** How large the value functions of the last problem are: the most points of one, and the most convex runs. */
  largestFunction(): { readonly pointCount: number; readonly runCount: number } {
    const { family } = this.values;
    let pointCount = 0;
    let runCount = 0;
    for (let k = 0; k < family.functionCount; k++) {
      const first = family.firstRun[k]!;
      const end = family.firstRun[k + 1]!;
      runCount = Math.max(runCount, end - first);
      pointCount = Math.max(pointCount, family.runBegin[end]! - family.runBegin[first]!);
    }
    return { pointCount, runCount };
  }
}
