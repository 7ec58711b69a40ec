/*
 * Taken by both compilers: going down step by step. What single slots are told, late starts, edges of runs and whole
 * runs are changed, each time to the best there is, until nothing helps any more.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { planByBeam } from "./searchBeam.ts";
import { descendOnTable } from "./searchBlocks.ts";
import { beginChoice, makeChoice, tryChange } from "./searchChoice.ts";
import * as at from "./searchLayout.ts";
import { fillBest } from "./searchTable.ts";
import { tryNearTargets } from "./searchTargets.ts";
import { fillStepsToGo, forgetRows } from "./searchToGo.ts";
import { codeAt, levelOf, runEnd, simulatePlan, startState, stateAt } from "./searchTrial.ts";

const ROUNDS = 40;
/** What was expected to lose more than this, in pence, is not tried again before all is. */
const PROMISING_PENCE: f64 = 0.3;
/** A change that the costs to go expect to lose more than this, in pence, is not simulated to its end. */
const MARGIN_PENCE: f64 = 0.01;
/** The same for the plain actions once nothing helps any more: between two levels costs to go may be that far off. */
const CORE_MARGIN_PENCE: f64 = 0.2;
/** Steps by which a slot may start late. */
const LATE_STEPS = 5;
/** Edges of runs are shifted by each number of steps up to this one, then by whole half-hours. */
const FINE_SHIFT = 6;
const LARGEST_SHIFT = 18;

/** Searches a plan; it stands in the desk afterwards. */
export function searchPlan(planner: usize, desk: usize): void {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  const path: usize = i32At(desk + at.DESK_PATH);
  const level = levelOf(planner, f64At(context + layout.CONTEXT_START_KWH));
  for (let future = 0; future < layout.FUTURE_COUNT; future++) setF64(path + 8 * future, level);
  setF64(path + at.PATH_PAID, 0);
  fillBest(planner, i32At(desk + at.DESK_BEST_TO_GO));
  planByBeam(planner, desk);
  descendOnTable(planner, desk);
  tellSteps(planner, desk);
  for (let future = 0; future < layout.FUTURE_COUNT; future++)
    startState(planner, stateAt(planner, desk, future, 0));
  simulatePlan(planner, desk);
  descendByTrials(planner, desk);
}

/**
 * Rounds of all sweeps; those after one that helped try only what looked promising. When they help no more, all is tried
 * again, and the search ends when that does not help.
 */
function descendByTrials(planner: usize, desk: usize): void {
  let isFull = true;
  for (let round = 0; round < ROUNDS; round++) {
    fillStepsToGo(planner, desk, i32At(planner + at.PLANNER_SLOT_COUNT), 0);
    const coreMargin: f64 = isFull && round > 0 ? CORE_MARGIN_PENCE : MARGIN_PENCE;
    let made = sweepSlots(planner, desk, isFull, coreMargin) + sweepEdges(planner, desk);
    if (isFull) made += sweepRuns(planner, desk);
    if (made > 0) isFull = false;
    else if (isFull) return;
    else isFull = true;
  }
}

/** Tells each step what its slot is told. */
function tellSteps(planner: usize, desk: usize): void {
  const codes: usize = i32At(desk + at.DESK_CODES);
  const slots: usize = i32At(desk + at.DESK_SLOT_OF_STEP);
  const plan: usize = i32At(desk + at.DESK_PLAN);
  for (let step = 0; step < i32At(planner + at.PLANNER_STEP_COUNT); step++)
    setI32(codes + 4 * step, i32At(plan + 4 * i32At(slots + 4 * step)));
  forgetRows(desk, 0, i32At(planner + at.PLANNER_STEP_COUNT));
}

/** Every action in every slot and late starts, or the actions that looked promising; gives the number of changes made. */
function sweepSlots(planner: usize, desk: usize, isFull: boolean, coreMargin: f64): i32 {
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  const actionCount = i32At(planner + at.PLANNER_ACTION_COUNT);
  const coreCount = i32At(planner + at.PLANNER_CORE_COUNT);
  const expectations: usize = i32At(desk + at.DESK_EXPECTATIONS);
  let made = 0;
  for (let slot = 0; slot < i32At(planner + at.PLANNER_SLOT_COUNT); slot++) {
    const begin = i32At(bounds + 4 * slot);
    const end = i32At(bounds + 4 * slot + 4);
    beginChoice(planner, desk);
    for (let code = 0; code < actionCount; code++) {
      const expectation = expectations + 8 * (actionCount * slot + code);
      if (!isFull && f64At(expectation) < -PROMISING_PENCE) continue;
      setF64(desk + at.DESK_MARGIN_PENCE, code < coreCount ? coreMargin : MARGIN_PENCE);
      tryChange(planner, desk, begin, end, code);
      setF64(expectation, f64At(desk + at.DESK_EXPECTED_PENCE));
    }
    if (isFull) tryLateStarts(planner, desk, begin, end);
    if (makeChoice(planner, desk)) made++;
  }
  return made;
}

/** Charges and exports that begin late in a slot. */
function tryLateStarts(planner: usize, desk: usize, begin: i32, end: i32): void {
  const canExport = i32At(planner + at.PLANNER_CORE_COUNT) > at.CODE_EXPORT_ALL;
  for (let steps = 1; steps <= LATE_STEPS && end - steps > begin; steps++) {
    tryChange(planner, desk, end - steps, end, at.CODE_CHARGE_FULL);
    if (canExport) tryChange(planner, desk, end - steps, end, at.CODE_EXPORT_ALL);
  }
}

/** Edges of runs earlier or later: the run on either side grows over its neighbour. */
function sweepEdges(planner: usize, desk: usize): i32 {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  let made = 0;
  let begin = 0;
  let edge = runEnd(desk, 0, stepCount);
  while (edge < stepCount) {
    const end = runEnd(desk, edge, stepCount);
    const left = codeAt(desk, edge - 1);
    const right = codeAt(desk, edge);
    beginChoice(planner, desk);
    for (let shift = 1; shift <= LARGEST_SHIFT; shift += shift < FINE_SHIFT ? 1 : FINE_SHIFT) {
      if (edge + shift <= end) tryChange(planner, desk, edge, edge + shift, left);
      if (edge - shift >= begin) tryChange(planner, desk, edge - shift, edge, right);
    }
    if (makeChoice(planner, desk)) made++;
    begin = edge;
    while (begin > 0 && codeAt(desk, begin - 1) === codeAt(desk, edge)) begin--;
    edge = runEnd(desk, edge, stepCount);
  }
  return made;
}

/** Whole runs told something else: another action, what their neighbours are told, a target near their own. */
function sweepRuns(planner: usize, desk: usize): i32 {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  const actionCount = i32At(planner + at.PLANNER_ACTION_COUNT);
  let made = 0;
  let begin = 0;
  while (begin < stepCount) {
    const end = runEnd(desk, begin, stepCount);
    beginChoice(planner, desk);
    for (let code = 0; code < actionCount; code++) tryChange(planner, desk, begin, end, code);
    if (begin > 0) tryChange(planner, desk, begin, end, codeAt(desk, begin - 1));
    if (end < stepCount) tryChange(planner, desk, begin, end, codeAt(desk, end));
    tryNearTargets(planner, desk, begin, end);
    if (makeChoice(planner, desk)) made++;
    begin = end;
  }
  return made;
}
