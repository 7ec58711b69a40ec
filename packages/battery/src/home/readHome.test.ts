import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { InputError } from "../problem.ts";
import type { Home } from "./home.ts";
import { readHome } from "./readHome.ts";

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const readFile = (path: string): string => {
  throw new Error(`nothing should be read, but ${path} was`);
};
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

/** A small home with flat data, whatever is wanted over it; `undefined` takes a field away. */
function simpleHome(over: Record<string, unknown> = {}): Record<string, unknown> {
  const home = {
    timeZone: "Europe/London",
    now: "2026-04-14T12:07:30Z",
    battery: { capacityKwh: 10, socPercent: 50, chargeKw: 3, dischargeKw: 3 },
    inverter: { hybrid: true, limitKw: 5 },
    prices: { import: 25, export: 10 },
    load: { kwhPerDay: 12 },
    ...over,
  };
  return Object.fromEntries(Object.entries(home).filter(([, value]) => value !== undefined));
}

const read = (over: Record<string, unknown> = {}, profile: "physical" | "predbat" = "physical"): Home =>
  readHome(stringify(simpleHome(over)), { readFile, profile });
const rows = (from: string, count: number, price: (index: number) => number, minutes = 30) =>
  Array.from({ length: count }, (_, index) => ({
    start: new Temporal.Instant(BigInt(at(from) + index * minutes * 60_000) * 1_000_000n).toString(),
    end: new Temporal.Instant(BigInt(at(from) + (index + 1) * minutes * 60_000) * 1_000_000n).toString(),
    value: price(index),
  }));

describe("time", () => {
  test("now comes from the caller, else from the file, else from the clock; always rounded down", () => {
    const text = stringify(simpleHome());
    const late = at("2026-04-14T20:59:59Z");
    expect(readHome(text, { readFile }).nowMs).toBe(at("2026-04-14T12:05Z"));
    expect(readHome(text, { readFile, now: late, clock: 0 }).nowMs).toBe(at("2026-04-14T20:55Z"));
    expect(readHome(text, { readFile, clock: late }).nowMs).toBe(at("2026-04-14T12:05Z"));
    expect(readHome(stringify(simpleHome({ now: undefined })), { readFile, clock: late }).nowMs).toBe(
      at("2026-04-14T20:55Z"),
    );
  });

  test.each([
    ["2026-03-29T00:00Z", 46, 1380],
    ["2026-10-24T23:00Z", 50, 1500],
  ])("of the clock change from %s: %i half-hours to the next midnight", (now, count, midnight) => {
    const home = read({ now, plan: { hours: count / 2 } });
    expect(home.slots).toHaveLength(count);
    expect(home.midnightMinutes).toEqual([midnight]);
    expect(home.inputs.nowMinute).toBe(0);
    expect(home.inputs.stepCount).toBe(count * 6);
  });

  test("of prices may be another zone than that of the home", () => {
    const local = [
      { start: "2026-04-14T14:00", end: "2026-04-14T15:00", value: 20 },
      { start: "2026-04-14T15:00", end: "2026-04-15T15:00", value: 30 },
    ];
    const home = read({ prices: { import: { rows: local, timeZone: "Europe/Berlin" }, export: 10 } });
    const firstDear = home.inputs.importPencePerKwh.indexOf(30);
    expect(home.nowMs + firstDear * 300_000).toBe(at("2026-04-14T13:00Z"));
  });
});

