import type { FunctionFamily } from "./functionFamily.ts";

/** Costs that differ by less are tied: a share of the scale. */
export const TIE = 1e-10;

/** The energies that may be taken from the store in one slot at no more than the least cost. */
export interface TiedMoves {
  takenKwh: Float64Array;
  cost: Float64Array;
  count: number;
  least: number;
}

/** No moves yet. */
export function noMoves(capacity: number): TiedMoves {
  return {
    takenKwh: new Float64Array(capacity),
    cost: new Float64Array(capacity),
    count: 0,
    least: Infinity,
  };
}

/** One function of a family. */
export interface FunctionOf {
  family: FunctionFamily;
  index: number;
}

/**
 * Collects the moves that are best, or tied with the best, from a stored energy: all bends of the slot's cost and
 * of the later cost that lie in reach.
 */
export function bestMoves(storedKwh: number, cost: FunctionOf, later: FunctionOf, moves: TiedMoves): void {
  moves.count = 0;
  moves.least = Infinity;
  const { family: costs } = cost;
  const { family: values } = later;
  const lastCost = costs.firstRun[cost.index + 1]!;
  const lastValue = values.firstRun[later.index + 1]!;
  for (let costRun = costs.firstRun[cost.index]!; costRun < lastCost; costRun++) {
    const takenLow = costs.x[costs.runBegin[costRun]!]!;
    const takenHigh = costs.x[costs.runBegin[costRun + 1]! - 1]!;
    for (let run = values.firstRun[later.index]!; run < lastValue; run++) {
      const low = values.x[values.runBegin[run]!]!;
      const high = values.x[values.runBegin[run + 1]! - 1]!;
      if (storedKwh - takenHigh > high + SLACK || storedKwh - takenLow < low - SLACK) continue;
      walk(storedKwh, costs, costRun, values, run, moves);
    }
  }
  dropDearMoves(moves);
}

/** Rounding of a stored energy, as a share of the scale. */
const SLACK = 1e-11;

function walk(
  storedKwh: number,
  costs: FunctionFamily,
  costRun: number,
  values: FunctionFamily,
  run: number,
  moves: TiedMoves,
): void {
  const costFirst = costs.runBegin[costRun]!;
  const costLast = costs.runBegin[costRun + 1]! - 1;
  const first = values.runBegin[run]!;
  const last = values.runBegin[run + 1]! - 1;
  for (let at = costFirst; at <= costLast; at++) {
    const taken = costs.x[at]!;
    const left = storedKwh - taken;
    if (left < values.x[first]! - SLACK || left > values.x[last]! + SLACK) continue;
    addMove(moves, taken, costs.y[at]! + valueAt(values, run, left));
  }
  for (let at = first; at <= last; at++) {
    const taken = storedKwh - values.x[at]!;
    if (taken < costs.x[costFirst]! - SLACK || taken > costs.x[costLast]! + SLACK) continue;
    addMove(moves, taken, values.y[at]! + valueAt(costs, costRun, taken));
  }
}

function addMove(moves: TiedMoves, taken: number, cost: number): void {
  if (cost > moves.least + TIE) return;
  if (cost < moves.least) moves.least = cost;
  if (moves.count === moves.takenKwh.length) dropDearMoves(moves);
  if (moves.count === moves.takenKwh.length) return;
  moves.takenKwh[moves.count] = taken;
  moves.cost[moves.count++] = cost;
}

function dropDearMoves(moves: TiedMoves): void {
  let kept = 0;
  for (let i = 0; i < moves.count; i++) {
    if (moves.cost[i]! > moves.least + TIE) continue;
    moves.takenKwh[kept] = moves.takenKwh[i]!;
    moves.cost[kept++] = moves.cost[i]!;
  }
  moves.count = kept;
}

/** Value of a run at x, its ends' values beside it. */
function valueAt(family: FunctionFamily, run: number, x: number): number {
  let low = family.runBegin[run]!;
  let high = family.runBegin[run + 1]! - 1;
  if (x <= family.x[low]!) return family.y[low]!;
  if (x >= family.x[high]!) return family.y[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (family.x[middle]! <= x) low = middle;
    else high = middle;
  }
  return family.y[low]! + family.slope[low]! * (x - family.x[low]!);
}
