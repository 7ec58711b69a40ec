import * as physics from "../kernel/physics.ts";
import type { Home, HomeFuture } from "./home.ts";
import { bandOf } from "./percentEdges.ts";

/** A home in one of its futures. */
export interface HomeInFuture {
  readonly home: Home;
  readonly future: HomeFuture;
}

/** Largest discharge of a step when the inverter is told its highest rate, in kWh. */
export function dischargeStep({ home }: HomeInFuture, socKwh: number): number {
  return home.dischargeSteps[bandOf(socKwh, home)]!;
}

/** Charge rate from the AC side when the inverter is told its highest rate, in kWh a minute. */
export function chargeRate({ home, future }: HomeInFuture, socKwh: number): number {
  return future.chargeRates[bandOf(socKwh, home)]!;
}

/**
 * Charge rate of the charge mode, in kWh a minute: a hybrid's panels may push it past the AC rate.
 * @param setting  what the inverter is told, in kWh a minute; absent is the highest rate
 * @see household model, sections 4.2, 9.6
 */
export function chargeModeRate(
  { home, future }: HomeInFuture,
  socKwh: number,
  pvKwh: number,
  setting?: number,
): number {
  if (!home.hasDcBoost && setting === undefined) return chargeRate({ home, future }, socKwh);
  const maximum = home.hasDcBoost
    ? physics.boostedChargeRate(home.acChargeRate, home.dcChargeRate, pvKwh)
    : home.acChargeRate;
  const factor = home.chargeFactors[bandOf(socKwh, home)]!;
  const cap = physics.rateCap(maximum, factor, home.chargeCapRate);
  return physics.limitedRate(setting ?? maximum, cap, home.minimumRate) * future.chargeScaling;
}

/** Largest charge of a step from the panels of a hybrid, in kWh; read at the unrounded charge. */
export function dcChargeStep({ home, future }: HomeInFuture, socKwh: number): number {
  return future.dcSteps[physics.wholePercent(socKwh, home.capacityKwh)]!;
}

/**
 * Largest forced export of a step, in kWh on the battery's side.
 * @param targetPercent  its fraction slows the export where the home allows that
 * @see household model, section 9.5
 */
export function exportStep({ home }: HomeInFuture, socKwh: number, targetPercent: number): number {
  const share = home.isLowPowerExport ? 1 - (targetPercent - Math.trunc(targetPercent)) : 1;
  const cap = home.exportCaps[bandOf(socKwh, home)]!;
  return physics.limitedRate(home.exportRate * share, cap, home.minimumRate) * home.dischargeScaling * 5;
}

/** Largest charging flow that the battery has room for, in kWh. */
export function roomToCharge({ home }: HomeInFuture, socKwh: number): number {
  return physics.chargeRoom(home.capacityKwh - socKwh, home.chargeEfficiency, home.isPhysical);
}

/** What is stored after a step's flow, in kWh. */
export function storedAfter(
  { home }: HomeInFuture,
  socKwh: number,
  batteryKwh: number,
  floorKwh: number,
): number {
  return batteryKwh > 0
    ? physics.storedAfterDischarge(socKwh, batteryKwh, home.dischargeEfficiency, floorKwh)
    : physics.storedAfterCharge(socKwh, batteryKwh, home.chargeEfficiency, home.capacityKwh);
}
