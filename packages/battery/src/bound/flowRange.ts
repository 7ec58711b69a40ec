import * as physics from "../kernel/physics.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import type { RateBand, StepRates } from "./rateBands.ts";

/** What a step begins with, and what the inverter may be told in it. */
export interface StepWay {
  /** Energies of the step with what a diverter takes counted, in kWh. */
  readonly loadKwh: number;
  readonly pvKwh: number;
  /** A car that may not use the battery charges. */
  readonly isCarHeld: boolean;
  /** The battery serves the home at its minimum rate at most: for a car's or a diverter's sake. */
  readonly isHeld: boolean;
  /** Whether there may be a charge window, and whether an export window. Demand mode is always possible. */
  readonly mayCharge: boolean;
  readonly mayExport: boolean;
}

/**
 * Battery flows that some mode reaches in a step, in kWh. Charging is at most 0, discharging at least 0.
 *
 * Outside the charge mode: what the panels leave, a charge between `low` and `lowEnd`; and rest or a discharge of up to
 * `high`. Where no mode leaves the battery at rest, `high` is the least charge instead. In the charge mode: one between
 * `chargeLow` and `chargeEnd`.
 */
export interface FlowRanges {
  readonly low: number;
  readonly lowEnd: number;
  readonly high: number;
  readonly chargeLow: number;
  readonly chargeEnd: number;
}

/**
 * The battery flows that some mode reaches in a step: each mode with its own power. Demand discharges no more than the
 * home lacks, a forced export no more than the connection takes; what a mode reaches in part where little is stored
 * lies between. Demand stores all that the panels leave and the charge mode all that they give, as far as the power
 * goes; only where the store has no room for that they take less.
 */
export function flowRanges(
  home: Home,
  future: HomeFuture,
  way: StepWay,
  { highest, lowest }: RateSpan,
): FlowRanges {
  const pvAcKwh = way.pvKwh * home.pvEfficiency;
  const wantedKwh = physics.imbalance(way.loadKwh, pvAcKwh, home.inverterEfficiency);
  const beside = { pvAcKwh, wantedKwh };
  const mostFree = home.isHybrid ? mostFromPanels : mostFromSurplus;
  const invertedKwh = mostInverted(home, way);
  const slowestKwh = Math.min(chargeModeKwh(home, future, way, lowest), invertedKwh);
  return {
    low: -mostFree(home, way, beside, highest),
    lowEnd: -mostFree(home, way, beside, lowest),
    high:
      wantedKwh > 0
        ? mostDischarge(home, way, beside, highest)
        : leastCharge(home, way, beside, { highest, lowest }),
    chargeLow: -Math.min(chargeModeKwh(home, future, way, highest), invertedKwh),
    chargeEnd: -Math.min(slowestKwh, way.pvKwh),
  };
}

/** The highest and the lowest rates of a range of stored energy. */
type RateSpan = Pick<RateBand, "highest" | "lowest">;

/** What the panels give on the AC side, and the battery flow that would balance the home, in kWh. */
interface Balance {
  readonly pvAcKwh: number;
  readonly wantedKwh: number;
}

function mostDischarge(home: Home, way: StepWay, { pvAcKwh, wantedKwh }: Balance, rates: StepRates): number {
  const { inverterEfficiency, inverterLimitKwh, exportLimitKwh } = home;
  const servedKwh = Math.min(wantedKwh, way.isHeld ? home.minimumDischargeKwh : rates.dischargeKwh);
  const isForced = way.mayExport && !home.freezeOnly && !(home.isPhysical && way.isCarHeld);
  const sellableKwh = (exportLimitKwh + way.loadKwh - pvAcKwh) / inverterEfficiency;
  const forcedKwh = isForced ? Math.min(rates.exportKwh, sellableKwh) : 0;
  const roomKwh = home.isHybrid ? inverterLimitKwh - way.pvKwh : inverterLimitKwh;
  return Math.max(Math.min(Math.max(servedKwh, forcedKwh), roomKwh), 0);
}

