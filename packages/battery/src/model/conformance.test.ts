import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RESULT_FIELDS } from "../kernel/layout.ts";
import { compilePlan } from "../plan/compilePlan.ts";
import type { Plan } from "../plan/plan.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../scenario/readSuite.ts";
import { round4 } from "./decimalRounding.ts";
import { homeOf, simulate } from "./simulate.ts";
import { stateWords } from "./state.ts";

const folder = new URL("../../test/home-suite/", import.meta.url);
const scenarios = readSuiteScenarios(readFileSync(new URL("scenarios.json", folder), "utf8"));
const conformance = JSON.parse(readFileSync(new URL("conformance.json", folder), "utf8")) as {
  readonly scenarios: readonly ConformanceHome[];
};

interface ConformanceHome {
  readonly id: number;
  readonly vectors: readonly Vector[];
}

interface Vector {
  readonly name: string;
  readonly charge: readonly (readonly [number, number, number])[];
  readonly charge_limit: readonly number[];
  readonly export: readonly (readonly [number, number, number])[];
  readonly export_limit: readonly number[];
  readonly results: readonly (readonly number[])[];
  readonly metric3: number;
}

function planOf(vector: Vector): Plan {
  return {
    charge: vector.charge.map(([startMinute, endMinute], index) => ({
      startMinute,
      endMinute,
      targetKwh: vector.charge_limit[index]!,
    })),
    export: vector.export.map(([startMinute, endMinute], index) => ({
      startMinute,
      endMinute,
      targetPercent: vector.export_limit[index]!,
    })),
  };
}

describe("the peer's profile against its published results", () => {
  it.each(conformance.scenarios.map((home) => [home.id, home] as const))(
    "home %i: every field of every plan in all three futures",
    (id, { vectors }) => {
      const inputs = deriveInputs(scenarios.find((scenario) => scenario.id === id)!, "predbat");
      const home = homeOf(inputs);
      for (const vector of vectors) {
        const schedule = compilePlan(planOf(vector), inputs);
        const results = [0, 1, 2].map((future) =>
          stateWords(simulate(home, future, schedule))
            .slice(0, RESULT_FIELDS)
            .map(round4),
        );
        expect(results, vector.name).toEqual(vector.results);
      }
    },
  );
});
