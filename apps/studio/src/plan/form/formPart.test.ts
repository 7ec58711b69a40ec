import { expect, test } from "vitest";
import { pathWords, tablePath, unitIn, valueAt } from "./formPart.ts";

test("a path is told as readers tell it, and found in the table of fields", () => {
  expect(pathWords(["cars", 0, "chargeKw"])).toBe("cars[0].chargeKw");
  expect(pathWords(["battery", "socPercent"])).toBe("battery.socPercent");
  expect(tablePath(["cars", 12, "plan", 3, "start"])).toBe("cars[].plan[].start");
});

test("what stands at a path is found, and nothing where there is nothing", () => {
  const fields = { cars: [{ name: "A" }], prices: { import: 24.5 } };
  expect(valueAt(fields, ["cars", 0, "name"])).toBe("A");
  expect(valueAt(fields, ["cars", 1, "name"])).toBeUndefined();
  expect(valueAt(fields, ["prices", "import", "fixed"])).toBeUndefined();
  expect(valueAt(undefined, ["prices"])).toBeUndefined();
});

test("prices are told in the home's own money, other units as they are", () => {
  expect(["p/kWh", "p", "p/day", "kWh", "%"].map((unit) => unitIn(unit, "ct"))).toEqual([
    ...["ct/kWh", "ct", "ct/day", "kWh", "%"],
  ]);
});
