import { readFileSync } from "node:fs";
import { createEngine } from "@lightcone/parallel";
import { describe, expect, it } from "vitest";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../scenario/readSuite.ts";
import { plansOnEngine } from "./engineRuns.ts";
import { evaluatePlans } from "./evaluatePlans.ts";
import { generateSuite } from "./generateSuite.ts";
import { readPlanFile } from "./planFile.ts";
import { runPlansByReference } from "./referenceRuns.ts";

const folder = new URL("../../test/home-suite/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

describe("plans on the engine", () => {
  it("reproduce the conformance file's 4,620 results and 140 metrics through the compiled kernel", async () => {
    const engine = await createEngine({ lanes: 2, costGate: false });
    const text = read("conformance.json");
    const expected = JSON.parse(text) as {
      scenarios: { vectors: { results: number[][]; metric3: number }[] }[];
    };
    try {
      const { scenarios } = await evaluatePlans({
        scenarios: readSuiteScenarios(read("scenarios.json")),
        plans: readPlanFile(text, "conformance.json"),
        profile: "predbat",
        simulator: { runPlans: await plansOnEngine(engine) },
      });
      const results = ({
        results,
        metric3,
      }: {
        results: readonly (readonly number[])[];
        metric3: number;
      }) => ({
        results,
        metric3,
      });
      expect(scenarios.map(({ vectors }) => vectors.map(results))).toEqual(
        expected.scenarios.map(({ vectors }) => vectors.map(results)),
      );
      expect(engine.counters().kernels[0]!.activeEngine).toBe("kernel");
    } finally {
      await engine.close();
    }
  });

  it("equal the reference model on generated homes, in both profiles", async () => {
    const engine = await createEngine({ lanes: 1 });
    const runPlans = await plansOnEngine(engine);
    try {
      for (const scenario of generateSuite({ count: 20, seed: 0 })) {
        const { nowMinute, battery } = scenario;
        const windowAt = (hours: number) => ({
          startMinute: nowMinute + 60 * hours,
          endMinute: nowMinute + 60 * hours + 90,
        });
        const plan = {
          charge: [
            { ...windowAt(2), targetKwh: battery.capacityKwh },
            { ...windowAt(9), targetKwh: battery.capacityKwh / 3 },
            { ...windowAt(20), targetKwh: 0.38 },
          ],
          export: [
            { ...windowAt(3), targetPercent: 4.7 },
            { ...windowAt(6), targetPercent: 99 },
            { ...windowAt(14), targetPercent: 0 },
          ],
        };
        for (const profile of ["predbat", "physical"] as const) {
          const inputs = deriveInputs(scenario, profile);
          expect(await runPlans(inputs, [plan])).toEqual(runPlansByReference(inputs, [plan]));
        }
      }
    } finally {
      await engine.close();
    }
  });
});
