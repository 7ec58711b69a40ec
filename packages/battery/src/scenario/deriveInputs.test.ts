import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateSuite } from "../suite/generateSuite.ts";
import { deriveInputs } from "./deriveInputs.ts";
import type { SuiteScenario } from "./suiteScenario.ts";

const homeArbitrary: fc.Arbitrary<SuiteScenario> = fc
  .tuple(fc.nat(), fc.nat({ max: 59 }))
  .map(([seed, index]) => generateSuite({ count: index + 1, seed })[index]!);
const home = generateSuite({ count: 1, seed: 0 })[0]!;
const day = (valueAt: (minute: number) => number): Float64Array =>
  Float64Array.from({ length: 1440 }, (_, minute) => valueAt(minute));
const sum = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);

describe("inputs derived from a suite home", () => {
  it("always have the heaviest load in PV10 and the lightest in PV90, in any order of the file's scalings", () => {
    const property = fc.property(
      homeArbitrary,
      fc.constantFrom("predbat", "physical"),
      (scenario, profile) => {
        const [nominal, pv10, pv90] = deriveInputs(scenario, profile as "predbat").futures;
        return nominal.loadKwh.every((kwh, k) => pv90.loadKwh[k]! <= kwh && kwh <= pv10.loadKwh[k]!);
      },
    );
    fc.assert(property, { numRuns: 30 });
  });

  it("keep every future's energy from the panels under clouds, in the physical profile", () => {
    const property = fc.property(homeArbitrary, (scenario) => {
      const clear = sum(scenario.profiles.pvKw) / 60;
      const factors = [1, 0.6, 1.25];
      return deriveInputs(scenario, "physical").futures.every(
        ({ pvKwh }, index) => Math.abs(sum(pvKwh) - clear * factors[index]!) <= 288 * 0.00005 + 1e-9,
      );
    });
    fc.assert(property, { numRuns: 30 });
  });

  it("let clouds pass in PV10 alone in the peer's profile, in every future in the physical one", () => {
    const sunny = { ...home, profiles: { ...home.profiles, pvKw: day(() => 3) } };
    const isFlat = (pvKwh: Float64Array): boolean => pvKwh.every((kwh) => kwh === pvKwh[0]);
    expect(deriveInputs(sunny, "predbat").futures.map(({ pvKwh }) => isFlat(pvKwh))).toEqual([
      true,
      false,
      true,
    ]);
    expect(deriveInputs(sunny, "physical").futures.map(({ pvKwh }) => isFlat(pvKwh))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("slow charging in PV10 in the peer's profile only", () => {
    expect(deriveInputs(home, "predbat").futures.map((future) => future.chargeRateScaling)).toEqual([
      1, 0.8, 1,
    ]);
    expect(deriveInputs(home, "physical").futures.map((future) => future.chargeRateScaling)).toEqual([
      1, 1, 1,
    ]);
  });

  it("take a step's price at its first minute in the peer's profile, its mean in the physical one", () => {
    const importPencePerKwh = day((minute) => (minute < 27 ? 30 : 10));
    const scenario = { ...home, nowMinute: 20, profiles: { ...home.profiles, importPencePerKwh } };
    expect(Array.from(deriveInputs(scenario, "predbat").importPencePerKwh.slice(0, 3))).toEqual([30, 30, 10]);
    expect(Array.from(deriveInputs(scenario, "physical").importPencePerKwh.slice(0, 3))).toEqual([
      30, 18, 10,
    ]);
  });

  it("let intelligent slots vanish in PV10 only", () => {
    const intelligentRun = { startMinute: (home.nowMinute + 60) % 1440, slotCount: 1 };
    const importPencePerKwh = day((minute) => minute / 100);
    const scenario = { ...home, intelligentRun, profiles: { ...home.profiles, importPencePerKwh } };
    const inputs = deriveInputs(scenario, "predbat");
    const changedSteps = inputs.futures.map((future) =>
      Array.from(future.importPencePerKwh.keys()).filter(
        (step) => future.importPencePerKwh[step] !== inputs.importPencePerKwh[step],
      ),
    );
    expect(changedSteps).toEqual([[], [12, 13, 14, 15, 16, 17], []]);
  });

  it("start from the stored share of the capacity, unrounded, with the site's constants", () => {
    const scenario = { ...home, battery: { ...home.battery, capacityKwh: 2.6, startPercent: 43 } };
    const { battery, inverter, costSoFarPence } = deriveInputs(scenario, "predbat");
    expect(battery.startKwh).toBe((2.6 * 43) / 100);
    expect(battery).toMatchObject({
      reserveKwh: 0.38,
      dcChargeKw: 1,
      exportKw: 1.998,
      temperatureChargeCapKw: 2.6,
    });
    expect([battery.chargeCurve[89], battery.chargeCurve[90], battery.chargeCurve[100]]).toEqual([
      1, 0.96, 0.15,
    ]);
    expect(inverter.efficiency).toBe(0.96);
    expect(costSoFarPence).toBe(705.80504);
  });

  it("plan no boosts for a diverter that follows the sun or the charge window, unless it is smart", () => {
    const base = { maxEnergyKwh: 3, maxPowerKw: 2, todayKwh: 0, isOnExport: false, preventsDischarge: false };
    const planned = (isSolar: boolean, isCharging: boolean, isSmart: boolean): number => {
      const scenario = { ...home, diverter: { ...base, isSolar, isCharging, isSmart } };
      return deriveInputs(scenario, "predbat").diverter!.plannedSlots.length;
    };
    expect([planned(true, false, false), planned(false, true, false)]).toEqual([0, 0]);
    expect(planned(false, false, false)).toBeGreaterThan(0);
    expect(planned(true, true, true)).toBeGreaterThan(0);
    expect(deriveInputs({ ...home, diverter: undefined } as never, "predbat").diverter).toBeUndefined();
  });
});
