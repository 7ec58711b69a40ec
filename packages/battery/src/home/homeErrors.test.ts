import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { InputError, type Problem } from "../problem.ts";
import { editDistance, nearestName } from "./misspelling.ts";
import { readHome } from "./readHome.ts";

const EXAMPLES = new URL("../../../../examples/", import.meta.url);
const EXAMPLE = readFileSync(new URL("home.yaml", EXAMPLES), "utf8");
const readFile = (path: string) => readFileSync(new URL(path, EXAMPLES), "utf8");

function problemsOf(text: string, read: (path: string) => string = readFile): readonly Problem[] {
  try {
    readHome(text, { readFile: read });
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

/** The example with one field set (undefined removes it). */
function withField(path: string, value: unknown): string {
  const fields = parse(EXAMPLE);
  const names = path.split(".");
  const last = names.pop()!;
  const parent = names.reduce((at, name) => at[name], fields);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return stringify(fields);
}

describe("one wrong field is told by its path, its value and how to mend it", () => {
  test.each<[string, unknown, string, string]>([
    ["battery.capacityKwh", undefined, "is missing", "add it"],
    ["battery.capacityKwh", null, "is left empty", "give it a value"],
    ["battery.capacityKwh", 9500, "is 9500 kWh, which looks like Wh", "write 9.5"],
    ["battery.capacityKwh", -1, "is -1 kWh, which is out of range", "from 0.1 to 200 kWh"],
    ["battery.capacityKwh", Number.POSITIVE_INFINITY, "not a finite number", "from 0.1 to 200 kWh"],
    ["battery.capacityKwh", Number.NaN, "not a finite number", "from 0.1 to 200 kWh"],
    ["battery.capacityKwh", "9.5 kWh", 'is "9.5 kWh", but must be a number in kWh', "Usable capacity"],
    ["battery.chargeKw", 3600, "looks like W", "write 3.6"],
    ["battery.chargeEfficiency", 97, "looks like percent", "write 0.97"],
    ["battery.socPercent", 640, "is 640 %", "from -10 to 150 %"],
    ["battery.chargeCurve", [1, 2], "must be factors by percentage", "{90: 0.9"],
    ["inverter.hybrid", "yes please", "must be true or false", "true: panels"],
    ["inverter", undefined, "is missing", "add it"],
    ["inverter", 5, "must be a set of fields", "hybrid"],
    ["timeZone", "Europe/Londinium", "no known time zone", "IANA"],
    ["currency", "pounds", "no ISO currency code", "GBP"],
    ["now", "tomorrow", "must be a date and time", "When the plan begins"],
    ["now", "2026-10-25T01:30", "happens twice in Europe/London", "with its offset"],
    ["now", "1026-04-14T16:35:00Z", "not between the years 2000 and 2100", "give the time"],
    ["prices.import", 0.28, "look like £/kWh", "unit: £/kWh"],
    ["prices.standingChargePencePerDay", 99999, "out of range", "p/day"],
    ["plan.slotMinutes", 7, "is 7", "5, 10, 15, 30, 60"],
    ["plan.hours", 1440, "looks like minutes", "write 24"],
    ["plan.hours", 500, "looks like minutes", "write 8.33333 if"],
    ["plan.changePence", -0.2, "is -0.2 p, which is out of range", "from 0 to"],
    ["plan.pv10Weight", 0.9, "makes more than 1", "lower one of them"],
    ["cars", { name: "Car" }, "must be a list", "Electric cars"],
  ])("%s = %j", (path, value, what, mend) => {
    const problems = problemsOf(withField(path, value));
    expect(problems).toHaveLength(1);
    expect(problems[0]!.at).toBe(path === "plan.pv10Weight" ? "plan.pv90Weight" : path);
    expect(problems[0]!.what).toContain(what);
    expect(problems[0]!.mend).toContain(mend);
  });

  test.each<[string, object, string]>([
    ["load", { history: [] }, "load.history"],
    ["load", { history: "# cut\nstart,kwh\n" }, "load.history"],
    ["load", { forecast: [] }, "load.forecast"],
    ["prices.import", { rows: [] }, "prices.import.rows"],
    ["prices.import", { csv: "# cut\nstart,value\n" }, "prices.import.csv"],
    ["prices.import", { octopus: { results: [] } }, "prices.import.octopus"],
    ["prices.export", { rows: [] }, "prices.export.rows"],
    ["solar", { rows: [] }, "solar.rows"],
    ["solar", { csv: "# cut\nstart,kw\n" }, "solar.csv"],
    ["solar", { solcast: { forecasts: [] } }, "solar.solcast: forecasts"],
    ["carbon", { rows: [] }, "carbon.rows"],
    ["carbon", { csv: "# cut\nstart,value\n" }, "carbon.csv"],
  ])("%s = %j tells nothing", (path, value, at) => {
    const problems = problemsOf(withField(path, value));
    expect(problems.map((problem) => problem.at)).toEqual([at]);
    expect(problems[0]!.what).toMatch(/no rows|no rates|empty list/);
    expect(problems[0]!.mend).toMatch(/give|download/);
  });

  test("no saving sessions are no problem", () => {
    expect(problemsOf(withField("prices.import", { fixed: 28, sessions: [] }))).toEqual([]);
  });

  test.each([
    ["battery.capacityKWh", "capacityKwh"],
    ["battery.capacity", "capacityKwh"],
    ["battery.charge_kw", "chargeKw"],
    ["inverter.limitkW", "limitKw"],
    ["prices.standingCharge", "standingChargePencePerDay"],
    ["timezone", "timeZone"],
  ])("%s is misspelt: did you mean %s?", (path, meant) => {
    const problems = problemsOf(withField(path, 5));
    expect(problems).toHaveLength(1);
    expect(problems[0]!.at).toBe(path);
    expect(problems[0]!.mend).toContain(`did you mean \`${meant}\``);
  });

  test("a car's problems name the car", () => {
    const car = { name: "Car", batteryKwh: 60, needKwh: 5, targetPercent: 80, readyBy: "7am" };
    const told = problemsOf(withField("cars", [car])).map((problem) => problem.at);
    expect(told).toEqual(["cars[0].readyBy", "cars[0]"]);
  });
});

test("everything wrong is told at once, data files included", () => {
  const text = EXAMPLE.replace("capacityKwh: 9.5", "capacityKwh: 9500")
    .replace("limitKw: 5", "limitKw: .nan")
    .replace('readyBy: "07:00"', "readyBy: 7")
    .replace("chargeKw: 3.6", "chargKw: 3.6");
  const broken = (path: string) =>
    path.endsWith("load.csv") ? "start,kwh\nnoon,1\n2026-04-14T12:00Z,much\n" : readFile(path);
  expect(problemsOf(text, broken).map((problem) => problem.at)).toEqual([
    "battery.chargKw",
    "battery.capacityKwh",
    "battery.chargeKw",
    "inverter.limitKw",
    "home/load.csv: line 2, start",
    "home/load.csv: line 3, kwh",
    "cars[0].readyBy",
  ]);
});

test("a file that cannot be read, or is no JSON, is told by its name", () => {
  const gone = problemsOf(EXAMPLE, (path) => {
    if (path.endsWith("solar.json")) throw new Error("ENOENT");
    return path.endsWith("import-prices.json") ? "<html>" : readFile(path);
  });
  expect(gone.map((problem) => problem.at)).toEqual(["home/import-prices.json", "solar.solcast"]);
  expect(gone[0]!.what).toContain("is not JSON");
  expect(gone[1]!.what).toContain('"home/solar.json"');
});

test("problems that repeat in the rows of a file are told 8 times and then counted", () => {
  const lines = Array.from({ length: 30 }, (_, i) => `2026-04-14T${String(i % 24).padStart(2, "0")}:00Z,x`);
  const problems = problemsOf(EXAMPLE, (path) =>
    path.endsWith("load.csv") ? `start,kwh\n${lines.join("\n")}\n` : readFile(path),
  );
  expect(problems.filter((problem) => problem.what.includes('"x"'))).toHaveLength(8);
  expect(problems.at(-1)!.what).toBe("has 22 more problem(s) like these");
});

describe("text that is no home file", () => {
  test.each([
    ["battery:\n  a: 1\n b: 2\n", "line 3, column", "same column"],
    ["battery:\n\tcapacityKwh: 9\n", "line 2, column 1", "spaces"],
    ["name: a\nname: b\n", "line 2, column 1", "keep one of the two"],
    ['name: "a\n', "line", "close the quote"],
    ["", "home file", "begin with the fields"],
    ["- 1\n- 2\n", "home file", "begin with the fields"],
    ["a: !!set {b, c}\n", "", ""],
  ])("%j is told with line and column", (text, where, mend) => {
    const problems = problemsOf(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]!.at).toContain(where);
    expect(problems[0]!.mend).toContain(mend);
  });

  test("aliases that multiply without end are refused", () => {
    const layers = Array.from(
      { length: 12 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join()}]`,
    );
    const problems = problemsOf(`a0: &a0 [x]\n${layers.join("\n")}\n`);
    expect(problems[0]!.what).toContain("alias");
  });
});

test("the nearest name is the one with the fewest wrong letters, or none when all are far", () => {
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(nearestName("resrvePercent", ["capacityKwh", "reservePercent"])).toBe("reservePercent");
  expect(nearestName("colour", ["capacityKwh", "reservePercent"])).toBeUndefined();
  expect(nearestName("!!", ["capacityKwh"])).toBeUndefined();
});
