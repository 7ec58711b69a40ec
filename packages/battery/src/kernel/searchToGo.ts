/*
 * Taken by both compilers: costs to go under what the desk tells its steps. Slots that the mode table knows are read from
 * it; others are run from every level, and their rows are kept until they are told something else.
 */
import { f64At, i32At, setF64 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import * as at from "./searchLayout.ts";
import { fillEnd, fillFromRow, fillSlot } from "./searchTable.ts";
import {
  codeAt,
  followPlan,
  hasDiverter,
  levelOf,
  levelState,
  pencePaid,
  runEnd,
  stateAt,
} from "./searchTrial.ts";

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
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  if (from === i32At(planner + at.PLANNER_SLOT_COUNT)) fillEnd(planner, toGo);
  for (let slot = from - 1; slot >= to; slot--) {
    const begin = i32At(bounds + 4 * slot);
    const code = codeAt(desk, begin);
    const end = i32At(bounds + 4 * slot + 4);
    // What a diverter may still take depends on the plan, so that with one the table is not right for all plans.
    const isTabulated = code < i32At(planner + at.PLANNER_TABLE_COUNT) && !hasDiverter(planner);
    if (isTabulated && runEnd(desk, begin, end) === end) {
      fillSlot(planner, toGo, slot, code);
    } else {
      runRows(planner, desk, slot);
      for (let future = 0; future < layout.FUTURE_COUNT; future++)
        fillFromRow(planner, toGo, slot, future, rowAt(planner, desk, slot, future));
    }
  }
}

function rowAt(planner: usize, desk: usize, slot: i32, future: i32): usize {
  const index = layout.FUTURE_COUNT * slot + future;
  return i32At(desk + at.DESK_ROWS) + i32At(planner + at.PLANNER_ROW_BYTES) * index;
}

/** Runs a slot from every level, unless that was done under the same and with the same use of the diverter. */
function runRows(planner: usize, desk: usize, slot: i32): void {
  const begin = i32At(i32At(planner + at.PLANNER_SLOT_BOUNDS) + 4 * slot);
  const end = i32At(i32At(planner + at.PLANNER_SLOT_BOUNDS) + 4 * slot + 4);
  const key = rowKey(desk, slot);
  const scratch = desk + at.DESK_SCRATCH;
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const divertedKwh = f64At(stateAt(planner, desk, future, begin) + 8 * layout.STATE_DIVERTER_DAY_KWH);
    const known = key + at.KEY_DIVERTED_KWH + 8 * future;
    if (f64At(key) === 1 && f64At(known) === divertedKwh) continue;
    setF64(known, divertedKwh);
    let entry = rowAt(planner, desk, slot, future);
    for (let level = 0; level < i32At(planner + at.PLANNER_LEVEL_COUNT); level++) {
      levelState(planner, scratch, level, divertedKwh);
      followPlan(planner, desk, future, scratch, begin, end);
      setF64(entry, levelOf(planner, f64At(scratch + 8 * layout.RESULT_SOC_FINAL_KWH)));
      setF64(entry + 8, pencePaid(planner, future, scratch));
      entry += at.MODE_BYTES;
    }
  }
  setF64(key, 1);
}
