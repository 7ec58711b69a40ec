import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Random, randomFrom } from "../test/model/random.ts";
import type { Home } from "./home/home.ts";
import { readHome } from "./home/readHome.ts";
import { stepSeries } from "./model/stepSeries.ts";
import { choosePlan, reportPlan, withProof } from "./plannedHome.ts";
import { InputError } from "./problem.ts";
import { planJson } from "./report/planJson.ts";
import { readPlanJson } from "./report/readPlanJson.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
});
afterAll(() => engine.close());

const NOW_MS = Date.parse("2026-10-24T22:35:00Z");
const HALF_HOUR_MS = 1_800_000;
const stamp = (index: number): string => new Date(NOW_MS - 300_000 + HALF_HOUR_MS * index).toISOString();

/** A value of a range: now and then one of its ends, else near what is usual. */
function oddly(random: Random, least: number, usual: number, most: number): number {
  const kind = random.whole(0, 9);
  if (kind === 0) return least;
  if (kind === 1) return most;
  return Math.min(Math.max(usual * random.between(0.2, 2), least), most);
}

/** A home whose every number is possible and few are likely. */
function oddHome(random: Random): Record<string, unknown> {
  const flag = (): boolean => random.whole(0, 1) === 1;
  const hours = random.whole(1, 5);
  const count = 2 * hours + 2;
  const rows = (least: number, most: number): object[] =>
    Array.from({ length: count }, (_, index) => ({
      start: stamp(index),
      end: stamp(index + 1),
      value: random.whole(0, 9) === 0 ? most : random.between(least, most),
    }));
  const capacityKwh = oddly(random, 0.1, 10, 200);
  const diverter = {
    ...{
      solar: flag(),
      charging: flag(),
      preventDischarge: flag(),
      maxEnergyKwh: oddly(random, 0.5, 4, 200),
    },
    ...{ maxPowerKw: oddly(random, 0.01, 3, 100), needKwh: 0.5, readyBy: "02:00" },
  };
  const car = {
    ...{ batteryKwh: oddly(random, 1, 60, 200), chargeKw: oddly(random, 0.1, 7, 100), socPercent: 10 },
    ...{ targetPercent: oddly(random, 0, 50, 100), readyBy: "02:30" },
  };
  return {
    ...{ name: "Odd", timeZone: "Europe/London", now: new Date(NOW_MS).toISOString() },
    battery: {
      ...{ capacityKwh, socPercent: oddly(random, 0, 60, 100), reservePercent: oddly(random, 0, 5, 100) },
      ...{ chargeKw: oddly(random, 0, 4, 100), dischargeKw: oddly(random, 0, 4, 100) },
      ...{ dcChargeKw: oddly(random, 0, 4, 100), exportKw: oddly(random, 0, 4, 100) },
      ...{ chargeEfficiency: oddly(random, 0.5, 0.9, 1), dischargeEfficiency: oddly(random, 0.5, 0.9, 1) },
      ...{ minimumRateKw: oddly(random, 0, 0.1, 1), wearPencePerKwh: oddly(random, 0, 1, 100) },
      chargeCurve: { 50: oddly(random, 0, 1, 1), 99: oddly(random, 0, 0.3, 1) },
    },
    inverter: {
      ...{ hybrid: flag(), limitKw: oddly(random, 0.05, 4, 100), exportLimitKw: oddly(random, 0, 3, 100) },
      efficiency: oddly(random, 0.5, 0.9, 1),
    },
    prices: { import: { rows: rows(-90, 90) }, export: { rows: rows(-90, 90) } },
    solar: {
      rows: Array.from({ length: count }, (_, index) => ({
        start: stamp(index),
        end: stamp(index + 1),
        kw: oddly(random, 0, 2, 100),
      })),
    },
    load: { kwhPerDay: oddly(random, 0, 12, 200) },
    ...(flag() ? { cars: [car] } : {}),
    ...(flag() ? { diverter } : {}),
    plan: { hours, changePence: oddly(random, 0, 0.2, 10), pv10Weight: oddly(random, 0, 0.2, 0.5) },
    options: {
      ...{
        lowPowerExport: flag(),
        freezeOnly: random.whole(0, 7) === 0,
        reserveEnabled: flag(),
        exportOnPv: flag(),
      },
      ...{ carsUseBattery: flag(), carsInLoad: flag(), chargeDuringExport: flag() },
    },
  };
}

const SLACK_KWH = 1e-9;

/** Where a plan leaves what battery and connection can do; empty where it does nowhere. */
function brokenLimits({ inputs }: Home, schedule: Parameters<typeof stepSeries>[2]): string[] {
  const { battery, inverter } = inputs;
  const highest = Math.max(battery.capacityKwh, battery.startKwh) + SLACK_KWH;
  const lowest = Math.min(battery.reserveKwh, battery.startKwh) - SLACK_KWH;
  const limits: Record<string, number> = {
    chargeKwh: Math.max(battery.chargeKw, battery.dcChargeKw, battery.minimumRateKw) / 12,
    dischargeKwh: Math.max(battery.dischargeKw, battery.exportKw, battery.minimumRateKw) / 12,
    exportKwh: inverter.exportLimitKw / 12,
  };
  return ([0, 1, 2] as const).flatMap((future) => {
    const series = stepSeries(inputs, future, schedule);
    const stored = [...series.socKwh].flatMap((kwh, step) =>
      kwh >= lowest && kwh <= highest ? [] : [`future ${future}, step ${step}: ${kwh} kWh stored`],
    );
    const flows = (["chargeKwh", "dischargeKwh", "exportKwh"] as const).flatMap((name) =>
      [...series[name]].flatMap((kwh, step) =>
        kwh >= 0 && kwh <= limits[name]! + SLACK_KWH
          ? []
          : [`future ${future}, step ${step}: ${name} ${kwh}`],
      ),
    );
    return [
      ...stored,
      ...flows,
      ...[...series.costPence].filter((pence) => !Number.isFinite(pence)).map(String),
    ];
  });
}

test("homes of odd but possible figures are planned within all that battery and connection can do", {
  timeout: 600_000,
}, async () => {
  let plannedCount = 0;
  for (let seed = 0; seed < 80; seed++) {
    const text = stringify(oddHome(randomFrom(seed)));
    let home: Home;
    try {
      home = readHome(text, { readFile: () => "" });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      continue;
    }
    plannedCount++;
    const planned = await choosePlan(home, engine);
    expect({ seed, broken: brokenLimits(planned.home, planned.told.chosen.schedule).slice(0, 3) }).toEqual({
      seed,
      broken: [],
    });
    const file = planJson(reportPlan(await withProof(planned, engine)));
    expect(planJson(readPlanJson(file))).toBe(file);
    expect(file).not.toMatch(/NaN|Infinity/);
  }
  expect(plannedCount).toBeGreaterThan(60);
});
