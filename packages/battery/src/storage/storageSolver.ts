import type { RightPrices } from "./exportRight.ts";
import { clearFamily, emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { HullMultipliers } from "./hullMultipliers.ts";
import { multiplierBound } from "./multiplierBound.ts";
import { SlotCosts } from "./slotCost.ts";
import { bandsOf, type StorageBand } from "./storageBands.ts";
import { reachableLimits, type StorageLimits } from "./storageLimits.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { TiedPlans } from "./tiedPlans.ts";
import { type StorageSlots, ValueFunctions } from "./valueFunctions.ts";
import { capPenaltyPerKwh } from "./violationPrices.ts";

/** A plan of a scaled problem, and the bound that its multipliers prove; violations are priced in. */
export interface SolvedPlan {
  readonly costs: SlotCosts;
  readonly limits: StorageLimits;
  /** Energy taken from the store in each slot, the standby drain included. */
  readonly takenKwh: Float64Array;
  readonly multipliers: Float64Array;
  readonly peakMultipliers: Float64Array | null;
  readonly lowerBound: number;
  /** Money per stored kWh of the right to export in the bound. */
  readonly exportRight: number;
  /** Whether the plan is the best of all, whatever the bound. */
  readonly isExact: boolean;
}

/** A problem that the solver has made its slots' costs of. */
export interface PreparedProblem extends StorageSlots {
  readonly problem: StorageProblem;
  readonly slotCosts: SlotCosts;
}

/** What a problem's wishes become: limits that can be kept, and money per kWh above a grid cap. */
export interface StorageTerms {
  readonly limits: StorageLimits;
  readonly capPenalty: number;
  /** What the right to export costs; null where it costs nothing. */
  readonly rightPrices: RightPrices | null;
}

/** The terms of a problem. */
export function termsOf(problem: StorageProblem): StorageTerms {
  const capPenalty = capPenaltyPerKwh(problem);
  const limits = reachableLimits(problem, new SlotCosts(problem, capPenalty));
  return { limits, capPenalty, rightPrices: null };
}

/** Solves scaled problems, one after the other, in arrays that it keeps: each overwrites what the last prepared. */
export class StorageSolver {
  private readonly costFamily: FunctionFamily = emptyFamily(4096, 128);
  private readonly values = new ValueFunctions();
  private readonly hull = new HullMultipliers();
  private readonly plans = new TiedPlans();

  /**
   * Makes the costs and limits of all slots, without a peak charge.
   * @param terms  those of a problem that this one only differs from in prices or import cap; or with other prices of
   *               the right to export
   */
  prepare(problem: StorageProblem, terms: StorageTerms = termsOf(problem)): PreparedProblem {
    const { costFamily } = this;
    const { limits, capPenalty, rightPrices } = terms;
    const count = problem.slotHours.length;
    const slotCosts = new SlotCosts(problem, capPenalty, rightPrices);
    const bands: (readonly StorageBand[])[] = [];
    const rateBands: (readonly StorageBand[])[] = [];
    clearFamily(costFamily, count);
    for (let t = 0; t < count; t++) {
      const drainKwh = limits.drainKwh[t]!;
      slotCosts.turnTo(t);
      slotCosts.addTo(costFamily, drainKwh);
      bands.push(bandsOf(problem, t, slotCosts, { drainKwh, mayBeOver: limits.mayBeOver[t] === 1 }));
      rateBands.push(bandsOf(problem, t, slotCosts, { drainKwh, mayBeOver: false }));
    }
    return { problem, slotCosts, costs: costFamily, bands, rateBands, limits };
  }

  /** The least cost of all plans, violations priced in. */
  leastCost(prepared: PreparedProblem): number {
    this.values.compute(prepared.problem, prepared);
    return this.values.leastCost();
  }

  /**
   * The preferred one of the best plans: the energy taken from the store in each slot. After `leastCost`.
   * @param previousKwh  stored energy at each slot's end in the plan to stay near to; null where there is none
   */
  bestPlan(prepared: PreparedProblem, previousKwh: Float64Array | null): Float64Array {
    const { problem, slotCosts } = prepared;
    const takenKwh = new Float64Array(problem.slotHours.length);
    const solved = { ...prepared, values: this.values.family };
    this.plans.follow(problem.battery.startKwh, slotCosts, solved, previousKwh, takenKwh);
    return takenKwh;
  }

  /** The multipliers of the best bound that prices alone prove. */
  multipliers({ problem, costs, limits }: PreparedProblem): Float64Array {
    const multipliers = new Float64Array(problem.slotHours.length);
    this.hull.compute(problem, costs, limits, multipliers);
    return multipliers;
  }

  /**
   * Best plan and bound of a problem without a peak charge.
   * @param previousKwh  stored energy at each slot's end in the plan to stay near to; null where there is none
   */
  solve(problem: StorageProblem, terms: StorageTerms, previousKwh: Float64Array | null): SolvedPlan {
    const prepared = this.prepare(problem, terms);
    this.leastCost(prepared);
    const isExact = this.values.isExact();
    const takenKwh = this.bestPlan(prepared, previousKwh);
    const multipliers = this.multipliers(prepared);
    const lowerBound = multiplierBound(problem, prepared, multipliers);
    const { slotCosts: costs, limits } = prepared;
    return {
      costs,
      limits,
      takenKwh,
      multipliers,
      peakMultipliers: null,
      lowerBound,
      exportRight: 0,
      isExact,
    };
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
