import fc from "fast-check";
import { expect, test } from "vitest";
import { SizeTally } from "./census.ts";

test("sizes up to 1,024 are counted exactly, larger ones to 1/32, as sorting them all would", () => {
  const sizes = fc.array(
    fc.oneof(fc.integer({ min: 1, max: 1030 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    {
      minLength: 1,
      maxLength: 100,
    },
  );
  const property = fc.property(sizes, (given) => {
    const tally = new SizeTally();
    for (const size of given) tally.add(size);
    const { count, mean, median, p95, max } = tally.census();
    const sorted = [...given].sort((a, b) => a - b);
    const near = (found: number, share: number) => {
      const exact = sorted[Math.ceil(share * sorted.length) - 1]!;
      return exact <= 1024 ? found === exact : found <= exact && found > exact * (1 - 1 / 32);
    };
    const sum = given.reduce((total, size) => total + size, 0);
    return (
      count === given.length &&
      mean === sum / count &&
      max === sorted.at(-1) &&
      near(median, 0.5) &&
      near(p95, 0.95)
    );
  });
  fc.assert(property, { numRuns: 500 });
});

test("a census of nothing is all zeros", () => {
  expect(new SizeTally().census()).toEqual({ count: 0, mean: 0, median: 0, p95: 0, max: 0 });
});
