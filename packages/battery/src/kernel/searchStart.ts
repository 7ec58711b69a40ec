/*
 * Taken by both compilers: where a search starts. Forwards, step by step, the desk's plan is told what costs all futures
 * together the least, each by its own course from there on.
 */
import { f64At, i32At, setI32 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { coursePence, isSunny, isWeighed } from "./searchCourse.ts";
import * as at from "./searchLayout.ts";
import { keepStep } from "./searchStates.ts";
import { writePanelTarget } from "./searchTargets.ts";
import { actionOf, copyState, levelOf, pencePaid, runAction, startState, stateAt } from "./searchTrial.ts";

/** Without a price on changes of mode, ties still go to the calmer plan. */
const TIE_PENCE: f64 = 1e-3;

/**
 * Writes what the courses tell into the desk's steps.
 * @param changePence  what each change of mode must save at once
 */
export function followCourses(planner: usize, desk: usize, changePence: f64): void {
  const price = changePence > TIE_PENCE ? changePence : TIE_PENCE;
  for (let future = 0; future < layout.FUTURE_COUNT; future++)
    startState(planner, stateAt(planner, desk, future, 0));
  let last = -1;
  for (let step = 0; step < i32At(planner + at.PLANNER_STEP_COUNT); step++) {
    const code = bestCode(planner, desk, step, last, price);
    setI32(i32At(desk + at.DESK_CODES) + 4 * step, code);
    for (let future = 0; future < layout.FUTURE_COUNT; future++)
      keepStep(planner, desk, future, code, desk + at.DESK_SCRATCH, step);
    last = code;
  }
}

/** What a step is best told: an action of the courses, or a charge from the panels alone, which becomes one of the desk. */
function bestCode(planner: usize, desk: usize, step: i32, last: i32, price: f64): i32 {
  const courseCount = i32At(planner + at.PLANNER_COURSE_COUNT);
  const fresh = i32At(desk + at.DESK_ACTION_COUNT);
  let best = 0;
  let least: f64 = 0;
  for (let code = 0; code < courseCount; code++) {
    const pence = stepPence(planner, desk, step, code) + (last >= 0 && code !== last ? price : 0);
    if (code > 0 && !(pence < least)) continue;
    least = pence;
    best = code;
  }
  if (!isSunny(planner, 0, step) || !writePanelTarget(planner, desk, step)) return best;
  if (!(stepPence(planner, desk, step, fresh) + price < least)) return best;
  setI32(desk + at.DESK_ACTION_COUNT, fresh + 1);
  return fresh;
}

/** What a step that is told an action costs, and all that follows. */
function stepPence(planner: usize, desk: usize, step: i32, code: i32): f64 {
  const scratch = desk + at.DESK_SCRATCH;
  let pence: f64 = 0;
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    if (!isWeighed(planner, future)) continue;
    const from = stateAt(planner, desk, future, step);
    copyState(scratch, from);
    runAction(planner, future, actionOf(desk, code), scratch, step, step + 1);
    const level = levelOf(planner, f64At(scratch + 8 * layout.RESULT_SOC_FINAL_KWH));
    const usedKwh = f64At(scratch + 8 * layout.STATE_DIVERTER_DAY_KWH);
    pence += pencePaid(planner, future, scratch) - pencePaid(planner, future, from);
    pence += coursePence(planner, desk, step + 1, future, level, usedKwh);
  }
  return pence;
}
