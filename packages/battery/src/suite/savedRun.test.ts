import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../scenario/readSuite.ts";
import { type HomePlans, readPlanFile } from "./planFile.ts";
import { runPlansByReference } from "./referenceRuns.ts";
import { suiteRow } from "./runSuite.ts";
import { savedRun } from "./savedRun.ts";

const folder = new URL("../../test/home-suite/", import.meta.url);
const scenarios = readSuiteScenarios(readFileSync(new URL("scenarios.json", folder), "utf8"));
const text = readFileSync(new URL("conformance.json", folder), "utf8");
const plans: HomePlans[] = readPlanFile(text, "conformance.json");
const rows = (JSON.parse(text) as { scenarios: { result_row: Record<string, number> }[] }).scenarios.map(
  ({ result_row }) => result_row,
);
const simulator = { runSaved: savedRun };

describe("the saved run", () => {
  it.each(scenarios.map((scenario, index) => ({ scenario, index, id: scenario.id })))(
    "gives home $id the row that the conformance file has for the peer's plan",
    ({ scenario, index }) => {
      const inputs = deriveInputs(scenario, "predbat");
      const { plan } = plans[index]!.plans[0]!;
      const futures = runPlansByReference(inputs, [plan])[0]!;
      const { metric3: _, ...row } = suiteRow({ scenario, inputs, plan, futures, simulator });
      const expected = Object.fromEntries(Object.keys(row).map((field) => [field, rows[index]![field]]));
      expect(row).toEqual(expected);
    },
  );
});

describe("what a saved run adds", () => {
  const scenario = scenarios[19]!;
  const inputs = deriveInputs(scenario, "predbat");
  const idle = { charge: [], export: [] };

  it("is the standing charge of each midnight in the horizon, and nothing else, to an idle battery", () => {
    const plain = runPlansByReference(inputs, [idle])[0]![0];
    const saved = savedRun(inputs, idle);
    expect(saved.costPence - plain.costPence).toBeCloseTo(66.0661, 9);
    expect({ ...saved, costPence: 0 }).toEqual({ ...plain, costPence: 0 });
  });

  it("is a slower charge where the window leaves time: as much energy, but later, so dearer where prices rise", () => {
    const rising = Float64Array.from({ length: 1440 }, (_, minute) => minute / 100);
    const profiles = { ...scenario.profiles, importPencePerKwh: rising, pvKw: new Float64Array(1440) };
    const own = { ...deriveInputs({ ...scenario, profiles }, "predbat"), standingChargePencePerDay: 0 };
    const { nowMinute, battery } = own;
    const window = {
      startMinute: nowMinute,
      endMinute: nowMinute + 600,
      targetKwh: battery.capacityKwh * 0.9,
    };
    const plan = { charge: [window], export: [] };
    const plain = runPlansByReference(own, [plan])[0]![0];
    const saved = savedRun(own, plan);
    expect(saved.importBatteryKwh).toBeCloseTo(plain.importBatteryKwh, 1);
    expect(saved.costPence).toBeGreaterThan(plain.costPence + 1);
  });
});
