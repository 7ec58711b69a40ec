import type { Curve } from "./curve.ts";
import { addPoint, beginRun, endFunction, type FunctionFamily, reservePoints } from "./functionFamily.ts";

/** Points closer than this are one point: a share of the scale, far above rounding and far below any energy. */
const SAME_X = 1e-13;

/** What a curve is kept of: the interval, and how far a chord may be from the points that it replaces. */
export interface Keeping {
  low: number;
  high: number;
  tolerance: number;
}

/**
 * Closes a curve as a function of the family: clipped, without the points that are within `tolerance` of a chord,
 * and split into convex runs. A curve that lies wholly beside the interval leaves its nearest point.
 */
export function keepCurve(curve: Curve, keeping: Keeping, family: FunctionFamily): void {
  const { x } = curve;
  const end = curve.count;
  const low = Math.min(keeping.low, x[end - 1]!);
  const high = Math.max(keeping.high, x[0]!);
  reservePoints(family, 2 * end + 4);
  let at = 0;
  while (at + 1 < end && x[at + 1]! < low) at++;
  while (at < end && x[at]! <= high)
    at = keepStretch(curve, at, { low, high, tolerance: keeping.tolerance }, family);
  endFunction(family);
}

/** Keeps the points from `first` on up to a jump, a gap or the interval's end; gives the index to go on with. */
function keepStretch(
  curve: Curve,
  first: number,
  { low, high, tolerance }: Keeping,
  family: FunctionFamily,
): number {
  const { x, y, count } = curve;
  if (y[first] === Infinity) return first + 1;
  let anchorX = x[first]!;
  let anchorY = y[first]!;
  let at = first + 1;
  if (anchorX < low && at < count) {
    if (y[at] === Infinity || x[at]! < low) return at;
    anchorY += ((y[at]! - anchorY) * (low - anchorX)) / (x[at]! - anchorX);
    anchorX = low;
  }
  const runsBefore = family.runCount;
  beginRun(family);
  addPoint(family, anchorX, anchorY);
  let candidateX = anchorX;
  let candidateY = anchorY;
  let leastSlope = -Infinity;
  let mostSlope = Infinity;
  for (; at < count; at++) {
    let px = x[at]!;
    let py = y[at]!;
    if (px - candidateX <= SAME_X) {
      if (Math.abs(py - candidateY) <= tolerance) continue;
      break;
    }
    if (py === Infinity) break;
    const isBeyond = px > high;
    if (isBeyond) {
      if (high - candidateX <= SAME_X) break;
      py = candidateY + ((py - y[at - 1]!) * (high - candidateX)) / (px - x[at - 1]!);
      px = high;
    }
    let width = px - anchorX;
    let rise = py - anchorY;
    if (rise < leastSlope * width || rise > mostSlope * width) {
      addConvex(family, candidateX, candidateY);
      anchorX = candidateX;
      anchorY = candidateY;
      leastSlope = -Infinity;
      mostSlope = Infinity;
      width = px - anchorX;
      rise = py - anchorY;
    }
    leastSlope = Math.max(leastSlope, (rise - tolerance) / width);
    mostSlope = Math.min(mostSlope, (rise + tolerance) / width);
    candidateX = px;
    candidateY = py;
    if (isBeyond) {
      at = count;
      break;
    }
  }
  if (candidateX > anchorX) addConvex(family, candidateX, candidateY);
  else if (family.runCount - runsBefore === 1) dropIdlePoint(family, curve, at);
  return at;
}

/** Adds a point to the last run, or where the slope would fall, to a new one that begins where the last one ends. */
function addConvex(family: FunctionFamily, x: number, y: number): void {
  const last = family.pointCount - 1;
  const lastX = family.x[last]!;
  const lastY = family.y[last]!;
  if (last > family.runBegin[family.runCount - 1]! && (y - lastY) / (x - lastX) < family.slope[last - 1]!) {
    beginRun(family);
    addPoint(family, lastX, lastY);
  }
  addPoint(family, x, y);
}

/** Takes back a run of one point where a neighbour has the same value, or a lower one, at the same place. */
function dropIdlePoint(family: FunctionFamily, curve: Curve, next: number): void {
  const last = family.pointCount - 1;
  const isFirstOfFunction = family.runCount - 1 === family.firstRun[family.functionCount]!;
  const before =
    isFirstOfFunction || family.x[last]! - family.x[last - 1]! > SAME_X ? Infinity : family.y[last - 1]!;
  const isNextNear = next < curve.count && curve.x[next]! - family.x[last]! <= SAME_X;
  if (family.y[last]! < before && !(isNextNear && curve.y[next]! <= family.y[last]!)) return;
  family.pointCount--;
  family.runCount--;
  family.runBegin[family.runCount] = family.pointCount;
}
