/*
 * Taken by both compilers: the course of a future: what is still to pay from each charge before each step when that
 * future, alone, is told the best in every step. It is found backwards, from the end.
 *
 * A diverter that follows what the inverter is told has its day's energy as a second state: the course knows some uses of
 * it. Between them it is linear; only in what becomes of the day's last energy that is not quite right.
 */
import { f64At, i32At, setF64, wholePart } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { between, fillEnd } from "./searchColumns.ts";
import * as at from "./searchLayout.ts";
import { fillRow } from "./searchRows.ts";
import { keepStep } from "./searchStates.ts";
import { actionOf, hasDiverter, startState, stateAt } from "./searchTrial.ts";

const DAY_MINUTES = 1440;
const STEP_MINUTES = 5;

/** A future that counts for nothing has no course. */
export function isWeighed(planner: usize, future: i32): boolean {
  return future === 0 || f64At(planner + at.PLANNER_WEIGHTS + 8 * future) !== 0;
}

/** Whether the panels give anything in a step. */
export function isSunny(planner: usize, future: i32, step: i32): boolean {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  const block = context + layout.CONTEXT_FUTURES + layout.FUTURE_BYTES * future;
  return f64At(i32At(block + layout.FUTURE_ROWS) + layout.ROW_BYTES * step + layout.ROW_PV_KWH) > 0;
}

/** What is still to pay before a step at a level, when the diverter has used so much since midnight. */
export function coursePence(
  planner: usize,
  desk: usize,
  step: i32,
  future: i32,
  level: f64,
  usedKwh: f64,
): f64 {
  const place = useOf(planner, usedKwh);
  const use = wholePart(place);
  const column = courseColumn(planner, desk, step, future, use);
  const low = between(column, level);
  const share = place - use;
  return share > 0 ? low + share * (between(nextUse(planner, column), level) - low) : low;
}

/** Where among the uses that the course tells apart an energy lies. */
function useOf(planner: usize, usedKwh: f64): f64 {
  const last: f64 = i32At(planner + at.PLANNER_USE_COUNT) - 1;
  const most = mostDiverted(planner);
  return usedKwh < most ? (usedKwh / most) * last : last;
}

/** What the diverter may use in a day. */
function mostDiverted(planner: usize): f64 {
  return f64At(i32At(planner + at.PLANNER_CONTEXT) + layout.CONTEXT_DIVERTER_MAX_KWH);
}

/** Costs to go before a step of one future and one use of the diverter. */
function courseColumn(planner: usize, desk: usize, step: i32, future: i32, use: i32): usize {
  const index = use + i32At(planner + at.PLANNER_USE_COUNT) * (layout.FUTURE_COUNT * step + future);
  return i32At(desk + at.DESK_COURSE) + 8 * i32At(planner + at.PLANNER_LEVEL_COUNT) * index;
}

/** The column of the next use. */
function nextUse(planner: usize, column: usize): usize {
  return column + 8 * i32At(planner + at.PLANNER_LEVEL_COUNT);
}

/** Fills the course of a future; a lane's scratch is changed. */
export function fillCourse(planner: usize, desk: usize, future: i32, scratch: usize): void {
  if (!isWeighed(planner, future)) return;
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  const useCount = i32At(planner + at.PLANNER_USE_COUNT);
  if (hasDiverter(planner)) keepDemand(planner, desk, future, scratch);
  for (let use = 0; use < useCount; use++)
    fillEnd(planner, courseColumn(planner, desk, stepCount, future, use), future);
  setF64(scratch + at.ROW_RUN_FUTURE, future);
  setF64(
    scratch + at.ROW_RUN_ENTRY,
    i32At(desk + at.DESK_ROWS) + i32At(planner + at.PLANNER_ROW_BYTES) * future,
  );
  for (let step = stepCount - 1; step >= 0; step--) {
    setF64(scratch + at.ROW_RUN_BEGIN, step);
    setF64(scratch + at.ROW_RUN_END, step + 1);
    for (let code = 0; code <= i32At(planner + at.PLANNER_COURSE_COUNT); code++)
      fillStep(planner, desk, step, future, code, scratch);
  }
}

