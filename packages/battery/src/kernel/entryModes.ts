/*
 * AssemblyScript, part of entry.ts: the battery flow that each mode wants.
 */
import { chargeModeRate, chargeRate, chargeRoom, dcStep, dischargeStep, exportStep } from "./entryRates";
import { add } from "./entryTrial";
import * as layout from "./layout";
import * as physics from "./physics";

/** Kinds of step, as far as the inverter treats them apart. */
export const STEP_PLAIN: i32 = 0;
/** The AC limit is the charge mode's. */
export const STEP_CHARGE: i32 = 1;
/** Panels are shared on the DC side whatever the inverter. */
export const STEP_FREEZE: i32 = 2;

/** Demand: the battery serves the home and stores what the panels leave. */
export function demandFlow(
  context: usize,
  block: usize,
  row: usize,
  soc: f64,
  floor: f64,
  isHeld: bool,
): f64 {
  const wanted = load<f64>(row, layout.ROW_DEMAND_KWH);
  if (wanted > 0) {
    const most = isHeld
      ? load<f64>(context, layout.CONTEXT_MINIMUM_DISCHARGE_KWH)
      : dischargeStep(context, soc);
    const stored = physics.dischargeRoom(soc, floor, load<f64>(context, layout.CONTEXT_DISCHARGE_EFFICIENCY));
    return physics.smaller(physics.smaller(wanted, most), stored);
  }
  const isHybrid = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID;
  const step = isHybrid ? dcStep(context, block, soc) : chargeRate(context, block, soc) * 5;
  return physics.larger(wanted, -physics.smaller(step, chargeRoom(context, soc)));
}

/** Charge: from panels and grid up to the target; what a part of a step must import is a penalty. */
export function chargeFlow(
  context: usize,
  block: usize,
  row: usize,
  scratch: usize,
  soc: f64,
  target: f64,
): f64 {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const isPhysical = (flags & layout.FLAG_PHYSICAL) !== 0;
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  const rate = chargeModeRate(context, block, soc, pv);
  const need = physics.chargeNeed(
    target - soc,
    load<f64>(context, layout.CONTEXT_CHARGE_EFFICIENCY),
    isPhysical,
  );
  let flow = physics.chargeFlow(rate * 5, need, pv);
  if (isPhysical) flow = physics.larger(flow, -chargeRoom(context, soc));
  if (need < rate * 5) {
    const stored = flags & layout.FLAG_HYBRID ? physics.pvStored(flow, pv) : 0;
    const panels = stored + (pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
    if (stored >= need && panels < rate * 5) {
      const penalty = physics.partStepImport(need, rate, panels) * load<f64>(row, layout.ROW_IMPORT_PENCE);
      add(scratch, layout.RESULT_KEEP_PENCE, physics.larger(penalty, 0));
    }
  }
  return flow;
}

/** Forced export: what the battery may give, cut by the export limit, then by the inverter. */
export function exportFlow(
  context: usize,
  block: usize,
  row: usize,
  scratch: usize,
  soc: f64,
  percent: f64,
): f64 {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  let flow = physics.smaller(
    exportStep(context, soc, percent),
    physics.dischargeRoom(
      soc,
      load<f64>(context, layout.CONTEXT_RESERVE_KWH),
      load<f64>(context, layout.CONTEXT_DISCHARGE_EFFICIENCY),
    ),
  );
  flow = cutToExportLimit(context, block, row, soc, flow);
  flow = cutToInverterLimit(context, block, row, soc, flow);
  if (!(flags & layout.FLAG_EXPORT_ON_PV) && flow > 0) {
    add(
      scratch,
      layout.RESULT_KEEP_PENCE,
      load<f64>(row, layout.ROW_PV_AC_KWH) * load<f64>(row, layout.ROW_EXPORT_PENCE) * 5,
    );
  }
  store<f64>(scratch, 1, 8 * layout.STATE_HAS_EXPORTED);
  return flow;
}

/** Freeze export: the battery rests, and takes only what the export limit would lose. */
export function freezeFlow(context: usize, block: usize, row: usize, soc: f64): f64 {
  const excess = excessExport(context, row, 0);
  const canCharge = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_CHARGE_DURING_EXPORT;
  return excess > 0 && canCharge ? absorb(context, block, soc, excess) : 0;
}

/** Export above the limit when the battery gives `flow` and no panel energy is stored; at most 0 when there is none. */
function excessExport(context: usize, row: usize, flow: f64): f64 {
  const ac = physics.acFromDc(flow, load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY));
  const grid = load<f64>(row, layout.ROW_LOAD_KWH) - ac - load<f64>(row, layout.ROW_PV_AC_KWH);
  return -grid - load<f64>(context, layout.CONTEXT_EXPORT_LIMIT_KWH);
}

function cutToExportLimit(context: usize, block: usize, row: usize, soc: f64, flow: f64): f64 {
  const excess = excessExport(context, row, flow);
  if (!(excess > 0)) return flow;
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const excessAtRest = excess - flow * efficiency;
  if (!(excessAtRest > 0)) return physics.cutExport(flow, excess, efficiency);
  const canCharge = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_CHARGE_DURING_EXPORT;
  return canCharge ? absorb(context, block, soc, excessAtRest) : 0;
}

/** A charging flow that takes exported panel energy back. */
function absorb(context: usize, block: usize, soc: f64, excess: f64): f64 {
  const isHybrid = (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID) !== 0;
  const step = isHybrid ? dcStep(context, block, soc) : chargeRate(context, block, soc) * 5;
  const most = physics.smaller(chargeRoom(context, soc), step);
  return physics.absorbExport(excess, most, load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY), isHybrid);
}

function cutToInverterLimit(context: usize, block: usize, row: usize, soc: f64, flow: f64): f64 {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  if (!(flags & layout.FLAG_HYBRID)) {
    const excess = physics.throughput(flow, efficiency) - limit;
    return excess > 0 ? physics.larger(flow - excess * efficiency, 0) : flow;
  }
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  const stored = physics.pvStored(flow, pv);
  const panels = ((pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY)) / efficiency;
  const excess = physics.throughput(flow + stored, efficiency) + panels - limit;
  if (!(excess > 0)) return flow;
  if (!(excess > flow)) return flow - excess;
  if (!(flags & layout.FLAG_CHARGE_DURING_EXPORT)) return 0;
  const most = physics.smaller(chargeRoom(context, soc), dcStep(context, block, soc));
  return physics.larger(-(excess - flow), -most);
}
