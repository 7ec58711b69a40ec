import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { InputError } from "../problem.ts";
import { readSuiteScenarios } from "../scenario/readSuite.ts";
import { evaluatePlans } from "./evaluatePlans.ts";
import { type HomePlans, readPlanFile } from "./planFile.ts";
import { runPlansByReference } from "./referenceRuns.ts";
import type { SuiteSimulator } from "./simulator.ts";

const folder = new URL("../../test/home-suite/", import.meta.url);
const scenarios = readSuiteScenarios(readFileSync(new URL("scenarios.json", folder), "utf8"));
const conformanceText = readFileSync(new URL("conformance.json", folder), "utf8");
const conformance = JSON.parse(conformanceText) as {
  result_fields: string[];
  scenarios: ({ id: number; vectors: { name: string; results: number[][]; metric3: number }[] } & Record<
    string,
    unknown
  >)[];
};
const plans = readPlanFile(conformanceText, "conformance.json");
const simulator: Pick<SuiteSimulator, "runPlans"> = {
  runPlans: async (inputs, some) => runPlansByReference(inputs, some),
};
const evaluate = (some: readonly HomePlans[]): ReturnType<typeof evaluatePlans> =>
  evaluatePlans({ scenarios, plans: some, profile: "predbat", simulator });

describe("evaluating plans", () => {
  it("answers the conformance file with itself: windows, rates, boosts, all results and metrics", async () => {
    const answer = await evaluate(plans);
    const expected = conformance.scenarios.map(({ result_row: _, vectors, ...home }) => ({
      ...home,
      vectors: vectors.map(({ name, results, metric3 }) => ({ name, results, metric3 })),
    }));
    expect(answer).toEqual({ result_fields: conformance.result_fields, scenarios: expected });
    expect(answer.scenarios.flatMap(({ vectors }) => vectors)).toHaveLength(140);
  });

  it("keeps the order of the plan file, of homes and of plans", async () => {
    const some = [plans[4]!, plans[1]!].map(({ id, plans: own }) => ({ id, plans: own.toReversed() }));
    const answer = await evaluate(some);
    expect(answer.scenarios.map(({ id }) => id)).toEqual([4, 1]);
    expect(answer.scenarios[0]!.vectors.map(({ name }) => name)).toEqual(
      some[0]!.plans.map(({ name }) => name),
    );
    expect(answer.scenarios[0]!.vectors.at(-1)!.metric3).toBe(conformance.scenarios[4]!.vectors[0]!.metric3);
  });

  it("refuses plans of homes that are not there, and a file without plans", async () => {
    await expect(evaluate([{ id: 77, plans: [] }])).rejects.toThrow(InputError);
    await expect(evaluate([{ id: 77, plans: [] }])).rejects.toThrow(
      "holds plans for 77, and the scenarios are 0, 1",
    );
    await expect(evaluate([])).rejects.toThrow("holds no plan");
  });
});
