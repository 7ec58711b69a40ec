/*
 * Taken by both compilers: export windows end where they have done their work, and begin where they begin it. Slots at
 * either end in which a window does exactly what demand does, in all three futures, become demand. The written order
 * would keep such a slot in its window, because demand between two windows counts as one more change of mode; but it is
 * no window more, and a home that fares better than its forecasts is not sold empty by one that has nothing to do.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import * as at from "./searchLayout.ts";
import { simulatePlan } from "./searchStates.ts";
import { slotOf } from "./searchToGo.ts";
import { actionOf, codeAt, isKeepWeighed, runAction, runEnd, stateAt } from "./searchTrial.ts";

/** Tells demand to the idle slots at the ends of the desk's export windows. */
export function endIdleExports(planner: usize, desk: usize): void {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  // Trials end where the charge is the plan's again, so what was saved after that is not the plan's to the last bit.
  simulatePlan(planner, desk);
  let begin = 0;
  while (begin < stepCount) {
    const end = runEnd(desk, begin, stepCount);
    const action = actionOf(desk, codeAt(desk, begin));
    if (f64At(action + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT) < 100) {
      const stop = idleFrom(planner, desk, begin, end);
      tellDemand(desk, stop, end);
      tellDemand(desk, begin, idleUntil(planner, desk, begin, stop));
    }
    begin = end;
  }
  simulatePlan(planner, desk);
}

function tellDemand(desk: usize, begin: i32, end: i32): void {
  const codes: usize = i32At(desk + at.DESK_CODES);
  for (let step = begin; step < end; step++) setI32(codes + 4 * step, at.CODE_DEMAND);
}

/** The first slot bound inside a run from which demand does the same; the run's end where there is none. */
function idleFrom(planner: usize, desk: usize, begin: i32, end: i32): i32 {
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  let stop = end;
  for (let slot = slotOf(desk, end - 1); slot > 0; slot--) {
    const bound = i32At(bounds + 4 * slot);
    if (bound <= begin || !isDemand(planner, desk, bound, end)) return stop;
    stop = bound;
  }
  return stop;
}

/** The last slot bound inside a run until which demand does the same; the run's beginning where there is none. */
function idleUntil(planner: usize, desk: usize, begin: i32, end: i32): i32 {
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  let start = begin;
  for (let slot = slotOf(desk, begin) + 1; i32At(bounds + 4 * slot) < end; slot++) {
    const bound = i32At(bounds + 4 * slot);
    if (!isDemand(planner, desk, begin, bound)) return start;
    start = bound;
  }
  return start;
}

/** True when demand in the steps [begin, end) leads to the plan's own states, to the last bit. */
function isDemand(planner: usize, desk: usize, begin: i32, end: i32): boolean {
  const wordCount = isKeepWeighed(planner) ? layout.STATE_WORDS : layout.STATE_HAS_EXPORTED;
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const scratch = desk + at.DESK_SCRATCH;
    const from = stateAt(planner, desk, future, begin);
    for (let word = 0; word < layout.STATE_WORDS; word++) setF64(scratch + 8 * word, f64At(from + 8 * word));
    runAction(planner, future, actionOf(desk, at.CODE_DEMAND), scratch, begin, end);
    const plan = stateAt(planner, desk, future, end);
    for (let word = 0; word < wordCount; word++)
      if (f64At(scratch + 8 * word) !== f64At(plan + 8 * word)) return false;
  }
  return true;
}
