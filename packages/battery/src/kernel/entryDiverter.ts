/*
 * AssemblyScript, part of entry.ts: the diverter's share of a step.
 */
import { add, pointer } from "./entryTrial";
import * as layout from "./layout";
import * as physics from "./physics";

/** Lets the diverter take its share of a step, counts it, and leaves the step's changed row in scratch. */
export function divertedRow(context: usize, block: usize, segment: usize, scratch: usize, step: i32): usize {
  const row: usize = pointer(block, layout.FUTURE_ROWS) + layout.ROW_BYTES * step;
  const meterRow: usize = pointer(block, layout.FUTURE_METER_ROWS) + layout.METER_BYTES * step;
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const most = load<f64>(context, layout.CONTEXT_DIVERTER_STEP_KWH);
  const used = load<f64>(scratch, 8 * layout.STATE_DIVERTER_DAY_KWH);
  const left = physics.larger(load<f64>(context, layout.CONTEXT_DIVERTER_MAX_KWH) - used, 0);
  const isExport = load<f64>(segment, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT) < 100;
  const isCharge = load<f64>(segment, 8 * layout.SEGMENT_CHARGE_TARGET_KWH) > 0;
  const mayRun = flags & layout.FLAG_DIVERTER_ON_EXPORT || !isExport;
  let boost = mayRun ? load<f64>(meterRow, layout.METER_PLANNED_BOOST_KWH) : 0;
  if (
    flags & layout.FLAG_DIVERTER_CHARGING &&
    isCharge &&
    load<f64>(meterRow, layout.METER_IS_BOOST_ALLOWED) !== 0
  )
    boost = most;
  boost = physics.smaller(boost, left);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  let diverted: f64 = 0;
  if (mayRun && load<f64>(meterRow, layout.METER_IS_SOLAR_BOOST_ALLOWED) !== 0) {
    diverted = physics.smaller(pv, physics.smaller(most - boost, left - boost));
  }
  countDiverted(context, scratch, step, boost + diverted);
  if (boost === 0 && diverted === 0) return row;
  const prevents = (flags & layout.FLAG_DIVERTER_PREVENTS_DISCHARGE) !== 0 && boost > 0;
  const changed = scratch + layout.SCRATCH_ROW;
  store<f64>(changed, load<f64>(row, layout.ROW_LOAD_KWH) + boost, layout.ROW_LOAD_KWH);
  store<f64>(changed, pv - diverted, layout.ROW_PV_KWH);
  store<f64>(changed, load<f64>(row, layout.ROW_IMPORT_PENCE), layout.ROW_IMPORT_PENCE);
  store<f64>(changed, load<f64>(row, layout.ROW_EXPORT_PENCE), layout.ROW_EXPORT_PENCE);
  store<f64>(changed, load<f64>(row, layout.ROW_IS_HELD), layout.ROW_IS_HELD);
  writeDemand(context, changed, prevents || load<f64>(row, layout.ROW_IS_HELD) !== 0);
  return changed;
}

/** Counts what the diverter took; its day ends at midnight. */
function countDiverted(context: usize, scratch: usize, step: i32, taken: f64): void {
  add(scratch, layout.RESULT_DIVERTER_KWH, taken);
  add(scratch, layout.STATE_DIVERTER_DAY_KWH, taken);
  const endMinute = load<i32>(context, layout.CONTEXT_NOW_MINUTE) + 5 * (step + 1);
  if (endMinute % 1440 === 0) store<f64>(scratch, 0, 8 * layout.STATE_DIVERTER_DAY_KWH);
}

/** Works out anew what follows from a row's load and panels. */
function writeDemand(context: usize, row: usize, isHeld: bool): void {
  const isHybrid = (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID) !== 0;
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  const pvAc = pv * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
  let wanted = physics.imbalance(load<f64>(row, layout.ROW_LOAD_KWH), pvAc, efficiency);
  if (wanted > 0) {
    wanted = physics.smaller(wanted, limit);
    if (isHeld) wanted = physics.smaller(wanted, load<f64>(context, layout.CONTEXT_MINIMUM_DISCHARGE_KWH));
  } else {
    wanted = physics.larger(wanted, -(isHybrid ? limit + pv : limit));
  }
  store<f64>(row, pvAc, layout.ROW_PV_AC_KWH);
  store<f64>(row, wanted, layout.ROW_DEMAND_KWH);
  store<f64>(row, isHybrid ? pvAc / efficiency : 0, layout.ROW_PV_THROUGHPUT_KWH);
}
