/*
 * Taken by both compilers: the first guess of a search. Slot by slot the most promising plans are carried on, judged
 * by what they paid and by what each future, alone, could still reach at best.
 */
import { f64At, i32At, setF64, setI32, wholePart } from "@lightcone/parallel/assembly/words";
import { FUTURE_COUNT } from "./layout.ts";
import * as at from "./searchLayout.ts";
import { penceToGo, slotAndAfter, takeSlot } from "./searchTable.ts";

/** Plans whose levels are all closer than this, after the same last action, are one plan. */
const ALIKE_LEVELS: f64 = 0.25;

/** Writes the best plan of the beam into the desk. */
export function planByBeam(planner: usize, desk: usize): void {
  const best = i32At(desk + at.DESK_BEST_TO_GO);
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  let beam: usize = i32At(desk + at.DESK_BEAM);
  let next: usize = beam + at.BEAM_WIDTH * at.BEAM_BYTES;
  startBeam(desk, beam);
  let width = 1;
  for (let slot = 0; slot < slotCount; slot++) {
    const found = findContinuations(planner, desk, beam, width, slot);
    width = carryOn(planner, desk, beam, next, found, slot);
    const other = beam;
    beam = next;
    next = other;
  }
  readBack(planner, desk, bestEntry(planner, best, beam, width));
}

function startBeam(desk: usize, beam: usize): void {
  const path = i32At(desk + at.DESK_PATH);
  for (let future = 0; future < FUTURE_COUNT; future++) setF64(beam + 8 * future, f64At(path + 8 * future));
  setF64(beam + at.BEAM_PAID, 0);
  setF64(beam + at.BEAM_CODE, -1);
}

/** Lists the best continuations of a beam, the best first; gives their number. */
function findContinuations(planner: usize, desk: usize, beam: usize, width: i32, slot: i32): i32 {
  const best = i32At(desk + at.DESK_BEST_TO_GO);
  const list: usize = i32At(desk + at.DESK_CANDIDATES);
  const codeCount = i32At(planner + at.PLANNER_TABLE_COUNT);
  const changePence = f64At(planner + at.PLANNER_CHANGE_PENCE);
  let found = 0;
  for (let entry = 0; entry < width; entry++) {
    const place = beam + at.BEAM_BYTES * entry;
    const paid = f64At(place + at.BEAM_PAID);
    const told = wholePart(f64At(place + at.BEAM_CODE));
    for (let code = 0; code < codeCount; code++) {
      const change: f64 = told >= 0 && told !== code ? changePence : 0;
      const pence = paid + change + slotAndAfter(planner, place, slot, code, best);
      if (found === at.CANDIDATE_COUNT) {
        if (!(pence < f64At(list + at.CANDIDATE_BYTES * (found - 1)))) continue;
        found--;
      }
      let spot = found;
      while (spot > 0 && pence < f64At(list + at.CANDIDATE_BYTES * (spot - 1))) {
        copyCandidate(list, spot - 1, spot);
        spot--;
      }
      const candidate = list + at.CANDIDATE_BYTES * spot;
      setF64(candidate, pence);
      setF64(candidate + at.CANDIDATE_ENTRY, entry);
      setF64(candidate + at.CANDIDATE_CODE, code);
      found++;
    }
  }
  return found;
}

function copyCandidate(list: usize, from: i32, to: i32): void {
  const source = list + at.CANDIDATE_BYTES * from;
  const target = list + at.CANDIDATE_BYTES * to;
  setF64(target, f64At(source));
  setF64(target + at.CANDIDATE_ENTRY, f64At(source + at.CANDIDATE_ENTRY));
  setF64(target + at.CANDIDATE_CODE, f64At(source + at.CANDIDATE_CODE));
}

/** Makes the next beam of the continuations, but for those that are like a better one; gives its width. */
function carryOn(planner: usize, desk: usize, beam: usize, next: usize, found: i32, slot: i32): i32 {
  const list: usize = i32At(desk + at.DESK_CANDIDATES);
  const trace: usize = i32At(desk + at.DESK_TRACE);
  const changePence = f64At(planner + at.PLANNER_CHANGE_PENCE);
  let width = 0;
  for (let index = 0; index < found && width < at.BEAM_WIDTH; index++) {
    const candidate = list + at.CANDIDATE_BYTES * index;
    const entry = wholePart(f64At(candidate + at.CANDIDATE_ENTRY));
    const code = wholePart(f64At(candidate + at.CANDIDATE_CODE));
    const source = beam + at.BEAM_BYTES * entry;
    const place = next + at.BEAM_BYTES * width;
    for (let future = 0; future < FUTURE_COUNT; future++)
      setF64(place + 8 * future, f64At(source + 8 * future));
    const told = wholePart(f64At(source + at.BEAM_CODE));
    const change: f64 = told >= 0 && told !== code ? changePence : 0;
    const pence = takeSlot(planner, place, slot, code);
    if (isKnown(next, width, code)) continue;
    setF64(place + at.BEAM_PAID, f64At(source + at.BEAM_PAID) + change + pence);
    setF64(place + at.BEAM_CODE, code);
    setI32(trace + 4 * (at.BEAM_WIDTH * slot + width), at.TRACE_FACTOR * entry + code);
    width++;
  }
  return width;
}

/** True when the entry behind a beam is like one of the beam. */
function isKnown(beam: usize, width: i32, code: i32): boolean {
  const place = beam + at.BEAM_BYTES * width;
  for (let entry = 0; entry < width; entry++) {
    const other = beam + at.BEAM_BYTES * entry;
    if (wholePart(f64At(other + at.BEAM_CODE)) !== code) continue;
    let alike = 0;
    for (let future = 0; future < FUTURE_COUNT; future++) {
      const apart = f64At(place + 8 * future) - f64At(other + 8 * future);
      if (apart < ALIKE_LEVELS && apart > -ALIKE_LEVELS) alike++;
    }
    if (alike === FUTURE_COUNT) return true;
  }
  return false;
}

function bestEntry(planner: usize, toGo: usize, beam: usize, width: i32): i32 {
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  let best = 0;
  let least: f64 = 0;
  for (let entry = 0; entry < width; entry++) {
    const place = beam + at.BEAM_BYTES * entry;
    const pence = f64At(place + at.BEAM_PAID) + penceToGo(planner, place, slotCount, toGo);
    if (entry > 0 && !(pence < least)) continue;
    least = pence;
    best = entry;
  }
  return best;
}

/** Writes the plan that led to an entry of the last beam. */
function readBack(planner: usize, desk: usize, last: i32): void {
  const trace: usize = i32At(desk + at.DESK_TRACE);
  const plan: usize = i32At(desk + at.DESK_PLAN);
  let entry = last;
  for (let slot = i32At(planner + at.PLANNER_SLOT_COUNT) - 1; slot >= 0; slot--) {
    const step = i32At(trace + 4 * (at.BEAM_WIDTH * slot + entry));
    entry = wholePart(step / at.TRACE_FACTOR);
    setI32(plan + 4 * slot, step - at.TRACE_FACTOR * entry);
  }
}
