/*
 * Taken by both compilers: walks on the mode table. Between two levels the table is linear.
 */
import { f64At, i32At, setF64, wholePart } from "@lightcone/parallel/assembly/words";
import { FUTURE_COUNT } from "./layout.ts";
import * as at from "./searchLayout.ts";

/** First entry of a slot's action in the nominal future; the other futures' rows follow. */
export function modeRow(planner: usize, slot: i32, code: i32): usize {
  const row = FUTURE_COUNT * (code + i32At(planner + at.PLANNER_TABLE_COUNT) * slot);
  return i32At(planner + at.PLANNER_TABLE) + i32At(planner + at.PLANNER_ROW_BYTES) * row;
}

/** Bytes of the costs to go at one slot bound. */
function boundBytes(planner: usize): i32 {
  return 8 * FUTURE_COUNT * i32At(planner + at.PLANNER_LEVEL_COUNT);
}

/** Tells a slot an action: moves the levels, and gives the pence that it costs. */
export function takeSlot(planner: usize, levels: usize, slot: i32, code: i32): f64 {
  const rowBytes = i32At(planner + at.PLANNER_ROW_BYTES);
  let row = modeRow(planner, slot, code);
  let pence: f64 = 0;
  for (let future = 0; future < FUTURE_COUNT; future++) {
    const level = f64At(levels + 8 * future);
    const below = wholePart(level);
    const share = level - below;
    const entry = row + at.MODE_BYTES * below;
    const next = f64At(entry);
    const cost = f64At(entry + 8);
    setF64(levels + 8 * future, next + share * (f64At(entry + at.MODE_BYTES) - next));
    pence += cost + share * (f64At(entry + at.MODE_BYTES + 8) - cost);
    row += rowBytes;
  }
  return pence;
}

/** What a slot's action costs, and all after it as a table of costs to go has it; the levels stay. */
export function slotAndAfter(planner: usize, levels: usize, slot: i32, code: i32, toGo: usize): f64 {
  const rowBytes = i32At(planner + at.PLANNER_ROW_BYTES);
  const levelCount = i32At(planner + at.PLANNER_LEVEL_COUNT);
  let row = modeRow(planner, slot, code);
  let after = toGo + boundBytes(planner) * (slot + 1);
  let pence: f64 = 0;
  for (let future = 0; future < FUTURE_COUNT; future++) {
    const level = f64At(levels + 8 * future);
    const below = wholePart(level);
    const share = level - below;
    const entry = row + at.MODE_BYTES * below;
    const next = f64At(entry);
    const cost = f64At(entry + 8);
    pence += cost + share * (f64At(entry + at.MODE_BYTES + 8) - cost);
    pence += between(after, next + share * (f64At(entry + at.MODE_BYTES) - next));
    row += rowBytes;
    after += 8 * levelCount;
  }
  return pence;
}

/** What is still to pay at a slot bound, from the levels of the three futures. */
export function penceToGo(planner: usize, levels: usize, bound: i32, toGo: usize): f64 {
  const levelCount = i32At(planner + at.PLANNER_LEVEL_COUNT);
  const row = toGo + boundBytes(planner) * bound;
  let pence: f64 = 0;
  for (let future = 0; future < FUTURE_COUNT; future++) {
    pence += between(row + 8 * levelCount * future, f64At(levels + 8 * future));
  }
  return pence;
}

/** A value between two levels of a column. */
export function between(column: usize, level: f64): f64 {
  const below = wholePart(level);
  const low = f64At(column + 8 * below);
  return low + (level - below) * (f64At(column + 8 * below + 8) - low);
}

/** Costs to go of one slot bound, one future: where that future's costs to go stand. */
export function toGoColumn(planner: usize, toGo: usize, bound: i32, future: i32): usize {
  return toGo + 8 * i32At(planner + at.PLANNER_LEVEL_COUNT) * (FUTURE_COUNT * bound + future);
}

/** Costs to go at the end: what is stored is worth something. */
export function fillEnd(planner: usize, toGo: usize): void {
  const slotCount = i32At(planner + at.PLANNER_SLOT_COUNT);
  const levelCount = i32At(planner + at.PLANNER_LEVEL_COUNT);
  const lowest = f64At(planner + at.PLANNER_LOWEST_KWH);
  const perKwh = f64At(planner + at.PLANNER_LEVELS_PER_KWH);
  for (let future = 0; future < FUTURE_COUNT; future++) {
    const column = toGoColumn(planner, toGo, slotCount, future);
    const price = f64At(planner + at.PLANNER_STORED_PENCE) * f64At(planner + at.PLANNER_WEIGHTS + 8 * future);
    for (let level = 0; level < levelCount; level++) {
      const socKwh = perKwh > 0 ? lowest + level / perKwh : lowest;
      setF64(column + 8 * level, -(price * socKwh));
    }
  }
}

/** Costs to go before a slot that is told an action, from those behind it. */
export function fillSlot(planner: usize, toGo: usize, slot: i32, code: i32): void {
  const rowBytes = i32At(planner + at.PLANNER_ROW_BYTES);
  const row = modeRow(planner, slot, code);
  for (let future = 0; future < FUTURE_COUNT; future++)
    fillFromRow(planner, toGo, slot, future, row + rowBytes * future);
}

/** Costs to go before a slot of one future, from a row of what the slot does to each level. */
export function fillFromRow(planner: usize, toGo: usize, slot: i32, future: i32, row: usize): void {
  const levelCount = i32At(planner + at.PLANNER_LEVEL_COUNT);
  const column = toGoColumn(planner, toGo, slot, future);
  const after = toGoColumn(planner, toGo, slot + 1, future);
  for (let level = 0; level < levelCount; level++) {
    const entry = row + at.MODE_BYTES * level;
    setF64(column + 8 * level, f64At(entry + 8) + between(after, f64At(entry)));
  }
}

/** Costs to go, at every slot bound, when every future, alone, does the best. */
export function fillBest(planner: usize, toGo: usize): void {
  const codeCount = i32At(planner + at.PLANNER_TABLE_COUNT);
  const rowBytes = i32At(planner + at.PLANNER_ROW_BYTES);
  const levelCount = i32At(planner + at.PLANNER_LEVEL_COUNT);
  fillEnd(planner, toGo);
  for (let slot = i32At(planner + at.PLANNER_SLOT_COUNT) - 1; slot >= 0; slot--) {
    fillSlot(planner, toGo, slot, 0);
    for (let code = 1; code < codeCount; code++) {
      let row = modeRow(planner, slot, code);
      for (let future = 0; future < FUTURE_COUNT; future++) {
        const column = toGoColumn(planner, toGo, slot, future);
        const after = toGoColumn(planner, toGo, slot + 1, future);
        for (let level = 0; level < levelCount; level++) {
          const entry = row + at.MODE_BYTES * level;
          const pence = f64At(entry + 8) + between(after, f64At(entry));
          if (pence < f64At(column + 8 * level)) setF64(column + 8 * level, pence);
        }
        row += rowBytes;
      }
    }
  }
}
