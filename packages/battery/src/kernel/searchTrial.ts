/*
 * Taken by both compilers: changes of the desk's plan, simulated. A trial begins with the plan's own state at the
 * changed step, and ends where its states have come back to the plan's: from there on both cost the same.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { between, toGoColumn } from "./searchColumns.ts";
import * as at from "./searchLayout.ts";

/** Charges this close, in kWh, are one: what it can cost is far below the resolution of plans. */
const MERGED_KWH: f64 = 1e-9;

/** A change that in the first futures falls this short, in pence, of what it must save is not looked at in the others. */
const HOPELESS_PENCE: f64 = 0.5;

/** A trial that falls this much shorter, in pence, than it may once a future is at its end is given up. */
const GIVE_UP_PENCE: f64 = 0.1;

/** What moves a state through steps that one action covers; each of the two engines has its own. */
let runSegment: (context: usize, block: usize, segment: usize, scratch: usize, begin: i32, end: i32) => void =
  noSteps;

function noSteps(
  _context: usize,
  _block: usize,
  _segment: usize,
  _scratch: usize,
  _begin: i32,
  _end: i32,
): void {}

/** Says how steps are simulated; to be called whenever a search or a tabulation begins. */
export function simulateBy(
  run: (context: usize, block: usize, segment: usize, scratch: usize, begin: i32, end: i32) => void,
): void {
  runSegment = run;
}

/** Moves the state in scratch through the steps [begin, end) of one future under an action. */
export function runAction(
  planner: usize,
  future: i32,
  action: usize,
  scratch: usize,
  begin: i32,
  end: i32,
): void {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  const block = context + layout.CONTEXT_FUTURES + layout.FUTURE_BYTES * future;
  runSegment(context, block, action, scratch, begin, end);
}

export function actionOf(desk: usize, code: i32): usize {
  return i32At(desk + at.DESK_ACTIONS) + 8 * layout.SEGMENT_WORDS * code;
}

export function codeAt(desk: usize, step: i32): i32 {
  return i32At(i32At(desk + at.DESK_CODES) + 4 * step);
}

/** The first step in (step, end] that is told something else than `step`. */
export function runEnd(desk: usize, step: i32, end: i32): i32 {
  const code = codeAt(desk, step);
  let next = step + 1;
  while (next < end && codeAt(desk, next) === code) next++;
  return next;
}

/** The state of a future before a step, under the desk's plan. */
export function stateAt(planner: usize, desk: usize, future: i32, step: i32): usize {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  return i32At(desk + at.DESK_STATES) + layout.STATE_BYTES * ((stepCount + 1) * future + step);
}

/** Copies a state. */
export function copyState(to: usize, from: usize): void {
  for (let word = 0; word < layout.STATE_WORDS; word++) setF64(to + 8 * word, f64At(from + 8 * word));
}

/** What a future's state has added to the metric so far, what is stored left out. */
export function pencePaid(planner: usize, future: i32, state: usize): f64 {
  const heat = f64At(state + 8 * layout.RESULT_DIVERTER_KWH) * f64At(planner + at.PLANNER_HEAT_PENCE);
  const cost = f64At(state + 8 * layout.RESULT_COST_PENCE) - heat;
  const weighed = cost * f64At(planner + at.PLANNER_WEIGHTS + 8 * future);
  if (future > 0) return weighed;
  const wear = f64At(state + 8 * layout.RESULT_THROUGHPUT_KWH) * f64At(planner + at.PLANNER_WEAR_PENCE);
  const carbon = f64At(state + 8 * layout.RESULT_CARBON_GRAMS) * f64At(planner + at.PLANNER_CARBON_PENCE);
  return weighed + f64At(state + 8 * layout.RESULT_KEEP_PENCE) + wear + carbon;
}

/** What is stored at the end takes off a future's share of the metric. */
export function storedPence(planner: usize, future: i32, state: usize): f64 {
  const price = f64At(planner + at.PLANNER_STORED_PENCE) * f64At(planner + at.PLANNER_WEIGHTS + 8 * future);
  return price * f64At(state + 8 * layout.RESULT_SOC_FINAL_KWH);
}

/** The level of a charge. */
export function levelOf(planner: usize, socKwh: f64): f64 {
  const level =
    (socKwh - f64At(planner + at.PLANNER_LOWEST_KWH)) * f64At(planner + at.PLANNER_LEVELS_PER_KWH);
  const highest: f64 = i32At(planner + at.PLANNER_LEVEL_COUNT) - 1;
  if (!(level > 0)) return 0;
  return level < highest ? level : highest;
}

