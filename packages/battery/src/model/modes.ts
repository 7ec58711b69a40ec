import * as physics from "../kernel/physics.ts";
import * as battery from "./battery.ts";
import { excessThroughput, type Flow, gridKwh, type StepEnergies, splitFlow } from "./inverter.ts";
import type { MeteredStep } from "./metering.ts";

/** Limits of a step, in kWh, worked out from what is stored at its start. Household model, section 4.1, item 13. */
interface StepLimits {
  /** Largest charge from the AC side. */
  readonly acStepKwh: number;
  /** Largest discharge of the demand mode. */
  readonly dischargeKwh: number;
  /** Largest discharge that keeps the floor. */
  readonly storedKwh: number;
  /** Largest charge that there is room for. */
  readonly roomKwh: number;
}

/** What each mode reads. */
export interface ModeStep {
  readonly where: MeteredStep;
  readonly socKwh: number;
  readonly energies: StepEnergies;
  readonly limits: StepLimits;
}

/** Forced export: what the battery may give, cut by the export limit, then by the inverter. Section 4.2. */
export function forcedExport(step: ModeStep, targetPercent: number): Flow {
  const { where, socKwh, energies, limits } = step;
  const wantedKwh = physics.smaller(battery.exportStep(where, socKwh, targetPercent), limits.storedKwh);
  const wanted = splitFlow(where, wantedKwh, energies.pvKwh);
  const withinExport = splitFlow(where, cutToExportLimit(step, wanted), energies.pvKwh);
  return splitFlow(where, cutToInverterLimit(step, withinExport), energies.pvKwh);
}

function cutToExportLimit(step: ModeStep, { batteryKwh, ...panels }: Flow): number {
  const { where, energies } = step;
  const { exportLimitKwh, inverterEfficiency, canChargeDuringExport } = where.home;
  const excessKwh = -gridKwh(where, energies, { batteryKwh, ...panels }) - exportLimitKwh;
  if (!(excessKwh > 0)) return batteryKwh;
  const excessAtRestKwh = excessKwh - batteryKwh * inverterEfficiency;
  if (!(excessAtRestKwh > 0)) return physics.cutExport(batteryKwh, excessKwh, inverterEfficiency);
  return canChargeDuringExport ? absorb(step, excessAtRestKwh) : 0;
}

/** A charging flow that takes exported panel energy back: from the panels of a hybrid, else from the AC side. */
function absorb({ where, socKwh, limits }: ModeStep, excessKwh: number): number {
  const { isHybrid, inverterEfficiency } = where.home;
  const stepKwh = isHybrid ? battery.dcChargeStep(where, socKwh) : limits.acStepKwh;
  const mostKwh = physics.smaller(limits.roomKwh, stepKwh);
  return physics.absorbExport(excessKwh, mostKwh, inverterEfficiency, isHybrid);
}

function cutToInverterLimit({ where, socKwh, limits }: ModeStep, flow: Flow): number {
  const { isHybrid, inverterEfficiency, canChargeDuringExport } = where.home;
  const excessKwh = excessThroughput(where, flow);
  const { batteryKwh } = flow;
  if (!(excessKwh > 0)) return batteryKwh;
  if (!isHybrid) return physics.larger(batteryKwh - excessKwh * inverterEfficiency, 0);
  if (!(excessKwh > batteryKwh)) return batteryKwh - excessKwh;
  if (!canChargeDuringExport) return 0;
  const mostKwh = physics.smaller(limits.roomKwh, battery.dcChargeStep(where, socKwh));
  return physics.larger(-(excessKwh - batteryKwh), -mostKwh);
}

/** A charge's flow, the AC limit that it charges under, and the import that a part of a step needs. */
export interface Charge {
  readonly flow: Flow;
  readonly acStepKwh: number;
  /** kWh; at most 0 when there is none. */
  readonly partStepImportKwh: number;
}

/**
 * Charge: up to the target from panels and grid; panels may carry it past the target. Section 4.2.
 * @param setting  charge rate that the inverter is told, in kWh a minute; absent is the highest
 */
export function charge(step: ModeStep, targetKwh: number, setting?: number): Charge {
  const { where, socKwh, energies, limits } = step;
  const { home } = where;
  const rate = battery.chargeModeRate(where, socKwh, energies.pvKwh, setting);
  const acStepKwh = rate * 5;
  const needKwh = physics.chargeNeed(targetKwh - socKwh, home.chargeEfficiency, home.isPhysical);
  const wantedKwh = physics.chargeFlow(acStepKwh, needKwh, energies.pvKwh);
  // The peer's own limit to the battery's room has the wrong sign and never binds.
  const batteryKwh = home.isPhysical ? physics.larger(wantedKwh, -limits.roomKwh) : wantedKwh;
  const flow = splitFlow(where, batteryKwh, energies.pvKwh);
  const panelsKwh = flow.pvStoredKwh + flow.pvAcKwh;
  const isPartStep = needKwh < acStepKwh && flow.pvStoredKwh >= needKwh && panelsKwh < acStepKwh;
  const partStepImportKwh = isPartStep ? physics.partStepImport(needKwh, rate, panelsKwh) : 0;
  return { flow, acStepKwh, partStepImportKwh };
}

/** Freeze export: the battery rests, and takes only what the export limit would lose. Section 4.2. */
export function freezeExport(step: ModeStep): Flow {
  const { where, energies } = step;
  const { exportLimitKwh, canChargeDuringExport } = where.home;
  const resting = splitFlow(where, 0, energies.pvKwh);
  const excessKwh = -gridKwh(where, energies, resting) - exportLimitKwh;
  if (!(excessKwh > 0 && canChargeDuringExport)) return resting;
  return splitFlow(where, absorb(step, excessKwh), energies.pvKwh, true);
}

/** Demand: the battery serves the home and stores what the panels leave. Section 4.2. */
export function demand({ where, socKwh, energies, limits }: ModeStep): Flow {
  const { isHybrid, inverterEfficiency, inverterLimitKwh, pvEfficiency } = where.home;
  const { smaller, larger } = physics;
  const { loadKwh, pvKwh } = energies;
  const wantedKwh = physics.imbalance(loadKwh, pvKwh * pvEfficiency, inverterEfficiency);
  if (wantedKwh > 0) {
    const mostKwh = smaller(smaller(limits.dischargeKwh, inverterLimitKwh), limits.storedKwh);
    return splitFlow(where, smaller(wantedKwh, mostKwh), pvKwh);
  }
  const stepKwh = isHybrid
    ? smaller(battery.dcChargeStep(where, socKwh), inverterLimitKwh + pvKwh)
    : smaller(limits.acStepKwh, inverterLimitKwh);
  return splitFlow(where, larger(wantedKwh, -smaller(stepKwh, limits.roomKwh)), pvKwh);
}
