import { readFileSync } from "node:fs";
import { createEngine, type EngineOptions } from "@lightcone/parallel";
import { describe, expect, test } from "vitest";
import { scheduleFinderOn } from "../src/plan/planHome.ts";
import type { Rated } from "../src/plan/preference.ts";
import { deriveInputs } from "../src/scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../src/scenario/readSuite.ts";

const MINUTE = 60_000;

const readSuite = (name: string): string =>
  readFileSync(new URL(`home-suite/${name}`, import.meta.url), "utf8");
const homes = readSuiteScenarios(readSuite("scenarios.json"));

async function found(homeId: number, options: EngineOptions): Promise<Rated> {
  const engine = await createEngine(options);
  try {
    const findSchedules = await scheduleFinderOn(engine);
    return findSchedules([deriveInputs(homes[homeId]!, "predbat")], 0)[0]!;
  } finally {
    await engine.close();
  }
}

describe.each([2, 18])("the plan of home %i", (homeId) => {
  test.each([0, 2, 3, 4, 8, 16])(
    "is the same on %i lanes as on one",
    { timeout: 5 * MINUTE },
    async (lanes) => {
      // Without the gate, so that the lanes are really used.
      const options = { lanes, costGate: false };
      expect(await found(homeId, options)).toEqual(await found(homeId, { lanes: 1 }));
    },
  );
});

test("the reference engine finds the same plan", { timeout: 5 * MINUTE }, async () => {
  const reference = await found(12, { lanes: 1, engine: "reference" });
  expect(reference).toEqual(await found(12, { lanes: 1 }));
});

// The recorded plans are what `suite` gives: the gate compares them with a fresh run.
test("no worse than the peer's plan on any of 20 homes, and 19 p a home better on average", () => {
  const plans: { results: { id: number; metric3: number }[] } = JSON.parse(readSuite("plans.json"));
  const peers: { scenarios: { vectors: { name: string; metric3: number }[] }[] } = JSON.parse(
    readSuite("conformance.json"),
  );
  const differences = plans.results.map(({ id, metric3 }) => {
    const peer = peers.scenarios[id]!.vectors.find(({ name }) => name === "peer_plan")!;
    return metric3 - peer.metric3;
  });
  expect(differences).toHaveLength(20);
  expect(differences.filter((difference) => difference > 0)).toEqual([]);
  expect(differences.reduce((sum, difference) => sum + difference, 0)).toBeLessThan(-19 * 20);
});
