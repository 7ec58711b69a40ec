/*
 * Taken by both compilers: pairs of changes that pay only together. The most hopeful changes of single slots are made on
 * trial, one that stores more and a later one that stores less, or the other way round.
 */
import { f64At, i32At, setF64, setI32, wholePart } from "@lightcone/parallel/assembly/words";
import { addEarliness, beginChoice, makeChoice, tryChange } from "./searchChoice.ts";
import * as at from "./searchLayout.ts";
import { codeAt, simulatePlan } from "./searchTrial.ts";

/** Changes of each kind that a pair may begin with. */
const FIRST_COUNT = 16;
/** A change that is expected to lose more than this, in pence, is not made on trial. */
const MOST_LOSS_PENCE: f64 = 2;
/** The second change may be expected to fall this short, in pence, of making up for the first. */
const MARGIN_PENCE: f64 = 0.02;
/** What a slot's end must store more or less for a change to count, in kWh over the three futures. */
const LEAST_MOVE_KWH: f64 = 0.02;

function moveAt(planner: usize, desk: usize, kind: i32, slot: i32): usize {
  const index = i32At(planner + at.PLANNER_SLOT_COUNT) * kind + slot;
  return i32At(desk + at.DESK_MOVES) + at.MOVE_BYTES * index;
}

/** Forgets the hopeful changes of a slot. */
export function clearMoves(planner: usize, desk: usize, slot: i32): void {
  setF64(moveAt(planner, desk, at.MOVES_UP, slot) + at.MOVE_CODE, -1);
  setF64(moveAt(planner, desk, at.MOVES_DOWN, slot) + at.MOVE_CODE, -1);
}

/** Remembers the change of a slot that was tried last, if it is the most hopeful one of its kind. */
export function noteMove(planner: usize, desk: usize, slot: i32, code: i32): void {
  const movedKwh = f64At(desk + at.DESK_MOVED_KWH);
  if (movedKwh < LEAST_MOVE_KWH && movedKwh > -LEAST_MOVE_KWH) return;
  const expected = f64At(desk + at.DESK_EXPECTED_PENCE);
  const move = moveAt(planner, desk, movedKwh > 0 ? at.MOVES_UP : at.MOVES_DOWN, slot);
  if (f64At(move + at.MOVE_CODE) >= 0 && !(expected > f64At(move))) return;
  setF64(move, expected);
  setF64(move + at.MOVE_CODE, code);
}

/** Tries pairs of the changes noted, the most hopeful first; gives the number of pairs made. */
export function sweepTrialPairs(planner: usize, desk: usize): i32 {
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  let made = 0;
  for (let kind: i32 = at.MOVES_UP; kind <= at.MOVES_DOWN; kind++) {
    let bound: f64 = Infinity;
    for (let count = 0; count < FIRST_COUNT; count++) {
      let best = -1;
      for (let slot = 0; slot < slotCount; slot++) {
        const move = moveAt(planner, desk, kind, slot);
        if (f64At(move + at.MOVE_CODE) < 0 || !(f64At(move) < bound)) continue;
        if (best < 0 || f64At(move) > f64At(moveAt(planner, desk, kind, best))) best = slot;
      }
      if (best < 0) break;
      bound = f64At(moveAt(planner, desk, kind, best));
      if (bound < -MOST_LOSS_PENCE) break;
      if (tryPairsFrom(planner, desk, kind, best)) made++;
    }
  }
  return made;
}

/** Makes a change on trial and looks for a later one of the other kind; false, and nothing changed, when none helps. */
function tryPairsFrom(planner: usize, desk: usize, kind: i32, slot: i32): boolean {
  const bounds: usize = i32At(planner + at.PLANNER_SLOT_BOUNDS);
  const begin = i32At(bounds + 4 * slot);
  const end = i32At(bounds + 4 * slot + 4);
  const codes: usize = i32At(desk + at.DESK_CODES);
  const kept: usize = i32At(desk + at.DESK_KEPT_CODES);
  const code = wholePart(f64At(moveAt(planner, desk, kind, slot) + at.MOVE_CODE));
  beginChoice(planner, desk);
  const before = judgedPence(planner, desk);
  // The plan as it is stands against the changed one as much earlier as the change is later.
  const earliness = desk + at.DESK_TRIED_RANK;
  setF64(earliness + 24, 0);
  setF64(earliness + 32, 0);
  addEarliness(planner, desk, earliness, begin, end, code);
  setF64(desk + at.DESK_CHOSEN_RANK + 24, -f64At(earliness + 24));
  setF64(desk + at.DESK_CHOSEN_RANK + 32, -f64At(earliness + 32));
  for (let step = begin; step < end; step++) {
    setI32(kept + 4 * step, codeAt(desk, step));
    setI32(codes + 4 * step, code);
  }
  simulatePlan(planner, desk, begin);
  setF64(desk + at.DESK_MARGIN_PENCE, before - judgedPence(planner, desk) + MARGIN_PENCE);
  const other = at.MOVES_DOWN - kind;
  for (let second = slot + 1; second < i32At(planner + at.PLANNER_SLOT_COUNT); second++) {
    const told = f64At(moveAt(planner, desk, other, second) + at.MOVE_CODE);
    if (told < 0) continue;
    tryChange(planner, desk, i32At(bounds + 4 * second), i32At(bounds + 4 * second + 4), wholePart(told));
  }
  if (makeChoice(planner, desk)) return true;
  for (let step = begin; step < end; step++) setI32(codes + 4 * step, i32At(kept + 4 * step));
  simulatePlan(planner, desk, begin);
  return false;
}

function judgedPence(planner: usize, desk: usize): f64 {
  const change = f64At(planner + at.PLANNER_CHANGE_PENCE);
  return f64At(desk + at.DESK_PENCE) + change * i32At(desk + at.DESK_RUN_COUNT);
}