/** Keeps the states of demand mode all the way: what the diverter uses in it stands in them. */
function keepDemand(planner: usize, desk: usize, future: i32, scratch: usize): void {
  startState(planner, stateAt(planner, desk, future, 0));
  for (let step = 0; step < i32At(planner + at.PLANNER_STEP_COUNT); step++)
    keepStep(planner, desk, future, at.CODE_DEMAND, scratch, step);
}

/** Lowers the costs to go before a step to what an action leads to, or a charge from the panels alone: the last code. */
function fillStep(planner: usize, desk: usize, step: i32, future: i32, code: i32, scratch: usize): void {
  const isPanels = code === i32At(planner + at.PLANNER_COURSE_COUNT);
  if ((isPanels || isHoldToo(planner, code)) && !isSunny(planner, future, step)) return;
  // Courses of several futures may be found at once: each has a place of its own behind the desk's actions.
  const told = actionOf(desk, isPanels ? i32At(desk + at.DESK_ACTION_COUNT) + future : code);
  if (isPanels) setF64(told + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT, 100);
  setF64(scratch + at.ROW_RUN_TOLD, told);
  setF64(scratch + at.ROW_RUN_KIND, isPanels ? at.TOLD_PANELS : at.TOLD_ACTION);
  const last = i32At(planner + at.PLANNER_USE_COUNT) - 1;
  // While energy is left the diverter does one thing, and without any it does nothing.
  setF64(scratch + at.ROW_RUN_DIVERTED_KWH, last > 0 ? 0 : usedInDemand(planner, desk, step, future));
  fillRow(planner, scratch);
  for (let use = 0; use < last; use++) lower(planner, desk, step, future, use, code === 0, scratch);
  if (last > 0) {
    setF64(scratch + at.ROW_RUN_DIVERTED_KWH, mostDiverted(planner));
    fillRow(planner, scratch);
  }
  lower(planner, desk, step, future, last, code === 0, scratch);
}

/** What the diverter has used since midnight before a step, in demand mode all the way. */
function usedInDemand(planner: usize, desk: usize, step: i32, future: i32): f64 {
  if (!hasDiverter(planner)) return 0;
  return f64At(stateAt(planner, desk, future, step) + 8 * layout.STATE_DIVERTER_DAY_KWH);
}

/** Without sun a freeze rests the battery as a hold does; but a diverter tells them apart. */
function isHoldToo(planner: usize, code: i32): boolean {
  return code === at.CODE_FREEZE && !hasDiverter(planner);
}

/** Lowers the costs to go before a step to what the row in scratch leads to, or writes that where it is the first. */
function lower(
  planner: usize,
  desk: usize,
  step: i32,
  future: i32,
  use: i32,
  isFirst: boolean,
  scratch: usize,
): void {
  const column = courseColumn(planner, desk, step, future, use);
  const row: usize = wholePart(f64At(scratch + at.ROW_RUN_ENTRY));
  const place = useAfter(planner, step, use, f64At(scratch + 8 * layout.RESULT_DIVERTER_KWH));
  const low = wholePart(place);
  const share = place - low;
  const after = courseColumn(planner, desk, step + 1, future, low);
  const behind = nextUse(planner, after);
  for (let level = 0; level < i32At(planner + at.PLANNER_LEVEL_COUNT); level++) {
    const next = f64At(row + at.ROW_ENTRY_BYTES * level);
    let pence = between(after, next);
    if (share > 0) pence += share * (between(behind, next) - pence);
    pence += f64At(row + at.ROW_ENTRY_BYTES * level + 8);
    if (isFirst || pence < f64At(column + 8 * level)) setF64(column + 8 * level, pence);
  }
}

/** Where among the uses that the course tells apart the diverter comes by taking an energy in a step. */
function useAfter(planner: usize, step: i32, use: i32, takenKwh: f64): f64 {
  const last = i32At(planner + at.PLANNER_USE_COUNT) - 1;
  if (last === 0) return 0;
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  const endMinute = i32At(context + layout.CONTEXT_NOW_MINUTE) + STEP_MINUTES * (step + 1);
  if (endMinute % DAY_MINUTES === 0) return 0;
  return useOf(planner, (mostDiverted(planner) * use) / last + takenKwh);
}
