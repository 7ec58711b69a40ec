/*
 * Taken by both compilers: the jobs of a plan search. A course job finds the costs to go of one future, a search finds
 * a plan.
 */
import { f64At, i32At, setF64, wholePart } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { fillCourse } from "./searchCourse.ts";
import { endIdleExports } from "./searchIdle.ts";
import * as at from "./searchLayout.ts";
import { searchPlan } from "./searchMoves.ts";
import { actionOf, codeAt, runEnd, stateAt } from "./searchTrial.ts";

/** Fills the course of one future of a home. */
export function followCourse(words: usize, scratch: usize): void {
  const desk: usize = wholePart(f64At(words + 8 * at.COURSE_DESK));
  fillCourse(i32At(desk + at.DESK_PLANNER), desk, wholePart(f64At(words + 8 * at.COURSE_FUTURE)), scratch);
}

/** Searches a home's plan and writes its runs. */
export function searchFrom(words: usize, result: usize): void {
  const desk: usize = wholePart(f64At(words + 8 * at.SEARCH_DESK));
  const planner: usize = i32At(desk + at.DESK_PLANNER);
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  searchPlan(planner, desk);
  setF64(result + 8 * at.SEARCH_CHANGE_COUNT, i32At(desk + at.DESK_RUN_COUNT) - 1);
  endIdleExports(planner, desk);
  let runs = 0;
  for (let step = 0; step < stepCount; runs++) {
    const action = actionOf(desk, codeAt(desk, step));
    step = runEnd(desk, step, stepCount);
    const run = result + 8 * (at.SEARCH_RUNS + layout.SEGMENT_WORDS * runs);
    setF64(run + 8 * layout.SEGMENT_END_STEP, step);
    setF64(run + 8 * layout.SEGMENT_CHARGE_TARGET_KWH, f64At(action + 8 * layout.SEGMENT_CHARGE_TARGET_KWH));
    const percent = f64At(action + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
    setF64(run + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT, percent);
  }
  setF64(result + 8 * at.SEARCH_RUN_COUNT, runs);
  setF64(result + 8 * at.SEARCH_TRIAL_COUNT, i32At(desk + at.DESK_TRIAL_COUNT));
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const state = stateAt(planner, desk, future, stepCount);
    const results = result + 8 * (at.SEARCH_RESULTS + layout.RESULT_FIELDS * future);
    for (let field = 0; field < layout.RESULT_FIELDS; field++)
      setF64(results + 8 * field, f64At(state + 8 * field));
  }
  const wordCount = at.SEARCH_RUNS + layout.SEGMENT_WORDS * stepCount;
  for (let word = at.SEARCH_RUNS + layout.SEGMENT_WORDS * runs; word < wordCount; word++)
    setF64(result + 8 * word, 0);
}
