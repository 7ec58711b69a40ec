import type { FunctionOf } from "./clippedFunction.ts";
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

/** Forgets all moves. */
export function clearMoves(moves: TiedMoves): void {
  moves.count = 0;
  moves.least = Infinity;
}

/** From where a move starts, and the bounds that hold there. */
export interface MoveBounds {
  storedKwh: number;
  takenLow: number;
  takenHigh: number;
  leftHigh: number;
  /** Moves that are tried though nothing bends there: rest, and what leads to the previous plan's stored energy. */
  restTaken: number;
  previousTaken: number;
}

/** Rounding of a stored energy, as a share of the scale. */
const SLACK = 1e-11;

/**
 * Adds the moves that are best, or tied with the best, from a stored energy: at all bends of the slot's cost and of
 * the later cost that lie in reach, and at the bounds.
 */
export function addBestMoves(
  bounds: MoveBounds,
  cost: FunctionOf,
  later: FunctionOf,
  moves: TiedMoves,
): void {
  const { family: costs } = cost;
  const { family: values } = later;
  const { storedKwh } = bounds;
  const lastCost = costs.firstRun[cost.index + 1]!;
  const lastValue = values.firstRun[later.index + 1]!;
  for (let costRun = costs.firstRun[cost.index]!; costRun < lastCost; costRun++) {
    const takenLow = Math.max(
      costs.x[costs.runBegin[costRun]!]!,
      bounds.takenLow,
      storedKwh - bounds.leftHigh,
    );
    const takenHigh = Math.min(costs.x[costs.runBegin[costRun + 1]! - 1]!, bounds.takenHigh);
    for (let run = values.firstRun[later.index]!; run < lastValue; run++) {
      const low = Math.max(takenLow, storedKwh - values.x[values.runBegin[run + 1]! - 1]!);
      const high = Math.min(takenHigh, storedKwh - values.x[values.runBegin[run]!]!);
      if (low > high + SLACK) continue;
      addRunMoves(
        bounds,
        { family: costs, index: costRun },
        { family: values, index: run },
        { low, high },
        moves,
      );
    }
  }
  dropDearMoves(moves);
}

/** Adds the moves within a run of either function; `index` is the run. */
function addRunMoves(
  { storedKwh, restTaken, previousTaken }: MoveBounds,
  { family: costs, index: costRun }: FunctionOf,
  { family: values, index: run }: FunctionOf,
  { low, high }: { readonly low: number; readonly high: number },
  moves: TiedMoves,
): void {
  const costEnd = costs.runBegin[costRun + 1]!;
  const valueEnd = values.runBegin[run + 1]!;
  const both = (taken: number): number =>
    valueAt(costs, costRun, taken) + valueAt(values, run, storedKwh - taken);
  addMove(moves, low, both(low));
  if (restTaken > low && restTaken < high) addMove(moves, restTaken, both(restTaken));
  if (previousTaken > low && previousTaken < high) addMove(moves, previousTaken, both(previousTaken));
  for (let at = costs.runBegin[costRun]!; at < costEnd; at++) {
    const taken = costs.x[at]!;
    if (taken <= low || taken >= high) continue;
    addMove(moves, taken, costs.y[at]! + valueAt(values, run, storedKwh - taken));
  }
  for (let at = values.runBegin[run]!; at < valueEnd; at++) {
    const taken = storedKwh - values.x[at]!;
    if (taken <= low || taken >= high) continue;
    addMove(moves, taken, values.y[at]! + valueAt(costs, costRun, taken));
  }
  if (high > low) addMove(moves, high, both(high));
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