/** Moves the state in scratch through steps under the desk's plan. */
export function followPlan(
  planner: usize,
  desk: usize,
  future: i32,
  scratch: usize,
  begin: i32,
  end: i32,
): void {
  let step = begin;
  while (step < end) {
    const next = runEnd(desk, step, end);
    runAction(planner, future, actionOf(desk, codeAt(desk, step)), scratch, step, next);
    step = next;
  }
}

/** Writes the state before the first step; it is the same in all futures. */
export function startState(planner: usize, state: usize): void {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  const today = f64At(context + layout.CONTEXT_DIVERTER_TODAY_KWH);
  emptyState(context, state, f64At(context + layout.CONTEXT_START_KWH));
  setF64(state + 8 * layout.RESULT_COST_PENCE, f64At(context + layout.CONTEXT_COST_SO_FAR_PENCE));
  setF64(state + 8 * layout.RESULT_EXPORT_KWH, f64At(context + layout.CONTEXT_EXPORT_SO_FAR_KWH));
  setF64(state + 8 * layout.RESULT_CARBON_GRAMS, f64At(context + layout.CONTEXT_CARBON_SO_FAR_GRAMS));
  setF64(state + 8 * layout.RESULT_DIVERTER_KWH, today);
  setF64(state + 8 * layout.STATE_DIVERTER_DAY_KWH, today);
}

/** Whether too little in store is a penalty, whose weight depends on whether an export ran. */
export function isKeepWeighed(planner: usize): boolean {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  return (i32At(context + layout.CONTEXT_FLAGS) & layout.FLAG_KEEP) !== 0;
}

export function hasDiverter(planner: usize): boolean {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  return (i32At(context + layout.CONTEXT_FLAGS) & layout.FLAG_DIVERTER) !== 0;
}

/** A state with this charge and nothing recorded. */
function emptyState(context: usize, state: usize, socKwh: f64): void {
  for (let word = 0; word < layout.STATE_WORDS; word++) setF64(state + 8 * word, 0);
  setF64(state + 8 * layout.RESULT_SOC_FINAL_KWH, socKwh);
  setF64(state + 8 * layout.RESULT_SOC_MIN_KWH, f64At(context + layout.CONTEXT_CAPACITY_KWH));
}

/** How many runs more there are when the steps [begin, end) are told an action. */
export function addedRuns(planner: usize, desk: usize, begin: i32, end: i32, code: i32): i32 {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  let added = 0;
  if (begin > 0 && codeAt(desk, begin - 1) !== code) added++;
  if (end < stepCount && codeAt(desk, end) !== code) added++;
  const first = begin > 0 ? begin : 1;
  for (let step = first; step <= end && step < stepCount; step++) {
    if (codeAt(desk, step) !== codeAt(desk, step - 1)) added--;
  }
  return added;
}

/**
 * Simulates a change up to the next slot bound, where the costs to go say what may become of it; gives up where the
 * first futures fall far short of what the desk says that it must save.
 * @returns what it may save, in pence, changes of mode left out
 */
export function screen(planner: usize, desk: usize, begin: i32, end: i32, code: i32): f64 {
  const bound = i32At(i32At(desk + at.DESK_SLOT_OF_STEP) + 4 * (end - 1)) + 1;
  const stop = i32At(i32At(planner + at.PLANNER_SLOT_BOUNDS) + 4 * bound);
  const toGo: usize = i32At(desk + at.DESK_TO_GO);
  const action = actionOf(desk, code);
  let saved: f64 = 0;
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const scratch = desk + at.DESK_SCRATCH + layout.SCRATCH_BYTES * future;
    copyState(scratch, stateAt(planner, desk, future, begin));
    runAction(planner, future, action, scratch, begin, end);
    if (stop > end) followPlan(planner, desk, future, scratch, end, stop);
    const plan = stateAt(planner, desk, future, stop);
    const column = toGoColumn(planner, toGo, bound, future);
    let expected = pencePaid(planner, future, plan) - pencePaid(planner, future, scratch);
    const planKwh = f64At(plan + 8 * layout.RESULT_SOC_FINAL_KWH);
    const triedKwh = f64At(scratch + 8 * layout.RESULT_SOC_FINAL_KWH);
    expected += between(column, levelOf(planner, planKwh)) - between(column, levelOf(planner, triedKwh));
    setF64(desk + at.DESK_EXPECTED_BY_FUTURE + 8 * future, expected);
    saved += expected;
    if (saved < f64At(desk + at.DESK_LEAST_PENCE) - HOPELESS_PENCE) return saved;
  }
  return saved;
}

