import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { FREEZE_EXPORT_PERCENT, type Move, NO_CHARGE_KWH, NO_EXPORT_PERCENT } from "./schedule.ts";

const SLOT_MINUTES = 30;
/** Price steps finer than this many slots a day are planned on the half-hour grid alone. */
const MAX_SLOT_COUNT = 120;

/** What a move tells the inverter, without its times. */
export type Action = Pick<Move, "chargeTargetKwh" | "exportTargetPercent">;

/** A slot of the plan, in steps [beginStep, endStep). */
interface Slot {
  readonly beginStep: number;
  readonly endStep: number;
}

/** Where and what the search may tell the inverter. */
export interface SearchSpace {
  /** In the order of time, without gaps, up to the last step that is recorded. */
  readonly slots: readonly Slot[];
  /**
   * Everything that a slot can be told, each once. First the plain actions, each at its strongest: demand, charge to
   * full, hold, and where exports are possible freeze export and export all; then those of the mode table; then more
   * targets.
   */
  readonly actions: readonly Action[];
  /** How many of the first actions are plain. */
  readonly coreCount: number;
  /** How many of the first actions are in the mode table. */
  readonly tableCount: number;
}

/** @returns what the planner may choose from in this home. */
export function searchSpace(inputs: SimulationInputs): SearchSpace {
  const { capacityKwh, reserveKwh } = inputs.battery;
  const charge = (chargeTargetKwh: number): Action => ({
    chargeTargetKwh,
    exportTargetPercent: NO_EXPORT_PERCENT,
  });
  const exportTo = (exportTargetPercent: number): Action => ({
    chargeTargetKwh: NO_CHARGE_KWH,
    exportTargetPercent,
  });
  const chargeTo = (shares: readonly number[]): Action[] =>
    shares
      .map((share) => share * capacityKwh)
      .filter((targetKwh) => targetKwh > reserveKwh)
      .map(charge);
  const slowFactors = inputs.options.lowPowerExport ? SLOW_EXPORT_FACTORS : [];
  // Where nothing may go to the grid, an export window could only mislead.
  const exports =
    inputs.inverter.exportLimitKw > 0 ? (actions: Action[]): Action[] => actions : (): Action[] => [];
  const core = [
    ...[charge(NO_CHARGE_KWH), charge(capacityKwh), charge(reserveKwh)],
    ...exports([exportTo(FREEZE_EXPORT_PERCENT), exportTo(0)]),
  ];
  const table = [
    ...chargeTo(TABLE_CHARGE_SHARES),
    ...exports([...TABLE_EXPORT_PERCENTS, ...slowFactors.map((factor) => 1 - factor)].map(exportTo)),
  ];
  const others = [...chargeTo(CHARGE_SHARES), ...exports(EXPORT_TARGET_PERCENTS.map(exportTo))];
  return {
    slots: slotsOf(inputs),
    actions: [...core, ...table, ...others],
    coreCount: core.length,
    tableCount: core.length + table.length,
  };
}

const TABLE_CHARGE_SHARES: readonly number[] = [0.25, 0.5, 0.75];
const CHARGE_SHARES: readonly number[] = [0.125, 0.375, 0.625, 0.875];
const TABLE_EXPORT_PERCENTS: readonly number[] = [30, 60];
const EXPORT_TARGET_PERCENTS: readonly number[] = [15, 45, 75, 90];
const SLOW_EXPORT_FACTORS: readonly number[] = [0.7, 0.5, 0.3];

/** Half-hours of the clock, cut again where a price changes inside one (unless prices change all the time). */
function slotsOf(inputs: SimulationInputs): Slot[] {
  const stepCount = Math.min(inputs.stepCount, inputs.endRecordStep);
  const halfHours = new Set<number>([0, stepCount]);
  for (let step = 0; step < stepCount; step++) {
    if ((inputs.nowMinute + step * STEP_MINUTES) % SLOT_MINUTES === 0) halfHours.add(step);
  }
  const cuts = new Set(halfHours);
  const { importPencePerKwh, exportPencePerKwh } = inputs;
  for (let step = 1; step < stepCount; step++) {
    if (importPencePerKwh[step] !== importPencePerKwh[step - 1]) cuts.add(step);
    if (exportPencePerKwh[step] !== exportPencePerKwh[step - 1]) cuts.add(step);
  }
  const bounds = [...(cuts.size - 1 <= MAX_SLOT_COUNT ? cuts : halfHours)].sort((a, b) => a - b);
  return bounds.slice(1).map((endStep, index) => ({ beginStep: bounds[index] as number, endStep }));
}
