import type { FunctionOf } from "./clippedFunction.ts";
import type { FunctionFamily } from "./functionFamily.ts";

/** Costs that differ by less are tied: a share of the scale. */
const TIE = 1e-10;

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
      overlap.costRun = costRun;
      overlap.run = run;
      overlap.low = low;
      overlap.high = high;
      addRunMoves(bounds, costs, values, moves);
    }
  }
  dropDearMoves(moves);
}

/** The two runs whose moves are being added, and the energies that may be taken in both. */
const overlap: { costRun: number; run: number; low: number; high: number } = {
  costRun: 0,
  run: 0,
  low: 0,
  high: 0,
};

/** Adds the moves within the overlap. */
function addRunMoves(
  { storedKwh, restTaken, previousTaken }: MoveBounds,
  costs: FunctionFamily,
  values: FunctionFamily,
  moves: TiedMoves,
): void {
  const { costRun, run, low, high } = overlap;
  const costEnd = costs.runBegin[costRun + 1]!;
  const first = values.runBegin[run]!;
  addMoveTo(low, storedKwh, costs, values, moves);
  if (restTaken > low && restTaken < high) addMoveTo(restTaken, storedKwh, costs, values, moves);
  if (previousTaken > low && previousTaken < high) addMoveTo(previousTaken, storedKwh, costs, values, moves);
  for (let at = costs.runBegin[costRun]!; at < costEnd; at++) {
    const taken = costs.x[at]!;
    if (taken > low && taken < high) {
      addMove(moves, taken, costs.y[at]! + valueAt(values, run, storedKwh - taken));
    }
  }
  for (let at = segmentAt(values, run, storedKwh - low); at >= first; at--) {
    const taken = storedKwh - values.x[at]!;
    if (taken >= high) break;
    if (taken > low) addMove(moves, taken, values.y[at]! + valueAt(costs, costRun, taken));
  }
  if (high > low) addMoveTo(high, storedKwh, costs, values, moves);
}

/** Adds a move where neither function need bend. */
function addMoveTo(
  taken: number,
  storedKwh: number,
  costs: FunctionFamily,
  values: FunctionFamily,
  moves: TiedMoves,
): void {
  const cost = valueAt(costs, overlap.costRun, taken) + valueAt(values, overlap.run, storedKwh - taken);
  addMove(moves, taken, cost);
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

/** The last point of a run that is not right of x, but its first one at least. */
function segmentAt(family: FunctionFamily, run: number, x: number): number {
  let low = family.runBegin[run]!;
  let high = family.runBegin[run + 1]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (family.x[middle]! <= x) low = middle;
    else high = middle;
  }
  return low;
}

/** Value of a run at x, its ends' values beside it. */
function valueAt(family: FunctionFamily, run: number, x: number): number {
  const at = segmentAt(family, run, x);
  const last = family.runBegin[run + 1]! - 1;
  if (at === last || x <= family.x[at]!) return family.y[at]!;
  return family.y[at]! + family.slope[at]! * (x - family.x[at]!);
}
