/**
 * Many piecewise-linear functions in one set of typed arrays. Each function is a row of convex runs, from left to
 * right: a run is a list of points of rising x between which the function is linear with rising slope. Where two
 * runs meet the function has a concave kink or a jump (then the lower value counts), or is undefined between them.
 */
export interface FunctionFamily {
  x: Float64Array;
  y: Float64Array;
  /** Slope from each point to the next of its run; unset at a run's last point. */
  slope: Float64Array;
  pointCount: number;
  /** First point of each run; the run ends where the next begins. `runBegin[runCount]` is `pointCount`. */
  runBegin: Int32Array;
  runCount: number;
  /** First run of each function; `firstRun[functionCount]` is `runCount`. */
  firstRun: Int32Array;
  functionCount: number;
}

/** A family with no function yet. */
export function emptyFamily(pointCapacity: number, functionCapacity: number): FunctionFamily {
  return {
    x: new Float64Array(pointCapacity),
    y: new Float64Array(pointCapacity),
    slope: new Float64Array(pointCapacity),
    pointCount: 0,
    runBegin: new Int32Array(pointCapacity + 1),
    runCount: 0,
    firstRun: new Int32Array(functionCapacity + 1),
    functionCount: 0,
  };
}

/** Forgets all functions and makes room for some more, keeping the arrays. */
export function clearFamily(family: FunctionFamily, functionCapacity: number): void {
  family.pointCount = 0;
  family.runCount = 0;
  family.functionCount = 0;
  if (family.firstRun.length < functionCapacity + 1) family.firstRun = new Int32Array(functionCapacity + 1);
}

/** Makes room for `pointCount` more points, each of which may be a run. */
export function reservePoints(family: FunctionFamily, pointCount: number): void {
  const needed = family.pointCount + pointCount;
  if (needed <= family.x.length) return;
  const capacity = Math.max(needed, 2 * family.x.length);
  family.x = widened(family.x, capacity);
  family.y = widened(family.y, capacity);
  family.slope = widened(family.slope, capacity);
  const runBegin = new Int32Array(capacity + 1);
  runBegin.set(family.runBegin);
  family.runBegin = runBegin;
}

/** A longer array that begins with the same numbers. */
export function widened(numbers: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const wide = new Float64Array(capacity);
  wide.set(numbers);
  return wide;
}

/** Begins a run at the next point that is added. */
export function beginRun(family: FunctionFamily): void {
  family.runBegin[family.runCount++] = family.pointCount;
  family.runBegin[family.runCount] = family.pointCount;
}

/** Adds a point to the last run. Room must be reserved. */
export function addPoint(family: FunctionFamily, x: number, y: number): void {
  const at = family.pointCount++;
  family.x[at] = x;
  family.y[at] = y;
  family.runBegin[family.runCount] = family.pointCount;
  if (at > family.runBegin[family.runCount - 1]!) {
    family.slope[at - 1] = (y - family.y[at - 1]!) / (x - family.x[at - 1]!);
  }
}

/** Points closer than this are one point, and bends flatter than this none: rounding, as shares of the scale. */
const SAME_X = 1e-12;
const SAME_Y = 1e-13;

/**
 * Adds the next point of a function that is straight between its points: to the last run, or where the slope falls to a
 * new one; without the last point where the function does not bend there. Room must be reserved.
 */
export function addBend(family: FunctionFamily, x: number, y: number): void {
  const last = family.pointCount - 1;
  const first = family.runBegin[family.runCount - 1]!;
  if (last >= first && x - family.x[last]! < SAME_X) return;
  if (last > first) {
    const lastX = family.x[last]!;
    const lastY = family.y[last]!;
    const fall = lastY + ((y - lastY) * (family.x[last - 1]! - lastX)) / (x - lastX) - family.y[last - 1]!;
    if (Math.abs(fall) <= SAME_Y) {
      family.pointCount--;
      family.runBegin[family.runCount] = family.pointCount;
    } else if (fall > 0) {
      beginRun(family);
      addPoint(family, lastX, lastY);
    }
  }
  addPoint(family, x, y);
}

/** Closes the function whose runs were added since the last one was closed. */
export function endFunction(family: FunctionFamily): void {
  family.firstRun[++family.functionCount] = family.runCount;
}
