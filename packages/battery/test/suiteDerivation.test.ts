import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { deriveInputs, planSuiteBoosts, suiteWindows } from "../src/scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../src/scenario/readSuite.ts";
import type { PricedWindow } from "../src/tariff/windows.ts";

interface ConformanceHome {
  readonly id: number;
  readonly value_rate: number;
  readonly low_rates: readonly (readonly number[])[];
  readonly high_export_rates: readonly (readonly number[])[];
  readonly iboost_plan: readonly object[];
}

const folder = new URL("./home-suite/", import.meta.url);
const scenarios = readSuiteScenarios(readFileSync(new URL("scenarios.json", folder), "utf8"));
const conformance: { scenarios: ConformanceHome[] } = JSON.parse(
  readFileSync(new URL("conformance.json", folder), "utf8"),
);
const asTriples = (windows: readonly PricedWindow[]): number[][] =>
  windows.map(({ startMinute, endMinute, pencePerKwh }) => [startMinute, endMinute, pencePerKwh]);

describe("what is derived from the twenty homes", () => {
  it("covers the homes of the conformance file, all twenty", () => {
    expect(scenarios.map(({ id }) => id)).toEqual(conformance.scenarios.map(({ id }) => id));
    expect(scenarios).toHaveLength(20);
  });

  it.each(conformance.scenarios.map((home, index) => ({ id: home.id, home, scenario: scenarios[index]! })))(
    "equals the conformance file for home $id: windows, terminal value, planned boosts",
    ({ home, scenario }) => {
      const windows = suiteWindows(scenario);
      expect(asTriples(windows.charge)).toEqual(home.low_rates);
      expect(asTriples(windows.export)).toEqual(home.high_export_rates);
      const inputs = deriveInputs(scenario, "predbat");
      expect(inputs.terminalValuePencePerKwh).toBe(home.value_rate);
      const boosts = planSuiteBoosts(scenario, inputs.importPencePerKwh);
      expect(
        boosts.map((boost) => ({
          start: boost.startMinute,
          end: boost.endMinute,
          kwh: boost.kwh,
          average: boost.meanPencePerKwh,
          cost: boost.costPence,
        })),
      ).toEqual(home.iboost_plan);
    },
  );
});
