import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { InputError } from "../problem.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { readSuiteScenarios } from "./readSuite.ts";
import type { SuiteScenario } from "./suiteScenario.ts";
import { writeSuiteScenarios } from "./writeSuite.ts";

type Fields = Record<string, unknown>;

const day = (value: number): number[] => new Array<number>(1440).fill(value);
const home = (changes: { params?: Fields; data?: Fields } & Fields = {}): Fields => ({
  id: 4,
  seed: 9,
  ...changes,
  params: {
    battery: { soc_max_kwh: 5, initial_soc_percent: 40, rate_max_charge_kw: 2, rate_max_discharge_kw: 3 },
    inverter: { hybrid: true, inverter_limit_kw: 5, export_limit_kw: 3.68 },
    ...changes.params,
  },
  data: {
    rate_import_day: day(20),
    rate_export_day: day(-1.5),
    load_day_kwh: day(0.01),
    pv_day_kw: day(1),
    ...changes.data,
  },
});
const file = (...homes: Fields[]): string => JSON.stringify({ scenarios: homes });
const problemsOf = (text: string): string[] => {
  try {
    readSuiteScenarios(text, "homes.json");
  } catch (error) {
    if (error instanceof InputError)
      return error.problems.map(({ at, what, mend }) => `${at} ${what}; ${mend}`);
    throw error;
  }
  return [];
};

describe("reading homes of the suite format", () => {
  it("takes absent parts as the format says: no cars, no slots, no diverter, template clock and scaling", () => {
    const [scenario] = readSuiteScenarios(file(home()));
    expect(scenario).toMatchObject({ id: 4, seed: 9, nowMinute: 0, cars: [], lowPowerExport: false });
    expect(scenario!.loadScaling).toEqual({ nominal: 1.05, pv10: 1.1, pv90: 0.7 });
    expect(scenario!.intelligentRun).toBeUndefined();
    expect(scenario!.diverter).toBeUndefined();
    expect(scenario!.profiles.carbonGramsPerKwh).toEqual(new Float64Array(1440));
    expect(scenario!.profiles.exportPencePerKwh[700]).toBe(-1.5);
  });

  it("reads YAML as it reads JSON", () => {
    const value = { scenarios: [home({ params: { clock: { minutes_now: 95 } } })] };
    expect(readSuiteScenarios(stringify(value))).toEqual(readSuiteScenarios(JSON.stringify(value)));
  });

  it("gives back what was written, bit for bit", () => {
    const roundTrip = fc.property(fc.nat(), (seed) => {
      const homes = generateSuite({ count: 3, seed });
      return sameHomes(readSuiteScenarios(writeSuiteScenarios(homes)), homes);
    });
    fc.assert(roundTrip, { numRuns: 15 });
  });

  it("reports every wrong field at once, with path, value and remedy", () => {
    const problems = problemsOf(
      file(
        home({
          id: -1,
          params: {
            clock: { minutes_now: 7 },
            battery: { soc_max_kwh: 0, initial_soc_percent: 140, rate_max_charge_kw: "2 kW" },
            inverter: { hybrid: "yes", inverter_limit_kw: 5, export_limit_kw: null },
          },
          data: { rate_import_day: [1, 2], load_day_kwh: day(-0.1) },
        }),
      ),
    );
    const heads = problems.map((problem) => problem.split(";")[0]);
    expect(heads).toContain("scenarios[0].params.clock.minutes_now is 7, not a multiple of 5");
    expect(heads).toContain("scenarios[0].params.battery.soc_max_kwh is 0, which is not above 0");
    expect(heads).toContain("scenarios[0].params.battery.initial_soc_percent is 140, which is above 100");
    expect(heads).toContain('scenarios[0].params.battery.rate_max_charge_kw is "2 kW", not a finite number');
    expect(heads).toContain("scenarios[0].params.battery.rate_max_discharge_kw is missing");
    expect(heads).toContain('scenarios[0].params.inverter.hybrid is "yes", not true or false');
    expect(heads).toContain("scenarios[0].params.inverter.export_limit_kw is null, not a finite number");
    expect(heads).toContain("scenarios[0].id is -1, which is below 0");
    expect(heads).toContain("scenarios[0].data.rate_import_day has 2 entries instead of 1440");
    expect(heads).toContain("scenarios[0].data.load_day_kwh[0] is -0.1, which is below 0");
    expect(heads).toContain("scenarios[0].data.load_day_kwh has 1430 more wrong entries after these ten");
    expect(problems[0]).toMatch(/; give .*\(.+\)$/);
    expect(problems).toHaveLength(20);
  });

  it("reads cars and reports what is wrong with them", () => {
    const slots = [[{ start: 1410, end: 1470, kwh: 3 }]];
    const [scenario] = readSuiteScenarios(
      file(home({ params: { cars: { num_cars: 1, battery_kwh: [40, 50], slots } } })),
    );
    expect(scenario!.cars).toEqual([
      { batteryKwh: 40, slots: [{ startMinute: 1410, endMinute: 1470, kwh: 3 }] },
    ]);
    const wrong = { num_cars: 2, battery_kwh: [40], slots: [[{ start: 90, end: 60, kwh: 3 }]] };
    const problems = problemsOf(file(home({ params: { cars: wrong } }))).join("\n");
    expect(problems).toContain("scenarios[0].params.cars.battery_kwh[1] is missing");
    expect(problems).toContain("scenarios[0].params.cars.slots[1] is missing, not a list");
    expect(problems).toContain("scenarios[0].params.cars.slots[0][0].end is 60, not after the start 90");
  });

  it("reads intelligent slots and a diverter only where they are switched on", () => {
    const run = { enabled: true, run_start_minute: 90, run_slots: 2 };
    const [scenario] = readSuiteScenarios(file(home({ params: { iog: run } })));
    expect(scenario!.intelligentRun).toEqual({ startMinute: 90, slotCount: 2 });
    const [without] = readSuiteScenarios(file(home({ params: { iog: { ...run, enabled: false } } })));
    expect(without!.intelligentRun).toBeUndefined();
    expect(problemsOf(file(home({ params: { features: { iboost_enable: true } } })))).toHaveLength(8);
    expect(problemsOf(file(home({ params: { features: { iboost_enable: false } } })))).toEqual([]);
  });

  it("refuses what is no list of homes, and homes that share an id", () => {
    expect(problemsOf("[]")[0]).toContain("homes.json is a list of 0, not a map of fields");
    expect(problemsOf("{}")[0]).toContain("scenarios is missing, not a list");
    expect(problemsOf('{"scenarios":[]}')[0]).toContain("scenarios is an empty list");
    expect(problemsOf(file(home(), home()))).toEqual([
      "scenarios[1].id is 4, as in scenarios[0]; give each home its own id",
    ]);
  });

  it("says where a file stops being JSON or YAML", () => {
    expect(problemsOf("scenarios:\n  - id: 1\n  seed: [")[0]).toMatch(
      /homes\.json is neither JSON nor YAML: .*line 3/s,
    );
  });
});

function sameHomes(read: readonly SuiteScenario[], written: readonly SuiteScenario[]): boolean {
  return read.length === written.length && read.every((one, index) => sameValue(one, written[index]));
}

function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  const [keys, others] = [Object.keys(a).sort(), Object.keys(b).sort()];
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && sameValue((a as Fields)[key], (b as Fields)[key]))
  );
}
