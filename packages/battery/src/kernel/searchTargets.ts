/*
 * Taken by both compilers: targets near the one that a run has. Those that are chosen become actions of the desk; each
 * action stands there once, so that equal codes mean equal actions.
 */
import { f64At, i32At, setF64, setI32 } from "@lightcone/parallel/assembly/words";
import * as layout from "./layout.ts";
import { tryChange } from "./searchChoice.ts";
import * as at from "./searchLayout.ts";
import { PANEL_TRACE_KWH } from "./searchRows.ts";
import { actionOf, codeAt, stateAt } from "./searchTrial.ts";

/** Targets tried on each side of a run's own. */
const NEAR_COUNT = 5;
/** Export targets stay below this, in percent: 99 freezes. */
const HIGHEST_EXPORT_PERCENT: f64 = 98;

/** How far the targets that are tried lie from a run's own, in percent of the energy that targets are shares of. */
function nearPercent(index: i32, isCharge: boolean): f64 {
  if (index === 0) return 0.3;
  if (index === 1) return 1;
  if (index === 2) return isCharge ? 2.5 : 2;
  return index === 3 ? 5 : 10;
}

/** Tries targets near that of the run [begin, end), when it has one. */
export function tryNearTargets(planner: usize, desk: usize, begin: i32, end: i32): void {
  const code = codeAt(desk, begin);
  for (let index = 0; index < 2 * NEAR_COUNT; index++) {
    const fresh = i32At(desk + at.DESK_ACTION_COUNT);
    if (fresh === at.DESK_MAX_ACTIONS) return;
    const isUp = index >= NEAR_COUNT;
    if (!writeNearTarget(planner, desk, code, isUp ? index - NEAR_COUNT : index, isUp)) continue;
    tryChange(planner, desk, begin, end, sameAction(desk, fresh));
    if (i32At(desk + at.DESK_CHOSEN_CODE) === fresh) setI32(desk + at.DESK_ACTION_COUNT, fresh + 1);
  }
}

/** Tries a charge from the panels alone in a step. */
export function tryPanelTarget(planner: usize, desk: usize, step: i32): void {
  const fresh = i32At(desk + at.DESK_ACTION_COUNT);
  if (!writePanelTarget(planner, desk, step)) return;
  tryChange(planner, desk, step, step + 1, fresh);
  if (i32At(desk + at.DESK_CHOSEN_CODE) === fresh) setI32(desk + at.DESK_ACTION_COUNT, fresh + 1);
}

/**
 * Writes a charge to a trace more than the nominal future has stored before a step behind the desk's actions: the charge
 * mode then takes all that the panels give, and next to nothing from the grid.
 * @returns false when the desk has no place for it, or the battery no room
 */
export function writePanelTarget(planner: usize, desk: usize, step: i32): boolean {
  const fresh = i32At(desk + at.DESK_ACTION_COUNT);
  if (fresh === at.DESK_MAX_ACTIONS) return false;
  const capacityKwh = f64At(i32At(planner + at.PLANNER_CONTEXT) + layout.CONTEXT_CAPACITY_KWH);
  const socKwh = f64At(stateAt(planner, desk, 0, step) + 8 * layout.RESULT_SOC_FINAL_KWH);
  if (!(socKwh + PANEL_TRACE_KWH < capacityKwh)) return false;
  const place = actionOf(desk, fresh);
  setF64(place + 8 * layout.SEGMENT_END_STEP, 0);
  setF64(place + 8 * layout.SEGMENT_CHARGE_TARGET_KWH, socKwh + PANEL_TRACE_KWH);
  setF64(place + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT, 100);
  return true;
}

/** Writes a target near an action's behind the desk's actions; false when there is none. */
function writeNearTarget(planner: usize, desk: usize, code: i32, index: i32, isUp: boolean): boolean {
  const context: usize = i32At(planner + at.PLANNER_CONTEXT);
  const action = actionOf(desk, code);
  let targetKwh = f64At(action + 8 * layout.SEGMENT_CHARGE_TARGET_KWH);
  let percent = f64At(action + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
  const isCharge = targetKwh > 0;
  const apart = isUp ? nearPercent(index, isCharge) : -nearPercent(index, isCharge);
  const capacityKwh = f64At(context + layout.CONTEXT_CAPACITY_KWH);
  const spanKwh = f64At(planner + at.PLANNER_TARGET_SPAN_KWH);
  if (isCharge) {
    const reserveKwh = f64At(context + layout.CONTEXT_RESERVE_KWH);
    if (code === at.CODE_HOLD) return false;
    targetKwh += (apart / 100) * spanKwh;
    if (!(targetKwh > reserveKwh && targetKwh <= capacityKwh)) return false;
  } else {
    if (!(percent < 99)) return false;
    percent += capacityKwh > 0 ? apart * (spanKwh / capacityKwh) : apart;
    if (!(percent >= 0 && percent < HIGHEST_EXPORT_PERCENT)) return false;
  }
  const place = actionOf(desk, i32At(desk + at.DESK_ACTION_COUNT));
  setF64(place + 8 * layout.SEGMENT_END_STEP, 0);
  setF64(place + 8 * layout.SEGMENT_CHARGE_TARGET_KWH, targetKwh);
  setF64(place + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT, percent);
  return true;
}

/** The code of the first action that says the same as one. */
function sameAction(desk: usize, code: i32): i32 {
  const action = actionOf(desk, code);
  const targetKwh = f64At(action + 8 * layout.SEGMENT_CHARGE_TARGET_KWH);
  const percent = f64At(action + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
  let same = 0;
  while (same < code) {
    const other = actionOf(desk, same);
    const isCharge = f64At(other + 8 * layout.SEGMENT_CHARGE_TARGET_KWH) === targetKwh;
    if (isCharge && f64At(other + 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT) === percent) return same;
    same++;
  }
  return code;
}
