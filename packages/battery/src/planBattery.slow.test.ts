import { readFileSync } from "node:fs";
import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Home } from "./home/home.ts";
import { readHome } from "./home/readHome.ts";
import { planBattery } from "./planBattery.ts";
import { planJson } from "./report/planJson.ts";
import type { PlanReport } from "./report/planReport.ts";

const examples = new URL("../../../examples/", import.meta.url);
const readFile = (path: string): string => readFileSync(new URL(path, examples), "utf8");
const exampleHome = (change: (text: string) => string = (text) => text): Home =>
  readHome(change(readFile("home.yaml")), { readFile });

async function planOn(lanes: number, home: Home): Promise<PlanReport> {
  const engine = await createEngine({ lanes, costGate: false });
  try {
    return await planBattery(home, engine);
  } finally {
    await engine.close();
  }
}

let engine: Engine;
let home: Home;
let report: PlanReport;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
  home = exampleHome();
  report = await planBattery(home, engine);
}, 120_000);
afterAll(() => engine.close());

test("slots cover the horizon without a gap, and add up to the outcome of the nominal future", () => {
  const { slots, futures } = report;
  expect(slots[0]?.startMs).toBe(home.nowMs);
  expect(slots.at(-1)?.endMs).toBe(home.horizonEndMs);
  expect(slots.slice(1).every((slot, index) => slot.startMs === slots[index]?.endMs)).toBe(true);
  const sum = (pick: (slot: (typeof slots)[number]) => number): number =>
    slots.reduce((total, slot) => total + pick(slot), 0);
  expect(sum((slot) => slot.costPence)).toBeCloseTo(futures.nominal.costPence, 9);
  expect(sum((slot) => slot.importKwh)).toBeCloseTo(futures.nominal.importKwh, 9);
  expect(sum((slot) => slot.exportKwh)).toBeCloseTo(futures.nominal.exportKwh, 9);
  expect(slots.at(-1)?.socEndKwh).toBe(futures.nominal.socEndKwh);
});

test("in every slot what comes in goes somewhere: the rest is the losses of battery and inverter", () => {
  const { battery, inverter } = home.inputs;
  for (const slot of report.slots) {
    const inKwh = slot.importKwh + slot.pvKwh - slot.clippedKwh + slot.dischargeKwh;
    const outKwh = slot.exportKwh + slot.loadKwh + slot.carKwh + slot.diverterKwh + slot.chargeKwh;
    const throughInverterKwh = slot.pvKwh + slot.dischargeKwh + slot.chargeKwh;
    const lossKwh = inKwh - outKwh;
    expect(lossKwh).toBeGreaterThan(-1e-9);
    expect(lossKwh).toBeLessThanOrEqual(throughInverterKwh * (1 / inverter.efficiency - 1) + 1e-9);
    const storedKwh =
      slot.chargeKwh * battery.chargeEfficiency - slot.dischargeKwh / battery.dischargeEfficiency;
    expect(slot.socEndKwh - slot.socStartKwh).toBeCloseTo(storedKwh, 6);
  }
});

test("the plan is no dearer than the battery idle or demand mode, as it is judged", () => {
  const { futures, baselines } = report;
  const net = (outcome: typeof futures.nominal): number =>
    outcome.costPence + outcome.wearPence - outcome.storedValuePence;
  expect(net(futures.nominal)).toBeLessThan(net(baselines.demand));
  expect(net(futures.nominal)).toBeLessThan(net(baselines.idle));
});

test("the report says what no plan can undercut, and its file the gap to it", () => {
  const { totals } = JSON.parse(planJson(report));
  expect(totals.gapPence).toBeCloseTo(totals.metricPence - totals.lowerBoundPence, 9);
  expect(totals.gapPence).toBeGreaterThan(0);
  expect(totals.executabilityPricePence).toBeGreaterThanOrEqual(0);
  expect(totals.hedgePricePence).toBeGreaterThanOrEqual(0);
});

test("an idle battery moves no energy", () => {
  const { baselines } = report;
  expect(baselines.idle.wearPence).toBe(0);
  expect(baselines.idle.socEndKwh).toBe(home.inputs.battery.startKwh);
});

test.each([0, 2, 3, 4, 8, 16])(
  "the plan file has the same bytes on %i lanes",
  { timeout: 120_000 },
  async (lanes) => {
    expect(planJson(await planOn(lanes, home))).toBe(planJson(report));
  },
);

test("a mode that changes more often must save more: dearer changes, fewer of them", {
  timeout: 120_000,
}, async () => {
  const changesAt = async (pence: number): Promise<number> => {
    const plan = await planBattery({ ...home, changePence: pence }, engine);
    const words = plan.slots.map(({ action, targetKwh }) => `${action} ${targetKwh}`);
    return words.slice(1).filter((word, index) => word !== words[index]).length;
  };
  const [free, dear] = [await changesAt(0), await changesAt(5)];
  expect(dear).toBeLessThan(free);
});

test("a charge below the reserve is planned all the same, flagged, and never discharged further", {
  timeout: 120_000,
}, async () => {
  const low = exampleHome((text) => text.replace("socPercent: 64", "socPercent: 2"));
  const plan = await planBattery(low, engine);
  expect(plan.warnings.join("\n")).toMatch(/socPercent/);
  const lowest = Math.min(...plan.slots.map((slot) => slot.socEndKwh));
  expect(lowest).toBeGreaterThanOrEqual(low.inputs.battery.startKwh - 1e-9);
});
