import { withProvenBound } from "./certificate.ts";
import { solveWithExportRight } from "./exportRightSearch.ts";
import { solveWithPeak } from "./peakCharge.ts";
import type { StorageAnswer, StorageFlows } from "./storageAnswer.ts";
import { flowsOf } from "./storageFlows.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { type StorageScale, scaledProblem, scaleOf } from "./storageScale.ts";
import { type SolvedPlan, StorageSolver, type StorageTerms, termsOf } from "./storageSolver.ts";
import { storedValue } from "./valueAtEnd.ts";
import { findViolations } from "./violations.ts";

/** Solves one after the other in the same arrays; nothing of one problem reaches the next. */
export const sharedSolver: StorageSolver = new StorageSolver();

/**
 * The best plan for a storage problem, and the proof of how far from the best any plan must stay: an exact dynamic
 * programme over piecewise-linear functions of the stored energy, and prices on it that bound every plan's cost. The
 * answer has passed its own certificate: it claims no bound that `checkCertificate` would not find.
 *
 * Ties fall to fewer changes of mode, then less throughput, less change from the previous plan, earlier charge.
 * @param previousSocKwh  stored energy at each slot's end in the plan to stay near to where costs tie
 */
export function solveStorage(problem: StorageProblem, previousSocKwh?: Float64Array): StorageAnswer {
  return withProvenBound(problem, planStorage(problem, previousSocKwh));
}

/** The answer of `solveStorage` with its bound unchecked, for callers that only want the plan. */
export function planStorage(problem: StorageProblem, previousSocKwh?: Float64Array): StorageAnswer {
  const scale = scaleOf(problem);
  const previous = previousSocKwh?.map((kwh) => kwh / scale.energyKwh) ?? null;
  const solved = solveScaled(problem, scaledProblem(problem, scale), previous, scale);
  const flows = flowsOf(problem, solved, scale.energyKwh);
  const { violations, penalty } = findViolations(problem, flows);
  const costs = costsOf(problem, flows);
  const lowerBound = Math.min(solved.lowerBound * scale.money - penalty, costs.objective);
  return {
    status: solved.isExact ? "optimal" : "feasible",
    ...costs,
    ...flows,
    lowerBound,
    gap: costs.objective - lowerBound,
    multipliers: solved.multipliers.map((multiplier) => multiplier * scale.pricePerKwh),
    peakMultipliers: solved.peakMultipliers?.map((share) => share * scale.pricePerKwh) ?? null,
    exportRightPerKwh: solved.exportRight * scale.pricePerKwh,
    violations,
    violationPenalty: penalty,
  };
}

/** Solves the scaled problem with whichever searches its features need. */
function solveScaled(
  problem: StorageProblem,
  scaled: StorageProblem,
  previousKwh: Float64Array | null,
  { energyKwh, money }: StorageScale,
): SolvedPlan {
  const solve = (terms: StorageTerms): SolvedPlan =>
    scaled.grid.peakPricePerKw > 0
      ? solveWithPeak(sharedSolver, scaled, terms, previousKwh)
      : sharedSolver.solve(scaled, terms, previousKwh);
  if (scaled.rules.batteryMayExportGridEnergy) return solve(termsOf(scaled));
  const costOf = (plan: SolvedPlan): number => {
    const flows = flowsOf(problem, plan, energyKwh);
    return (costsOf(problem, flows).objective + findViolations(problem, flows).penalty) / money;
  };
  return solveWithExportRight(scaled, solve, costOf);
}

/** What a plan's flows cost, in money. */
type FlowCosts = Pick<StorageAnswer, "objective" | "bill" | "wear" | "peakCost" | "terminalKwh">;

/** The costs of a plan, from its flows alone. */
function costsOf(problem: StorageProblem, flows: StorageFlows): FlowCosts {
  const { grid, slotHours, battery } = problem;
  let bill = 0;
  let throughputKwh = 0;
  let peakKw = grid.peakFloorKw;
  for (let t = 0; t < slotHours.length; t++) {
    bill += flows.importKwh[t]! * problem.importPerKwh[t]! - flows.exportKwh[t]! * problem.exportPerKwh[t]!;
    throughputKwh += flows.chargeKwh[t]! + flows.dischargeKwh[t]!;
    peakKw = Math.max(peakKw, flows.importKwh[t]! / slotHours[t]!);
  }
  const wear = 0.5 * battery.wearPerKwh * throughputKwh;
  const peakCost = grid.peakPricePerKw * peakKw;
  const terminalKwh = flows.socKwh[slotHours.length - 1]!;
  const objective = bill + wear + peakCost - storedValue(problem.terminalValue, terminalKwh);
  return { objective, bill, wear, peakCost, terminalKwh };
}
