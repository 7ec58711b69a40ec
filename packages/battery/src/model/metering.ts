import * as layout from "../kernel/layout.ts";
import * as physics from "../kernel/physics.ts";
import type { HomeInFuture } from "./battery.ts";
import { STEP_MINUTES } from "./inputs.ts";
import type { State } from "./state.ts";

/** Which step of which future is metered. */
export interface MeteredStep extends HomeInFuture {
  readonly step: number;
}

/** Energies of a step as the meters see them, in kWh. */
export interface MeteredEnergies {
  /** Above 0 is import. */
  readonly gridKwh: number;
  readonly batteryKwh: number;
  readonly isChargeWindow: boolean;
}

/** Records a step: energies, money, carbon. What is stored after it must be in the state already. Section 4.4. */
export function recordStep(state: State, where: MeteredStep, energies: MeteredEnergies): void {
  const { gridKwh, batteryKwh } = energies;
  state.throughputKwh += batteryKwh > 0 ? batteryKwh : -batteryKwh;
  state.carbonGrams += gridKwh * meterWord(where, layout.METER_CARBON_GRAMS);
  if (gridKwh > 0) recordImport(state, where, energies);
  else recordExport(state, where, -gridKwh);
  if (state.socKwh < state.socMinKwh) {
    state.socMinKwh = state.socKwh;
    state.socMinMinute = where.home.nowMinute + where.step * STEP_MINUTES;
  }
}

function recordImport(state: State, where: MeteredStep, { gridKwh, isChargeWindow }: MeteredEnergies): void {
  if (isChargeWindow) state.importBatteryKwh += gridKwh;
  else state.importHouseKwh += gridKwh;
  const premiumPence = meterWord(where, layout.METER_CAR_PREMIUM_PENCE);
  const carKwh = physics.smaller(gridKwh, meterWord(where, layout.METER_CAR_KWH));
  state.costPence += rowWord(where, layout.ROW_IMPORT_PENCE) * gridKwh + premiumPence * carKwh;
}

function recordExport(state: State, where: MeteredStep, exportKwh: number): void {
  state.exportKwh += exportKwh;
  // Cars outside the meter take the export first.
  const soldKwh = where.home.areCarsOutsideMeter
    ? physics.larger(exportKwh - meterWord(where, layout.METER_CAR_OUTSIDE_KWH), 0)
    : exportKwh;
  state.costPence -= rowWord(where, layout.ROW_EXPORT_PENCE) * soldKwh;
}

/** Penalty for too little kept in store; the import price and the weight are those of the step's start. Section 4.4. */
export function recordKeep(state: State, where: MeteredStep, weight: number): void {
  const { keepKwh } = where.home;
  if (keepKwh > 0 && state.socKwh <= keepKwh) {
    const importPence = rowWord(where, layout.ROW_IMPORT_PENCE);
    state.keepPence += physics.keepPenalty(state.socKwh, keepKwh, importPence, weight);
  }
}

/** Weight of the keep penalty at the start of a step. Section 4.1, item 2. */
export function keepWeight(state: State, { home, step }: MeteredStep): number {
  return state.hasExported ? home.keepWeight : physics.risingKeepWeight(step * STEP_MINUTES, home.keepWeight);
}

/** One f64 of a step's row. */
export function rowWord({ future, step }: MeteredStep, byteOffset: number): number {
  return future.rows[step * layout.ROW_WORDS + byteOffset / 8]!;
}

/** One f64 of a step's meter row. */
export function meterWord({ future, step }: MeteredStep, byteOffset: number): number {
  return future.meterRows[step * layout.METER_WORDS + byteOffset / 8]!;
}
