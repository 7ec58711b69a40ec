import { larger, limitedRate, rateCap } from "../kernel/physics.ts";
import type { Battery, Future, SimulationInputs } from "../model/inputs.ts";
import { type ChargeBands, peerBands, percentBands } from "../model/percentEdges.ts";

/** What a rate comes to at every charge that its curve is read at: no lookup of percents is left for the kernel. */
export interface RateTables extends ChargeBands {
  /** Largest discharge in a step, by band, in kWh. */
  readonly dischargeSteps: Float64Array;
  /** What forced export is capped at, by band, in kWh a minute. */
  readonly exportCaps: Float64Array;
  /** Charge curve by band. */
  readonly chargeFactors: Float64Array;
}

/** Rates that differ between futures. */
export interface FutureRateTables {
  /** Charge rate from the AC side, by band, in kWh a minute. */
  readonly chargeRates: Float64Array;
  /** Largest charge from panels in a step, by whole percent, in kWh. */
  readonly dcSteps: Float64Array;
  readonly chargeScaling: number;
}

/** Discharge of a step at the minimum rate, in kWh. */
export function minimumDischargeKwh({ minimumRateKw, dischargeRateScaling }: Battery): number {
  return (minimumRateKw / 60) * dischargeRateScaling * 5;
}

/**
 * Charges are looked up to the capacity, or to the start where that lies above it. The peer reads its curves at the charge
 * rounded to a tenth of a kWh, whatever the battery's size; the `physical` profile at the charge as it is.
 */
export function rateTables({ battery, profile }: SimulationInputs): RateTables {
  const highestKwh = larger(battery.capacityKwh, battery.startKwh);
  const bandsOf = profile === "physical" ? percentBands : peerBands;
  const { percents, ...bands } = bandsOf(battery.capacityKwh, highestKwh);
  const dischargeCap = battery.temperatureDischargeCapKw / 60;
  const minimum = battery.minimumRateKw / 60;
  return {
    ...bands,
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