describe("prices", () => {
  test("that end early shorten the plan, with a notice", () => {
    const home = read({
      prices: { import: { rows: rows("2026-04-14T12:00Z", 10, (i) => 20 + i) }, export: 10 },
    });
    expect(home.horizonEndMs).toBe(at("2026-04-14T17:00Z"));
    expect(home.inputs.importPencePerKwh).toHaveLength(home.inputs.stepCount);
    expect(home.inputs.importPencePerKwh.every((price) => price >= 20)).toBe(true);
    expect(home.notices).toMatchObject([{ kind: "shortened", at: "prices.import" }]);
    expect(home.notices[0]!.what).toContain("until Tue 14 Apr 18:00");
  });

  test("with a hole end the plan at the hole; export counts too", () => {
    const holed = rows("2026-04-14T12:00Z", 60, () => 20).filter((_, index) => index !== 5);
    const home = read({ prices: { import: 25, export: { rows: holed } } });
    expect(home.horizonEndMs).toBe(at("2026-04-14T14:30Z"));
    expect(home.notices[0]!.what).toContain("a hole follows");
  });

  test("that do not reach now are refused", () => {
    const old = rows("2026-04-13T12:00Z", 10, () => 20);
    expect(() => read({ prices: { import: { rows: old }, export: 10 } })).toThrow(/no import price for now/);
  });

  test("that change inside a step are averaged, or the first is taken in the predbat profile", () => {
    const uneven = {
      import: { rows: rows("2026-04-14T12:00Z", 600, (i) => 10 + (i % 7), 3) },
      export: 10,
    };
    expect(read({ prices: uneven }).inputs.importPencePerKwh.slice(0, 2)).toEqual(Float64Array.of(12, 13.6));
    expect(read({ prices: uneven }, "predbat").inputs.importPencePerKwh.slice(0, 2)).toEqual(
      Float64Array.of(11, 13),
    );
    expect(read({ prices: uneven }).notices.some((notice) => notice.kind === "mended")).toBe(true);
  });

  test("of one-off sessions hold for their time and have no say in the value of what is left", () => {
    const session = { start: "2026-04-14T18:00Z", end: "2026-04-14T19:00Z", value: 400 };
    const plain = read({ prices: { import: 25, export: { fixed: 10 } } });
    const home = read({ prices: { import: 25, export: { fixed: 10, sessions: [session] } } });
    expect([...home.inputs.exportPencePerKwh].filter((price) => price === 400)).toHaveLength(12);
    expect(home.terminalValue).toEqual(plain.terminalValue);
  });

  test("that are over have no say in the value of what is left", () => {
    const past = (first: number) =>
      read({
        prices: {
          import: { rows: rows("2026-04-14T10:00Z", 60, (i) => (i < 4 ? first : 25)) },
          export: 10,
        },
      }).terminalValue;
    expect(past(1)).toEqual(past(90));
  });
});

test("what is left is valued in words that name one export price where there is one, and a range where not", () => {
  const reason = (prices: object) => read({ prices }).terminalValue.reason;
  expect(reason({ import: 25, export: 15 })).toContain("where export (15 p/kWh) pays less");
  const rising = { rows: rows("2026-04-14T10:00Z", 60, (i) => (i < 40 ? 10 : 25)) };
  expect(reason({ import: 25, export: rising })).toContain("where export (10 to 25 p/kWh) pays less");
});

describe("the profiles", () => {
  const solar = {
    rows: rows("2026-04-14T12:00Z", 50, () => 0).map(({ start, end }) => ({ start, end, kw: 1.2 })),
  };

  test("physical lets clouds pass in every future and keeps the sum; predbat only in PV10, charging slower", () => {
    const physical = read({ solar }).inputs.futures;
    const predbat = read({ solar }, "predbat").inputs.futures;
    const isEven = (pv: Float64Array) => pv.every((kwh) => kwh === pv[0]);
    expect(physical.map((future) => isEven(future.pvKwh))).toEqual([false, false, false]);
    expect(predbat.map((future) => isEven(future.pvKwh))).toEqual([true, false, true]);
    expect(total(physical[0].pvKwh)).toBeCloseTo(total(predbat[0].pvKwh), 9);
    expect([physical, predbat].map((futures) => futures[1].chargeRateScaling)).toEqual([1, 0.8]);
  });

  test("predbat gives the load a floor", () => {
    const small = { load: { kwhPerDay: 1.2 } };
    expect(read(small).inputs.futures[0].loadKwh[0]).toBe(0.0042);
    expect(read(small, "predbat").inputs.futures[0].loadKwh[0]).toBe(0.0083);
  });
});

