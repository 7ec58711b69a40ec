import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { FREEZE_EXPORT_PERCENT, type Move, NO_CHARGE_KWH, NO_EXPORT_PERCENT } from "./schedule.ts";

const SLOT_MINUTES = 30;
/** Price steps finer than this many slots a day are planned on the half-hour grid alone. */
const MAX_SLOT_COUNT = 120;

/** What a move tells the inverter, without its times. */
export type Action = Pick<Move, "chargeTargetKwh" | "exportTargetPercent">;

/** A slot of the plan, in steps [beginStep, endStep). */
export interface Slot {
  readonly beginStep: number;
  readonly endStep: number;
  /** Mean import and export price over the slot, in pence per kWh. */
  readonly importPencePerKwh: number;
  readonly exportPencePerKwh: number;
}

/** Where and what the search may tell the inverter. */
export interface SearchSpace {
  readonly stepCount: number;
  readonly slots: readonly Slot[];
  readonly demand: Action;
  readonly hold: Action;
  readonly freezeExport: Action;
  readonly chargeFull: Action;
  readonly exportAll: Action;
  /** Charge actions to targets below full, rising. */
  readonly chargePart: readonly Action[];
  /** Export actions to targets above the least, and slow ones where the home allows them. */
  readonly exportPart: readonly Action[];
}

/** @returns what the planner may choose from in this home. */
export function searchSpace(inputs: SimulationInputs): SearchSpace {
  const { capacityKwh, reserveKwh } = inputs.battery;
  const charge = (chargeTargetKwh: number): Action => ({
    chargeTargetKwh,
    exportTargetPercent: NO_EXPORT_PERCENT,
  });
  // Where nothing may go to the grid, an export window could only mislead: it is demand.
  const canExport = inputs.inverter.exportLimitKw > 0;
  const exportTo = (percent: number): Action => ({
    chargeTargetKwh: NO_CHARGE_KWH,
    exportTargetPercent: canExport ? percent : NO_EXPORT_PERCENT,
  });
  const slowFactors = inputs.options.lowPowerExport ? [0.7, 0.5, 0.3] : [];
  return {
    stepCount: inputs.stepCount,
    slots: slotsOf(inputs),
    demand: charge(NO_CHARGE_KWH),
    hold: charge(reserveKwh),
    freezeExport: exportTo(FREEZE_EXPORT_PERCENT),
    chargeFull: charge(capacityKwh),
    exportAll: exportTo(0),
    chargePart: CHARGE_SHARES.map((share) => share * capacityKwh)
      .filter((targetKwh) => targetKwh > reserveKwh)
      .map(charge),
    exportPart: [
      ...EXPORT_TARGET_PERCENTS.map((percent) => exportTo(percent)),
      ...slowFactors.map((factor) => exportTo(1 - factor)),
    ],
  };
}

const CHARGE_SHARES: readonly number[] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];
const EXPORT_TARGET_PERCENTS: readonly number[] = [15, 30, 45, 60, 75, 90];

/** Half-hours of the clock, cut again where a price changes inside one (unless prices change all the time). */
function slotsOf(inputs: SimulationInputs): Slot[] {
  const halfHours = new Set<number>([0, inputs.stepCount]);
  for (let step = 0; step < inputs.stepCount; step++) {
    if ((inputs.nowMinute + step * STEP_MINUTES) % SLOT_MINUTES === 0) halfHours.add(step);
  }
  const cuts = new Set(halfHours);
  const { importPencePerKwh, exportPencePerKwh } = inputs;
  for (let step = 1; step < inputs.stepCount; step++) {
    if (importPencePerKwh[step] !== importPencePerKwh[step - 1]) cuts.add(step);
    if (exportPencePerKwh[step] !== exportPencePerKwh[step - 1]) cuts.add(step);
  }
  const bounds = [...(cuts.size - 1 <= MAX_SLOT_COUNT ? cuts : halfHours)].sort((a, b) => a - b);
  return bounds.slice(1).map((endStep, index) => {
    const beginStep = bounds[index] as number;
    return {
      beginStep,
      endStep,
      importPencePerKwh: mean(importPencePerKwh.subarray(beginStep, endStep)),
      exportPencePerKwh: mean(exportPencePerKwh.subarray(beginStep, endStep)),
    };
  });
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** True for the five plain actions, each at its strongest. */
export function isCoreAction(action: Action, space: SearchSpace): boolean {
  return [space.demand, space.chargeFull, space.hold, space.freezeExport, space.exportAll].includes(action);
}
