import { describe, expect, it } from "vitest";
import { metricBoundPence } from "../bound/homeBound.ts";
import { asIfCertain } from "../bound/planProof.ts";
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
const certainFutures = [{ ...numbered(100), costPence: 98 }, numbered(500), numbered(600)] as const;
const simulator: SuiteSimulator = {
  runPlans: async (_, plans) => plans.map((each) => (each === certainPlan ? certainFutures : futures)),
  runSaved: () => numbered(400),
};
const plan: Plan = { charge: [{ startMinute: 1500, endMinute: 1530, targetKwh: 1.5 }], export: [] };
const certainPlan: Plan = { charge: [], export: [] };
// Homes without a diverter, whose bounds take no time.
const scenarios = generateSuite({ count: 12, seed: 3 })
  .filter(({ diverter }) => diverter === undefined)
  .slice(0, 2);
const task = (changes: Partial<SuiteTask> = {}): SuiteTask => {
  let clockMs = 0;
  return {
    scenarios,
    profile: "predbat",
    withPlans: true,
    planner: async (homes) => homes.map(() => plan),
    certainPlanner: async (homes) => homes.map(() => certainPlan),
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
    const certain = asIfCertain(inputs);
    const { plan: _, ...row } = results[1]!;
    expect(row).toEqual({
      id: scenarios[1]!.id,
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
      executability_price: round4(
        threeFutureMetric(certainFutures, certain) - metricBoundPence(certain, "quick"),
      ),
      hedge_price: round4(threeFutureMetric(futures, certain) - threeFutureMetric(certainFutures, certain)),
      runtime_ms: 3.7,
    });
    expect(results[1]!.hedge_price).toBeGreaterThan(0);
  });

  it("take the plan told for the best where it is the better one on the nominal future too", async () => {
    const { results } = await runSuite(task({ certainPlanner: async (homes) => homes.map(() => plan) }));
    expect(results.map(({ hedge_price }) => hedge_price)).toEqual([0, 0]);
    const worse = { ...simulator, runPlans: async () => [certainFutures, futures] };
    const [row] = (await runSuite(task({ simulator: worse }))).results;
    const certain = asIfCertain(deriveInputs(scenarios[0]!, "predbat"));
    const bestPence = threeFutureMetric(certainFutures, certain);
    expect(row!.hedge_price).toBe(0);
    expect(row!.executability_price).toBe(round4(bestPence - metricBoundPence(certain, "quick")));
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
    const many = Array.from({ length: 25 }, (_, id) => ({ ...scenarios[0]!, id }));
    const onHome = (index: number, count: number): void => void steps.push(`${index}/${count}`);
    const { results } = await runSuite(task({ scenarios: many, onHome }));
    expect(steps).toEqual(["0/25", "24/25"]);
    expect(results.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  });
});
