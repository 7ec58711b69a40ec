/*
 * AssemblyScript, part of entry.ts: the steps of one segment, the loop where nearly all time is spent. What is
 * recorded lives in locals and goes back to the state at the end; sums over the grid's energy are free of
 * branches, because in demand mode its sign is rounding noise that no processor predicts.
 */
import { divertedRow } from "./entryDiverter";
import { keepWeightAt, recordKeep, recordMeters } from "./entryMeters";
import { chargeFlow, clampHybrid, demandFlow, exportFlow, freezeFlow } from "./entryModes";
import { exportAboveKwh, holdBelowKwh, isFreezeExportTarget, isHoldTarget } from "./entryRates";
import { pointer } from "./entryTrial";
import * as layout from "./layout";
import * as physics from "./physics";

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
  const isHybrid = (flags & layout.FLAG_HYBRID) !== 0;
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  const reserve = load<f64>(context, layout.CONTEXT_RESERVE_KWH);
  const chargeTarget = load<f64>(segment, 8 * layout.SEGMENT_CHARGE_TARGET_KWH);
  const exportTarget = load<f64>(segment, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
  const isCharge = chargeTarget > 0;
  let isFreezeCharge = false;
  let holdBelow: f64 = 0;
  if (isCharge) {
    const percent = physics.wholePercent(chargeTarget, load<f64>(context, layout.CONTEXT_CAPACITY_KWH));
    isFreezeCharge = isHoldTarget(context, percent);
    holdBelow = holdBelowKwh(context, flags, percent);
  }
  const exportAbove = exportAboveKwh(context, flags, exportTarget);
  const isFreezeExport = isFreezeExportTarget(flags, exportTarget);
  const importWord: usize =
    8 * (isCharge ? layout.RESULT_IMPORT_BATTERY_KWH : layout.RESULT_IMPORT_HOUSE_KWH);
  let soc = load<f64>(scratch, 8 * layout.RESULT_SOC_FINAL_KWH);
  let cost = load<f64>(scratch, 8 * layout.RESULT_COST_PENCE);
  let imported = load<f64>(scratch + importWord);
  let exported = load<f64>(scratch, 8 * layout.RESULT_EXPORT_KWH);
  let throughput = load<f64>(scratch, 8 * layout.RESULT_THROUGHPUT_KWH);
  let lowest = load<f64>(scratch, 8 * layout.RESULT_SOC_MIN_KWH);
  let lowestStep: i32 = -1;
  let baseRow: usize = pointer(block, layout.FUTURE_ROWS) + layout.ROW_BYTES * begin;
  for (let step = begin; step < end; step++) {
    let row = baseRow;
    baseRow += layout.ROW_BYTES;
    if (flags & layout.FLAG_DIVERTER) row = divertedRow(context, block, segment, scratch, step);
    const keepWeight = flags & layout.FLAG_KEEP ? keepWeightAt(context, scratch, step) : 0;
    let floor = reserve;
    let isDemand = false;
    let isHeld = false;
    let isCharging = false;
    let isShared = isHybrid;
    let flow: f64 = 0;
    if (isCharge) {
      const target = isFreezeCharge ? physics.larger(soc, reserve) : chargeTarget;
      isCharging = soc < target;
      isDemand = !isCharging;
      if (isCharging) flow = chargeFlow(context, block, row, scratch, soc, target);
      else if (flags & layout.FLAG_RESERVE) floor = physics.larger(target, reserve);
      isHeld = soc < holdBelow;
    } else if (soc > exportAbove) {
      flow = exportFlow(context, block, row, scratch, soc, exportTarget);
    } else if (isFreezeExport) {
      flow = freezeFlow(context, block, row, soc);
      isShared = true;
    } else {
      isDemand = true;
    }
    if (isDemand) flow = demandFlow(context, block, row, soc, floor, isHeld);

    // Inverter: what it cannot carry, the battery or the panels give up. A charging battery divides once.
    let stored: f64 = 0;
    let pvAc = load<f64>(row, layout.ROW_PV_AC_KWH);
    let ac: f64;
    let carried: f64;
    if (flow > 0) {
      ac = flow * efficiency;
      carried = flow + load<f64>(row, layout.ROW_PV_THROUGHPUT_KWH);
    } else {
      if (isShared) {
        const pv = load<f64>(row, layout.ROW_PV_KWH);
        stored = physics.pvStored(flow, pv);
        pvAc = (pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
      }
      ac = (flow + stored) / efficiency;
      carried = -ac;
      if (isHybrid) carried += pvAc / efficiency;
    }
    if (carried > limit) {
      if (isHybrid) {
        const pv = load<f64>(row, layout.ROW_PV_KWH);
        flow = clampHybrid(context, block, row, soc, flow, isCharging);
        stored = physics.pvStored(flow, pv);
        pvAc = panelsThrough(context, flow, stored, pv);
      } else {
        flow = physics.cutThroughput(flow, carried - limit, efficiency, flow > 0);
      }
      ac = physics.acFromDc(flow + stored, efficiency);
    }

    // Grid: panels are clipped at the export limit.
    const need = load<f64>(row, layout.ROW_LOAD_KWH) - ac;
    let grid = need - pvAc;
    const lost = -grid - load<f64>(context, layout.CONTEXT_EXPORT_LIMIT_KWH);
    if (lost > 0) grid = need - physics.larger(pvAc - lost, 0);

    if (flow > 0) {
      const out = load<f64>(context, layout.CONTEXT_DISCHARGE_EFFICIENCY);
      soc = physics.storedAfterDischarge(soc, flow, out, floor);
      throughput += flow;
    } else {
      const into = load<f64>(context, layout.CONTEXT_CHARGE_EFFICIENCY);
      soc = physics.storedAfterCharge(soc, flow, into, load<f64>(context, layout.CONTEXT_CAPACITY_KWH));
      throughput -= flow;
    }
    const taken = above0(grid);
    const given = above0(-grid);
    imported += taken;
    exported += given;
    if (flags & layout.FLAG_METER_ROWS) {
      cost += recordMeters(context, block, row, scratch, step, grid);
    } else {
      cost +=
        load<f64>(row, layout.ROW_IMPORT_PENCE) * taken - load<f64>(row, layout.ROW_EXPORT_PENCE) * given;
    }
    lowestStep = soc < lowest ? step : lowestStep;
    lowest = physics.smaller(lowest, soc);
    if (flags & layout.FLAG_KEEP) recordKeep(context, row, scratch, soc, keepWeight);
  }
  store<f64>(scratch, soc, 8 * layout.RESULT_SOC_FINAL_KWH);
  store<f64>(scratch, cost, 8 * layout.RESULT_COST_PENCE);
  store<f64>(scratch + importWord, imported);
  store<f64>(scratch, exported, 8 * layout.RESULT_EXPORT_KWH);
  store<f64>(scratch, throughput, 8 * layout.RESULT_THROUGHPUT_KWH);
  store<f64>(scratch, lowest, 8 * layout.RESULT_SOC_MIN_KWH);
  if (lowestStep >= 0) {
    const minute = load<i32>(context, layout.CONTEXT_NOW_MINUTE) + 5 * lowestStep;
    store<f64>(scratch, <f64>minute, 8 * layout.RESULT_SOC_MIN_MINUTE);
  }
}

/** The larger of a number and 0, without a branch. */
function above0(value: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(value), f64x2.splat(0)), 0);
}

/** Panel energy that a hybrid inverter still carries to the AC side beside its battery. */
function panelsThrough(context: usize, flow: f64, stored: f64, pv: f64): f64 {
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const pvAc = (pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
  const carried = physics.throughput(flow + stored, efficiency) + pvAc / efficiency;
  const excess = carried - load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  return excess > 0 ? physics.larger(pvAc - excess * efficiency, 0) : pvAc;
}
