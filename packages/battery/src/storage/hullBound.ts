import { multiplierBound } from "./multiplierBound.ts";
import { sharedSolver } from "./solveStorage.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { scaledProblem, scaleOf } from "./storageScale.ts";

/**
 * What no plan's cost and penalties can undercut, in money: the bound of the hull's multipliers alone, for a fraction
 * of the time that `solveStorage` takes. Where no price or rate makes the problem non-convex it is the optimum.
 * A peak charge and what the right to export costs are left out, which only lowers it.
 */
export function hullBound(problem: StorageProblem): number {
  const scale = scaleOf(problem);
  const scaled = scaledProblem(problem, scale);
  const prepared = sharedSolver.prepare(scaled);
  return multiplierBound(scaled, prepared, sharedSolver.multipliers(prepared)) * scale.money;
}
