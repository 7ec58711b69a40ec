import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as elementary from "./elementary.ts";

/** Difference in units of the last place of the expected number. */
function lastPlaces(found: number, expected: number): number {
  if (found === expected) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(expected))) - 52);
  return Math.abs(found - expected) / unit;
}

/** True over many numbers of a range. */
function holds(range: readonly [number, number], property: (x: number) => boolean): void {
  const [min, max] = range;
  fc.assert(fc.property(fc.double({ min, max, noNaN: true }), property), { numRuns: 3000 });
  for (let index = 0; index <= 20_000; index++) {
    const x = min + ((max - min) * index) / 20_000;
    if (!property(x)) expect.fail(`at ${x}`);
  }
}

describe("elementary functions stay within two units in the last place of Math's", () => {
  it("sine and cosine", () => {
    for (const range of [[-1, 1] as const, [-40, 40] as const, [-1e5, 1e5] as const]) {
      holds(range, (x) => Math.abs(elementary.sin(x) - Math.sin(x)) <= 2.3e-16);
      holds(range, (x) => Math.abs(elementary.cos(x) - Math.cos(x)) <= 2.3e-16);
    }
    holds([-0.7, 0.7], (x) => lastPlaces(elementary.sin(x), Math.sin(x)) <= 1.5);
  });

  it("exponential", () => {
    holds([-700, 709], (x) => lastPlaces(elementary.exp(x), Math.exp(x)) <= 1.5);
  });

  it("logarithm", () => {
    for (const range of [[1e-300, 1e-290] as const, [1e-3, 0.99] as const, [1.01, 1e3] as const]) {
      holds(range, (x) => lastPlaces(elementary.log(x), Math.log(x)) <= 2);
    }
    holds([0.9, 1.1], (x) => Math.abs(elementary.log(x) - Math.log(x)) <= 2e-17 + 2.3e-16 * Math.abs(x - 1));
  });

  it("arc cosine and the angle of a point", () => {
    holds([-1, 1], (x) => Math.abs(elementary.acos(x) - Math.acos(x)) <= 5e-16);
    const coordinate = fc.double({ min: -9, max: 9, noNaN: true });
    const point = fc.tuple(coordinate, coordinate);
    fc.assert(
      fc.property(point, ([y, x]) => lastPlaces(elementary.atan2(y, x), Math.atan2(y + 0, x + 0)) <= 1.5),
      { numRuns: 20_000 },
    );
  });
});

it("gives exact values where they are exact", () => {
  expect(elementary.sin(0)).toBe(0);
  expect(elementary.cos(0)).toBe(1);
  expect(elementary.exp(0)).toBe(1);
  expect(elementary.exp(-800)).toBe(0);
  expect(elementary.exp(800)).toBe(Number.POSITIVE_INFINITY);
  expect(elementary.log(1)).toBe(0);
  expect(elementary.log(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(elementary.log(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  expect(elementary.log(-1)).toBeNaN();
  expect(elementary.log(5e-324)).toBeCloseTo(-744.4400719213812, 12);
  expect(elementary.atan2(0, -1)).toBe(Math.PI);
  expect(elementary.atan2(-1, 0)).toBe(-Math.PI / 2);
  expect(elementary.atan2(0, 0)).toBe(0);
  expect(elementary.acos(1)).toBe(0);
  expect(elementary.acos(-1)).toBe(Math.PI);
});
