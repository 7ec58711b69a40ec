import { describe, expect, it } from "vitest";
import { metricBoundPence } from "../bound/homeBound.ts";
import { round4 } from "../model/decimalRounding.ts";
import { RUN_RESULT_FIELDS, type RunResult } from "../model/runResult.ts";
import { rowMetric, threeFutureMetric } from "../plan/metric.ts";
import type { Plan } from "../plan/plan.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "./generateSuite.ts";
import { type HomePlans, readPlanFile } from "./planFile.ts";
import { runSuite, type SuiteTask } from "./runSuite.ts";
import type { SuiteSimulator } from "./simulator.ts";

/** Eleven fields that tell which run they come from: base + 0, base + 1 ... */
const numbered = (base: number): RunResult =>
  Object.fromEntries(RUN_RESULT_FIELDS.map((field, index) => [field, base + index])) as unknown as RunResult;
const futures = [numbered(100), numbered(200), numbered(300)] as const;
const simulator: SuiteSimulator = {
  runPlans: async (_, plans) => plans.map(() => futures),
  runSaved: () => numbered(400),
};
const plan: Plan = { charge: [{ startMinute: 1500, endMinute: 1530, targetKwh: 1.5 }], export: [] };
const scenarios = generateSuite({ count: 2, seed: 3 });
const task = (changes: Partial<SuiteTask> = {}): SuiteTask => {
  let clockMs = 0;
  return {
    scenarios,
    profile: "predbat",
    withPlans: true,
    planner: async (homes) => homes.map(() => plan),
    simulator,
    nowMs: () => {
      clockMs += 7.4;
      return clockMs;
    },
    ...changes,
  };
};

describe("rows of a suite result", () => {
  it("hold the saved nominal run, the costs of the two other futures and both metrics", async () => {
    const { results } = await runSuite(task());
    const inputs = deriveInputs(scenarios[1]!, "predbat");
    const { plan: _, ...row } = results[1]!;
    expect(row).toEqual({
      id: 1,
      seed: 3,
      metric: rowMetric(numbered(400), futures[1], inputs),
      metric3: threeFutureMetric(futures, inputs),
      cost: 400,
      cost_pv10: 200,
      cost_pv90: 300,
      import_kwh_battery: 401,
      import_kwh_house: 402,
      export_kwh: 403,
      soc_min: 404,
      soc_final: 405,
      battery_cycles: 407,
      carbon_g: 410,
      lower_bound: metricBoundPence(inputs, "quick"),
      gap: round4(threeFutureMetric(futures, inputs) - metricBoundPence(inputs, "quick")),
      runtime_ms: 3.7,
    });
  });

  it("leave the time of the proofs out of runtime_ms, and say it beside them", async () => {
    const { results, proofMs } = await runSuite(task());
    expect(results.map(({ runtime_ms }) => runtime_ms)).toEqual([3.7, 3.7]);
    expect(proofMs).toBeCloseTo(7.4, 6);
  });

  it("hold the plans only when asked, in a layout that is read back as the same plan", async () => {
    const answer = await runSuite(task());
    const expected: HomePlans[] = scenarios.map(({ id }) => ({ id, plans: [{ name: "plan", plan }] }));
    expect(readPlanFile(JSON.stringify(answer), "r.json")).toEqual(expected);
    const { results } = await runSuite(task({ withPlans: false }));
    expect(results.some((row) => "plan" in row)).toBe(false);
  });

  it("give each home's planner its own inputs in the profile asked for", async () => {
    const seen: string[] = [];
    await runSuite(
      task({
        profile: "physical",
        planner: async (homes) => {
          for (const { profile, battery } of homes) seen.push(`${profile} ${battery.capacityKwh}`);
          return homes.map(() => plan);
        },
      }),
    );
    expect(seen).toEqual(scenarios.map(({ battery }) => `physical ${battery.capacityKwh}`));
  });

  it("come in groups, and say which home is at work", async () => {
    const steps: string[] = [];
    const many = generateSuite({ count: 25, seed: 1 });
    const onHome = (index: number, count: number): void => void steps.push(`${index}/${count}`);
    const { results } = await runSuite(task({ scenarios: many, onHome }));
    expect(steps).toEqual(["0/25", "24/25"]);
    expect(results.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  });
});
