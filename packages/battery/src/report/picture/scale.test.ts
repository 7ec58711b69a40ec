import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundScale, scaleBetween } from "./scale.ts";

const SPAN = { top: 10, bottom: 110 };

describe("roundScale", () => {
  it("puts ticks at round numbers around the values and zero", () => {
    expect(roundScale([-3.2, 38.2], SPAN, 6).ticks).toEqual([-10, 0, 10, 20, 30, 40]);
    expect(roundScale([12, 14], SPAN, 4).ticks).toEqual([0, 5, 10, 15]);
    expect(roundScale([0.02, 0.06], SPAN, 3).ticks.at(-1)).toBeCloseTo(0.06, 9);
  });

  it("has room for every value, and zero, whatever they are", () => {
    const values = fc.array(
      fc.integer({ min: -1e6, max: 1e6 }).map((part) => part / 97),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 8 }), (list, maxTicks) => {
        const { at, ticks, lowest, highest } = roundScale(list, SPAN, maxTicks);
        const isInside = [0, ...list].every(
          (value) => at(value) >= SPAN.top - 0.01 && at(value) <= SPAN.bottom + 0.01,
        );
        return isInside && lowest < highest && ticks.length >= 2 && ticks.length <= maxTicks + 3;
      }),
    );
  });

  it("shows nothing as zero to one step", () => {
    expect(roundScale([], SPAN, 4).ticks).toHaveLength(2);
    expect(roundScale([0, 0], SPAN, 4).at(0)).toBe(SPAN.bottom);
  });
});

describe("scaleBetween", () => {
  it("puts more higher up", () => {
    const { at } = scaleBetween(0, 100, 25, SPAN);
    expect([at(0), at(50), at(100)]).toEqual([110, 60, 10]);
  });
});
