import { expect, test } from "vitest";
import { judgeRounds } from "./boundResult.ts";

const bound = { name: "planted", bound: 1, unit: "" };
const quiet = (value: number) => ({ value, isNoisy: false });
const noisy = (value: number) => ({ value, isNoisy: true });

test("disturbed rounds do not count while three quiet ones are left, and are told", () => {
  const result = judgeRounds(bound, [quiet(0.8), noisy(7), quiet(0.9), noisy(9), quiet(0.7)]);
  expect(result).toMatchObject({ verdict: "held", values: [0.8, 0.9, 0.7] });
  expect(result.notes).toEqual(["2 of 5 rounds disturbed"]);
});

test("with fewer quiet rounds nothing is decided, whatever they say", () => {
  const result = judgeRounds(bound, [quiet(0.8), noisy(0.8), noisy(0.8), noisy(0.8), quiet(0.8)]);
  expect(result).toMatchObject({ verdict: "undecided", values: [0.8, 0.8, 0.8, 0.8, 0.8] });
});

test("a single quiet measurement is judged, and notes stay", () => {
  expect(judgeRounds(bound, [quiet(2)], ["beside it"])).toMatchObject({
    verdict: "not held",
    notes: ["beside it"],
  });
});