/**
 * The flow in sunshine that is farthest from charging. Demand stores what the panels leave; in an export window the
 * battery gives, rests, or stores no more than what would be lost at the connection.
 */
function leastCharge(home: Home, way: StepWay, beside: Balance, { highest, lowest }: RateSpan): number {
  const { isHybrid, inverterEfficiency, exportLimitKwh, canChargeDuringExport } = home;
  const fastestKwh = isHybrid ? lowest.panelKwh : lowest.chargeKwh;
  const demandKwh = Math.min(-beside.wantedKwh, fastestKwh, mostInverted(home, way));
  if (!way.mayExport) return -demandKwh;
  const overExportKwh = beside.pvAcKwh - way.loadKwh - exportLimitKwh;
  if (!(overExportKwh > 0)) return mostDischarge(home, way, beside, highest);
  if (!canChargeDuringExport) return 0;
  const absorbedKwh = isHybrid ? overExportKwh / inverterEfficiency : overExportKwh * inverterEfficiency;
  // More than an inverter of its own lets in, a forced export takes nothing of.
  if (!isHybrid && Math.min(absorbedKwh, highest.chargeKwh) > mostInverted(home, way)) return 0;
  return -Math.min(demandKwh, absorbedKwh, fastestKwh);
}

/** Most that a battery of its own inverter takes outside the charge mode. */
function mostFromSurplus(
  home: Home,
  way: StepWay,
  { pvAcKwh, wantedKwh }: Balance,
  rates: StepRates,
): number {
  const overExportKwh = Math.max(pvAcKwh - way.loadKwh - home.exportLimitKwh, 0);
  const surplusKwh = Math.min(Math.max(-wantedKwh, 0), rates.chargeKwh, mostInverted(home, way));
  // What a freeze would lose at the connection goes past the inverter's limit.
  return Math.max(surplusKwh, Math.min(overExportKwh * home.inverterEfficiency, rates.chargeKwh));
}

/** Most that the battery of a hybrid takes outside the charge mode: what is left, or lost at connection or inverter. */
function mostFromPanels(home: Home, way: StepWay, { pvAcKwh, wantedKwh }: Balance, rates: StepRates): number {
  const { inverterEfficiency, inverterLimitKwh, exportLimitKwh } = home;
  const overExportKwh = Math.max(pvAcKwh - way.loadKwh - exportLimitKwh, 0);
  const overLimitKwh = Math.max(way.pvKwh - inverterLimitKwh, 0);
  const sunKwh = Math.max(-wantedKwh, overExportKwh / inverterEfficiency, overLimitKwh);
  // Where demand wants the battery to help although the panels alone are too much, it takes that instead.
  const clippedKwh = wantedKwh > 0 ? Math.min(overLimitKwh * inverterEfficiency, rates.chargeKwh) : 0;
  return Math.min(Math.max(Math.min(sunKwh, rates.panelKwh), clippedKwh), mostInverted(home, way));
}

/** Most that the inverter lets into the battery, beside what the panels of a hybrid give on its DC side. */
function mostInverted({ isHybrid, inverterLimitKwh, inverterEfficiency }: Home, { pvKwh }: StepWay): number {
  return inverterLimitKwh * inverterEfficiency + (isHybrid ? pvKwh : 0);
}

/** Largest flow of the charge mode; the panels of a hybrid may push it past the AC rate. 0 without a charge window. */
function chargeModeKwh(home: Home, future: HomeFuture, way: StepWay, rates: StepRates): number {
  if (!way.mayCharge) return 0;
  if (!home.hasDcBoost) return rates.chargeKwh;
  const maximum = physics.boostedChargeRate(home.acChargeRate, home.dcChargeRate, way.pvKwh);
  const cap = physics.rateCap(maximum, rates.chargeFactor, home.chargeCapRate);
  return physics.limitedRate(maximum, cap, home.minimumRate) * future.chargeScaling * 5;
}