/**
 * Simulates the change that was screened to its end, a future after the other; leaves its metric and throughput in the
 * desk. Where a future comes to less than was expected of it, and the change to too little with it, the rest is left.
 * @returns whether it came to its end
 */
export function finishTrial(planner: usize, desk: usize, end: i32): boolean {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  const least = f64At(desk + at.DESK_LEAST_PENCE) - GIVE_UP_PENCE;
  let saved: f64 = 0;
  for (let future = 0; future < layout.FUTURE_COUNT; future++)
    saved += f64At(desk + at.DESK_EXPECTED_BY_FUTURE + 8 * future);
  let pence: f64 = 0;
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const last = stateAt(planner, desk, future, stepCount);
    const planPence = pencePaid(planner, future, last) - storedPence(planner, future, last);
    const triedPence = finishFuture(planner, desk, future, end);
    pence += triedPence;
    saved += planPence - triedPence - f64At(desk + at.DESK_EXPECTED_BY_FUTURE + 8 * future);
    if (future + 1 < layout.FUTURE_COUNT && saved < least) return false;
  }
  setF64(desk + at.DESK_TRIED_PENCE, pence);
  setI32(desk + at.DESK_TRIAL_COUNT, i32At(desk + at.DESK_TRIAL_COUNT) + 1);
  return true;
}

/** Simulates one future of the change that was screened to its end; gives that future's share of its metric. */
function finishFuture(planner: usize, desk: usize, future: i32, end: i32): f64 {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  const scratch = desk + at.DESK_SCRATCH + layout.SCRATCH_BYTES * future;
  let slot = i32At(i32At(desk + at.DESK_SLOT_OF_STEP) + 4 * (end - 1)) + 1;
  let step = i32At(bounds + 4 * slot);
  while (step < stepCount && !isMerged(planner, scratch, stateAt(planner, desk, future, step))) {
    slot++;
    const next = i32At(bounds + 4 * slot);
    followPlan(planner, desk, future, scratch, step, next);
    step = next;
  }
  const plan = stateAt(planner, desk, future, step);
  const last = stateAt(planner, desk, future, stepCount);
  const word = 8 * layout.RESULT_THROUGHPUT_KWH;
  const throughput = f64At(last + word) + f64At(scratch + word) - f64At(plan + word);
  if (future === 0) setF64(desk + at.DESK_TRIED_THROUGHPUT_KWH, throughput);
  const apart = pencePaid(planner, future, scratch) - pencePaid(planner, future, plan);
  const stored =
    step < stepCount ? storedPence(planner, future, last) : storedPence(planner, future, scratch);
  return pencePaid(planner, future, last) + apart - stored;
}

/** True when two states go on alike: same charge, same day of the diverter, same weight of the keep penalty. */
export function isMerged(planner: usize, state: usize, plan: usize): boolean {
  const apart =
    f64At(state + 8 * layout.RESULT_SOC_FINAL_KWH) - f64At(plan + 8 * layout.RESULT_SOC_FINAL_KWH);
  if (apart > MERGED_KWH || apart < -MERGED_KWH) return false;
  const word = 8 * layout.STATE_DIVERTER_DAY_KWH;
  if (f64At(state + word) !== f64At(plan + word)) return false;
  if (!isKeepWeighed(planner)) return true;
  const exported = 8 * layout.STATE_HAS_EXPORTED;
  return f64At(state + exported) === f64At(plan + exported);
}

/** Writes a state at a level, with what the diverter has used since midnight. */
export function levelState(planner: usize, state: usize, level: i32, diverterDayKwh: f64): void {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  const lowest = f64At(planner + at.PLANNER_LOWEST_KWH);
  const perKwh = f64At(planner + at.PLANNER_LEVELS_PER_KWH);
  emptyState(context, state, perKwh > 0 ? lowest + level / perKwh : lowest);
  setF64(state + 8 * layout.STATE_DIVERTER_DAY_KWH, diverterDayKwh);
}
