/*
 * Taken by both compilers: the search of a plan. From where it starts it goes down: what slots, edges of runs,
 * whole runs and single steps are told is changed, each time to the best there is, until nothing helps.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import { beginChoice, makeChoice, tryChange } from "./searchChoice.ts";
import * as at from "./searchLayout.ts";
import { forgetLooks, mustLook } from "./searchLooks.ts";
import { followCourses } from "./searchStart.ts";
import { simulatePlan } from "./searchStates.ts";
import { tryNearTargets, tryPanelTarget } from "./searchTargets.ts";
import { fillStepsToGo, forgetRows, slotOf } from "./searchToGo.ts";
import { codeAt, runEnd } from "./searchTrial.ts";

const ROUNDS = 40;
/** What was expected to lose more than this, in pence, is not tried again before all is. */
const PROMISING_PENCE: f64 = 0.3;
/** A change that the costs to go expect to lose more than this, in pence, is not simulated to its end. */
const MARGIN_PENCE: f64 = 0.01;
/** The same for the plain actions once nothing helps any more: between two levels costs to go may be that far off. */
const CORE_MARGIN_PENCE: f64 = 1;
/** A change of one step that is expected to save less than this, in pence, is not simulated to its end. */
const LEAST_STEP_PENCE: f64 = 0.001;
/** Changes of mode that save less than this, in pence, are taken back: far below what a forecast can tell. */
const NEAR_TIE_PENCE: f64 = 0.01;
/** Where changes of mode have a price, searches start at these multiples of it, one after the other. */
const STARTS = 3;
/** Edges of runs are shifted by each number of steps up to this one, then by whole half-hours. */
const FINE_SHIFT = 6;
const LARGEST_SHIFT = 18;

/** Searches a plan; it stands in the desk afterwards. Where changes of mode have a price, it is the best of a few starts. */
export function searchPlan(planner: usize, desk: usize): void {
  const price = f64At(planner + at.PLANNER_CHANGE_PENCE);
  const startCount = price > 0 ? STARTS : 1;
  let least: f64 = 0;
  let best = 0;
  for (let start = 0; start < startCount; start++) {
    setF64(desk + at.DESK_CHANGE_PENCE, price);
    followCourses(planner, desk, price * startMultiple(start));
    forgetRows(desk, 0, i32At(planner + at.PLANNER_STEP_COUNT));
    forgetLooks(planner, desk);
    simulatePlan(planner, desk);
    descend(planner, desk);
    if (price < NEAR_TIE_PENCE) joinNearTies(planner, desk);
    const pence = f64At(desk + at.DESK_PENCE) + price * i32At(desk + at.DESK_RUN_COUNT);
    if (start > 0 && !(pence < least)) continue;
    least = pence;
    best = start;
    if (startCount > 1) copySteps(planner, desk + at.DESK_BEST_CODES, desk + at.DESK_CODES);
  }
  if (best === startCount - 1) return;
  copySteps(planner, desk + at.DESK_CODES, desk + at.DESK_BEST_CODES);
  simulatePlan(planner, desk);
}

/** How many times its price a change of mode must save at once on the way to a start. */
function startMultiple(start: i32): f64 {
  if (start === 0) return 1;
  return start === 1 ? 0 : 4;
}

function copySteps(planner: usize, to: usize, from: usize): void {
  for (let step = 0; step < i32At(planner + at.PLANNER_STEP_COUNT); step++)
    setI32(i32At(to) + 4 * step, i32At(i32At(from) + 4 * step));
}

/**
 * Rounds of all sweeps, each of which passes over what it has looked at since the plan was changed there; those after one
 * that helped try only what looked promising. When they help no more, all is tried again, and the search ends when that
 * does not help.
 */
function descend(planner: usize, desk: usize): void {
  let isFull = true;
  for (let round = 0; round < ROUNDS; round++) {
    fillStepsToGo(planner, desk, i32At(planner + at.PLANNER_SLOT_COUNT), 0);
    const coreMargin: f64 = isFull && round > 0 ? CORE_MARGIN_PENCE : MARGIN_PENCE;
    let made = sweepSlots(planner, desk, isFull, coreMargin) + sweepEdges(planner, desk);
    if (isFull) made += sweepRuns(planner, desk) + sweepSteps(planner, desk);
    if (made > 0) isFull = false;
    else if (isFull) return;
    else isFull = true;
  }
}

/** Runs that save next to nothing are told what a neighbour is told, until there are none. */
function joinNearTies(planner: usize, desk: usize): void {
  setF64(desk + at.DESK_CHANGE_PENCE, NEAR_TIE_PENCE);
  setF64(desk + at.DESK_MARGIN_PENCE, MARGIN_PENCE);
  for (let round = 0; round < ROUNDS; round++) {
    fillStepsToGo(planner, desk, i32At(planner + at.PLANNER_SLOT_COUNT), 0);
    if (sweepNeighbours(planner, desk) === 0) return;
  }
}

/** Whole runs told what the run before or behind them is told; gives the number of changes made. */
function sweepNeighbours(planner: usize, desk: usize): i32 {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  let made = 0;
  let begin = 0;
  while (begin < stepCount) {
    const end = runEnd(desk, begin, stepCount);
    beginChoice(desk);
    tryNeighbours(planner, desk, begin, end);
    if (makeChoice(planner, desk)) made++;
    begin = end;
  }
  return made;
}

