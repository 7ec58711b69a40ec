/*
 * Taken by both compilers: what the mode table says a change of the desk's plan may save. It takes a look-up a slot
 * where a simulation takes six steps, and is right but for what a row bends between two levels.
 */
import { f64At, i32At, setF64 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import * as at from "./searchLayout.ts";
import { penceToGo, takeSlot } from "./searchTable.ts";
import { slotOf } from "./searchToGo.ts";
import { hasDiverter, levelOf, pencePaid, stateAt } from "./searchTrial.ts";

/** What the table may be wrong by, in pence, without anybody minding. */
const TABLE_SLACK_PENCE: f64 = 0.1;

function firstStep(planner: usize, slot: i32): i32 {
  return i32At(i32At(planner + at.PLANNER_SLOT_BOUNDS) + 4 * slot);
}

/** Whether the table knows what an action does to the steps [begin, end): it does where they are whole slots. */
export function isTabulated(planner: usize, desk: usize, begin: i32, end: i32, code: i32): boolean {
  // What a diverter may still take depends on the plan, so that with one the table is not right for all plans.
  if (code >= i32At(planner + at.PLANNER_TABLE_COUNT) || hasDiverter(planner)) return false;
  if (firstStep(planner, slotOf(desk, begin)) !== begin) return false;
  return firstStep(planner, slotOf(desk, end - 1) + 1) === end;
}

/**
 * What telling the steps [begin, end), which are whole slots, an action may save, changes of mode left out.
 * @returns pence; more than that is not to be hoped for
 */
export function hopedSaving(planner: usize, desk: usize, begin: i32, end: i32, code: i32): f64 {
  const levels = desk + at.DESK_LEVELS;
  const toGo: usize = i32At(desk + at.DESK_TO_GO);
  const bound = slotOf(desk, end - 1) + 1;
  let saved = paidUntil(planner, desk, end) - paidUntil(planner, desk, begin);
  takeLevels(planner, desk, end);
  saved += penceToGo(planner, levels, bound, toGo);
  takeLevels(planner, desk, begin);
  for (let slot = slotOf(desk, begin); slot < bound; slot++) saved -= takeSlot(planner, levels, slot, code);
  return saved - penceToGo(planner, levels, bound, toGo) + TABLE_SLACK_PENCE;
}

/** What the desk's plan has paid before a step, in all futures. */
function paidUntil(planner: usize, desk: usize, step: i32): f64 {
  let pence: f64 = 0;
  for (let future = 0; future < layout.FUTURE_COUNT; future++)
    pence += pencePaid(planner, future, stateAt(planner, desk, future, step));
  return pence;
}

/** Takes the levels of the desk's plan before a step. */
function takeLevels(planner: usize, desk: usize, step: i32): void {
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const socKwh = f64At(stateAt(planner, desk, future, step) + 8 * layout.RESULT_SOC_FINAL_KWH);
    setF64(desk + at.DESK_LEVELS + 8 * future, levelOf(planner, socKwh));
  }
}
