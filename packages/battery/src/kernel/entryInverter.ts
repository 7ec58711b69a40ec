/*
 * AssemblyScript, part of entry.ts: what inverter and grid let through of the battery's flow.
 */
import { STEP_CHARGE, STEP_FREEZE } from "./entryModes";
import { chargeModeRate, chargeRate, chargeRoom } from "./entryRates";
import * as layout from "./layout";
import * as physics from "./physics";

/**
 * What is left of a wanted flow; leaves the grid's energy in scratch. This is the way of nearly all steps, kept
 * short so that the compiler inlines it.
 */
export function throughInverter(
  context: usize,
  block: usize,
  row: usize,
  scratch: usize,
  soc: f64,
  flow: f64,
  kind: i32,
): f64 {
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  let pvAc = load<f64>(row, layout.ROW_PV_AC_KWH);
  let ac: f64;
  let carried: f64;
  if (flow > 0) {
    ac = flow * efficiency;
    carried = flow + load<f64>(row, layout.ROW_PV_THROUGHPUT_KWH);
  } else {
    const isHybrid = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID;
    let dc = flow;
    if (isHybrid || kind === STEP_FREEZE) {
      const pv = load<f64>(row, layout.ROW_PV_KWH);
      const stored = physics.pvStored(flow, pv);
      dc += stored;
      pvAc = (pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
    }
    // One division for both: a charge is never above 0 on the DC side.
    ac = dc / efficiency;
    carried = -ac;
    if (isHybrid) carried += pvAc / efficiency;
  }
  const excess = carried - load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  if (excess > 0) return squeezed(context, block, row, scratch, soc, flow, kind, excess);
  leaveGrid(context, row, scratch, ac, pvAc);
  return flow;
}

/** What the grid gives or takes; what it does not take, the panels lose. */
function leaveGrid(context: usize, row: usize, scratch: usize, ac: f64, pvAc: f64): void {
  const need = load<f64>(row, layout.ROW_LOAD_KWH) - ac;
  let grid = need - pvAc;
  const lost = -grid - load<f64>(context, layout.CONTEXT_EXPORT_LIMIT_KWH);
  if (lost > 0) grid = need - physics.larger(pvAc - lost, 0);
  store<f64>(scratch, grid, layout.SCRATCH_GRID);
}

/** What is left of a flow that the inverter cannot carry: the battery or the panels give it up. */
function squeezed(
  context: usize,
  block: usize,
  row: usize,
  scratch: usize,
  soc: f64,
  wanted: f64,
  kind: i32,
  excess: f64,
): f64 {
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  let flow: f64;
  let stored: f64;
  let pvAc: f64;
  if (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID) {
    flow = clampHybrid(context, block, row, soc, wanted, kind);
    stored = physics.pvStored(flow, pv);
    pvAc = panelsThrough(context, row, flow, stored);
  } else {
    flow = physics.cutThroughput(wanted, excess, efficiency, wanted > 0);
    stored = kind === STEP_FREEZE ? physics.pvStored(wanted, pv) : 0;
    pvAc = (pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
  }
  leaveGrid(context, row, scratch, physics.acFromDc(flow + stored, efficiency), pvAc);
  return flow;
}

/** The battery's flow of a hybrid whose inverter cannot carry what is wanted. */
function clampHybrid(context: usize, block: usize, row: usize, soc: f64, wanted: f64, kind: i32): f64 {
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  let flow = wanted;
  const dc = flow + physics.pvStored(flow, pv);
  const excess = physics.throughput(dc, efficiency) - limit;
  if (excess > 0) flow = physics.cutThroughput(flow, excess, efficiency, dc > 0);
  if (!(flow > 0)) return flow;
  const pvThroughput = load<f64>(row, layout.ROW_PV_THROUGHPUT_KWH);
  const both = flow + pvThroughput - limit;
  if (!(both > 0)) return flow;
  flow = physics.larger(flow - both, 0);
  const still = flow + pvThroughput - limit;
  if (flow > 0 || !(still > 0)) return flow;
  const isCharge = kind === STEP_CHARGE;
  const rate = isCharge ? chargeModeRate(context, block, soc, pv) : chargeRate(context, block, soc);
  const room = physics.smaller(rate * 5, chargeRoom(context, soc));
  const most = physics.smaller(room, load<f64>(row, layout.ROW_PV_AC_KWH));
  return physics.larger(-still * efficiency, -most);
}

/** Panel energy that a hybrid inverter still carries to the AC side beside its battery. */
function panelsThrough(context: usize, row: usize, flow: f64, stored: f64): f64 {
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  const pvAc = (pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
  const carried = physics.throughput(flow + stored, efficiency) + pvAc / efficiency;
  const excess = carried - load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  return excess > 0 ? physics.larger(pvAc - excess * efficiency, 0) : pvAc;
}
