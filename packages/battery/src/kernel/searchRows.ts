/*
 * Taken by both compilers: rows, which say for each level what some steps do to it. What they do to a charge is straight
 * over most of the battery and bends at a few charges; so only some levels are run, and between two of them more where
 * the row bends.
 */
import { f64At, i32At, setF64, wholePart } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import * as at from "./searchLayout.ts";
import { followPlan, levelOf, levelState, pencePaid, runAction } from "./searchTrial.ts";

/** Two levels this far apart or more are wide apart. */
const WIDE_LEVELS = 6;
/** A charge window to this much above what is stored, in kWh, takes what the panels give and no more than that trace else. */
export const PANEL_TRACE_KWH: f64 = 1e-6;
/** A row is straight where it leaves the line by no more than this, in levels and in pence. */
const STRAIGHT_WITHIN: f64 = 1e-6;

/**
 * Fills the row that scratch names (ROW_RUN words): for every level the level at the end of the steps, and their pence.
 * Most rows bend where the battery is all but empty or full, and nowhere else: so the levels next to the ends are run too.
 */
export function fillRow(planner: usize, scratch: usize): void {
  const last = i32At(planner + at.PLANNER_LEVEL_COUNT) - 1;
  runLevel(planner, scratch, 0);
  runLevel(planner, scratch, 1);
  runLevel(planner, scratch, last);
  runLevel(planner, scratch, last - 1);
  fillBetween(planner, scratch, 1, last - 1);
}

/** Fills the levels between two that were run. */
function fillBetween(planner: usize, scratch: usize, low: i32, high: i32): void {
  if (high - low < 2) return;
  const middle = (low + high) >> 1;
  runLevel(planner, scratch, middle);
  if (isLine(planner, scratch, low, middle, high)) {
    drawLine(scratch, low, high);
    return;
  }
  fillBetween(planner, scratch, low, middle);
  fillBetween(planner, scratch, middle, high);
}

/** True when the row is straight between two levels; a wide one may bend twice and meet the line again in the middle. */
function isLine(planner: usize, scratch: usize, low: i32, middle: i32, high: i32): boolean {
  if (!isStraight(scratch, low, middle, high)) return false;
  if (high - low < WIDE_LEVELS) return true;
  const quarter = (low + middle) >> 1;
  runLevel(planner, scratch, quarter);
  return isStraight(scratch, low, quarter, high);
}

function entryAt(scratch: usize, level: i32): usize {
  const row: usize = wholePart(f64At(scratch + at.ROW_RUN_ENTRY));
  return row + at.ROW_ENTRY_BYTES * level;
}

/** Runs the steps from a level. */
function runLevel(planner: usize, scratch: usize, level: i32): void {
  const future = wholePart(f64At(scratch + at.ROW_RUN_FUTURE));
  const told: usize = wholePart(f64At(scratch + at.ROW_RUN_TOLD));
  const kind = wholePart(f64At(scratch + at.ROW_RUN_KIND));
  const begin = wholePart(f64At(scratch + at.ROW_RUN_BEGIN));
  const end = wholePart(f64At(scratch + at.ROW_RUN_END));
  levelState(planner, scratch, level, f64At(scratch + at.ROW_RUN_DIVERTED_KWH));
  if (kind === at.TOLD_PANELS) {
    const socKwh = f64At(scratch + 8 * layout.RESULT_SOC_FINAL_KWH);
    setF64(told + 8 * layout.SEGMENT_CHARGE_TARGET_KWH, socKwh + PANEL_TRACE_KWH);
  }
  if (kind === at.TOLD_PLAN) followPlan(planner, told, future, scratch, begin, end);
  else runAction(planner, future, told, scratch, begin, end);
  const entry = entryAt(scratch, level);
  setF64(entry, levelOf(planner, f64At(scratch + 8 * layout.RESULT_SOC_FINAL_KWH)));
  setF64(entry + 8, pencePaid(planner, future, scratch));
}

/** True when a level's entry lies on the line between those of two others. */
function isStraight(scratch: usize, low: i32, level: i32, high: i32): boolean {
  const first = entryAt(scratch, low);
  const last = entryAt(scratch, high);
  const entry = entryAt(scratch, level);
  const share = shareOf(low, level, high);
  for (let word = 0; word < at.ROW_ENTRY_BYTES; word += 8) {
    const apart = f64At(entry + word) - onLine(first + word, last + word, share);
    if (apart > STRAIGHT_WITHIN || apart < -STRAIGHT_WITHIN) return false;
  }
  return true;
}

/** How far along the way from one level to another a third lies. */
function shareOf(low: i32, level: i32, high: i32): f64 {
  const along: f64 = level - low;
  const whole: f64 = high - low;
  return along / whole;
}

function onLine(first: usize, last: usize, share: f64): f64 {
  return f64At(first) + share * (f64At(last) - f64At(first));
}

function drawLine(scratch: usize, low: i32, high: i32): void {
  const first = entryAt(scratch, low);
  const last = entryAt(scratch, high);
  for (let level = low + 1; level < high; level++) {
    const share = shareOf(low, level, high);
    const entry = entryAt(scratch, level);
    setF64(entry, onLine(first, last, share));
    setF64(entry + 8, onLine(first + 8, last + 8, share));
  }
}
