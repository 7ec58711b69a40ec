/*
 * Taken by both compilers: where the search has looked already. A sweep passes over what it has tried since the plan was
 * last changed there or in the hours behind it: the same trials would come to the same. Changes are counted; each step
 * knows the last one that told it something else or moved a state behind it.
 */
import { i32At, setI32 } from "@lightcone/parallel/assembly/words";
import * as at from "./searchLayout.ts";

/** Nearly all trials have come back to the plan this many steps behind what they change. */
const AHEAD_STEPS = 48;

/** Forgets every look and every change: the desk has a plan from elsewhere. */
export function forgetLooks(planner: usize, desk: usize): void {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  setI32(desk + at.DESK_CHANGE_COUNT, 0);
  for (let step = 0; step < stepCount; step++) setI32(i32At(desk + at.DESK_CHANGED) + 4 * step, 0);
  for (let look = 0; look < at.LOOK_KINDS * stepCount; look++)
    setI32(i32At(desk + at.DESK_LOOKS) + 4 * look, -1);
}

/** Counts a change of the plan. */
export function countChange(desk: usize): void {
  setI32(desk + at.DESK_CHANGE_COUNT, i32At(desk + at.DESK_CHANGE_COUNT) + 1);
}

/** The change that was counted last moved the states behind the steps [begin, end). */
export function markChanged(desk: usize, begin: i32, end: i32): void {
  const count = i32At(desk + at.DESK_CHANGE_COUNT);
  for (let step = begin; step < end; step++) setI32(i32At(desk + at.DESK_CHANGED) + 4 * step, count);
}

/**
 * Whether a sweep must look at a place again, whose trials change steps of [begin, end); remembers that it does.
 * @param kind   the sweep: a LOOK_ of the layout
 * @param place  a step that only this place of the sweep is known by
 */
export function mustLook(planner: usize, desk: usize, kind: i32, place: i32, begin: i32, end: i32): boolean {
  const stepCount = i32At(planner + at.PLANNER_STEP_COUNT);
  const look: usize = i32At(desk + at.DESK_LOOKS) + 4 * (stepCount * kind + place);
  const seen = i32At(look);
  setI32(look, i32At(desk + at.DESK_CHANGE_COUNT));
  if (seen < 0) return true;
  for (let step = begin > 0 ? begin - 1 : 0; step < stepCount && step < end + AHEAD_STEPS; step++)
    if (i32At(i32At(desk + at.DESK_CHANGED) + 4 * step) > seen) return true;
  return false;
}
