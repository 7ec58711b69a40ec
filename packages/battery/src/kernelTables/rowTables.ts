import * as layout from "../kernel/layout.ts";
import { imbalance, larger, smaller } from "../kernel/physics.ts";
import { type CarStep, carPremium } from "../model/car.ts";
import { isBoostAllowed, isSunnyEnough, plannedBoost } from "../model/diverter.ts";
import { type Future, type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { minimumDischargeKwh } from "./rateTables.ts";

/** One future's tables, a row after the other. */
export interface RowTables {
  readonly rows: Float64Array;
  readonly meterRows: Float64Array;
}

/** What the steps of one future read. */
export function rowTables(inputs: SimulationInputs, future: Future, cars: readonly CarStep[]): RowTables {
  const rows = new Float64Array(inputs.stepCount * layout.ROW_WORDS);
  const meterRows = new Float64Array(inputs.stepCount * layout.METER_WORDS);
  for (let step = 0; step < inputs.stepCount; step++) {
    const pvKwh = panelKwh(inputs, future.pvKwh[step]!);
    rows.set(row(inputs, future, { step, pvKwh, car: cars[step]! }), step * layout.ROW_WORDS);
    meterRows.set(meterRow(inputs, future, { step, pvKwh, car: cars[step]! }), step * layout.METER_WORDS);
  }
  return { rows, meterRows };
}

interface StepParts {
  readonly step: number;
  readonly pvKwh: number;
  readonly car: CarStep;
}

/** Panels behind an inverter of their own give no more than its limit; a hybrid has none. */
function panelKwh({ inverter }: SimulationInputs, pvKwh: number): number {
  const { isHybrid, pvAcLimitKw } = inverter;
  return isHybrid || pvAcLimitKw === undefined ? pvKwh : smaller(pvKwh, pvAcLimitKw / 12);
}

/** In the order of the ROW_ offsets. */
function row(inputs: SimulationInputs, future: Future, { step, pvKwh, car }: StepParts): number[] {
  const { inverter, exportPencePerKwh } = inputs;
  const loadKwh = future.loadKwh[step]! + car.loadKwh;
  const pvAcKwh = pvKwh * (inverter.isHybrid ? inverter.efficiency : 1);
  return [
    loadKwh,
    pvKwh,
    pvAcKwh,
    demandFlow(inputs, { wantedKwh: imbalance(loadKwh, pvAcKwh, inverter.efficiency), pvKwh, car }),
    future.importPencePerKwh[step]!,
    exportPencePerKwh[step]!,
    car.holdsDischarge ? 1 : 0,
    inverter.isHybrid ? pvAcKwh / inverter.efficiency : 0,
  ];
}

/** What demand mode wants, but for the limits that what is stored sets. Household model, section 4.2. */
function demandFlow(
  { inverter, battery }: SimulationInputs,
  { wantedKwh, pvKwh, car }: { wantedKwh: number; pvKwh: number; car: CarStep },
): number {
  const limitKwh = inverter.limitKw / 12;
  if (!(wantedKwh > 0)) return larger(wantedKwh, -(inverter.isHybrid ? limitKwh + pvKwh : limitKwh));
  const allowedKwh = car.holdsDischarge ? smaller(limitKwh, minimumDischargeKwh(battery)) : limitKwh;
  return smaller(wantedKwh, allowedKwh);
}

/** In the order of the METER_ offsets. */
function meterRow(inputs: SimulationInputs, future: Future, { step, pvKwh, car }: StepParts): number[] {
  const { diverter } = inputs;
  const importPence = future.importPencePerKwh[step]!;
  const isAllowed =
    diverter !== undefined && isBoostAllowed(diverter, importPence, inputs.exportPencePerKwh[step]!);
  const minute = inputs.nowMinute + step * STEP_MINUTES;
  return [
    inputs.carbonGramsPerKwh[step]!,
    carPremium(inputs, car, importPence),
    car.drawnKwh,
    car.outsideKwh,
    isAllowed ? plannedBoost(diverter, minute) : 0,
    isAllowed ? 1 : 0,
    isAllowed && isSunnyEnough(diverter, pvKwh) ? 1 : 0,
    future.pvKwh[step]! - pvKwh,
  ];
}
