import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { planBattery } from "../planBattery.ts";
import type { PlanReport } from "../report/planReport.ts";
import { readHome } from "./readHome.ts";

const HOUR = 3_600_000;
const START_MS = Date.UTC(2026, 3, 14, 10);

const hourly = (values: readonly number[], name = "value", startMs = START_MS) =>
  values.map((value, hour) => ({
    start: new Date(startMs + hour * HOUR).toISOString(),
    end: new Date(startMs + (hour + 1) * HOUR).toISOString(),
    [name]: value,
  }));

/** What the cases have in common: an AC battery without inverter losses, the nominal future alone. */
function home(over: Record<string, unknown>) {
  const file = {
    timeZone: "UTC",
    now: new Date(START_MS).toISOString(),
    inverter: { hybrid: false, limitKw: 20, efficiency: 1 },
    ...over,
  };
  return readHome(stringify(file), {
    readFile: (path) => {
      throw new Error(`nothing should be read, but ${path} was`);
    },
  });
}

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
});
afterAll(() => engine.close());

const plan = (over: Record<string, unknown>): Promise<PlanReport> => planBattery(home(over), engine);
const certain = { pv10Weight: 0, pv90Weight: 0, changePence: 0, slotMinutes: 60 };

/** Sells at 4 p what has to be bought at 22 p and more hours later. */
function dumpCase(terminalValuePencePerKwh?: number) {
  return {
    battery: {
      capacityKwh: 10,
      socKwh: 8,
      reserveKwh: 1,
      chargeKw: 5,
      dischargeKw: 5,
      chargeEfficiency: 0.95,
      dischargeEfficiency: 0.95,
    },
    prices: { import: { rows: hourly([22, 22, 24, 24]) }, export: { rows: hourly([4, 4, 5, 4]) } },
    load: { kwhPerDay: 12 },
    plan: {
      ...certain,
      hours: 4,
      ...(terminalValuePencePerKwh === undefined ? {} : { terminalValuePencePerKwh }),
    },
  };
}

describe("a battery is not emptied at the horizon's end", () => {
  test("by the value taken when none is given; only one of nothing would", async () => {
    const byDefault = await plan(dumpCase());
    expect(byDefault.futures.nominal.exportKwh).toBe(0);
    expect(byDefault.terminalValue.pencePerKwh).toBeGreaterThan(5 / 0.95);
    expect((await plan(dumpCase(0))).futures.nominal.exportKwh).toBeGreaterThan(4);
    expect((await plan(dumpCase(20))).futures.nominal.exportKwh).toBe(0);
  });
});

/** Excess of the sun, sold at 12 p or stored with a loss of a tenth. */
function sunCase(terminalValuePencePerKwh: number) {
  const efficiency = 0.9;
  return {
    battery: {
      capacityKwh: 8,
      socKwh: 2,
      reserveKwh: 0.5,
      chargeKw: 4,
      dischargeKw: 4,
      chargeEfficiency: efficiency,
      dischargeEfficiency: efficiency,
    },
    prices: {
      import: { rows: hourly([30, 30, 30, 30, 26, 32]) },
      export: { rows: hourly(Array(6).fill(12)) },
    },
    solar: { rows: hourly([0, 4, 4, 3, 0, 0], "kw") },
    load: { kwhPerDay: 9.6 },
    plan: { ...certain, hours: 6, terminalValuePencePerKwh },
  };
}

describe("the sun's excess", () => {
  test.each([
    [12 / 0.9 - 0.4, "sold"],
    [12 / 0.9 + 0.4, "stored"],
    [20, "stored"],
  ])(
    "at an end value of %d p is %s: what counts is the export price over the charge efficiency",
    async (value, what) => {
      const { socEndKwh } = (await plan(sunCase(value))).futures.nominal;
      if (what === "stored") expect(socEndKwh).toBeGreaterThan(6.5);
      else expect(socEndKwh).toBeLessThan(2);
    },
  );
});

describe("the value taken when none is given", () => {
  const flat = (over: Record<string, unknown>, imports: readonly number[], hours = 4) =>
    home({
      ...dumpCase(),
      plan: { ...certain, hours },
      prices: {
        import: { rows: hourly(imports), ...over },
        export: { rows: hourly(imports.map(() => 4)) },
      },
    }).terminalValue;

  test("does not hear of prices that are spent, nor of one-off ones", () => {
    const prices = [22, 22, 24, 24, 20, 26];
    const plain = flat({}, prices);
    const spent = hourly([1, -20, 1, -20, 1, 1], "value", START_MS - 6 * HOUR);
    for (const hours of [4, 6]) {
      const withSpent = flat({ rows: [...spent, ...hourly(prices)] }, prices, hours);
      expect(withSpent).toEqual(flat({}, prices, hours));
    }
    for (const value of [2, -30, 400]) {
      const sessions = hourly([value], "value", START_MS + 4 * HOUR);
      expect(flat({ sessions }, prices)).toEqual(plain);
    }
  });

  test("does not fall when the end reaches the last known price, however cheap an hour before it was", () => {
    const prices = [22, 24, -3, 23, 25, 21, 22, 23];
    const knownAfter = flat({}, prices, 7).pencePerKwh;
    const noneAfter = flat({}, prices, 8);
    expect(Math.abs(noneAfter.pencePerKwh - knownAfter)).toBeLessThan(2);
    expect(noneAfter.reason).toContain(
      "the middle import price from now on (none is known after the end), 22 p/kWh",
    );
  });
});