/** Tries telling the run [begin, end) what its neighbours are told. */
function tryNeighbours(planner: usize, desk: usize, begin: i32, end: i32): void {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  if (begin > 0) tryChange(planner, desk, begin, end, codeAt(desk, begin - 1));
  if (end < stepCount) tryChange(planner, desk, begin, end, codeAt(desk, end));
}

/** Every action in every slot, or the actions that looked promising; gives the number of changes made. */
function sweepSlots(planner: usize, desk: usize, isFull: boolean, coreMargin: f64): i32 {
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  const actionCount = i32At(planner + at.PLANNER_ACTION_COUNT);
  const coreCount = i32At(planner + at.PLANNER_CORE_COUNT);
  const expectations: usize = i32At(desk + at.DESK_EXPECTATIONS);
  const kind = coreMargin === CORE_MARGIN_PENCE ? at.LOOK_SLOT_WIDELY : at.LOOK_SLOT;
  let made = 0;
  for (let slot = 0; slot < i32At(planner + at.PLANNER_SLOT_COUNT); slot++) {
    const begin = i32At(bounds + 4 * slot);
    const end = i32At(bounds + 4 * slot + 4);
    if (!mustLook(planner, desk, kind, begin, begin, end)) continue;
    beginChoice(desk);
    for (let code = 0; code < actionCount; code++) {
      const expectation = expectations + 8 * (actionCount * slot + code);
      if (!isFull && f64At(expectation) < -PROMISING_PENCE) continue;
      setF64(desk + at.DESK_MARGIN_PENCE, code < coreCount ? coreMargin : MARGIN_PENCE);
      tryChange(planner, desk, begin, end, code);
      setF64(expectation, f64At(desk + at.DESK_EXPECTED_PENCE));
    }
    if (makeChoice(planner, desk)) made++;
  }
  return made;
}

/** Edges of runs earlier or later: the run on either side grows over its neighbour. */
function sweepEdges(planner: usize, desk: usize): i32 {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  let made = 0;
  let begin = 0;
  let edge = runEnd(desk, 0, stepCount);
  while (edge < stepCount) {
    const end = runEnd(desk, edge, stepCount);
    beginChoice(desk);
    tryShifts(planner, desk, begin, edge, end);
    if (makeChoice(planner, desk)) made++;
    begin = edge;
    while (begin > 0 && codeAt(desk, begin - 1) === codeAt(desk, edge)) begin--;
    edge = runEnd(desk, edge, stepCount);
  }
  return made;
}

/** Tries moving the edge between the runs [begin, edge) and [edge, end). */
function tryShifts(planner: usize, desk: usize, begin: i32, edge: i32, end: i32): void {
  const first = edge - LARGEST_SHIFT > begin ? edge - LARGEST_SHIFT : begin;
  const last = edge + LARGEST_SHIFT < end ? edge + LARGEST_SHIFT : end;
  if (!mustLook(planner, desk, at.LOOK_EDGE, edge, first, last)) return;
  const left = codeAt(desk, edge - 1);
  const right = codeAt(desk, edge);
  for (let shift = 1; shift <= LARGEST_SHIFT; shift += shift < FINE_SHIFT ? 1 : FINE_SHIFT) {
    if (edge + shift <= end) tryChange(planner, desk, edge, edge + shift, left);
    if (edge - shift >= begin) tryChange(planner, desk, edge - shift, edge, right);
  }
}

/**
 * Whole runs told something else: another action, what their neighbours are told, a target near their own. Runs of a
 * single step are left to the sweep of steps.
 */
function sweepRuns(planner: usize, desk: usize): i32 {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  const actionCount = i32At(planner + at.PLANNER_ACTION_COUNT);
  let made = 0;
  let begin = 0;
  while (begin < stepCount) {
    const end = runEnd(desk, begin, stepCount);
    if (end === begin + 1 || !mustLook(planner, desk, at.LOOK_RUN, begin, begin, end)) {
      begin = end;
      continue;
    }
    beginChoice(desk);
    if (!isSlot(planner, desk, begin, end)) {
      for (let code = 0; code < actionCount; code++) tryChange(planner, desk, begin, end, code);
    }
    tryNeighbours(planner, desk, begin, end);
    tryNearTargets(planner, desk, begin, end);
    if (makeChoice(planner, desk)) made++;
    begin = end;
  }
  return made;
}

/** Whether the run [begin, end) is one whole slot, whose actions the sweep of slots tries. */
function isSlot(planner: usize, desk: usize, begin: i32, end: i32): boolean {
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS) + 4 * slotOf(desk, begin);
  return i32At(bounds) === begin && i32At(bounds + 4) === end;
}

/** Single steps told a plain action, or a charge from the panels alone. Costs to go behind a step stay as they are. */
function sweepSteps(planner: usize, desk: usize): i32 {
  let made = 0;
  fillStepsToGo(planner, desk, i32At(planner + at.PLANNER_SLOT_COUNT), 0);
  setF64(desk + at.DESK_MARGIN_PENCE, -LEAST_STEP_PENCE);
  for (let step = 0; step < i32At(planner + at.PLANNER_STEP_COUNT); step++) {
    if (!mustLook(planner, desk, at.LOOK_STEP, step, step, step + 1)) continue;
    beginChoice(desk);
    for (let code = 0; code < i32At(planner + at.PLANNER_CORE_COUNT); code++)
      tryChange(planner, desk, step, step + 1, code);
    tryPanelTarget(planner, desk, step);
    if (makeChoice(planner, desk)) made++;
  }
  return made;
}
