import fc from "fast-check";
import { expect, test } from "vitest";
import { medianInterval } from "./interval.ts";

const ratios = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 3, maxLength: 40 });

test("an interval lies within its ratios, holds their median, and is the same each time", () => {
  fc.assert(
    fc.property(ratios, (values) => {
      const [interval, again] = [medianInterval(values), medianInterval([...values])];
      if (interval === undefined || again === undefined) return false;
      const { low, middle, high } = interval;
      const isInside = low >= Math.min(...values) && high <= Math.max(...values);
      return isInside && low <= middle && middle <= high && low === again.low && high === again.high;
    }),
    { numRuns: 30 },
  );
});

test("of 100 samples of a known distribution about 95 in 100 intervals hold its median", () => {
  const truth = 1.5;
  let state = 1;
  const uniform = (): number => {
    state = (state * 48271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
  const sample = (): number[] =>
    Array.from({ length: 21 }, () => truth + (uniform() - 0.5) * (1 + uniform()));
  const held = Array.from({ length: 100 }, () => medianInterval(sample())).filter(
    (interval) => interval !== undefined && interval.low <= truth && truth <= interval.high,
  ).length;
  expect(held).toBeGreaterThanOrEqual(89);
  expect(held).toBeLessThanOrEqual(99);
});

test("few pairs give little confidence, two give none", () => {
  expect(medianInterval([1, 2])).toBeUndefined();
  expect(medianInterval([1, 2, 3])?.confidence).toBe(0.75);
  expect(medianInterval([1, 2, 3, 4, 5])?.confidence).toBe(0.9375);
  expect(medianInterval([1, 2, 3, 4, 5, 6, 7])?.confidence).toBe(0.95);
});
