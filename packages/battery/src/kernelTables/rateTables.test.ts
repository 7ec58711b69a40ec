import fc from "fast-check";
import { expect, it } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { randomInputs } from "../../test/model/randomInputs.ts";
import { wholePercent } from "../kernel/physics.ts";
import { round1 } from "../model/decimalRounding.ts";
import type { Battery } from "../model/inputs.ts";
import { bandOf, percentEdges } from "../model/percentEdges.ts";
import { flatPart, futureRateTables, rateTables } from "./rateTables.ts";

/** Section 4 of the household model, word for word. */
function rate(battery: Battery, { key, setting, maximum, curve, capKw }: RateQuestion): number {
  const factor = curve[wholePercent(key, battery.capacityKwh)]!;
  const limited = Math.min(setting, maximum * factor, Math.min(capKw / 60, maximum));
  return Math.max(limited, battery.minimumRateKw / 60);
}

interface RateQuestion {
  readonly key: number;
  readonly setting: number;
  readonly maximum: number;
  readonly curve: Float64Array;
  readonly capKw: number;
}

it("tables by band and by percent give the rates that the formula gives at the charge that they are read at", () => {
  const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
    const random = randomFrom(seed);
    const inputs = randomInputs(random);
    const { battery } = inputs;
    const tables = rateTables(inputs);
    const future = futureRateTables(battery, inputs.futures[1], tables);
    return Array.from({ length: 50 }, () => random.between(0, battery.capacityKwh)).every((socKwh) => {
      const band = bandOf(socKwh, tables);
      const discharge = { maximum: battery.dischargeKw / 60, curve: battery.dischargeCurve };
      const charge = { curve: battery.chargeCurve, capKw: battery.temperatureChargeCapKw };
      const key = inputs.profile === "predbat" ? round1(socKwh) : socKwh;
      const capKw = battery.temperatureDischargeCapKw;
      return (
        tables.dischargeSteps[band] ===
          rate(battery, { key, setting: discharge.maximum, ...discharge, capKw }) *
            battery.dischargeRateScaling *
            5 &&
        future.chargeRates[band] ===
          rate(battery, { key, setting: battery.chargeKw / 60, maximum: battery.chargeKw / 60, ...charge }) *
            future.chargeScaling &&
        future.dcSteps[wholePercent(socKwh, battery.capacityKwh)] ===
          rate(battery, {
            key: socKwh,
            setting: battery.dcChargeKw / 60,
            maximum: battery.dcChargeKw / 60,
            ...charge,
          }) *
            future.chargeScaling *
            5
      );
    });
  });
  fc.assert(property);
});

it("the flat part of a table ends where its first other value begins", () => {
  const edges = percentEdges(10);
  const table = new Float64Array(101).fill(3);
  expect(flatPart(table, edges)).toEqual({ value: 3, belowKwh: Number.POSITIVE_INFINITY });
  table[90] = 2;
  expect(flatPart(table, edges)).toEqual({ value: 3, belowKwh: edges[90] });
  table[1] = 2;
  expect(flatPart(table, edges)).toEqual({ value: 3, belowKwh: edges[1] });
});
