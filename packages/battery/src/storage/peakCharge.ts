import { multiplierBound, slotCost } from "./multiplierBound.ts";
import { WHOLE_BAND } from "./storageBands.ts";
import type { StorageProblem } from "./storageProblem.ts";
import type { SolvedPlan, StorageSolver, StorageTerms } from "./storageSolver.ts";

/** Peaks that are tried first, evenly between the least and the largest that can pay. */
const GRID_STEPS = 24;
/** Peaks that are tried after that, each where two tangents meet. */
const TANGENT_STEPS = 14;
/** Distance at which a slope is measured, and at which two peaks are one: shares of the largest peak. */
const SLOPE_STEP = 1e-6;
const SAME_PEAK = 1e-12;
/** A bound this near to the plan's cost, as a share of the scale, proves the plan the best. */
const CLOSED_GAP = 1e-9;

/** The cost of the best plan under an import cap with the peak charge for the whole cap, and its slope. */
interface PeakCost {
  readonly peakKw: number;
  readonly cost: number;
  readonly slope: number;
}

/**
 * Solves a scaled problem with a peak charge: the cost of the best plan under a cap on the import's power, plus the
 * charge for that cap, is searched over the cap, first on a grid, then where the tangents of the best place's
 * neighbours meet. The bound shares the peak price among the slots, at the cap that is best for the slots' convex hulls:
 * between the multipliers just below and just above it the shares add up to the whole price.
 */
export function solveWithPeak(
  solver: StorageSolver,
  problem: StorageProblem,
  terms: StorageTerms,
  previousKwh: Float64Array | null,
): SolvedPlan {
  const { peakPricePerKw, peakFloorKw } = problem.grid;
  const highest = Math.max(peakFloorKw, Math.min(problem.grid.importKw, largestImportKw(problem)));
  const costAt = (peakKw: number): number =>
    solver.leastCost(solver.prepare(withCap(problem, peakKw), terms)) + peakPricePerKw * peakKw;
  const peakKw = bestPeak(costAt, peakFloorKw, highest);
  const boundAt = (capKw: number): number => {
    const prepared = solver.prepare(withCap(problem, capKw), terms);
    return multiplierBound(problem, prepared, solver.multipliers(prepared)) + peakPricePerKw * capKw;
  };
  const boundPeakKw = bestPeak(boundAt, peakFloorKw, highest);
  const multipliers = sharedMultipliers({ solver, problem, terms }, boundPeakKw, highest);
  const bounded = withShares(problem, multipliers.peak);
  const rest = peakPricePerKw - sumOf(multipliers.peak);
  const bound =
    multiplierBound(bounded, solver.prepare(bounded, terms), multipliers.stored) + rest * peakFloorKw;
  const prepared = solver.prepare(withCap(problem, peakKw), terms);
  const cost = solver.leastCost(prepared) + peakPricePerKw * peakKw;
  const takenKwh = solver.bestPlan(prepared, previousKwh);
  return {
    costs: prepared.slotCosts,
    limits: prepared.limits,
    takenKwh,
    multipliers: multipliers.stored,
    peakMultipliers: multipliers.peak,
    lowerBound: bound,
    exportRight: 0,
    isExact: cost - bound <= CLOSED_GAP * problem.slotHours.length,
  };
}

/** The cap with the least cost among those tried. */
function bestPeak(costAt: (peakKw: number) => number, lowest: number, highest: number): number {
  let best = lowest;
  let bestCost = Infinity;
  const grid: number[] = [];
  for (let step = 0; step <= GRID_STEPS; step++) {
    const peakKw = lowest + ((highest - lowest) * step) / GRID_STEPS;
    const cost = costAt(peakKw);
    grid.push(peakKw);
    if (cost < bestCost) {
      best = peakKw;
      bestCost = cost;
    }
  }
  const at = grid.indexOf(best);
  const width = SLOPE_STEP * highest;
  const measured = (peakKw: number, towards: number): PeakCost => {
    const cost = costAt(peakKw);
    return { peakKw, cost, slope: (costAt(peakKw + towards) - cost) / towards };
  };
  let left = measured(grid[Math.max(0, at - 1)]!, width);
  let right = measured(grid[Math.min(GRID_STEPS, at + 1)]!, -width);
  for (let step = 0; step < TANGENT_STEPS && right.peakKw - left.peakKw > SAME_PEAK * highest; step++) {
    if (left.slope >= 0 || right.slope <= 0) break;
    const meeting =
      (right.cost - left.cost + left.slope * left.peakKw - right.slope * right.peakKw) /
      (left.slope - right.slope);
    const isBetween = meeting > left.peakKw && meeting < right.peakKw;
    const peakKw = isBetween ? meeting : 0.5 * (left.peakKw + right.peakKw);
    const cost = costAt(peakKw);
    if (cost < bestCost) {
      best = peakKw;
      bestCost = cost;
    }
    const above = measured(peakKw, Math.min(width, 0.5 * (right.peakKw - peakKw)));
    if (above.slope < 0) left = above;
    else right = measured(peakKw, -Math.min(width, 0.5 * (peakKw - left.peakKw)));
    if (right.peakKw === peakKw && right.slope <= 0) break;
  }
  return best;
}

