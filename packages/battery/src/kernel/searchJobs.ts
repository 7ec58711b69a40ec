/*
 * Taken by both compilers: the jobs of a plan search. A tabulation fills one slot of the mode table, a search finds a
 * plan.
 */
import { f64At, i32At, setF64, wholePart } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { endIdleExports } from "./searchIdle.ts";
import * as at from "./searchLayout.ts";
import { searchPlan } from "./searchMoves.ts";
import { fillModeRow } from "./searchRows.ts";
import { modeRow } from "./searchTable.ts";
import { actionOf, codeAt, hasDiverter, runAction, runEnd, startState, stateAt } from "./searchTrial.ts";

/** Fills a slot of the mode table: what each action does to each level of charge in each future. */
export function tabulateSlot(words: usize, scratch: usize): void {
  const planner: usize = wholePart(f64At(words + 8 * at.TABULATE_PLANNER));
  const slot = wholePart(f64At(words + 8 * at.TABULATE_SLOT));
  const actions: usize = i32At(planner + at.PLANNER_ACTIONS);
  const rowBytes = i32At(planner + at.PLANNER_ROW_BYTES);
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  const begin = i32At(bounds + 4 * slot);
  setF64(scratch + at.ROW_RUN_BEGIN, begin);
  setF64(scratch + at.ROW_RUN_END, i32At(bounds + 4 * slot + 4));
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const divertedKwh = divertedBy(planner, future, scratch, begin);
    setF64(scratch + at.ROW_RUN_FUTURE, future);
    setF64(scratch + at.ROW_RUN_DIVERTED_KWH, divertedKwh);
    for (let code = 0; code < i32At(planner + at.PLANNER_TABLE_COUNT); code++) {
      setF64(scratch + at.ROW_RUN_ACTION, actions + 8 * layout.SEGMENT_WORDS * code);
      setF64(scratch + at.ROW_RUN_ENTRY, modeRow(planner, slot, code) + rowBytes * future);
      fillModeRow(planner, scratch);
    }
  }
}

/** What the diverter has used since midnight before a step, in demand mode all the way: near enough for a first guess. */
function divertedBy(planner: usize, future: i32, scratch: usize, step: i32): f64 {
  if (!hasDiverter(planner)) return 0;
  startState(planner, scratch);
  const demand: usize = i32At(planner + at.PLANNER_ACTIONS);
  if (step > 0) runAction(planner, future, demand, scratch, 0, step);
  return f64At(scratch + 8 * layout.STATE_DIVERTER_DAY_KWH);
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
