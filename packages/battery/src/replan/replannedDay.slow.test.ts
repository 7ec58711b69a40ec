import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleHome } from "../../test/exampleHome.ts";
import { randomFrom } from "../../test/model/random.ts";
import { planJointly } from "../cars/jointPlan.ts";
import type { Home } from "../home/home.ts";
import { stepSeries } from "../model/stepSeries.ts";
import { type ScheduleFinder, scheduleFinderOn } from "../plan/planHome.ts";
import { draftReport } from "../report/draftReport.ts";
import { planJson } from "../report/planJson.ts";
import { composeReport, type PlanReport } from "../report/planReport.ts";
import { readPlanJson } from "../report/readPlanJson.ts";
import { keepOrReplace, type Stickiness } from "./keptPlan.ts";
import { takeUpPlan } from "./previousPlan.ts";

const STEP_MS = 300_000;
const START_MS = Date.parse("2026-04-14T16:35:00+01:00");

let engine: Engine;
let findSchedules: ScheduleFinder;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
  findSchedules = await scheduleFinderOn(engine);
});
afterAll(() => engine.close());

interface Moment {
  readonly nowMs: number;
  readonly socKwh: number;
  readonly carKwh: number;
  /** Factor on the forecast of the sun. */
  readonly sun: number;
}

/** The example home at another moment; what is left at the end is worth the same all day. */
function homeAt({ nowMs, socKwh, carKwh, sun }: Moment): Home {
  const change = (text: string): string =>
    text
      .replace("socPercent: 64", `socKwh: ${socKwh}`)
      .replace("socPercent: 45", `socPercent: ${(carKwh / 60) * 100}`)
      .replace("# terminalValuePencePerKwh: 15", "terminalValuePencePerKwh: 19")
      .replace("  scaling: 1", `  scaling: ${sun}`);
  return exampleHome(change, nowMs);
}

interface Replan {
  readonly report: PlanReport;
  readonly stickiness: Stickiness | undefined;
  /** Stored, and drawn by the car, after the first step. */
  readonly socKwh: number;
  readonly carKwh: number;
}

function replan(home: Home, previous: PlanReport | undefined): Replan {
  const joint = planJointly(home, findSchedules);
  const earlier = previous === undefined ? undefined : takeUpPlan(joint.home, previous);
  const { chosen, previous: stickiness } = keepOrReplace(joint.home, joint.best, earlier);
  const series = stepSeries(joint.home.inputs, 0, chosen.schedule);
  const report = readPlanJson(planJson(composeReport(draftReport(joint.home, { chosen }))));
  return { report, stickiness, socKwh: series.socKwh[0]!, carKwh: series.carKwh[0]! };
}

/** Plans every five minutes; the battery does what was planned but for noise. */
function drive(stepCount: number, noise: () => { readonly socKwh: number; readonly sun: number }): string[] {
  const decisions: string[] = [];
  let previous: PlanReport | undefined;
  let moment: Moment = { nowMs: START_MS, socKwh: 6.08, carKwh: 27, sun: 1 };
  for (let step = 0; step < stepCount; step++) {
    const { report, stickiness, socKwh, carKwh } = replan(homeAt(moment), previous);
    if (stickiness !== undefined) decisions.push(stickiness.decision);
    previous = report;
    const { socKwh: more, sun } = noise();
    moment = {
      nowMs: moment.nowMs + STEP_MS,
      socKwh: Math.min(Math.max(socKwh + more, 0.38), 9.5),
      carKwh: moment.carKwh + carKwh * 0.92,
      sun,
    };
  }
  return decisions;
}

test("planned every five minutes through a day, what is planned stays", { timeout: 600_000 }, () => {
  const decisions = drive(288, () => ({ socKwh: 0, sun: 1 }));
  expect(decisions).toHaveLength(287);
  expect(decisions.filter((decision) => decision !== "kept")).toEqual([]);
});

test("small noise in what is stored and in the forecast does not make a plan flap", {
  timeout: 600_000,
}, () => {
  const random = randomFrom(1);
  const decisions = drive(96, () => ({
    socKwh: random.between(-0.02, 0.02),
    sun: random.between(0.995, 1.005),
  }));
  expect(decisions.filter((decision) => decision !== "kept").length).toBeLessThanOrEqual(2);
});
