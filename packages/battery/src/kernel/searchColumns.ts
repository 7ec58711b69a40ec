/*
 * Taken by both compilers: columns of costs to go, a value for each level. Between two levels they are linear.
 */
import { f64At, i32At, setF64, wholePart } from "@lightcone/parallel/assembly/words";
import { FUTURE_COUNT } from "./layout.ts";
import * as at from "./searchLayout.ts";

/** A value between two levels of a column. */
export function between(column: usize, level: f64): f64 {
  const below = wholePart(level);
  const low = f64At(column + 8 * below);
  return low + (level - below) * (f64At(column + 8 * below + 8) - low);
}

/** Costs to go under the desk's plan of one slot bound, one future: where they stand. */
export function toGoColumn(planner: usize, toGo: usize, bound: i32, future: i32): usize {
  return toGo + 8 * i32At(planner + at.PLANNER_LEVEL_COUNT) * (FUTURE_COUNT * bound + future);
}

/** Costs to go at the end: what is stored is worth something. */
export function fillEnd(planner: usize, column: usize, future: i32): void {
  const lowest = f64At(planner + at.PLANNER_LOWEST_KWH);
  const perKwh = f64At(planner + at.PLANNER_LEVELS_PER_KWH);
  const price = f64At(planner + at.PLANNER_STORED_PENCE) * f64At(planner + at.PLANNER_WEIGHTS + 8 * future);
  for (let level = 0; level < i32At(planner + at.PLANNER_LEVEL_COUNT); level++) {
    const socKwh = perKwh > 0 ? lowest + level / perKwh : lowest;
    setF64(column + 8 * level, -(price * socKwh));
  }
}

/** Costs to go before some steps of one future, from a row of what they do to each level. */
export function fillFromRow(planner: usize, column: usize, after: usize, row: usize): void {
  for (let level = 0; level < i32At(planner + at.PLANNER_LEVEL_COUNT); level++) {
    const entry = row + at.ROW_ENTRY_BYTES * level;
    setF64(column + 8 * level, f64At(entry + 8) + between(after, f64At(entry)));
  }
}
