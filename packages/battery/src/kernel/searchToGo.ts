/*
 * Taken by both compilers: costs to go under what the desk tells its steps. Rows of slots are kept until those are told
 * something else.
 */
import { f64At, i32At, setF64 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { fillEnd, fillFromRow, toGoColumn } from "./searchColumns.ts";
import * as at from "./searchLayout.ts";
import { fillRow } from "./searchRows.ts";
import { stateAt } from "./searchTrial.ts";

/** The slot that a step lies in. */
export function slotOf(desk: usize, step: i32): i32 {
  return i32At(i32At(desk + at.DESK_SLOT_OF_STEP) + 4 * step);
}

function rowKey(desk: usize, slot: i32): usize {
  return i32At(desk + at.DESK_ROW_KEYS) + at.KEY_BYTES * slot;
}

/** The steps [begin, end) are told something else: rows of their slots are no longer theirs. */
export function forgetRows(desk: usize, begin: i32, end: i32): void {
  for (let slot = slotOf(desk, begin); slot <= slotOf(desk, end - 1); slot++) setF64(rowKey(desk, slot), 0);
}

/** Costs to go at the slot bounds [to, from]. */
export function fillStepsToGo(planner: usize, desk: usize, from: i32, to: i32): void {
  const toGo: usize = i32At(desk + at.DESK_TO_GO);
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    if (from === slotCount) fillEnd(planner, toGoColumn(planner, toGo, slotCount, future), future);
  }
  for (let slot = from - 1; slot >= to; slot--) {
    runRows(planner, desk, slot);
    for (let future = 0; future < layout.FUTURE_COUNT; future++) {
      const after = toGoColumn(planner, toGo, slot + 1, future);
      const row = rowAt(planner, desk, slot, future);
      fillFromRow(planner, toGoColumn(planner, toGo, slot, future), after, row);
    }
  }
}

function rowAt(planner: usize, desk: usize, slot: i32, future: i32): usize {
  const index = layout.FUTURE_COUNT * slot + future;
  return i32At(desk + at.DESK_ROWS) + i32At(planner + at.PLANNER_ROW_BYTES) * index;
}

/** Runs a slot's rows, unless that was done under the same and with the same use of the diverter. */
function runRows(planner: usize, desk: usize, slot: i32): void {
  const begin = i32At(i32At(planner + at.PLANNER_SLOT_BOUNDS) + 4 * slot);
  const key = rowKey(desk, slot);
  const scratch = desk + at.DESK_SCRATCH;
  setF64(scratch + at.ROW_RUN_BEGIN, begin);
  setF64(scratch + at.ROW_RUN_END, i32At(i32At(planner + at.PLANNER_SLOT_BOUNDS) + 4 * slot + 4));
  setF64(scratch + at.ROW_RUN_KIND, at.TOLD_PLAN);
  setF64(scratch + at.ROW_RUN_TOLD, desk);
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const divertedKwh = f64At(stateAt(planner, desk, future, begin) + 8 * layout.STATE_DIVERTER_DAY_KWH);
    const known = key + at.KEY_DIVERTED_KWH + 8 * future;
    if (f64At(key) === 1 && f64At(known) === divertedKwh) continue;
    setF64(known, divertedKwh);
    setF64(scratch + at.ROW_RUN_FUTURE, future);
    setF64(scratch + at.ROW_RUN_DIVERTED_KWH, divertedKwh);
    setF64(scratch + at.ROW_RUN_ENTRY, rowAt(planner, desk, slot, future));
    fillRow(planner, scratch);
  }
  setF64(key, 1);
}
