import { metricBoundPence } from "../bound/homeBound.ts";
import { asIfCertain } from "../bound/planProof.ts";
import { round4 } from "../model/decimalRounding.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { threeFutureMetric } from "../plan/metric.ts";
import type { Plan } from "../plan/plan.ts";
import type { FutureResults, HomePlanner } from "./simulator.ts";

/** How far the plan of a suite's home is from the best that there can be; pence, 4 decimals. */
export interface RowProof {
  /** What no plan's metric3 can undercut: each future at its own best, weighed. */
  readonly lower_bound: number;
  /** What metric3 lies above it; holds what knowing the future would be worth. */
  readonly gap: number;
  /** On the nominal future alone: what the best plan found for it costs more than its own bound. */
  readonly executability_price: number;
  /** On the nominal future alone: what the row's plan costs more than that best one. */
  readonly hedge_price: number;
}

/** What is found out about a home before its row is written. */
export interface HomeProof {
  readonly boundPence: number;
  /** The bound of the nominal future alone, and a plan for it. */
  readonly certainBoundPence: number;
  readonly certainPlan: Plan;
}

/** Bounds of homes, quick ones, and their plans were the nominal future certain. */
export async function proveHomes(
  homes: readonly SimulationInputs[],
  certainPlanner: HomePlanner,
): Promise<HomeProof[]> {
  const certain = homes.map(asIfCertain);
  const plans = await certainPlanner(certain);
  return homes.map((inputs, index) => ({
    boundPence: metricBoundPence(inputs, "quick"),
    certainBoundPence: metricBoundPence(certain[index]!, "quick"),
    certainPlan: plans[index]!,
  }));
}

/** The proof of a row. On the nominal future the row's plan may be the better one of the two. */
export function rowProof(
  inputs: SimulationInputs,
  proof: HomeProof,
  runs: { readonly told: FutureResults; readonly certain: FutureResults },
): RowProof {
  const certain = asIfCertain(inputs);
  const toldPence = threeFutureMetric(runs.told, certain);
  const bestPence = Math.min(toldPence, threeFutureMetric(runs.certain, certain));
  return {
    lower_bound: proof.boundPence,
    gap: round4(threeFutureMetric(runs.told, inputs) - proof.boundPence),
    executability_price: round4(bestPence - proof.certainBoundPence),
    hedge_price: round4(toldPence - bestPence),
  };
}