describe("the sun", () => {
  const sun = (from: string, count: number, skip = -1) => ({
    rows: rows(from, count, () => 0)
      .filter((_, index) => index !== skip)
      .map(({ start, end }) => ({ start, end, kw: 2, kw10: 1, kw90: 3 })),
  });

  test("is bridged over a hole of half an hour, and none over a longer one or past the end, with a notice", () => {
    const bridged = read({ solar: sun("2026-04-14T12:00Z", 50, 4) });
    expect(total(bridged.inputs.futures[0].pvKwh)).toBeCloseTo((2 * bridged.inputs.stepCount) / 12, 1);
    expect(bridged.notices[0]!.what).toContain("no forecast from Tue 14 Apr 15:00 to Tue 14 Apr 15:30");
    const short = read({ solar: sun("2026-04-14T12:00Z", 10) });
    expect(total(short.inputs.futures[0].pvKwh)).toBeCloseTo((2 * 59) / 12, 1);
    expect(short.notices).toMatchObject([{ kind: "assumed", at: "solar" }]);
  });

  test("of yesterday is refused; without the section there are no panels", () => {
    expect(() => read({ solar: sun("2026-04-13T12:00Z", 10) })).toThrow(
      /no forecast for any time of the plan/,
    );
    expect(total(read().inputs.futures[0].pvKwh)).toBe(0);
  });
});

describe("a charge outside its limits is planned and flagged", () => {
  const soc = (battery: Record<string, unknown>) =>
    read({ battery: { capacityKwh: 10, chargeKw: 3, dischargeKw: 3, reservePercent: 10, ...battery } });

  test.each([
    [{ socPercent: 4 }, "belowReserve", 0.4],
    [{ socKwh: 0.9 }, "belowReserve", 0.9],
    [{ socPercent: -2 }, "belowReserve", 0],
    [{ socPercent: 103 }, "aboveCapacity", 10],
    [{ socKwh: 10.2 }, "aboveCapacity", 10],
    [{ socPercent: 50 }, undefined, 5],
  ])("%j: %s, starting from %d kWh", (battery, flag, startKwh) => {
    const home = soc(battery);
    expect(home.socFlag).toBe(flag);
    expect(home.inputs.battery.startKwh).toBe(startKwh);
    expect(home.notices.some((notice) => notice.kind === "suspicious")).toBe(flag !== undefined);
  });

  test("exactly 0 looks like a sensor without a value", () => {
    expect(soc({ socPercent: 0, reservePercent: 0 }).notices[0]!.what).toContain("exactly 0");
    expect(soc({ socPercent: 0.5, reservePercent: 0 }).notices[0]!.what).toContain("looks like a share of 1");
    expect(soc({ socPercent: 0.29, reservePercent: 0 }).notices[0]!.mend).toBe("write 29 if it is");
  });

  test("but what no battery can hold is refused", () => {
    expect(() => soc({ socKwh: 40 })).toThrow(/no battery of 10 kWh can hold/);
  });
});

test("the charge curve holds each factor up to the next percentage", () => {
  const curve = { 90: 0.8, 95: 0.4 };
  const battery = { capacityKwh: 10, socPercent: 50, chargeKw: 3, dischargeKw: 3, chargeCurve: curve };
  const read101 = read({ battery }).inputs.battery.chargeCurve;
  expect([89, 90, 94, 95, 100].map((percent) => read101[percent])).toEqual([1, 0.8, 0.8, 0.4, 0.4]);
});

test("a diverter is mapped field by field", () => {
  const diverter = { maxPowerKw: 3, plan: [{ start: "14:00", end: "15:00", kwh: 2 }] };
  expect(read({ diverter }).inputs.diverter).toEqual({
    isSolar: true,
    isCharging: false,
    isOnExport: false,
    preventsDischarge: false,
    maxEnergyKwh: 3,
    maxPowerKw: 3,
    minPowerKw: 0.5,
    todayKwh: 0,
    maxImportPencePerKwh: 100,
    maxExportPencePerKwh: 100,
    plannedSlots: [{ startMinute: 840, endMinute: 900, kwh: 2 }],
  });
});

test("a value of what is left and money spent so far are taken from the file", () => {
  const home = read({ plan: { terminalValuePencePerKwh: 0.5 }, soFar: { costPence: 80, exportKwh: 2 } });
  expect(home.terminalValue).toEqual({ pencePerKwh: 0.5, reason: "given in the home file" });
  expect([home.inputs.costSoFarPence, home.inputs.exportSoFarKwh]).toEqual([80, 2]);
});

test("an error is an InputError of code home", () => {
  expect.assertions(2);
  try {
    read({ battery: undefined });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe("home");
  }
});
