import { createEngine, type Engine } from "@lightcone/parallel";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readHome } from "./home/readHome.ts";
import { planBattery } from "./planBattery.ts";
import { planJson } from "./report/planJson.ts";
import type { PlanReport } from "./report/planReport.ts";
import { planTable } from "./report/planTable.ts";
import { readPlanJson } from "./report/readPlanJson.ts";
import { scaledReport } from "./report/scaledReport.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
});
afterAll(() => engine.close());

const IMPORT = [30, 28, 9, 8, 9, 24, 27, 31];
const START_MS = Date.parse("2026-05-02T00:00:00Z");
const at = (hour: number): string => new Date(START_MS + hour * 3_600_000).toISOString();

/** A home with everything that has a size, `times` as large; money too, unless its own is given. */
function homeText(times: number, { changePence = 0.2 * times, hybrid = true } = {}): string {
  const hours = Array.from({ length: 9 }, (_, hour) => hour);
  return JSON.stringify({
    timeZone: "UTC",
    now: at(0),
    battery: {
      ...{ capacityKwh: 9.5 * times, socKwh: 4.1 * times, reserveKwh: 0.5 * times },
      ...{ chargeKw: 3.6 * times, dischargeKw: 3.3 * times, minimumRateKw: 0.02 * times },
      ...{ chargeCurve: { 80: 0.8, 95: 0.4 }, wearPencePerKwh: 0.5 },
    },
    inverter: { hybrid, limitKw: 4 * times, exportLimitKw: 3 * times },
    prices: {
      import: { rows: IMPORT.map((value, hour) => ({ start: at(hour), end: at(hour + 1), value })) },
      export: 15,
      standingChargePencePerDay: 60 * times,
    },
    load: { forecast: hours.map((hour) => ({ start: at(hour), kwh: (0.3 + 0.21 * (hour % 4)) * times })) },
    solar: {
      rows: hours.map((hour) => ({
        ...{ start: at(hour), end: at(hour + 1) },
        ...{ kw: 0.4 * hour * times, kw10: 0.21 * hour * times, kw90: 0.5 * hour * times },
      })),
    },
    cars: [
      { batteryKwh: 40 * times, chargeKw: 7.4 * times, socPercent: 50, needKwh: 6 * times, readyBy: "06:00" },
    ],
    diverter: {
      ...{ maxEnergyKwh: 3 * times, maxPowerKw: 2.4 * times, minPowerKw: 0.5 * times },
      ...{ needKwh: 1.5 * times, readyBy: "07:00" },
    },
    plan: { hours: 7, changePence, keepPence: times },
    soFar: { costPence: 80 * times, exportKwh: 2 * times },
    options: { keepKwh: 1.1 * times },
  });
}

const plan = (text: string, previous?: PlanReport): Promise<PlanReport> =>
  planBattery(readHome(text, { readFile: () => "" }), engine, previous);

/** Everything of a report that is no sentence about sizes. */
const figures = ({ warnings: _, ...report }: PlanReport) => report;

describe("homes that differ in size alone", () => {
  test("are planned alike, to the last bit of every figure", async () => {
    const own = await plan(homeText(1));
    expect(new Set(own.slots.map(({ action }) => action)).size).toBeGreaterThan(2);
    const property = fc.asyncProperty(fc.integer({ min: -40, max: 40 }), async (power) => {
      const times = 2 ** power;
      const other = await plan(homeText(times));
      return JSON.stringify(figures(other)) === JSON.stringify(figures(scaledReport(own, times)));
    });
    await fc.assert(property, { numRuns: 5, examples: [[-40], [40], [1]] });
  }, 120_000);

  test("and with panels of their own", async () => {
    const own = await plan(homeText(1, { hybrid: false }));
    const tiny = await plan(homeText(2 ** -23, { hybrid: false }));
    expect(figures(tiny)).toEqual(figures(scaledReport(own, 2 ** -23)));
  }, 60_000);

  test("keep their own idea of money: what a change must save is pence, whatever the size", async () => {
    const [calm, own] = [
      await plan(homeText(2 ** -20, { changePence: 0.2 })),
      await plan(homeText(2 ** -20)),
    ];
    expect(calm.windows.charge.length + calm.windows.export.length).toBeLessThan(
      own.windows.charge.length + own.windows.export.length,
    );
  }, 60_000);
});

test.each([2 ** -23, 2 ** 17])(
  "a home %d times as large has a file that is its plan, and a table to read",
  async (times) => {
    const report = await plan(homeText(times));
    const read = readPlanJson(planJson(report));
    const close = (ours: number, theirs: number): boolean => Math.abs(ours - theirs) <= 1e-3 * times;
    expect(read.windows.charge.map(({ startMinute }) => startMinute)).toEqual(
      report.windows.charge.map(({ startMinute }) => startMinute),
    );
    expect(read.slots.every(({ importKwh }, index) => close(importKwh, report.slots[index]!.importKwh))).toBe(
      true,
    );
    expect(read.slots.some(({ importKwh }) => importKwh > 0)).toBe(true);
    // Told again with this plan as the previous one, the home keeps it.
    expect((await plan(homeText(times), read)).previous?.decision).toBe("kept");
    const table = planTable(report, {
      width: 130,
      hasColour: false,
      mergesEqualSlots: true,
      showsReasons: false,
    });
    expect(table).toContain("told in units of");
  },
  60_000,
);
