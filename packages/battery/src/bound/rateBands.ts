import * as physics from "../kernel/physics.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import { bandOf, percentEdges } from "../model/percentEdges.ts";

/** Highest battery flows of a step by what they are for, in kWh between inverter and battery losses. */
export interface StepRates {
  /** Charging from the AC side. */
  readonly chargeKwh: number;
  /** Charging of a hybrid from its panels, outside the charge mode. */
  readonly panelKwh: number;
  /** Factor of the charge curve, which the charge mode of a hybrid puts on a rate that the panels push up. */
  readonly chargeFactor: number;
  /** Discharging for the home. */
  readonly dischargeKwh: number;
  /** Discharging in a forced export. */
  readonly exportKwh: number;
}

/** A range of stored energy, from `fromKwh` to where the next band begins, and the rates in it. */
export interface RateBand {
  /** Lowest stored energy of the band, in kWh; 0 in the first. */
  readonly fromKwh: number;
  readonly highest: StepRates;
  readonly lowest: StepRates;
}

/**
 * What the model's tables of rates come to: between two of its edges (tenths of a kWh or percents; percents for what
 * the panels of a hybrid give) every rate is one value, so that highest and lowest are the same.
 */
export function rateBands(home: Home, future: HomeFuture): RateBand[] {
  const top = Math.max(home.capacityKwh, home.startKwh);
  const edges = new Set<number>([0]);
  const dcEdges = home.isHybrid ? percentEdges(home.capacityKwh) : [];
  for (const edge of [...home.bandEdges, ...dcEdges]) if (edge > 0 && edge <= top) edges.add(edge);
  const bands: RateBand[] = [];
  for (const fromKwh of [...edges].sort((a, b) => a - b)) {
    const rates = ratesAt(home, future, fromKwh);
    const last = bands.at(-1);
    if (last === undefined || !isSame(last.highest, rates)) {
      bands.push({ fromKwh, highest: rates, lowest: rates });
    }
  }
  return bands;
}

/** Few bands for the same rates: the widest as it is, what lies below it as one and what lies above it as one. */
export function coarseBands(bands: readonly RateBand[], capacityKwh: number): RateBand[] {
  const widthOf = (index: number): number =>
    (bands[index + 1]?.fromKwh ?? capacityKwh) - bands[index]!.fromKwh;
  let widest = 0;
  for (let index = 1; index < bands.length; index++) if (widthOf(index) > widthOf(widest)) widest = index;
  const parts = [bands.slice(0, widest), bands.slice(widest, widest + 1), bands.slice(widest + 1)];
  return parts.filter((part) => part.length > 0).map(joined);
}

/** Neighbouring bands as one. */
export function joined(bands: readonly RateBand[]): RateBand {
  return bands.reduce(({ fromKwh, highest, lowest }, band) => ({
    fromKwh,
    highest: perRate(Math.max, highest, band.highest),
    lowest: perRate(Math.min, lowest, band.lowest),
  }));
}

function perRate(choose: (a: number, b: number) => number, a: StepRates, b: StepRates): StepRates {
  return {
    chargeKwh: choose(a.chargeKwh, b.chargeKwh),
    panelKwh: choose(a.panelKwh, b.panelKwh),
    chargeFactor: choose(a.chargeFactor, b.chargeFactor),
    dischargeKwh: choose(a.dischargeKwh, b.dischargeKwh),
    exportKwh: choose(a.exportKwh, b.exportKwh),
  };
}

function isSame(a: StepRates, b: StepRates): boolean {
  return (
    a.chargeKwh === b.chargeKwh &&
    a.panelKwh === b.panelKwh &&
    a.chargeFactor === b.chargeFactor &&
    a.dischargeKwh === b.dischargeKwh &&
    a.exportKwh === b.exportKwh
  );
}

/** Rates at one charge; a forced export as fast as the home allows. */
function ratesAt(home: Home, future: HomeFuture, socKwh: number): StepRates {
  const band = bandOf(socKwh, home);
  const exportRate = physics.limitedRate(home.exportRate, home.exportCaps[band]!, home.minimumRate);
  return {
    chargeKwh: future.chargeRates[band]! * 5,
    panelKwh: home.isHybrid ? future.dcSteps[physics.wholePercent(socKwh, home.capacityKwh)]! : 0,
    chargeFactor: home.hasDcBoost ? home.chargeFactors[band]! : 1,
    dischargeKwh: home.dischargeSteps[band]!,
    exportKwh: exportRate * home.dischargeScaling * 5,
  };
}
