/*
 * Taken by both compilers: going down on the mode table. A sweep tells blocks of slots one other action, and pairs of
 * slots other plain actions, where that makes the plan cheaper. What a change comes to is compared with the plan at
 * the same slot bound, so that what the table's straight lines get wrong behind it cancels out.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import { FUTURE_COUNT } from "./layout.ts";
import * as at from "./searchLayout.ts";
import { fillEnd, fillSlot, penceToGo, slotAndAfter, takeSlot } from "./searchTable.ts";

/** Longest block of slots that is told one thing at once. */
const BLOCK_SLOTS = 16;
/** Gains below this, in pence, are rounding. */
const LEAST_GAIN_PENCE: f64 = 1e-6;
/** Without a price on changes of mode, ties still go to the calmer plan. */
const TIE_PENCE: f64 = 1e-4;
/** A change whose levels came this close to the plan's is over. */
const MERGED_LEVELS: f64 = 1e-7;
const SWEEPS = 40;

/** Goes down from the desk's plan until no block and no pair helps. */
export function descendOnTable(planner: usize, desk: usize): void {
  walkPlan(planner, desk, 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    fillPlanToGo(planner, desk, i32At(planner + at.PLANNER_SLOT_COUNT), 0);
    if (sweepBlocks(planner, desk)) continue;
    if (!sweepPairs(planner, desk)) return;
  }
}

function planCode(desk: usize, slot: i32): i32 {
  return i32At(i32At(desk + at.DESK_PLAN) + 4 * slot);
}

function changePrice(planner: usize): f64 {
  const pence = f64At(planner + at.PLANNER_CHANGE_PENCE);
  return pence > TIE_PENCE ? pence : TIE_PENCE;
}

/** Levels and pence paid at the bounds from a slot on, under the desk's plan. */
function walkPlan(planner: usize, desk: usize, from: i32): void {
  const path: usize = i32At(desk + at.DESK_PATH);
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  for (let slot = from; slot < slotCount; slot++) {
    const here = path + at.PATH_BYTES * slot;
    copyLevels(here + at.PATH_BYTES, here);
    const pence = takeSlot(planner, here + at.PATH_BYTES, slot, planCode(desk, slot));
    setF64(here + at.PATH_BYTES + at.PATH_PAID, f64At(here + at.PATH_PAID) + pence);
  }
}

/** Costs to go under the desk's plan at the bounds [to, from]. */
function fillPlanToGo(planner: usize, desk: usize, from: i32, to: i32): void {
  const toGo: usize = i32At(desk + at.DESK_TO_GO);
  let slot = from;
  if (slot === i32At(planner + at.PLANNER_SLOT_COUNT)) fillEnd(planner, toGo);
  for (slot = from - 1; slot >= to; slot--) fillSlot(planner, toGo, slot, planCode(desk, slot));
}

function copyLevels(to: usize, from: usize): void {
  for (let future = 0; future < FUTURE_COUNT; future++) setF64(to + 8 * future, f64At(from + 8 * future));
}

/** What the plan comes to with the costs to go of a bound for all behind it, at the bounds (from, to]; without changes of mode. */
function fillTotals(planner: usize, desk: usize, from: i32, to: i32): void {
  const toGo: usize = i32At(desk + at.DESK_TO_GO);
  for (let bound = from + 1; bound <= to; bound++) {
    const here: usize = i32At(desk + at.DESK_PATH) + at.PATH_BYTES * bound;
    setF64(here + at.PATH_TOTAL, f64At(here + at.PATH_PAID) + penceToGo(planner, here, bound, toGo));
  }
}

function totalAt(desk: usize, bound: i32): f64 {
  return f64At(i32At(desk + at.DESK_PATH) + at.PATH_BYTES * bound + at.PATH_TOTAL);
}

/** 1 where a slot is told something else than the one before it. */
function isChange(planner: usize, desk: usize, slot: i32): i32 {
  if (slot <= 0 || slot >= i32At(planner + at.PLANNER_SLOT_COUNT)) return 0;
  return planCode(desk, slot) === planCode(desk, slot - 1) ? 0 : 1;
}

/** How many changes of mode more there are when the slots [begin, end) are told an action. */
function addedChanges(planner: usize, desk: usize, begin: i32, end: i32, code: i32): i32 {
  let added = 0;
  if (begin > 0 && planCode(desk, begin - 1) !== code) added++;
  if (end < i32At(planner + at.PLANNER_SLOT_COUNT) && planCode(desk, end) !== code) added++;
  for (let slot = begin; slot <= end; slot++) added -= isChange(planner, desk, slot);
  return added;
}

function tell(desk: usize, begin: i32, end: i32, code: i32): void {
  const plan: usize = i32At(desk + at.DESK_PLAN);
  for (let slot = begin; slot < end; slot++) setI32(plan + 4 * slot, code);
}

function sweepBlocks(planner: usize, desk: usize): boolean {
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  let hasImproved = false;
  for (let begin = 0; begin < slotCount; begin++) {
    if (improveBlock(planner, desk, begin)) hasImproved = true;
  }
  return hasImproved;
}

