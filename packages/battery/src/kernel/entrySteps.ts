/*
 * AssemblyScript, part of entry.ts: the steps of one segment, the loop where nearly all time is spent. Modes and
 * limits are functions called from one place and small enough that the compiler inlines them. Sums over the
 * grid's energy are free of branches, because in demand mode its sign is rounding noise that no processor predicts.
 */
import { divertedRow } from "./entryDiverter";
import { throughInverter } from "./entryInverter";
import { keepWeightAt, meteredPence, recordKeep, recordLowest } from "./entryMeters";
import {
  chargeFlow,
  demandFlow,
  exportFlow,
  freezeFlow,
  STEP_CHARGE,
  STEP_FREEZE,
  STEP_PLAIN,
} from "./entryModes";
import {
  chargeBelowKwh,
  exportAboveKwh,
  floorKwh,
  holdBelowKwh,
  isFreezeExportTarget,
  isHoldTarget,
} from "./entryRates";
import { add, pointer } from "./entryTrial";
import * as layout from "./layout";
import * as physics from "./physics";

/** In the physical profile a car that may not use the battery gets nothing of a forced export either. */
function isExportHeld(flags: i32, row: usize): bool {
  return (flags & layout.FLAG_PHYSICAL) !== 0 && load<f64>(row, layout.ROW_IS_HELD) !== 0;
}

/** Moves the state in scratch through steps that one segment covers. */
export function runSegment(
  context: usize,
  block: usize,
  segment: usize,
  scratch: usize,
  begin: i32,
  end: i32,
): void {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const target = load<f64>(segment, 8 * layout.SEGMENT_CHARGE_TARGET_KWH);
  const percent = load<f64>(segment, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
  const isHold = target > 0 && isHoldTarget(context, target);
  const chargeBelow = chargeBelowKwh(context, target, isHold);
  const holdBelow = holdBelowKwh(context, target, isHold);
  const floor = floorKwh(context, target, isHold);
  const exportAbove = exportAboveKwh(context, percent);
  const capacity = load<f64>(context, layout.CONTEXT_CAPACITY_KWH);
  const chargeEfficiency = load<f64>(context, layout.CONTEXT_CHARGE_EFFICIENCY);
  const dischargeEfficiency = load<f64>(context, layout.CONTEXT_DISCHARGE_EFFICIENCY);
  const isFreeze = isFreezeExportTarget(flags, percent);
  const importWord = target > 0 ? layout.RESULT_IMPORT_BATTERY_KWH : layout.RESULT_IMPORT_HOUSE_KWH;
  let soc = load<f64>(scratch, 8 * layout.RESULT_SOC_FINAL_KWH);
  const meterRows = pointer(block, layout.FUTURE_METER_ROWS);
  let nextRow: usize = pointer(block, layout.FUTURE_ROWS) + layout.ROW_BYTES * begin;
  for (let step = begin; step < end; step++) {
    let row = nextRow;
    nextRow += layout.ROW_BYTES;
    if (flags & layout.FLAG_DIVERTER) row = divertedRow(context, block, segment, scratch, step);
    const keepWeight = flags & layout.FLAG_KEEP ? keepWeightAt(context, scratch, step) : 0;
    let kind = STEP_PLAIN;
    let flow: f64;
    if (soc < chargeBelow) {
      kind = STEP_CHARGE;
      flow = chargeFlow(context, block, row, scratch, soc, chargeBelow);
    } else if (soc > exportAbove && !isExportHeld(flags, row)) {
      flow = exportFlow(context, block, row, scratch, soc, percent);
    } else if (isFreeze) {
      kind = STEP_FREEZE;
      flow = freezeFlow(context, block, row, soc);
    } else {
      flow = demandFlow(context, block, row, soc, floor, soc < holdBelow);
    }
    flow = throughInverter(context, block, row, scratch, soc, flow, kind);
    const grid = load<f64>(scratch, layout.SCRATCH_GRID);
    // Two statements a branch, so that the compiler does not divide in both.
    if (flow > 0) {
      soc = physics.storedAfterDischarge(soc, flow, dischargeEfficiency, floor);
      add(scratch, layout.RESULT_THROUGHPUT_KWH, flow);
    } else {
      soc = physics.storedAfterCharge(soc, flow, chargeEfficiency, capacity);
      add(scratch, layout.RESULT_THROUGHPUT_KWH, -flow);
    }
    if (soc < load<f64>(scratch, 8 * layout.RESULT_SOC_MIN_KWH)) recordLowest(context, scratch, soc, step);
    const meterRow = flags & layout.FLAG_METER_ROWS ? meterRows + layout.METER_BYTES * step : 0;
    recordGrid(context, row, meterRow, scratch, grid, importWord);
    if (flags & layout.FLAG_KEEP) recordKeep(context, row, scratch, soc, keepWeight);
  }
  store<f64>(scratch, soc, 8 * layout.RESULT_SOC_FINAL_KWH);
}

/** Imports, exports and what they cost; the meter row is 0 where prices and energies are all there is. */
function recordGrid(
  context: usize,
  row: usize,
  meterRow: usize,
  scratch: usize,
  grid: f64,
  importWord: i32,
): void {
  const taken = above0(grid);
  const given = above0(-grid);
  add(scratch, importWord, taken);
  add(scratch, layout.RESULT_EXPORT_KWH, given);
  const paid =
    load<f64>(row, layout.ROW_IMPORT_PENCE) * taken - load<f64>(row, layout.ROW_EXPORT_PENCE) * given;
  add(
    scratch,
    layout.RESULT_COST_PENCE,
    meterRow ? meteredPence(context, row, meterRow, scratch, grid) : paid,
  );
}

/** The larger of a number and 0, without a branch. */
function above0(value: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(value), f64x2.splat(0)), 0);
}
