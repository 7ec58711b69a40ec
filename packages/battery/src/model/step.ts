import * as layout from "../kernel/layout.ts";
import * as physics from "../kernel/physics.ts";
import type { Segment } from "../plan/schedule.ts";
import { chargeRate, dischargeStep, roomToCharge, storedAfter } from "./battery.ts";
import { type Boost, boostOf } from "./diverter.ts";
import { STEP_MINUTES } from "./inputs.ts";
import { clampToExportLimit, clampToInverter, type Flow, gridKwh, type StepEnergies } from "./inverter.ts";
import { keepWeight, type MeteredStep, meterWord, recordKeep, recordStep, rowWord } from "./metering.ts";
import { charge, demand, forcedExport, freezeExport, type ModeStep } from "./modes.ts";
import type { State } from "./state.ts";

/** What the battery was doing in a step. */
type Mode = "demand" | "charge" | "hold" | "export" | "freezeExport";

/** Everything about one step that a report may ask for; energies in kWh. */
export interface StepRecord {
  readonly mode: Mode;
  readonly energies: StepEnergies;
  readonly flow: Flow;
  readonly gridKwh: number;
  readonly boost: Boost;
}

/** What the inverter is told in a step. */
export interface StepOrder {
  readonly action: Omit<Segment, "endStep">;
  /** Charge rate it is told, in kWh a minute; absent is the highest. */
  readonly chargeSetting?: number;
}

/**
 * One 5-minute step of one future: moves the state past it.
 * @see household model, sections 4.1 to 4.4
 */
export function runStep(state: State, where: MeteredStep, order: StepOrder): StepRecord {
  const { home } = where;
  const weight = keepWeight(state, where);
  const window = chargeWindow(state, where, order.action);
  const boost = divert(state, where, order.action);
  const energies = {
    loadKwh: rowWord(where, layout.ROW_LOAD_KWH) + boost.boostKwh,
    pvKwh: rowWord(where, layout.ROW_PV_KWH) - boost.divertedKwh,
  };
  const isHeld =
    rowWord(where, layout.ROW_IS_HELD) !== 0 ||
    (home.diverterPreventsDischarge && boost.boostKwh > 0) ||
    window.isHeld;
  const acStepKwh = chargeRate(where, state.socKwh) * 5;
  const step: ModeStep = {
    where,
    socKwh: state.socKwh,
    energies,
    limits: {
      acStepKwh,
      dischargeKwh: isHeld ? home.minimumDischargeKwh : dischargeStep(where, state.socKwh),
      storedKwh: physics.dischargeRoom(state.socKwh, window.floorKwh, home.dischargeEfficiency),
      roomKwh: roomToCharge(where, state.socKwh),
    },
  };
  const chosen = chooseMode(state, step, order, window);
  const limits = { acStepKwh: chosen.acStepKwh, roomKwh: step.limits.roomKwh };
  const carried = clampToInverter(where, chosen.flow, energies.pvKwh, limits);
  const flow = clampToExportLimit(where, energies, carried);
  state.socKwh = storedAfter(where, state.socKwh, flow.batteryKwh, window.floorKwh);
  finishDiverterStep(state, where, boost);
  recordKeep(state, where, weight);
  const grid = gridKwh(where, energies, flow);
  const { isActive: isChargeWindow } = window;
  recordStep(state, where, { gridKwh: grid, batteryKwh: flow.batteryKwh, isChargeWindow });
  return { mode: chosen.mode, energies, flow, gridKwh: grid, boost };
}

/** What an enabled charge window means in a step. Household model, section 4.1, items 4 and 12; 9.3. */
interface ChargeWindowStep {
  readonly isActive: boolean;
  readonly targetKwh: number;
  readonly floorKwh: number;
  /** Discharge stays at the minimum rate. */
  readonly isHeld: boolean;
}

function chargeWindow(
  { socKwh }: State,
  { home }: MeteredStep,
  { chargeTargetKwh }: StepOrder["action"],
): ChargeWindowStep {
  const { capacityKwh, reserveKwh } = home;
  if (!(chargeTargetKwh > 0)) {
    return { isActive: false, targetKwh: 0, floorKwh: reserveKwh, isHeld: false };
  }
  const isFreeze =
    physics.wholePercent(chargeTargetKwh, capacityKwh) === physics.wholePercent(reserveKwh, capacityKwh);
  const targetKwh = isFreeze ? physics.larger(socKwh, reserveKwh) : chargeTargetKwh;
  const isReached = socKwh >= targetKwh;
  const percentAbove =
    physics.wholePercent(socKwh, capacityKwh) - physics.wholePercent(targetKwh, capacityKwh);
  return {
    isActive: true,
    targetKwh,
    floorKwh: isReached && home.isReserveEnabled ? physics.larger(targetKwh, reserveKwh) : reserveKwh,
    isHeld: !home.canDischargeDuringCharge || (isReached && percentAbove <= 1 && percentAbove >= -1),
  };
}

