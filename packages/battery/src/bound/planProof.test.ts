import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certain } from "../../test/boundedPlans.ts";
import { exampleHome } from "../../test/exampleHome.ts";
import { type ScheduleFinder, scheduleFinderOn } from "../plan/planHome.ts";
import { demandSchedule } from "../plan/schedule.ts";
import { rateByReference } from "../replan/keptPlan.ts";
import { metricBoundPence } from "./homeBound.ts";
import { provePlan } from "./planProof.ts";

let engine: Engine;
let find: ScheduleFinder;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
  find = await scheduleFinderOn(engine);
});
afterAll(() => engine.close());

const home = exampleHome((text) => text.replace("hours: 24", "hours: 6"));
const alone = { ...home, inputs: certain(home.inputs) };

test("what a plan costs on the nominal future is its free optimum, the price of modes and the price of hedging", () => {
  const told = rateByReference(home, demandSchedule(home.inputs.stepCount));
  const { executabilityPricePence, hedgePricePence } = provePlan(home, told, find);
  const [best] = find([alone.inputs], home.changePence);
  const optimum = metricBoundPence(alone.inputs, "exact");
  expect(executabilityPricePence).toBeCloseTo(best!.metricPence - optimum, 9);
  expect(optimum + executabilityPricePence + hedgePricePence).toBeCloseTo(
    rateByReference(alone, told.schedule).metricPence,
    9,
  );
  expect(hedgePricePence).toBeGreaterThan(1);
});

test("a plan that is better on the nominal future than the one searched for it has no price of hedging", () => {
  const [best] = find([alone.inputs], home.changePence);
  const worse: ScheduleFinder = () => [rateByReference(alone, demandSchedule(home.inputs.stepCount))];
  const proof = provePlan(home, best!, worse);
  expect(proof).toEqual({ ...provePlan(home, best!, find), hedgePricePence: 0 });
});

test("no plan is below its bound", () => {
  const [told] = find([home.inputs], home.changePence);
  const { lowerBoundPence } = provePlan(home, told!, find);
  expect(lowerBoundPence).toBe(metricBoundPence(home.inputs, "exact"));
  expect(told!.metricPence).toBeGreaterThanOrEqual(lowerBoundPence);
});
