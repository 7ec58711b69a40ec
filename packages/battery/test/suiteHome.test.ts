import { readFileSync } from "node:fs";
import {
  choosePlan,
  plannerOnEngine,
  planPicture,
  plansOnEngine,
  readSuiteScenarios,
  reportPlan,
  runSuite,
  savedRun,
  suiteHome,
  withProof,
} from "@lightcone/battery";
import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";

const text = readFileSync(new URL("home-suite/scenarios.json", import.meta.url), "utf8");
const scenarios = readSuiteScenarios(text).slice(0, 2);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
});
afterAll(() => engine.close());

test("a suite's home shows the plan of its row: the same windows, what it was chosen by, its future's cost", async () => {
  const planner = await plannerOnEngine(engine);
  const { results } = await runSuite({
    ...{ scenarios, profile: "predbat", withPlans: true, planner, certainPlanner: planner, nowMs: () => 0 },
    simulator: { runPlans: await plansOnEngine(engine), runSaved: savedRun },
  });
  for (const [index, scenario] of scenarios.entries()) {
    const row = results[index]!;
    const report = reportPlan(await choosePlan(suiteHome(scenario), engine));
    expect(report.windows).toEqual((await planner([suiteHome(scenario).inputs]))[0]);
    expect(report.metricPence).toBeCloseTo(row.metric3, 2);
    expect(report.costSoFarPence + report.futures.pv90.costPence).toBeCloseTo(row.cost_pv90, 2);
    expect(report.futures.nominal.exportKwh).toBeCloseTo(row.export_kwh, 2);
  }
});

test("its bound is no lower than that of its row, and no higher than what its plan costs", async () => {
  const [scenario] = scenarios;
  const { inputs } = suiteHome(scenario!);
  const planned = await choosePlan(suiteHome(scenario!), engine);
  const { proof, metricPence } = reportPlan(await withProof(planned, engine));
  const planner = await plannerOnEngine(engine);
  const simulator = { runPlans: await plansOnEngine(engine), runSaved: savedRun };
  const { results } = await runSuite({
    ...{
      scenarios: [scenario!],
      profile: inputs.profile,
      withPlans: false,
      planner,
      certainPlanner: planner,
    },
    ...{ simulator, nowMs: () => 0 },
  });
  expect(proof!.lowerBoundPence).toBeGreaterThanOrEqual(results[0]!.lower_bound - 1e-4);
  expect(proof!.lowerBoundPence).toBeLessThanOrEqual(metricPence);
});

test("its slots are the clock's half-hours from its own start on, over one day", async () => {
  for (const scenario of scenarios) {
    const { slots, nowMs, horizonEndMs, inputs } = suiteHome(scenario);
    expect(slots[0]!.startMinute).toBe(scenario.nowMinute);
    expect(slots.at(-1)!.endMinute).toBe(scenario.nowMinute + 1440);
    expect(slots.slice(1).every(({ startMinute }) => startMinute % 30 === 0)).toBe(true);
    expect(horizonEndMs - nowMs).toBe(inputs.stepCount * 300_000);
  }
});

test("its report says that the day has no date, and its picture whose day it is", async () => {
  const report = reportPlan(await choosePlan(suiteHome(scenarios[1]!), engine));
  expect(report.warnings.join()).toContain("homes of a suite have none");
  const { markup } = planPicture(report, { name: "day", width: 800, plotHeight: 100 });
  expect(markup).toContain(`Battery plan for Home ${scenarios[1]!.id}`);
});
