import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fileDecimals,
  fixed,
  glued,
  percentOf,
  rounded,
  roundedParts,
  showsDearer,
  toldUnit,
} from "./figures.ts";

describe("figures", () => {
  it("never shows a negative zero", () => {
    expect([fixed(-0.04, 1), fixed(-0.06, 1), percentOf(-0.001, 9)]).toEqual(["0.0", "-0.1", "0 %"]);
  });

  it("have four decimals in the file of a household, and more where a battery or its percent is far from that", () => {
    const decimals = [0, 0.1, 9.5, 200, 0.09, 1e-6, 2001, 1e6].map(fileDecimals);
    expect(decimals).toEqual([4, 4, 4, 4, 6, 10, 6, 8]);
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(fileDecimals)).toEqual([4, 4]);
  });

  it("are told in a unit of thousands where a battery is no household's", () => {
    const units = [0, 0.1, 200, 0.05, 1e-6, 9.5e-6, 201, 1e6, 1e15].map(toldUnit);
    expect(units).toEqual([1, 1, 1, 1e-3, 1e-9, 1e-9, 1, 1e3, 1e12]);
  });

  it("shows no percentage of a battery without capacity", () => {
    expect(percentOf(1, 0)).toBe("- %");
  });

  it("calls a price dearer only when the shown figure is", () => {
    expect([showsDearer(10.04, 9.96), showsDearer(10.06, 9.96)]).toEqual([false, true]);
  });

  it("keeps figures and units on one line", () => {
    expect(glued("from 9.2 p now, 31.0 øre, to 95 % in 3 parts")).toBe(
      "from 9.2\u00a0p now, 31.0\u00a0øre, to 95\u00a0% in 3 parts",
    );
  });

  it("splits a total into figures that add up to it, each within one unit of its own value", () => {
    const values = fc.array(
      fc.integer({ min: -500_000, max: 500_000 }).map((part) => part / 997),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(values, fc.constantFrom(1, 2), (parts, decimals) => {
        const shown = roundedParts(parts, decimals);
        const unit = 10 ** -decimals;
        const total = rounded(
          parts.reduce((sum, part) => sum + part, 0),
          decimals,
        );
        const shownTotal = shown.reduce((sum, part) => sum + part, 0);
        return (
          Math.abs(shownTotal - total) < unit / 1000 &&
          shown.every((part, index) => Math.abs(part - (parts[index] ?? 0)) < unit * 1.001)
        );
      }),
    );
  });
});
