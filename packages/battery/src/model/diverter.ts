import { smaller } from "../kernel/physics.ts";
import { type Diverter, STEP_MINUTES } from "./inputs.ts";

/** Whether the prices of a step let the diverter run. Household model, section 4.8. */
export function isBoostAllowed(diverter: Diverter, importPence: number, exportPence: number): boolean {
  return importPence <= diverter.maxImportPencePerKwh && exportPence <= diverter.maxExportPencePerKwh;
}

/** Planned boost of a step, in kWh, before the day's energy limit. Household model, section 4.8. */
export function plannedBoost(diverter: Diverter, minute: number): number {
  const slot = diverter.plannedSlots.find(
    ({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute,
  );
  if (slot === undefined) return 0;
  const stepKwh = (slot.kwh * STEP_MINUTES) / (slot.endMinute - slot.startMinute);
  return Math.min(stepKwh, maxBoost(diverter));
}

/** Most that the diverter takes in one step, in kWh. */
export function maxBoost({ maxPowerKw }: Diverter): number {
  return maxPowerKw / 12;
}

/** Whether the panels give enough for the diverter to follow them. */
export function isSunnyEnough({ isSolar, minPowerKw }: Diverter, pvKwh: number): boolean {
  return isSolar && pvKwh > minPowerKw / 12;
}

/** What the diverter may do in a step, whatever was decided before. */
export interface BoostLimits {
  readonly plannedKwh: number;
  /** Most in this step, and what is left of the day's energy. */
  readonly maxKwh: number;
  readonly leftKwh: number;
  readonly mayFollowCharge: boolean;
  readonly mayFollowSun: boolean;
}

/** What the diverter takes: `boostKwh` as load, `divertedKwh` straight from the panels. */
export interface Boost {
  readonly boostKwh: number;
  readonly divertedKwh: number;
}

/** The diverter's step: plan, then charging mode over it, then the sun. Household model, section 9.8. */
export function boostOf(limits: BoostLimits, pvKwh: number): Boost {
  const { plannedKwh, maxKwh, leftKwh } = limits;
  const boostKwh = smaller(limits.mayFollowCharge ? maxKwh : plannedKwh, leftKwh);
  const divertedKwh = limits.mayFollowSun
    ? smaller(pvKwh, smaller(maxKwh - boostKwh, leftKwh - boostKwh))
    : 0;
  return { boostKwh, divertedKwh };
}
