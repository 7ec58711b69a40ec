import fc from "fast-check";
import { expect, test } from "vitest";
import { judge, median, summarise } from "./statistics.ts";

test("the median is the middle value, whatever the order", () => {
  expect(median([5, 1, 9])).toBe(5);
  expect(median([4, 1, 2, 3])).toBe(3);
  expect(median([])).toBeNaN();
});

test("a summary has best, median and spread", () => {
  expect(summarise([3, 9, 4, 5, 7])).toEqual({ best: 3, median: 5, spread: 6 });
});

test("a bound between the rounds' values is undecided", () => {
  expect(judge([0.7, 0.8, 0.9, 1.1, 1.2], 1)).toBe("undecided");
  expect(judge([0.9, 1.1], 1)).toBe("undecided");
});

test("one outlier on either side decides nothing and hides nothing", () => {
  expect(judge([0.7, 0.8, 0.9, 0.95, 40], 1)).toBe("held");
  expect(judge([0.1, 1.1, 1.2, 1.3, 1.4], 1)).toBe("not held");
});

test("a value at the bound holds it", () => {
  expect(judge([1, 1, 1, 1, 1], 1)).toBe("held");
});

test("no value, or one that is not a number, decides nothing", () => {
  expect(judge([], 1)).toBe("undecided");
  expect(judge([Number.NaN, Number.NaN, Number.NaN], 1)).toBe("undecided");
});

test("a verdict does not depend on the order of the rounds", () => {
  const rounds = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 1, maxLength: 7 });
  fc.assert(fc.property(rounds, (values) => judge(values, 1) === judge(values.toReversed(), 1)));
});