/** A scaled problem with a peak charge, and who solves it. */
interface PeakProblem {
  readonly solver: StorageSolver;
  readonly problem: StorageProblem;
  readonly terms: StorageTerms;
}

/** Prices on the stored energy and shares of the peak price; the shares add up to at most that price. */
interface SharedMultipliers {
  readonly stored: Float64Array;
  readonly peak: Float64Array;
}

/**
 * The multipliers below and above a peak, mixed so that the shares add up to the peak price. The two are taken as
 * near to the peak as its own inexactness lets their sums lie on either side of the price.
 */
function sharedMultipliers(asked: PeakProblem, peakKw: number, highestKw: number): SharedMultipliers {
  const price = asked.problem.grid.peakPricePerKw;
  let below: SharedMultipliers;
  let above: SharedMultipliers;
  let width = SLOPE_STEP * highestKw;
  do {
    const step = SLOPE_STEP * highestKw;
    const low = Math.max(0, peakKw - width);
    below = sharesBetween(asked, low, low + step);
    above = sharesBetween(asked, peakKw + width - step, peakKw + width);
    width *= 8;
  } while (width < highestKw && (sumOf(below.peak) < price || sumOf(above.peak) > price));
  const spread = sumOf(below.peak) - sumOf(above.peak);
  const weight = spread > 0 ? Math.min(Math.max((price - sumOf(above.peak)) / spread, 0), 1) : 0;
  const mixed = (first: Float64Array, second: Float64Array): Float64Array =>
    first.map((one, t) => weight * one + (1 - weight) * second[t]!);
  const peak = mixed(below.peak, above.peak);
  const shrink = sumOf(peak) > price ? price / sumOf(peak) : 1;
  return { stored: mixed(below.stored, above.stored), peak: peak.map((share) => share * shrink) };
}

function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The multipliers at a cap, and what each slot gains from a higher one, per kW. */
function sharesBetween(
  { solver, problem, terms }: PeakProblem,
  capKw: number,
  higherKw: number,
): SharedMultipliers {
  const capped = solver.prepare(withCap(problem, capKw), terms);
  const stored = solver.multipliers(capped);
  const peak = stored.map((multiplier, t) => slotCost(capped.costs, t, multiplier, WHOLE_BAND));
  const wider = solver.prepare(withCap(problem, higherKw), terms);
  for (let t = 0; t < peak.length; t++) {
    const gain = peak[t]! - slotCost(wider.costs, t, stored[t]!, WHOLE_BAND);
    peak[t] = higherKw > capKw ? Math.max(0, gain / (higherKw - capKw)) : 0;
  }
  return { stored, peak };
}

/** The problem under an import cap, without its peak charge. */
function withCap(problem: StorageProblem, peakKw: number): StorageProblem {
  const importKw = Math.min(problem.grid.importKw, peakKw);
  return { ...problem, grid: { ...problem.grid, importKw } };
}

/** The problem with each slot's share of the peak price on its import, without its peak charge. */
function withShares(problem: StorageProblem, shares: Float64Array): StorageProblem {
  const importPerKwh = problem.importPerKwh.map((price, t) => price + shares[t]! / problem.slotHours[t]!);
  return { ...problem, importPerKwh };
}

/** The highest import that any plan could want, in kW. */
function largestImportKw({ battery, inverter, loadKwh, slotHours }: StorageProblem): number {
  const chargeKw = inverter.kind === "hybrid" ? inverter.acKw : battery.chargeKw;
  let largest = 0;
  for (let t = 0; t < slotHours.length; t++)
    largest = Math.max(largest, loadKwh[t]! / slotHours[t]! + chargeKw);
  return largest;
}
