import { storedEnergyPence } from "../bound/homeBound.ts";
import { MINUTE_MS, type Slot } from "../clock/slots.ts";
import type { Home } from "../home/home.ts";
import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import type { StepSeries } from "../model/stepSeries.ts";
import {
  FREEZE_EXPORT_PERCENT,
  NO_CHARGE_KWH,
  NO_EXPORT_PERCENT,
  runsOf,
  type Schedule,
  type Segment,
  segmentAt,
} from "../plan/schedule.ts";
import type { PlannedSlot, SlotAction } from "./planReport.ts";

/**
 * The home's slots with what is planned in them, cut where the plan changes inside a slot.
 * @param futures  the plan in the nominal future, PV10 and PV90
 */
export function plannedSlots(
  home: Home,
  schedule: Schedule,
  futures: readonly [StepSeries, StepSeries, StepSeries],
): PlannedSlot[] {
  const { inputs } = home;
  const storedPence = storedEnergyPence(inputs);
  const changes = runsOf(schedule).map(({ beginStep }) => inputs.nowMinute + beginStep * STEP_MINUTES);
  return home.slots
    .flatMap((slot) => cutAt(slot, changes))
    .map((slot) => ({
      ...plannedSlot(inputs, slot, segmentAt(schedule, stepOf(inputs, slot.startMinute)), futures),
      ...worthAt(storedPence, stepOf(inputs, slot.endMinute) - 1),
    }));
}

/** Steps that are not recorded have no worth. */
function worthAt(storedPence: Float64Array, step: number): Pick<PlannedSlot, "storedPencePerKwh"> {
  const storedPencePerKwh = storedPence[step];
  return storedPencePerKwh === undefined ? {} : { storedPencePerKwh };
}

function cutAt(slot: Slot, minutes: readonly number[]): Slot[] {
  const cuts = minutes.filter((minute) => minute > slot.startMinute && minute < slot.endMinute);
  const bounds = [slot.startMinute, ...cuts, slot.endMinute];
  const msAt = (minute: number): number => slot.startMs + (minute - slot.startMinute) * MINUTE_MS;
  return bounds.slice(1).map((endMinute, index) => {
    const startMinute = bounds[index] as number;
    return { startMinute, endMinute, startMs: msAt(startMinute), endMs: msAt(endMinute) };
  });
}

function plannedSlot(
  inputs: SimulationInputs,
  slot: Slot,
  segment: Segment,
  [nominal, pv10, pv90]: readonly [StepSeries, StepSeries, StepSeries],
): PlannedSlot {
  const begin = stepOf(inputs, slot.startMinute);
  const end = stepOf(inputs, slot.endMinute);
  const sum = (values: Float64Array): number =>
    values.subarray(begin, end).reduce((total, value) => total + value, 0);
  const mean = (values: Float64Array): number => sum(values) / (end - begin);
  return {
    startMs: slot.startMs,
    endMs: slot.endMs,
    importPencePerKwh: mean(inputs.importPencePerKwh),
    exportPencePerKwh: mean(inputs.exportPencePerKwh),
    ...orderOf(inputs, segment),
    socStartKwh: begin === 0 ? nominal.start.socKwh : (nominal.socKwh[begin - 1] as number),
    socEndKwh: nominal.socKwh[end - 1] as number,
    socEndPv10Kwh: pv10.socKwh[end - 1] as number,
    socEndPv90Kwh: pv90.socKwh[end - 1] as number,
    pvKwh: sum(nominal.pvKwh),
    loadKwh: sum(nominal.loadKwh),
    carKwh: sum(nominal.carKwh),
    diverterKwh: sum(nominal.diverterKwh),
    importKwh: sum(nominal.importKwh),
    exportKwh: sum(nominal.exportKwh),
    chargeKwh: sum(nominal.chargeKwh),
    dischargeKwh: sum(nominal.dischargeKwh),
    clippedKwh: sum(nominal.clippedKwh),
    costPence: sum(nominal.costPence),
  };
}

function stepOf({ nowMinute }: SimulationInputs, minute: number): number {
  return Math.round((minute - nowMinute) / STEP_MINUTES);
}

/** What the inverter is told, with its target where it has one. */
function orderOf(
  { battery }: SimulationInputs,
  { chargeTargetKwh, exportTargetPercent }: Segment,
): { action: SlotAction; targetKwh?: number; targetPercent?: number } {
  if (exportTargetPercent < FREEZE_EXPORT_PERCENT) {
    // The battery stops at its reserve, whatever lower target the inverter is told.
    const askedKwh = (Math.floor(exportTargetPercent) / 100) * battery.capacityKwh;
    const targetKwh = Math.max(askedKwh, battery.reserveKwh);
    return { action: "export", targetKwh, targetPercent: (100 * targetKwh) / battery.capacityKwh };
  }
  if (exportTargetPercent < NO_EXPORT_PERCENT) return { action: "freezeExport" };
  if (chargeTargetKwh === NO_CHARGE_KWH) return { action: "demand" };
  if (chargeTargetKwh <= battery.reserveKwh) return { action: "hold" };
  return {
    action: "charge",
    targetKwh: chargeTargetKwh,
    targetPercent: (100 * chargeTargetKwh) / battery.capacityKwh,
  };
}