/** What the diverter takes in a step. Household model, section 9.8. */
function divert(state: State, where: MeteredStep, action: StepOrder["action"]): Boost {
  const { home } = where;
  if (!home.hasDiverter) return { boostKwh: 0, divertedKwh: 0 };
  const mayRunNow = home.isDiverterOnExport || !(action.exportTargetPercent < 100);
  const isAllowed = meterWord(where, layout.METER_IS_BOOST_ALLOWED) !== 0;
  return boostOf(
    {
      plannedKwh: mayRunNow ? meterWord(where, layout.METER_PLANNED_BOOST_KWH) : 0,
      maxKwh: home.diverterStepKwh,
      leftKwh: physics.larger(home.diverterMaxKwh - state.diverterDayKwh, 0),
      mayFollowCharge: home.isDiverterCharging && isAllowed && action.chargeTargetKwh > 0,
      mayFollowSun: mayRunNow && meterWord(where, layout.METER_IS_SOLAR_BOOST_ALLOWED) !== 0,
    },
    rowWord(where, layout.ROW_PV_KWH),
  );
}

/** Counts the diverter's step; its day ends at midnight. */
function finishDiverterStep(state: State, { home, step }: MeteredStep, boost: Boost): void {
  if (!home.hasDiverter) return;
  const takenKwh = boost.boostKwh + boost.divertedKwh;
  const endMinute = home.nowMinute + (step + 1) * STEP_MINUTES;
  state.diverterKwh += takenKwh;
  state.diverterDayKwh = endMinute % 1440 === 0 ? 0 : state.diverterDayKwh + takenKwh;
}

interface ChosenMode {
  readonly mode: Mode;
  readonly flow: Flow;
  readonly acStepKwh: number;
}

/** The first mode that matches. Household model, section 4.2. */
function chooseMode(state: State, step: ModeStep, order: StepOrder, window: ChargeWindowStep): ChosenMode {
  const { home } = step.where;
  const { exportTargetPercent } = order.action;
  const { acStepKwh } = step.limits;
  if (isForcedExport(step, exportTargetPercent)) {
    const flow = forcedExport(step, exportTargetPercent);
    recordForcedExport(state, step.where, flow);
    return { mode: "export", flow, acStepKwh };
  }
  if (window.isActive && step.socKwh < window.targetKwh) {
    const charged = charge(step, window.targetKwh, order.chargeSetting);
    const importPence = rowWord(step.where, layout.ROW_IMPORT_PENCE);
    state.keepPence += physics.larger(charged.partStepImportKwh * importPence, 0);
    return { mode: "charge", flow: charged.flow, acStepKwh: charged.acStepKwh };
  }
  const isFrozen = exportTargetPercent === 99 || home.freezeOnly;
  if (home.canFreezeExport && exportTargetPercent < 100 && isFrozen) {
    return { mode: "freezeExport", flow: freezeExport(step), acStepKwh };
  }
  return { mode: window.isActive ? "hold" : "demand", flow: demand(step), acStepKwh };
}

/**
 * Tested at the step's start only, so that a step may overshoot the target. In the physical profile a car that may
 * not use the battery gets nothing of a forced export either; the peer's export ignores the car (section 9.4).
 */
function isForcedExport({ where, socKwh }: ModeStep, targetPercent: number): boolean {
  const { capacityKwh, reserveKwh, freezeOnly, isPhysical } = where.home;
  const targetKwh = physics.larger((capacityKwh * targetPercent) / 100, reserveKwh);
  const isHeld = isPhysical && rowWord(where, layout.ROW_IS_HELD) !== 0;
  return !freezeOnly && targetPercent < 99 && socKwh > targetKwh && !isHeld;
}

/** Ends the four-hour rule; where panels may not be exported by force, makes it dear to. Section 4.2 c, d. */
function recordForcedExport(state: State, where: MeteredStep, { batteryKwh, pvAcKwh }: Flow): void {
  if (!where.home.canExportOnPv && batteryKwh > 0) {
    state.keepPence += pvAcKwh * rowWord(where, layout.ROW_EXPORT_PENCE) * 5;
  }
  state.hasExported = true;
}
