import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepCurve } from "./convexRuns.ts";
import { appendPoint, type Curve, emptyCurve } from "./curve.ts";
import { emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { lowerEnvelope } from "./lowerEnvelope.ts";

const RANGE = { min: 0, max: 12 };

/** Curves on whole numbers, with jumps where an x comes twice. */
const curves: fc.Arbitrary<Curve> = fc
  .array(fc.tuple(fc.integer(RANGE), fc.integer({ min: -5, max: 5 })), { minLength: 1, maxLength: 8 })
  .map((points) => {
    const curve = emptyCurve(16);
    for (const [x, y] of points.sort((a, b) => a[0] - b[0])) appendPoint(curve, x, y);
    return curve;
  });

/** The least value of a curve at x, of all its points there; Infinity outside. */
function curveValue({ x: xs, y: ys, count }: Curve, x: number): number {
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    if (xs[i] === x) least = Math.min(least, ys[i]!);
    if (i + 1 === count || xs[i]! >= x || xs[i + 1]! <= x) continue;
    if (ys[i]! + ys[i + 1]! === Infinity) continue;
    least = Math.min(least, ys[i]! + ((ys[i + 1]! - ys[i]!) * (x - xs[i]!)) / (xs[i + 1]! - xs[i]!));
  }
  return least;
}

/** The least value of a function of a family at x. */
function keptValue(family: FunctionFamily, x: number): number {
  let least = Infinity;
  for (let run = 0; run < family.runCount; run++) {
    const curve = emptyCurve(32);
    for (let at = family.runBegin[run]!; at < family.runBegin[run + 1]!; at++) {
      appendPoint(curve, family.x[at]!, family.y[at]!);
    }
    least = Math.min(least, curveValue(curve, x));
  }
  return least;
}

const isNear = (a: number, b: number): boolean => a === b || Math.abs(a - b) < 1e-9;

/** Places between and at all points. */
const PLACES = Array.from({ length: 4 * RANGE.max + 1 }, (_, i) => i / 4);

describe("lowerEnvelope", () => {
  it("is the lower of two curves everywhere, jumps and ends included", () => {
    fc.assert(
      fc.property(curves, curves, (f, g) => {
        const out = emptyCurve(4);
        lowerEnvelope(f, g, out);
        return PLACES.every((x) => isNear(curveValue(out, x), Math.min(curveValue(f, x), curveValue(g, x))));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("keepCurve", () => {
  it("keeps the curve within the interval, in convex runs", () => {
    fc.assert(
      fc.property(curves, curves, (f, g) => {
        const curve = emptyCurve(4);
        lowerEnvelope(f, g, curve);
        const family = emptyFamily(4, 1);
        keepCurve(curve, { low: 2, high: 9, tolerance: 1e-12 }, family);
        const isKept = PLACES.filter((x) => x >= 2 && x <= 9).every(
          (x) => curveValue(curve, x) === Infinity || isNear(keptValue(family, x), curveValue(curve, x)),
        );
        return isKept && hasConvexRuns(family);
      }),
      { numRuns: 2000 },
    );
  });

  it("drops what a chord replaces within the tolerance, and no more", () => {
    const curve = emptyCurve(8);
    for (const [x, y] of [
      [0, 0],
      [1, 1.0005],
      [2, 2],
      [3, 3.002],
      [4, 4],
    ] as const)
      appendPoint(curve, x, y);
    const family = emptyFamily(8, 1);
    keepCurve(curve, { low: 0, high: 4, tolerance: 1e-3 }, family);
    expect([...family.x.subarray(0, family.pointCount)]).toStrictEqual([0, 2, 3, 3, 4]);
  });
});

function hasConvexRuns(family: FunctionFamily): boolean {
  for (let run = 0; run < family.runCount; run++) {
    for (let at = family.runBegin[run]! + 1; at + 1 < family.runBegin[run + 1]!; at++) {
      if (family.slope[at]! < family.slope[at - 1]!) return false;
    }
  }
  return true;
}
