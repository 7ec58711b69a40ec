import type { Curve } from "./curve.ts";
import { reserveCurve } from "./curve.ts";

/** Points of rising x, equal only at jumps: a curve, or the points of one function of a family. */
export interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Draws the lower convex hull of the points from `first` to before `end`; replaces the curve. */
export function lowerHull(points: Points, first: number, end: number, out: Curve): void {
  out.count = 0;
  reserveCurve(out, end - first);
  const { x, y } = out;
  for (let at = first; at < end; at++) {
    const px = points.x[at]!;
    const py = points.y[at]!;
    let count = out.count;
    if (count > 0 && x[count - 1]! >= px) {
      if (py >= y[count - 1]!) continue;
      count--;
    }
    while (count > 1 && isLastIdle(out, count, px, py)) count--;
    x[count] = px;
    y[count] = py;
    out.count = count + 1;
  }
}

/** Whether the last point kept lies on or above the chord from the one before it to the new point. */
function isLastIdle({ x, y }: Curve, count: number, px: number, py: number): boolean {
  const ax = x[count - 2]!;
  const ay = y[count - 2]!;
  return (y[count - 1]! - ay) * (px - ax) >= (py - ay) * (x[count - 1]! - ax);
}
