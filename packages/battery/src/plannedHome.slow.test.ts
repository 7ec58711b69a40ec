import { readFileSync } from "node:fs";
import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readHome } from "./home/readHome.ts";
import { planBattery } from "./planBattery.ts";
import { choosePlan, type PlannedHome, reportPlan, withForcedActions, withProof } from "./plannedHome.ts";
import { planJson } from "./report/planJson.ts";
import type { PlanReport } from "./report/planReport.ts";

const EXAMPLES = new URL("../../../examples/", import.meta.url);
const home = readHome(readFileSync(new URL("home.yaml", EXAMPLES), "utf8"), {
  readFile: (path) => readFileSync(new URL(path, EXAMPLES), "utf8"),
});

let engine: Engine;
let planned: PlannedHome;
let report: PlanReport;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
  planned = await withProof(await choosePlan(home, engine), engine);
  report = reportPlan(planned);
});
afterAll(() => engine.close());

test("the stages come to what planning in one go gives", async () => {
  expect(planJson(report)).toBe(planJson(await planBattery(home, engine)));
});

test("to force what the plan does anyway changes nothing", () => {
  const { startMs, endMs, action } = report.slots[0]!;
  expect(action).toBe("freezeExport");
  const same = withForcedActions(planned, [{ startMs, endMs, action }]);
  expect(planJson(reportPlan(same))).toBe(planJson(report));
});

test("a forced action stands in the report, costs what the three futures say, and stays above the bound", () => {
  const dear = report.slots.findIndex((slot) => slot.action === "export");
  const { startMs, endMs } = report.slots[dear]!;
  const forced = reportPlan(
    withForcedActions(planned, [{ startMs, endMs, action: "charge", targetPercent: 90 }]),
  );
  const slot = forced.slots.find((each) => each.startMs === startMs)!;
  expect(slot.action).toBe("charge");
  expect(slot.targetPercent).toBeCloseTo(90, 9);
  expect(slot.importKwh).toBeGreaterThan(report.slots[dear]!.importKwh);
  expect(forced.metricPence).toBeGreaterThan(report.metricPence);
  expect(forced.proof!.lowerBoundPence).toBe(report.proof!.lowerBoundPence);
});

test("the proof of a changed plan is that of proving it anew, or knows a better plan for the nominal future", async () => {
  const { startMs, endMs } = report.slots[5]!;
  const changed = withForcedActions(planned, [{ startMs, endMs: endMs + 3_600_000, action: "hold" }]);
  const anew = (await withProof(changed, engine)).told.proof!;
  const { lowerBoundPence, executabilityPricePence, hedgePricePence } = changed.told.proof!;
  expect(lowerBoundPence).toBe(anew.lowerBoundPence);
  // The plan before the change may be the best one known.
  expect(executabilityPricePence).toBeLessThan(anew.executabilityPricePence + 1e-9);
  const apartPence = anew.executabilityPricePence + anew.hedgePricePence;
  expect(executabilityPricePence + hedgePricePence).toBeCloseTo(apartPence, 9);
});

test("without a proof there is none after a change", () => {
  const { proof: _, ...told } = planned.told;
  const { startMs, endMs } = report.slots[5]!;
  const changed = withForcedActions({ home: planned.home, told }, [{ startMs, endMs, action: "hold" }]);
  expect(reportPlan(changed)).not.toHaveProperty("proof");
});
