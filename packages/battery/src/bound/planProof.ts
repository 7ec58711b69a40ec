import type { Home } from "../home/home.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import type { ScheduleFinder } from "../plan/planHome.ts";
import type { Rated } from "../plan/preference.ts";
import { rateByReference } from "../replan/keptPlan.ts";
import { metricBoundPence } from "./homeBound.ts";

/** How good a plan is beside the best that there can be; all in pence. */
export interface PlanProof {
  /** What no plan's three-future metric can undercut, with the cars where the plan has them. */
  readonly lowerBoundPence: number;
  /**
   * On the nominal future alone: what the best plan found for it costs more than its bound, the battery free of all
   * modes. Never below 0.
   */
  readonly executabilityPricePence: number;
  /** On the nominal future alone: what the plan told costs more than that best one. Never below 0. */
  readonly hedgePricePence: number;
}

/**
 * Proves how far from the best a plan can be, and says what of that the inverter's modes cost and what the other two
 * futures: the home is planned once more for the nominal future alone, by the same rules. The plan told may be the
 * better one of the two there.
 */
export function provePlan(home: Home, told: Rated, findSchedules: ScheduleFinder): PlanProof {
  const certain = nominalAlone(home);
  const [alone] = findSchedules([certain.inputs], home.changePence);
  const toldPence = rateByReference(certain, told.schedule).metricPence;
  const bestPence = Math.min(alone!.metricPence, toldPence);
  return {
    lowerBoundPence: metricBoundPence(home.inputs, "exact"),
    executabilityPricePence: bestPence - metricBoundPence(certain.inputs, "exact"),
    hedgePricePence: toldPence - bestPence,
  };
}

/**
 * The proof of a plan that was changed by hand, from that of the plan before: the bound is the same, and the best plan
 * found for the nominal future alone is still the better of that one and the plan told.
 */
export function proofOfChange(
  home: Home,
  before: { readonly proof: PlanProof; readonly told: Rated },
  changed: Rated,
): PlanProof {
  const { lowerBoundPence, executabilityPricePence, hedgePricePence } = before.proof;
  const certain = nominalAlone(home);
  const certainPence = (rated: Rated): number => rateByReference(certain, rated.schedule).metricPence;
  const formerBestPence = certainPence(before.told) - hedgePricePence;
  const changedPence = certainPence(changed);
  const bestPence = Math.min(formerBestPence, changedPence);
  return {
    lowerBoundPence,
    executabilityPricePence: executabilityPricePence - (formerBestPence - bestPence),
    hedgePricePence: changedPence - bestPence,
  };
}

function nominalAlone(home: Home): Home {
  return { ...home, inputs: asIfCertain(home.inputs) };
}

/** A home whose nominal future is certain: the other two count nothing. */
export function asIfCertain(inputs: SimulationInputs): SimulationInputs {
  return { ...inputs, pv10Weight: 0, pv90Weight: 0 };
}
