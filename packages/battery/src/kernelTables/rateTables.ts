import { larger, limitedRate, rateCap, wholePercent } from "../kernel/physics.ts";
import type { Battery, Future, SimulationInputs } from "../model/inputs.ts";
import { tenthEdges } from "../model/percentEdges.ts";

/** What a rate comes to at every charge that its curve is read at: no lookup of percents is left for the kernel. */
export interface RateTables {
  /** Smallest charge of each tenth of a kWh. */
  readonly tenthEdges: Float64Array;
  /** Largest discharge in a step, by tenth, in kWh. */
  readonly dischargeSteps: Float64Array;
  /** What forced export is capped at, by tenth, in kWh a minute. */
  readonly exportCaps: Float64Array;
  /** Charge curve by tenth. */
  readonly chargeFactors: Float64Array;
}

/** Rates that differ between futures. */
export interface FutureRateTables {
  /** Charge rate from the AC side, by tenth, in kWh a minute. */
  readonly chargeRates: Float64Array;
  /** Largest charge from panels in a step, by whole percent, in kWh. */
  readonly dcSteps: Float64Array;
  readonly chargeScaling: number;
}

/** Discharge of a step at the minimum rate, in kWh. */
export function minimumDischargeKwh({ minimumRateKw, dischargeRateScaling }: Battery): number {
  return (minimumRateKw / 60) * dischargeRateScaling * 5;
}

/** Charges are looked up to the capacity, or to the start where that lies above it. */
export function rateTables({ battery }: SimulationInputs): RateTables {
  const highestKwh = larger(battery.capacityKwh, battery.startKwh);
  const edges = tenthEdges(Math.trunc(highestKwh * 10 + 0.5) + 2);
  const percents = Array.from(edges, (_, tenth) => wholePercent(tenth / 10, battery.capacityKwh));
  const dischargeCap = battery.temperatureDischargeCapKw / 60;
  const minimum = battery.minimumRateKw / 60;
  return {
    tenthEdges: edges,
    dischargeSteps: Float64Array.from(percents, (percent) => {
      const maximum = battery.dischargeKw / 60;
      const cap = rateCap(maximum, battery.dischargeCurve[percent]!, dischargeCap);
      return limitedRate(maximum, cap, minimum) * battery.dischargeRateScaling * 5;
    }),
    exportCaps: Float64Array.from(percents, (percent) =>
      rateCap(battery.exportKw / 60, battery.dischargeCurve[percent]!, dischargeCap),
    ),
    chargeFactors: Float64Array.from(percents, (percent) => battery.chargeCurve[percent]!),
  };
}

/** The charge rates of one future; the DC rate is read at the unrounded charge. */
export function futureRateTables(battery: Battery, future: Future, tables: RateTables): FutureRateTables {
  const chargeScaling = battery.chargeRateScaling * future.chargeRateScaling;
  const rateAt = (maximum: number, factor: number): number =>
    limitedRate(
      maximum,
      rateCap(maximum, factor, battery.temperatureChargeCapKw / 60),
      battery.minimumRateKw / 60,
    ) * chargeScaling;
  return {
    chargeRates: tables.chargeFactors.map((factor) => rateAt(battery.chargeKw / 60, factor)),
    dcSteps: battery.chargeCurve.map((factor) => rateAt(battery.dcChargeKw / 60, factor) * 5),
    chargeScaling,
  };
}

/** Below which charge a table never changes, and its value there. */
export interface FlatPart {
  readonly belowKwh: number;
  readonly value: number;
}

/**
 * @param edges  smallest charge of each entry
 */
export function flatPart(table: Float64Array, edges: Float64Array): FlatPart {
  const value = table[0]!;
  const firstOther = table.findIndex((other) => other !== value);
  return { value, belowKwh: firstOther < 0 ? Number.POSITIVE_INFINITY : edges[firstOther]! };
}
