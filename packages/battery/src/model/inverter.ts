import * as physics from "../kernel/physics.ts";
import type { HomeInFuture } from "./battery.ts";

/** What a step begins with: energies in kWh, the diverter's share already in them. */
export interface StepEnergies {
  readonly loadKwh: number;
  readonly pvKwh: number;
}

/** How a step's energy flows, in kWh. */
export interface Flow {
  /** Battery between its own and the inverter's losses: above 0 discharges, below 0 charges. */
  readonly batteryKwh: number;
  /** Panel energy that goes into the battery on the DC side. */
  readonly pvStoredKwh: number;
  /** Panel energy that reaches the AC side. */
  readonly pvAcKwh: number;
}

/** Largest charging flows of a step, in kWh. */
export interface ChargeLimits {
  readonly acStepKwh: number;
  readonly roomKwh: number;
}

// Spelled out, not spread: these are made in every step, and a spread costs more than the step's arithmetic.
function withBattery({ pvStoredKwh, pvAcKwh }: Flow, batteryKwh: number): Flow {
  return { batteryKwh, pvStoredKwh, pvAcKwh };
}

function withPanels({ batteryKwh, pvStoredKwh }: Flow, pvAcKwh: number): Flow {
  return { batteryKwh, pvStoredKwh, pvAcKwh };
}

/** A flow with its panels split: what a charging hybrid battery takes from them, and what is left for the AC side. */
export function splitFlow(
  { home }: HomeInFuture,
  batteryKwh: number,
  pvKwh: number,
  isShared: boolean = home.isHybrid,
): Flow {
  const pvStoredKwh = isShared ? physics.pvStored(batteryKwh, pvKwh) : 0;
  return { batteryKwh, pvStoredKwh, pvAcKwh: (pvKwh - pvStoredKwh) * home.pvEfficiency };
}

/** Grid energy of a step, in kWh: above 0 is import. */
export function gridKwh({ home }: HomeInFuture, { loadKwh }: StepEnergies, flow: Flow): number {
  const inverterAcKwh = physics.acFromDc(flow.batteryKwh + flow.pvStoredKwh, home.inverterEfficiency);
  return loadKwh - inverterAcKwh - flow.pvAcKwh;
}

/** What the inverter handles, in kWh on its DC side; a hybrid carries the panels too. */
function throughputKwh({ home }: HomeInFuture, flow: Flow): number {
  const batterySide = physics.throughput(flow.batteryKwh + flow.pvStoredKwh, home.inverterEfficiency);
  return home.isHybrid ? batterySide + flow.pvAcKwh / home.inverterEfficiency : batterySide;
}

/** Throughput above the inverter's limit, in kWh; at most 0 when there is none. */
export function excessThroughput(where: HomeInFuture, flow: Flow): number {
  return throughputKwh(where, flow) - where.home.inverterLimitKwh;
}

/** The flow that the inverter lets through. Household model, section 4.3. */
export function clampToInverter(where: HomeInFuture, flow: Flow, pvKwh: number, limits: ChargeLimits): Flow {
  if (!where.home.isHybrid) return clampAcInverter(where, flow);
  const carried = clampBatteryAlone(where, flow, pvKwh);
  const shared = clampWithPanels(where, carried, pvKwh, limits);
  const excessKwh = excessThroughput(where, shared);
  if (!(excessKwh > 0)) return shared;
  const pvAcKwh = physics.larger(shared.pvAcKwh - excessKwh * where.home.inverterEfficiency, 0);
  return withPanels(shared, pvAcKwh);
}

function clampAcInverter(where: HomeInFuture, flow: Flow): Flow {
  const excessKwh = excessThroughput(where, flow);
  return excessKwh > 0 ? withBattery(flow, cut(where, flow, excessKwh, flow.batteryKwh > 0)) : flow;
}

/** Clamp (i): the battery's side alone exceeds the limit. */
function clampBatteryAlone(where: HomeInFuture, flow: Flow, pvKwh: number): Flow {
  const { inverterEfficiency, inverterLimitKwh } = where.home;
  const dcKwh = flow.batteryKwh + flow.pvStoredKwh;
  const excessKwh = physics.throughput(dcKwh, inverterEfficiency) - inverterLimitKwh;
  if (!(excessKwh > 0)) return flow;
  return resplit(where, withBattery(flow, cut(where, flow, excessKwh, dcKwh > 0)), pvKwh);
}

/** Clamp (ii): a discharge gives way to the panels, and at rest the battery takes what is still too much. */
function clampWithPanels(where: HomeInFuture, flow: Flow, pvKwh: number, limits: ChargeLimits): Flow {
  const excessKwh = excessThroughput(where, flow);
  if (!(excessKwh > 0 && flow.batteryKwh + flow.pvStoredKwh > 0)) return flow;
  const reduced = withBattery(flow, physics.larger(flow.batteryKwh - excessKwh, 0));
  const stillKwh = excessThroughput(where, reduced);
  if (reduced.batteryKwh > 0 || !(stillKwh > 0)) return reduced;
  const mostKwh = physics.smaller(physics.smaller(limits.acStepKwh, limits.roomKwh), flow.pvAcKwh);
  const batteryKwh = physics.larger(-stillKwh * where.home.inverterEfficiency, -mostKwh);
  return resplit(where, withBattery(reduced, batteryKwh), pvKwh);
}

function cut({ home }: HomeInFuture, flow: Flow, excessKwh: number, isDischarge: boolean): number {
  return physics.cutThroughput(flow.batteryKwh, excessKwh, home.inverterEfficiency, isDischarge);
}

/** Panels split anew when the battery charges; else they stay as they were. */
function resplit(where: HomeInFuture, flow: Flow, pvKwh: number): Flow {
  return flow.batteryKwh < 0 ? splitFlow(where, flow.batteryKwh, pvKwh) : flow;
}

/** Panels are clipped where the export limit is exceeded; a battery's own export beyond it remains. */
export function clampToExportLimit(where: HomeInFuture, energies: StepEnergies, flow: Flow): Flow {
  const excessKwh = -gridKwh(where, energies, flow) - where.home.exportLimitKwh;
  return excessKwh > 0 ? withPanels(flow, physics.larger(flow.pvAcKwh - excessKwh, 0)) : flow;
}
