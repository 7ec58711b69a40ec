import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { InputError } from "../problem.ts";
import { editHome, homeFields } from "./editHome.ts";
import { readHome } from "./readHome.ts";

const EXAMPLES = new URL("../../../../examples/", import.meta.url);
const EXAMPLE = readFileSync(new URL("home.yaml", EXAMPLES), "utf8");
const readFile = (path: string) => readFileSync(new URL(path, EXAMPLES), "utf8");

describe("a value in place of another", () => {
  test("leaves every other character alone", () => {
    const edited = editHome(EXAMPLE, [{ path: ["battery", "capacityKwh"], value: 13.5 }]);
    expect(edited).toBe(EXAMPLE.replace("capacityKwh: 9.5", "capacityKwh: 13.5"));
  });

  test("keeps what needs quotes a text", () => {
    const edited = editHome(EXAMPLE, [{ path: ["cars", 0, "readyBy"], value: "06:30" }]);
    expect((homeFields(edited) as { cars: { readyBy: unknown }[] }).cars[0]!.readyBy).toBe("06:30");
    const named = editHome(EXAMPLE, [{ path: ["name"], value: "true: # no" }]);
    expect(parse(named).name).toBe("true: # no");
    expect(readHome(named, { readFile }).name).toBe("true: # no");
  });

  test("may be text of several lines", () => {
    const csv = "start,kwh\n2026-04-14T00:00Z,0.2\n";
    const edited = editHome(EXAMPLE, [{ path: ["load", "history"], value: csv }]);
    expect(parse(edited).load.history).toBe(csv);
    const again = editHome(edited, [{ path: ["load", "history"], value: "home/load.csv" }]);
    expect(parse(again)).toEqual(parse(EXAMPLE));
  });
});

describe("fields that come and go", () => {
  test("a field that was left out is added to its section, and all comments stay", () => {
    const edited = editHome(EXAMPLE, [{ path: ["battery", "exportKw"], value: 2.5 }]);
    const expected = parse(EXAMPLE);
    expected.battery.exportKw = 2.5;
    expect(parse(edited)).toEqual(expected);
    const comments = EXAMPLE.split("\n").filter((line) => line.trim().startsWith("#"));
    const kept = edited.split("\n").map((line) => line.trim());
    expect(comments.filter((line) => !kept.includes(line.trim()))).toEqual([]);
  });

  test("a section that was left out is made", () => {
    const edited = editHome(EXAMPLE, [{ path: ["options", "keepKwh"], value: 2 }]);
    expect(parse(edited).options).toEqual({ keepKwh: 2 });
  });

  test("a field is taken out, and its section with the last of its fields", () => {
    const edited = editHome(EXAMPLE, [
      { path: ["soFar", "costPence"], value: undefined },
      { path: ["soFar", "exportKwh"], value: undefined },
    ]);
    expect(parse(edited)).not.toHaveProperty("soFar");
    expect(parse(edited).plan).toEqual(parse(EXAMPLE).plan);
  });

  test("one form of a tariff takes the place of another", () => {
    const edited = editHome(EXAMPLE, [{ path: ["prices", "import"], value: { fixed: 24.5 } }]);
    expect(parse(edited).prices.import).toEqual({ fixed: 24.5 });
    expect(readHome(edited, { readFile }).inputs.importPencePerKwh[0]).toBe(24.5);
  });

  test("an item is added to a list and taken out again", () => {
    const car = { name: "Second", batteryKwh: 40, targetPercent: 80 };
    const added = editHome(EXAMPLE, [{ path: ["cars", 1], value: car }]);
    expect(parse(added).cars[1]).toEqual(car);
    const removed = editHome(added, [{ path: ["cars", 1], value: undefined }]);
    expect(parse(removed)).toEqual(parse(EXAMPLE));
  });
});

test("a file that is no YAML is told as its reader tells it", () => {
  expect(() => editHome("name: [", [{ path: ["name"], value: "x" }])).toThrow(InputError);
});
