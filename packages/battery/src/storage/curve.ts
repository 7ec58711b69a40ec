import { widened } from "./functionFamily.ts";

/**
 * One piecewise-linear function under construction: points of rising x, linear between neighbours. Two or three
 * points of one x are a jump (and a lower point in it); points at Infinity bound a stretch where it is undefined.
 */
export interface Curve {
  x: Float64Array;
  y: Float64Array;
  count: number;
}

/** A curve without points. */
export function emptyCurve(capacity: number): Curve {
  return { x: new Float64Array(capacity), y: new Float64Array(capacity), count: 0 };
}

/** Makes room for `pointCount` more points. */
export function reserveCurve(curve: Curve, pointCount: number): void {
  const needed = curve.count + pointCount;
  if (needed <= curve.x.length) return;
  const capacity = Math.max(needed, 2 * curve.x.length);
  curve.x = widened(curve.x, capacity);
  curve.y = widened(curve.y, capacity);
}

/** Appends a point unless it is the last one again. Room must be reserved. */
export function appendPoint(curve: Curve, x: number, y: number): void {
  const last = curve.count - 1;
  if (last >= 0 && curve.x[last] === x && curve.y[last] === y) return;
  curve.x[curve.count] = x;
  curve.y[curve.count++] = y;
}
