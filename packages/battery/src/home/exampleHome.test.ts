import { readFileSync } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { FIELDS } from "./fields.ts";
import { homeFileHelp } from "./help.ts";
import { readHome } from "./readHome.ts";

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const EXAMPLES = new URL("../../../../examples/", import.meta.url);
const EXAMPLE = readFileSync(new URL("home.yaml", EXAMPLES), "utf8");
const readFile = (path: string) => readFileSync(new URL(path, EXAMPLES), "utf8");
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

describe("the example home", () => {
  const home = readHome(EXAMPLE, { readFile });

  test("is read without a word of warning", () => {
    expect(home.notices).toEqual([]);
    expect(home.socFlag).toBeUndefined();
    expect(home.inputs.profile).toBe("physical");
  });

  test("is planned for 24 hours in local half-hours, the first one partial", () => {
    expect(home.slots).toHaveLength(48);
    expect(home.slots[0]).toMatchObject({ startMinute: 995, endMinute: 1020 });
    expect(home.slots.at(-1)!.endMs).toBe(at("2026-04-15T15:30Z"));
    expect(home.inputs.stepCount).toBe(287);
    expect(home.inputs.nowMinute).toBe(995);
    expect(home.midnightMinutes).toEqual([1440]);
  });

  test("has the price of the file in every step", () => {
    const results: { value_inc_vat: number; valid_from: string; valid_to: string }[] = JSON.parse(
      readFile("home/import-prices.json"),
    ).results;
    const isRight = [...home.inputs.importPencePerKwh].every((price, step) => {
      const ms = home.nowMs + step * 300_000;
      const rate = results.find((row) => at(row.valid_from) <= ms && ms < at(row.valid_to));
      return rate?.value_inc_vat === price;
    });
    expect(isRight).toBe(true);
  });

  test("has three ordered futures of a believable size", () => {
    const [nominal, pv10, pv90] = home.inputs.futures;
    const loads = [pv90, nominal, pv10].map((future) => total(future.loadKwh));
    const suns = [pv10, nominal, pv90].map((future) => total(future.pvKwh));
    expect([...loads].sort((a, b) => a - b)).toEqual(loads);
    expect([...suns].sort((a, b) => a - b)).toEqual(suns);
    expect(loads[1]).toBeGreaterThan(8);
    expect(loads[1]).toBeLessThan(14);
    expect(suns[1]).toBeGreaterThan(20);
    expect(suns[1]).toBeLessThan(35);
  });

  test("has the car charged in the cheapest slots before seven", () => {
    const [car] = home.inputs.cars;
    expect(home.cars).toMatchObject([
      { name: "Car", needKwh: 18, plannedKwh: 18, readyByMs: at("2026-04-15T06:00Z") },
    ]);
    const drawn = car!.slots.reduce((sum, slot) => sum + slot.kwh, 0);
    expect(drawn * car!.efficiency).toBeCloseTo(18, 9);
    expect(car!.slots.every((slot) => slot.endMinute <= 1440 + 420)).toBe(true);
  });

  test("says where everything came from, and what was assumed", () => {
    expect(home.provenance.map(({ series, source }) => [series, source])).toEqual([
      ["importPrice", "home/import-prices.json"],
      ["exportPrice", "home/export-prices.json"],
      ["load", "home/load.csv"],
      ["solar", "home/solar.json"],
    ]);
    expect(home.assumptions.some(({ at: path }) => path === "battery.dcChargeKw")).toBe(true);
    expect(home.terminalValue.reason).toContain("after Wed 15 Apr 16:30");
    expect(home.terminalValue.pencePerKwh).toBe(home.inputs.terminalValuePencePerKwh);
  });

  test("is the same with its data inline", () => {
    const fields = parse(EXAMPLE);
    fields.prices.import.octopus = JSON.parse(readFile("home/import-prices.json"));
    fields.prices.export.octopus = JSON.parse(readFile("home/export-prices.json")).results;
    fields.solar.solcast = readFile("home/solar.json");
    fields.load.history = readFile("home/load.csv");
    const inline = readHome(stringify(fields), {
      readFile: (path) => {
        throw new Error(`nothing should be read, but ${path} was`);
      },
    });
    expect(inline.inputs).toEqual(home.inputs);
    expect(inline.provenance.map(({ source }) => source)).toEqual(["inline", "inline", "inline", "inline"]);
  });

  test("the help says how long a row without an end lasts, the last one too", () => {
    expect(homeFileHelp()).toContain(
      "prices.import.rows[].end  (date and time; default: the next row's start; the last row lasts as long as the one before it)",
    );
  });

  test("mentions every field that a home file can have", () => {
    const names = FIELDS.map((field) => field.path.split(".").at(-1)!.replace("[]", ""));
    expect(names.filter((name) => !EXAMPLE.includes(name))).toEqual([]);
    const help = homeFileHelp();
    expect(FIELDS.filter((field) => !help.includes(`  ${field.path}  (`))).toEqual([]);
  });
});
