import { describe, expect, it } from "vitest";
import type { Plan } from "../plan/plan.ts";
import { InputError } from "../problem.ts";
import { generateSuite } from "./generateSuite.ts";
import { planFields, readPlanFile } from "./planFile.ts";

const plan: Plan = {
  charge: [
    { startMinute: 120, endMinute: 150, targetKwh: 5.2 },
    { startMinute: 1430, endMinute: 1445, targetKwh: 0.38 },
  ],
  export: [{ startMinute: 960, endMinute: 975, targetPercent: 5.3 }],
};
const { profiles } = generateSuite({ count: 1, seed: 0 })[0]!;
const problemsOf = (value: unknown): string[] => {
  try {
    readPlanFile(JSON.stringify(value), "plans.json");
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({ at, what }) => `${at} ${what}`);
    throw error;
  }
  return [];
};

describe("plans in files", () => {
  it("are read back from a suite result as they were written", () => {
    const text = JSON.stringify({ results: [{ id: 7, plan: planFields(plan, profiles) }] });
    expect(readPlanFile(text, "r.json")).toEqual([{ id: 7, plans: [{ name: "plan", plan }] }]);
  });

  it("are read from the layout of the conformance file in its order, under their names", () => {
    const vectors = ["b", "a"].map((name) => ({ name, ...planFields(plan, profiles) }));
    const [home] = readPlanFile(JSON.stringify({ scenarios: [{ id: 3, vectors }] }), "c.json");
    expect(home!.plans.map(({ name }) => name)).toEqual(["b", "a"]);
    expect(home!.plans[1]!.plan).toEqual(plan);
  });

  it("carry the mean price of each window", () => {
    const importPencePerKwh = Float64Array.from({ length: 1440 }, (_, minute) => (minute < 720 ? 10 : 30));
    const fields = planFields(plan, { ...profiles, importPencePerKwh });
    expect(fields.charge).toEqual([
      [120, 150, 10],
      [1430, 1445, 23.33],
    ]);
    expect(fields.charge_limit).toEqual([5.2, 0.38]);
    expect(fields.export_limit).toEqual([5.3]);
  });

  it("are refused with every wrong place named", () => {
    const wrong = {
      charge: [[60, 30, 1], ["x", 90, 1], 5],
      charge_limit: [-1, 2],
      export: [[0, 30, 1]],
      export_limit: [101, 0],
    };
    expect(problemsOf({ results: [{ id: 1, plan: wrong }, { id: 2 }] })).toEqual([
      "plans.json: results[0].plan.export_limit has 2 limits for 1 windows",
      "plans.json: results[0].plan.charge[0][1] is 30, not after the start 60",
      'plans.json: results[0].plan.charge[1][0] is "x", not a finite number',
      "plans.json: results[0].plan.charge[2] is 5, not a list",
      "plans.json: results[0].plan.charge[2][0] is missing",
      "plans.json: results[0].plan.charge[2][1] is missing",
      "plans.json: results[0].plan.charge_limit[0] is -1, which is below 0",
      "plans.json: results[0].plan.charge_limit[2] is missing",
      "plans.json: results[0].plan.export_limit[0] is 101, which is above 100",
      "plans.json: results[1].plan is missing",
    ]);
  });

  it("are refused when the file holds neither layout", () => {
    expect(problemsOf({ homes: [] })).toEqual(["plans.json: scenarios is missing, not a list"]);
  });
});
