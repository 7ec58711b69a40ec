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
  const bounds = { low, high, tolerance: keeping.tolerance };
  reservePoints(family, 2 * end + 4);
  let at = 0;
  while (at + 1 < end && x[at + 1]! < low) at++;
  while (at < end && x[at]! <= high) at = keepStretch(curve, at, bounds, family);
  endFunction(family);
}

/** A stretch of a curve that is being kept: from its last kept point, a chord may go to the candidate. */
interface Stretch {
  anchorX: number;
  anchorY: number;
  candidateX: number;
  candidateY: number;
  /** Slopes of the chords from the anchor that pass all points since within the tolerance. */
  leastSlope: number;
  mostSlope: number;
}

const stretch: Stretch = {
  anchorX: 0,
  anchorY: 0,
  candidateX: 0,
  candidateY: 0,
  leastSlope: 0,
  mostSlope: 0,
};

/** Keeps the points from `first` on up to a jump, a gap or the interval's end; gives the index to go on with. */
function keepStretch(curve: Curve, first: number, keeping: Keeping, family: FunctionFamily): number {
  const { x, y, count } = curve;
  const { low, high, tolerance } = keeping;
  if (y[first] === Infinity) return first + 1;
  let at = first + 1;
  let beginX = x[first]!;
  let beginY = y[first]!;
  if (beginX < low && at < count) {
    if (y[at] === Infinity || x[at]! < low) return at;
    beginY += ((y[at]! - beginY) * (low - beginX)) / (x[at]! - beginX);
    beginX = low;
  }
  beginStretch(beginX, beginY);
  beginRun(family);
  addPoint(family, beginX, beginY);
  for (; at < count && y[at] !== Infinity; at++) {
    const px = x[at]!;
    if (px - stretch.candidateX <= SAME_X) {
      if (Math.abs(y[at]! - stretch.candidateY) <= tolerance) continue;
      break;
    }
    if (px > high) {
      if (high - stretch.candidateX > SAME_X) {
        const slope = (y[at]! - y[at - 1]!) / (px - x[at - 1]!);
        goOn(high, y[at - 1]! + slope * (high - x[at - 1]!), tolerance, family);
      }
      break;
    }
    goOn(px, y[at]!, tolerance, family);
  }
  if (stretch.candidateX > stretch.anchorX) addConvex(family, stretch.candidateX, stretch.candidateY);
  else if (stretch.anchorX === beginX) dropIdlePoint(family, curve, at);
  return at;
}

function beginStretch(x: number, y: number): void {
  stretch.anchorX = x;
  stretch.anchorY = y;
  stretch.candidateX = x;
  stretch.candidateY = y;
  stretch.leastSlope = -Infinity;
  stretch.mostSlope = Infinity;
}

/** Makes a point the candidate; where the chord to it would miss a point since the anchor, keeps the last candidate. */
function goOn(x: number, y: number, tolerance: number, family: FunctionFamily): void {
  const { anchorX, anchorY, candidateX, candidateY } = stretch;
  let width = x - anchorX;
  let rise = y - anchorY;
  if (rise < stretch.leastSlope * width || rise > stretch.mostSlope * width) {
    addConvex(family, candidateX, candidateY);
    beginStretch(candidateX, candidateY);
    width = x - candidateX;
    rise = y - candidateY;
  }
  stretch.leastSlope = Math.max(stretch.leastSlope, (rise - tolerance) / width);
  stretch.mostSlope = Math.min(stretch.mostSlope, (rise + tolerance) / width);
  stretch.candidateX = x;
  stretch.candidateY = y;
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
