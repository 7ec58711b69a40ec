import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { type ChargeRange, chargeRange } from "./chargeRange.ts";
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
   * full, hold, freeze export and export all; then slow exports; then more targets.
   */
  readonly actions: readonly Action[];
  /** How many of the first actions are plain. */
  readonly coreCount: number;
  /** How many of the first actions the courses of the futures choose from. */
  readonly courseCount: number;
  /** Charges between which the search tells plans apart. */
  readonly range: ChargeRange;
  /** The energy that targets are shares of, in kWh: the capacity, or less where a plan reaches less. */
  readonly targetSpanKwh: number;
}

/** @returns what the planner may choose from in this home. */
export function searchSpace(inputs: SimulationInputs): SearchSpace {
  const range = chargeRange(inputs);
  const targets = targetsIn(inputs, range);
  const slowFactors = inputs.options.lowPowerExport ? SLOW_EXPORT_FACTORS : [];
  const core = [
    ...[NO_CHARGE_KWH, inputs.battery.capacityKwh, inputs.battery.reserveKwh].map(charge),
    ...[FREEZE_EXPORT_PERCENT, 0].map(exportTo),
  ];
  const slow = slowFactors.map((factor) => exportTo(1 - factor));
  const others = [...targets.charges(CHARGE_SHARES), ...targets.exports(EXPORT_TARGET_PERCENTS)];
  return {
    slots: slotsOf(inputs),
    actions: [...core, ...slow, ...others],
    coreCount: core.length,
    courseCount: core.length + slow.length,
    range,
    targetSpanKwh: targets.spanKwh,
  };
}

const charge = (chargeTargetKwh: number): Action => ({
  chargeTargetKwh,
  exportTargetPercent: NO_EXPORT_PERCENT,
});

const exportTo = (exportTargetPercent: number): Action => ({
  chargeTargetKwh: NO_CHARGE_KWH,
  exportTargetPercent,
});

/** Targets at shares of the energy that can be had: of the whole battery, or of the part of it that a plan can reach. */
function targetsIn(
  { battery, options }: SimulationInputs,
  { lowestKwh, highestKwh }: ChargeRange,
): {
  readonly spanKwh: number;
  readonly charges: (shares: readonly number[]) => Action[];
  readonly exports: (percents: readonly number[]) => Action[];
} {
  const { capacityKwh, reserveKwh, startKwh } = battery;
  const baseKwh = lowestKwh > Math.min(startKwh, reserveKwh) ? lowestKwh : 0;
  const spanKwh = highestKwh - baseKwh;
  const [basePercent, spanShare] =
    capacityKwh > 0 ? [100 * (baseKwh / capacityKwh), spanKwh / capacityKwh] : [0, 1];
  const percentOf = (percent: number): number => {
    const target = basePercent + percent * spanShare;
    // Where a target's fraction slows the export, targets are whole.
    return options.lowPowerExport ? Math.round(target) : target;
  };
  return {
    spanKwh,
    charges: (shares) =>
      shares
        .map((share) => baseKwh + share * spanKwh)
        .filter((targetKwh) => targetKwh > reserveKwh)
        .map(charge),
    exports: (percents) =>
      [...new Set(percents.map(percentOf))]
        .filter((percent) => percent > 0 && percent < FREEZE_EXPORT_PERCENT)
        .map(exportTo),
  };
}

const CHARGE_SHARES: readonly number[] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];
const EXPORT_TARGET_PERCENTS: readonly number[] = [15, 30, 45, 60, 75, 90];
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
