import { evenPrices, type RightPrices, rightAtStart } from "./exportRight.ts";
import type { SlotEnergies } from "./slotCost.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { type SolvedPlan, type StorageTerms, termsOf } from "./storageSolver.ts";

/** Prices of the right, and amounts of it in one slot, that are tried at most. */
const PRICE_STEPS = 40;
const LIMIT_STEPS = 24;
/** A use of the right that is within it, and a gain that ends a search: shares of the scale. */
const SAME = 1e-9;
/** A price on the scale at which no plan uses the right for gain. */
const FORBIDDING_PRICE = 16;
/** How far beside the best price all ties fall to one side, as a share of the scale. */
const BESIDE = 1e-6;

/** Solves a scaled problem on terms that price the right to export. */
export type SolveOnTerms = (terms: StorageTerms) => SolvedPlan;

/** A plan, what it uses of the right beyond what it has, and its cost without the right's price. */
interface PricedPlan {
  readonly plan: SolvedPlan;
  readonly excess: number;
  readonly cost: number;
}

type SolveAtPrices = (prices: RightPrices) => PricedPlan;

/**
 * Solves a scaled problem whose battery may export no energy of the grid: the right to export gets the price at which
 * the best plans use it up. Of the plans that cost the same at that price one is sought that uses just what there is:
 * the right is granted slot by slot, in the last one in part. The bound takes the right's price; the gap is what is
 * left.
 * @param costOf  what a plan costs by its flows, violations included, on the scale
 */
export function solveWithExportRight(
  problem: StorageProblem,
  solve: SolveOnTerms,
  costOf: (plan: SolvedPlan) => number,
): SolvedPlan {
  const terms = termsOf(problem);
  const count = problem.slotHours.length;
  const judged = (plan: SolvedPlan): PricedPlan => {
    return { plan, excess: rightExcess(problem, plan), cost: costOf(plan) };
  };
  const free = judged(solve(terms));
  if (free.excess <= SAME) return free.plan;
  const solveAt: SolveAtPrices = (rightPrices) => judged(solve({ ...terms, rightPrices }));
  const price = bestPrice(count, free, solveAt);
  const proof = solveAt(evenPrices(price, count)).plan;
  const best = bestWithin(problem, price, solveAt);
  const lowerBound = proof.lowerBound - price * rightAtStart(problem);
  const { costs, limits, takenKwh } = best.plan;
  const { multipliers, peakMultipliers } = proof;
  const isExact = best.cost - lowerBound <= SAME * count;
  return { costs, limits, takenKwh, multipliers, peakMultipliers, lowerBound, exportRight: price, isExact };
}

/** The price at which plans beyond and within the right cost the same, and none costs less. */
function bestPrice(count: number, free: PricedPlan, solveAt: SolveAtPrices): number {
  let low = 0;
  let high = FORBIDDING_PRICE;
  let beyond = free;
  let within = solveAt(evenPrices(high, count));
  for (let step = 0; step < PRICE_STEPS && high - low > SAME; step++) {
    const meeting = (within.cost - beyond.cost) / (beyond.excess - within.excess);
    const price = meeting > low && meeting < high ? meeting : 0.5 * (low + high);
    const next = solveAt(evenPrices(price, count));
    const gain = within.cost + price * within.excess - (next.cost + price * next.excess);
    if (price === meeting && gain <= SAME) return price;
    if (next.excess > SAME) {
      low = price;
      beyond = next;
    } else {
      high = price;
      within = next;
    }
  }
  return high;
}

/** The best plan found that keeps within the right. */
function bestWithin(problem: StorageProblem, price: number, solveAt: SolveAtPrices): PricedPlan {
  const count = problem.slotHours.length;
  const slots = Array.from({ length: count }, (_, t) => t);
  const byExportPrice = slots.toSorted(
    (a, b) => problem.exportPerKwh[b]! - problem.exportPerKwh[a]! || a - b,
  );
  let best = solveAt(evenPrices(price + BESIDE, count));
  if (best.excess > SAME) best = solveAt(evenPrices(FORBIDDING_PRICE, count));
  for (const order of [byExportPrice, slots, slots.toReversed()]) {
    const granted = bestGrant(order, price, solveAt);
    if (granted !== null && granted.cost < best.cost) best = granted;
  }
  return best;
}

/** The plan where as many slots as possible, in an order, have the lower price, and one more has it in part. */
function bestGrant(order: readonly number[], price: number, solveAt: SolveAtPrices): PricedPlan | null {
  const solveGranted = (grantedCount: number, part: number): PricedPlan => {
    const limitKwh = new Float64Array(order.length);
    const prices = new Float64Array(order.length).fill(price - BESIDE);
    for (let i = 0; i < grantedCount; i++) limitKwh[order[i]!] = Infinity;
    if (grantedCount < order.length) limitKwh[order[grantedCount]!] = part;
    return solveAt({ price: prices, limitKwh, priceAbove: price + BESIDE });
  };
  let best: PricedPlan | null = null;
  const take = (next: PricedPlan): boolean => {
    if (next.excess > SAME) return false;
    if (best === null || next.cost < best.cost) best = next;
    return true;
  };
  let from = 0;
  let to = order.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (take(solveGranted(middle, 0))) from = middle;
    else to = middle;
  }
  let low = 0;
  let high = 2;
  for (let step = 0; step < LIMIT_STEPS; step++) {
    const part = 0.5 * (low + high);
    const next = solveGranted(from, part);
    if (!take(next)) high = Math.min(part, high);
    else if (next.excess >= -SAME) break;
    else low = part;
  }
  return best;
}

/** What a plan uses of the right to export beyond what it has, in stored energy. */
function rightExcess(problem: StorageProblem, { costs, limits, takenKwh }: SolvedPlan): number {
  const energies: SlotEnergies = { flowKwh: 0, netKwh: 0, curtailKwh: 0 };
  let used = -rightAtStart(problem);
  for (let t = 0; t < takenKwh.length; t++) {
    costs.turnTo(t);
    costs.energiesFor(takenKwh[t]!, limits.drainKwh[t]!, energies);
    used += costs.rightUsedBy(energies);
  }
  return used;
}
