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

/** Appends what another curve is from `low` to `high`; a gap is left where the two do not meet. */
export function appendWithin(curve: Curve, other: Curve, low: number, high: number): void {
  reserveCurve(curve, other.count + 4);
  const edges = low === high ? [low] : [low, high];
  let isFirst = true;
  for (let i = 0; i < other.count; i++) {
    const x = other.x[i]!;
    const y = other.y[i]!;
    if (x >= low && x <= high) {
      if (isFirst) leaveGap(curve, x);
      isFirst = false;
      appendPoint(curve, x, y);
    }
    if (i + 1 === other.count) return;
    for (const edge of edges) {
      if (x >= edge || other.x[i + 1]! <= edge) continue;
      if (isFirst) leaveGap(curve, edge);
      isFirst = false;
      const rise = other.y[i + 1]! === Infinity ? Infinity : other.y[i + 1]! - y;
      appendPoint(curve, edge, y === Infinity ? y : y + (rise * (edge - x)) / (other.x[i + 1]! - x));
    }
  }
}

function leaveGap(curve: Curve, x: number): void {
  const last = curve.count - 1;
  if (last < 0 || curve.x[last]! >= x) return;
  appendPoint(curve, curve.x[last]!, Infinity);
  appendPoint(curve, x, Infinity);
}