/** Tells the slots from one on the action, and as many of them, that is best; nothing when none is better. */
function improveBlock(planner: usize, desk: usize, begin: i32): boolean {
  const codeCount = i32At(planner + at.PLANNER_TABLE_COUNT);
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  const toGo: usize = i32At(desk + at.DESK_TO_GO);
  const best: usize = i32At(desk + at.DESK_BEST_TO_GO);
  const levels = desk + at.DESK_LEVELS;
  const here: usize = i32At(desk + at.DESK_PATH) + at.PATH_BYTES * begin;
  const price = changePrice(planner);
  let last = begin + BLOCK_SLOTS;
  if (last > slotCount) last = slotCount;
  fillTotals(planner, desk, begin, last);
  let most = LEAST_GAIN_PENCE;
  let bestEnd = 0;
  let bestCode = 0;
  for (let code = 0; code < codeCount; code++) {
    copyLevels(levels, here);
    let paid = f64At(here + at.PATH_PAID);
    for (let end = begin + 1; end <= last; end++) {
      paid += takeSlot(planner, levels, end - 1, code);
      const plan = totalAt(desk, end);
      const hope = plan - paid - penceToGo(planner, levels, end, best);
      if (hope + 3 * price < most) break;
      const saved = plan - paid - penceToGo(planner, levels, end, toGo);
      if (saved + 3 * price <= most) continue;
      const gain = saved - price * addedChanges(planner, desk, begin, end, code);
      if (gain > most) {
        most = gain;
        bestEnd = end;
        bestCode = code;
      }
    }
  }
  if (bestEnd === 0) return false;
  tell(desk, begin, bestEnd, bestCode);
  walkPlan(planner, desk, begin);
  fillPlanToGo(planner, desk, bestEnd, begin + 1);
  return true;
}

function sweepPairs(planner: usize, desk: usize): boolean {
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  let hasImproved = false;
  for (let first = 0; first < slotCount - 1; first++) {
    if (improvePair(planner, desk, first)) hasImproved = true;
  }
  return hasImproved;
}

/** Tells a slot and a later one other plain actions, the best that there are; nothing when none is better. */
function improvePair(planner: usize, desk: usize, first: i32): boolean {
  const coreCount = i32At(planner + at.PLANNER_CORE_COUNT);
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  const toGo: usize = i32At(desk + at.DESK_TO_GO);
  const best: usize = i32At(desk + at.DESK_BEST_TO_GO);
  const levels = desk + at.DESK_LEVELS;
  const here: usize = i32At(desk + at.DESK_PATH) + at.PATH_BYTES * first;
  const price = changePrice(planner);
  fillTotals(planner, desk, first, slotCount);
  let most = LEAST_GAIN_PENCE;
  let bestCode = -1;
  let bestSecond = 0;
  let bestOther = 0;
  for (let code = 0; code < coreCount; code++) {
    if (code === planCode(desk, first)) continue;
    copyLevels(levels, here);
    let paid = f64At(here + at.PATH_PAID) + takeSlot(planner, levels, first, code);
    for (let second = first + 1; second < slotCount; second++) {
      const plan = totalAt(desk, second);
      if (plan - paid - penceToGo(planner, levels, second, best) + 6 * price < most) break;
      if (isMerged(desk, levels, second)) break;
      for (let other = 0; other < coreCount; other++) {
        if (other === planCode(desk, second)) continue;
        const behind = totalAt(desk, second + 1);
        const saved = behind - paid - slotAndAfter(planner, levels, second, other, toGo);
        if (saved + 6 * price <= most) continue;
        const gain = saved - price * addedByPair(planner, desk, first, code, second, other);
        if (gain > most) {
          most = gain;
          bestCode = code;
          bestSecond = second;
          bestOther = other;
        }
      }
      paid += takeSlot(planner, levels, second, planCode(desk, second));
    }
  }
  if (bestCode < 0) return false;
  tell(desk, first, first + 1, bestCode);
  tell(desk, bestSecond, bestSecond + 1, bestOther);
  walkPlan(planner, desk, first);
  fillPlanToGo(planner, desk, bestSecond + 1, first + 1);
  return true;
}

function addedByPair(planner: usize, desk: usize, first: i32, code: i32, second: i32, other: i32): i32 {
  if (second > first + 1) {
    const added = addedChanges(planner, desk, first, first + 1, code);
    return added + addedChanges(planner, desk, second, second + 1, other);
  }
  let added = code === other ? 0 : 1;
  if (first > 0 && planCode(desk, first - 1) !== code) added++;
  if (second + 1 < i32At(planner + at.PLANNER_SLOT_COUNT) && planCode(desk, second + 1) !== other) added++;
  for (let slot = first; slot <= second + 1; slot++) added -= isChange(planner, desk, slot);
  return added;
}

/** True when levels are the plan's own at a bound: what comes after is no longer touched by the change. */
function isMerged(desk: usize, levels: usize, bound: i32): boolean {
  const here: usize = i32At(desk + at.DESK_PATH) + at.PATH_BYTES * bound;
  for (let future = 0; future < FUTURE_COUNT; future++) {
    const apart = f64At(levels + 8 * future) - f64At(here + 8 * future);
    if (apart > MERGED_LEVELS || apart < -MERGED_LEVELS) return false;
  }
  return true;
}
