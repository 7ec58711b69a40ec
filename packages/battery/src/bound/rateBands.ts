import * as physics from "../kernel/physics.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import { percentEdges, tenthOf } from "../model/percentEdges.ts";
import type { RateCurve } from "../storage/storageProblem.ts";

const MINUTES_PER_HOUR = 60;
const STEPS_PER_HOUR = 12;

/** The highest battery powers that any mode allows, by stored energy: at the battery's terminals, in kW. */
export interface RateBands {
  /** Lowest stored energy of each band, in kWh, rising; the first is 0. */
  readonly fromKwh: readonly number[];
  readonly chargeKw: readonly number[];
  readonly dischargeKw: readonly number[];
}

/**
 * What the model's tables of rates come to: between two of its edges (tenths of a kWh; percents for what the panels
 * of a hybrid give) every rate is one value. In each band the highest of all modes is taken; of discharging the highest
 * at that charge or below, so that more stored never hinders.
 */
export function rateBands(home: Home, future: HomeFuture): RateBands {
  const top = Math.max(home.capacityKwh, home.startKwh);
  const edges = new Set<number>([0]);
  const dcEdges = home.isHybrid ? percentEdges(home.capacityKwh) : [];
  for (const edge of [...home.tenthEdges, ...dcEdges]) if (edge > 0 && edge <= top) edges.add(edge);
  const bands = { fromKwh: [] as number[], chargeKw: [] as number[], dischargeKw: [] as number[] };
  for (const fromKwh of [...edges].sort((a, b) => a - b)) {
    const chargeKw = mostCharge(home, future, fromKwh) * MINUTES_PER_HOUR;
    const dischargeKw = Math.max(
      mostDischarge(home, fromKwh) * STEPS_PER_HOUR,
      bands.dischargeKw.at(-1) ?? 0,
    );
    if (bands.chargeKw.at(-1) === chargeKw && bands.dischargeKw.at(-1) === dischargeKw) continue;
    bands.fromKwh.push(fromKwh);
    bands.chargeKw.push(chargeKw);
    bands.dischargeKw.push(dischargeKw);
  }
  return bands;
}

/** Highest charge rate of any mode, in kWh a minute. */
function mostCharge(home: Home, future: HomeFuture, socKwh: number): number {
  const tenth = tenthOf(socKwh, home.tenthEdges);
  const fromGrid = future.chargeRates[tenth]!;
  if (!home.isHybrid) return fromGrid;
  const fromPanels = future.dcSteps[physics.wholePercent(socKwh, home.capacityKwh)]! / 5;
  const factor = home.chargeFactors[tenth]!;
  const cap = physics.rateCap(home.dcChargeRate, factor, home.chargeCapRate);
  const boosted = home.hasDcBoost
    ? physics.limitedRate(home.dcChargeRate, cap, home.minimumRate) * future.chargeScaling
    : 0;
  return Math.max(fromGrid, fromPanels, boosted);
}

/** Highest discharge of a step in demand and in a forced export, in kWh. */
function mostDischarge(home: Home, socKwh: number): number {
  const tenth = tenthOf(socKwh, home.tenthEdges);
  const exported =
    physics.limitedRate(home.exportRate, home.exportCaps[tenth]!, home.minimumRate) *
    home.dischargeScaling *
    5;
  return Math.max(home.dischargeSteps[tenth]!, exported, home.minimumDischargeKwh);
}

/** The bands as a storage problem has them; null where there is only one. */
export function rateCurveOf(bands: RateBands, capacityKwh: number): RateCurve | null {
  if (bands.fromKwh.length === 1 || !(capacityKwh > 0)) return null;
  return {
    socFraction: Float64Array.from(bands.fromKwh, (kwh) => kwh / capacityKwh),
    chargeKw: Float64Array.from(bands.chargeKw),
    dischargeKw: Float64Array.from(bands.dischargeKw),
  };
}
