import { expect, test } from "vitest";
import { inFormWords, noteInFormWords, tellingInFormWords } from "./fieldLabels.ts";

test("a default that is another field is told by the field's name in the form", () => {
  expect(inFormWords("battery.chargeKw")).toBe("Charge power");
  expect(inFormWords("from the spread of past days, or 1.05")).toBe("from the spread of past days, or 1.05");
});

test.each([
  [
    "home/sun.csv: 3 row(s) have no poor sun; set solar.p10Factor and solar.p90Factor",
    "home/sun.csv: 3 row(s) have no poor sun; set “Poor sun” and “Rich sun”",
  ],
  [
    "battery.socPercent: is 3 %; check the sensor, or battery.reservePercent",
    "Charge now: is 3 %; check the sensor, or “Reserve”",
  ],
  [
    "cars[1].needKwh: is 9 kWh; lower needKwh, or correct socPercent",
    "Car 2, Wanted: is 9 kWh; lower “Wanted”, or correct “Charge now”",
  ],
  ["cars[0]: Zoe gets 3 kWh; ask for less", "Car 1: Zoe gets 3 kWh; ask for less"],
  ["prices.export: 2 step(s) hold more: 5 and 6", "Selling: 2 step(s) hold more: 5 and 6"],
  ["no place at all", "no place at all"],
])("the note %j names what the form shows", (note, told) => {
  expect(noteInFormWords(note)).toBe(told);
});

test("a bare name is that of a field beside the one it is told of, and of no other part", () => {
  expect(tellingInFormWords("cars[0].minimumKw", "above the car's chargeKw 3")).toBe(
    "above the car's “Power” 3",
  );
  expect(tellingInFormWords("solar.csv", "chargeKw and pageSize")).toBe("chargeKw and pageSize");
});
