/*
 * Taken by both compilers: choosing among changes of the desk's plan. Changes are tried one after the other; the one
 * that comes first in the written order of plans (plan/preference.ts) is chosen and then made.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import * as at from "./searchLayout.ts";
import { simulateChange } from "./searchStates.ts";
import { fillStepsToGo, forgetRows, slotOf } from "./searchToGo.ts";
import { actionOf, addedRuns, codeAt, finishTrial, runEnd, screen } from "./searchTrial.ts";

/** Plans whose cost differs by less than this, in pence, are equal: far below what a forecast can tell. */
export const COST_RESOLUTION_PENCE = 0.001;
/** The same for throughput, in kWh. */
export const THROUGHPUT_RESOLUTION_KWH = 0.001;

function rounded(value: f64): f64 {
  return Math.floor(value + 0.5);
}

/** From here on changes are tried against the plan as it is. */
export function beginChoice(desk: usize): void {
  setI32(desk + at.DESK_CHOSEN_CODE, -1);
  const runs = i32At(desk + at.DESK_RUN_COUNT);
  const throughput = f64At(desk + at.DESK_THROUGHPUT_KWH);
  writeRank(desk, desk + at.DESK_CHOSEN_RANK, f64At(desk + at.DESK_PENCE), runs, throughput);
}

/** Writes the first three words of a rank; the others say how much earlier than the plan's, so they are 0. */
function writeRank(desk: usize, rank: usize, pence: f64, runs: i32, throughputKwh: f64): void {
  const judged = pence + f64At(desk + at.DESK_CHANGE_PENCE) * (runs - 1);
  setF64(rank, rounded(judged / COST_RESOLUTION_PENCE));
  setF64(rank + 8, runs);
  setF64(rank + 16, rounded(throughputKwh / THROUGHPUT_RESOLUTION_KWH));
  setF64(rank + 24, 0);
  setF64(rank + 32, 0);
}

/** Tries telling the steps [begin, end) an action, and chooses that if nothing better was chosen. */
export function tryChange(planner: usize, desk: usize, begin: i32, end: i32, code: i32): void {
  setF64(desk + at.DESK_EXPECTED_PENCE, 0);
  if (isTold(desk, begin, end, code)) return;
  const added = addedRuns(planner, desk, begin, end, code);
  if (!isPromising(planner, desk, begin, end, code, added)) return;
  if (!finishTrial(planner, desk, end)) return;
  const rank = desk + at.DESK_TRIED_RANK;
  const throughput = f64At(desk + at.DESK_TRIED_THROUGHPUT_KWH);
  const runs = i32At(desk + at.DESK_RUN_COUNT) + added;
  writeRank(desk, rank, f64At(desk + at.DESK_TRIED_PENCE), runs, throughput);
  addEarliness(planner, desk, rank, begin, end, code);
  if (!isBefore(rank, desk + at.DESK_CHOSEN_RANK)) return;
  for (let word = 0; word < at.RANK_WORDS; word++)
    setF64(desk + at.DESK_CHOSEN_RANK + 8 * word, f64At(rank + 8 * word));
  setI32(desk + at.DESK_CHOSEN_BEGIN, begin);
  setI32(desk + at.DESK_CHOSEN_END, end);
  setI32(desk + at.DESK_CHOSEN_CODE, code);
}

/** Whether a change is expected to lose no more than the desk's margin. */
function isPromising(planner: usize, desk: usize, begin: i32, end: i32, code: i32, added: i32): boolean {
  const price = f64At(desk + at.DESK_CHANGE_PENCE) * added;
  const least = price - f64At(desk + at.DESK_MARGIN_PENCE);
  setF64(desk + at.DESK_LEAST_PENCE, least);
  const saved = screen(planner, desk, begin, end, code);
  setF64(desk + at.DESK_EXPECTED_PENCE, saved - price);
  return !(saved < least);
}

/** Adds to a rank how much earlier exports and charges come when the steps [begin, end) are told an action. */
function addEarliness(planner: usize, desk: usize, rank: usize, begin: i32, end: i32, code: i32): void {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  for (let step = begin; step < end; step++) {
    const before = codeAt(desk, step);
    const left = stepCount - step;
    setF64(rank + 24, f64At(rank + 24) + (exports(desk, code) - exports(desk, before)) * left);
    setF64(rank + 32, f64At(rank + 32) + (charges(desk, code) - charges(desk, before)) * left);
  }
}

/** Makes the chosen change; false when none was. */
export function makeChoice(planner: usize, desk: usize): boolean {
  const code = i32At(desk + at.DESK_CHOSEN_CODE);
  if (code < 0) return false;
  const begin = i32At(desk + at.DESK_CHOSEN_BEGIN);
  const end = i32At(desk + at.DESK_CHOSEN_END);
  const codes: usize = i32At(desk + at.DESK_CODES);
  for (let step = begin; step < end; step++) setI32(codes + 4 * step, code);
  forgetRows(desk, begin, end);
  simulateChange(planner, desk, begin, end);
  fillStepsToGo(planner, desk, slotOf(desk, end - 1) + 1, slotOf(desk, begin) + 1);
  return true;
}

function isTold(desk: usize, begin: i32, end: i32, code: i32): boolean {
  return codeAt(desk, begin) === code && runEnd(desk, begin, end) === end;
}

function charges(desk: usize, code: i32): i32 {
  return f64At(actionOf(desk, code) + 8 * layout.SEGMENT_CHARGE_TARGET_KWH) > 0 ? 1 : 0;
}

function exports(desk: usize, code: i32): i32 {
  return f64At(actionOf(desk, code) + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT) < 100 ? 1 : 0;
}

function isBefore(rank: usize, other: usize): boolean {
  for (let word = 0; word < at.RANK_WORDS; word++) {
    const apart = f64At(rank + 8 * word) - f64At(other + 8 * word);
    if (apart !== 0) return apart < 0;
  }
  return false;
}
