import { expect, test } from "vitest";
import { typedNumber } from "./typedNumber.ts";

test.each([
  ["9.5", 9.5],
  ["9,5", 9.5],
  [" -0,25 ", -0.25],
  ["9.", 9],
  ["1e3", 1000],
  ["0", 0],
  ["12,50", 12.5],
])("%j is the number %d", (text, value) => {
  expect(typedNumber(text)).toBe(value);
});

test("what is not finished yet is no number, and no fault", () => {
  expect(["", " ", "-", "+", ".", "-,", "1e", "2,5e-"].map(typedNumber)).toEqual(Array(8).fill(undefined));
});

test("what is no number, or may be thousands, stays as it was typed for its reader to tell", () => {
  expect(["abc", "9,500", "1,000,000", "1.2.3", "3 kWh"].map(typedNumber)).toEqual([
    ...["abc", "9,500", "1,000,000", "1.2.3", "3 kWh"],
  ]);
});
