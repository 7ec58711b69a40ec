/*
 * Taken by both compilers: the states that a plan leads through in every future. They are kept before each step, and
 * trials begin with them.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import * as at from "./searchLayout.ts";
import { countChange, markChanged } from "./searchLooks.ts";
import {
  actionOf,
  codeAt,
  copyState,
  isMerged,
  pencePaid,
  runAction,
  runEnd,
  stateAt,
  storedPence,
} from "./searchTrial.ts";

/**
 * Moves a future's state before a step through it under an action, and keeps it as the state behind the step. It is moved
 * in a scratch: a simulation writes more than a state, and behind the last state of a future stands the first of the next.
 */
export function keepStep(
  planner: usize,
  desk: usize,
  future: i32,
  code: i32,
  scratch: usize,
  step: i32,
): void {
  copyState(scratch, stateAt(planner, desk, future, step));
  runAction(planner, future, actionOf(desk, code), scratch, step, step + 1);
  copyState(stateAt(planner, desk, future, step + 1), scratch);
}

/** Simulates the desk's plan, keeps every state, and rates the plan. */
export function simulatePlan(planner: usize, desk: usize): void {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  for (let future = 0; future < layout.FUTURE_COUNT; future++)
    keepStates(planner, desk, future, 0, stepCount);
  ratePlan(planner, desk);
}

/**
 * Simulates the desk's plan anew after the steps [begin, end) were told something else. Where a future has come back to
 * its old states, what it has paid since is added to the rest of them: sums that way are rounded in another order.
 */
export function simulateChange(planner: usize, desk: usize, begin: i32, end: i32): void {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  countChange(desk);
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    let slot = i32At(i32At(desk + at.DESK_SLOT_OF_STEP) + 4 * (end - 1)) + 1;
    let step = begin;
    let next = i32At(bounds + 4 * slot);
    while (step < stepCount && !keepStates(planner, desk, future, step, next)) {
      slot++;
      step = next;
      next = step < stepCount ? i32At(bounds + 4 * slot) : stepCount;
    }
    markChanged(desk, begin, next);
  }
  ratePlan(planner, desk);
}

/**
 * Moves one future's state through the steps [begin, end) under the desk's plan and keeps every state.
 * @returns true when the last one is as it was before, and the rest of them have been brought up to it
 */
function keepStates(planner: usize, desk: usize, future: i32, begin: i32, end: i32): boolean {
  const scratch = desk + at.DESK_SCRATCH;
  copyState(scratch, stateAt(planner, desk, future, begin));
  for (let step = begin; step < end; step++) {
    runAction(planner, future, actionOf(desk, codeAt(desk, step)), scratch, step, step + 1);
    const kept = stateAt(planner, desk, future, step + 1);
    if (begin > 0 && step + 1 === end && isMerged(planner, scratch, kept)) {
      addPaid(planner, desk, future, scratch, end);
      return true;
    }
    copyState(kept, scratch);
  }
  return false;
}

/** Adds what a state has recorded more than the one kept before a step to that one and all after it. */
function addPaid(planner: usize, desk: usize, future: i32, state: usize, from: i32): void {
  const first = stateAt(planner, desk, future, from);
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  for (let word = 0; word < layout.RESULT_FIELDS; word++) {
    // The charge is the same; the least of it is known once the whole plan is simulated.
    const isCharge = word === layout.RESULT_SOC_FINAL_KWH;
    if (isCharge || word === layout.RESULT_SOC_MIN_KWH || word === layout.RESULT_SOC_MIN_MINUTE) continue;
    const more = f64At(state + 8 * word) - f64At(first + 8 * word);
    if (more === 0) continue;
    for (let step = from; step <= stepCount; step++) {
      const kept = stateAt(planner, desk, future, step) + 8 * word;
      setF64(kept, f64At(kept) + more);
    }
  }
}

/** Writes what the desk's plan comes to by its last states. */
function ratePlan(planner: usize, desk: usize): void {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  let pence: f64 = 0;
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const last = stateAt(planner, desk, future, stepCount);
    pence += pencePaid(planner, future, last) - storedPence(planner, future, last);
  }
  const nominal = stateAt(planner, desk, 0, stepCount);
  setF64(desk + at.DESK_PENCE, pence);
  setF64(desk + at.DESK_THROUGHPUT_KWH, f64At(nominal + 8 * layout.RESULT_THROUGHPUT_KWH));
  setI32(desk + at.DESK_RUN_COUNT, countRuns(desk, stepCount));
}

function countRuns(desk: usize, stepCount: i32): i32 {
  let runs = 0;
  for (let step = 0; step < stepCount; step = runEnd(desk, step, stepCount)) runs++;
  return runs;
}
