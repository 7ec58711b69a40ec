import { lowerHull } from "./convexHull.ts";
import { type Curve, emptyCurve } from "./curve.ts";
import { type FunctionFamily, widened } from "./functionFamily.ts";
import type { StorageLimits } from "./storageLimits.ts";
import type { StorageEnds, StorageTarget } from "./storageProblem.ts";
import { drawEndCost } from "./valueAtEnd.ts";

/** Rounding of a stored energy, as a share of the scale. */
const SAME_ENERGY = 1e-11;

/**
 * The multipliers of the best bound that prices alone can prove: the dynamic programme with each slot's cost replaced
 * by its lower convex hull. Its value functions are convex, so each is a list of segments in order of slope, and a
 * step back in time merges the slot's segments into the list and cuts off what lies beyond the limits.
 */
export class HullMultipliers {
  /** Segments of all moments, from the end back: where each ends, and its slope. */
  private segmentEnd = new Float64Array(4096);
  private segmentSlope = new Float64Array(4096);
  private segmentCount = 0;
  /** Of each moment: its first segment and the one after its last, where it begins, the slopes cut off beside it. */
  private firstSegment = new Int32Array(128);
  private endSegment = new Int32Array(128);
  private begin = new Float64Array(128);
  private slopeBelow = new Float64Array(128);
  private slopeAbove = new Float64Array(128);
  private readonly hull: Curve = emptyCurve(64);
  private readonly end: Curve = emptyCurve(64);

  /**
   * @param costs  one function a slot, over the energy taken from the store
   * @param out    of each slot: what a stored kWh is worth at its end
   */
  compute(problem: StorageEnds, costs: FunctionFamily, limits: StorageLimits, out: Float64Array): void {
    const count = problem.slotHours.length;
    this.reserveMoments(count + 1);
    this.drawEnd(problem, limits);
    this.bendAtTargets(problem.battery.targets, count);
    for (let t = count - 1; t >= 0; t--) {
      lowerHull(
        costs,
        costs.runBegin[costs.firstRun[t]!]!,
        costs.runBegin[costs.firstRun[t + 1]!]!,
        this.hull,
      );
      this.stepBack(t, limits.low[t]!, limits.high[t]!);
      this.bendAtTargets(problem.battery.targets, t);
    }
    this.readForward(problem, costs, out);
  }

  private reserveMoments(momentCount: number): void {
    this.segmentCount = 0;
    if (this.begin.length >= momentCount) return;
    this.firstSegment = new Int32Array(momentCount);
    this.endSegment = new Int32Array(momentCount);
    this.begin = new Float64Array(momentCount);
    this.slopeBelow = new Float64Array(momentCount);
    this.slopeAbove = new Float64Array(momentCount);
  }

  private reserveSegments(segmentCount: number): void {
    const needed = this.segmentCount + segmentCount;
    if (needed <= this.segmentEnd.length) return;
    const capacity = Math.max(needed, 2 * this.segmentEnd.length);
    this.segmentEnd = widened(this.segmentEnd, capacity);
    this.segmentSlope = widened(this.segmentSlope, capacity);
  }

  private drawEnd(problem: StorageEnds, limits: StorageLimits): void {
    const moment = problem.slotHours.length;
    const { end, hull } = this;
    drawEndCost(problem.terminalValue, limits.low[moment]!, limits.high[moment]!, end);
    lowerHull(end, 0, end.count, hull);
    this.reserveSegments(hull.count);
    this.firstSegment[moment] = 0;
    this.begin[moment] = hull.x[0]!;
    this.slopeBelow[moment] = -Infinity;
    this.slopeAbove[moment] = Infinity;
    for (let j = 1; j < hull.count; j++) {
      this.addSegment(hull.x[j]!, (hull.y[j]! - hull.y[j - 1]!) / (hull.x[j]! - hull.x[j - 1]!));
    }
    this.endSegment[moment] = this.segmentCount;
  }

  private addSegment(end: number, slope: number): void {
    this.segmentEnd[this.segmentCount] = end;
    this.segmentSlope[this.segmentCount++] = slope;
  }

  /** The moment before slot t: its segments are those of the moment after and the slot's, in order of slope. */
  private stepBack(t: number, low: number, high: number): void {
    const { hull } = this;
    const endOfLater = this.endSegment[t + 1]!;
    let i = this.firstSegment[t + 1]!;
    let j = 0;
    this.reserveSegments(endOfLater - i + hull.count);
    const { segmentEnd, segmentSlope } = this;
    let laterEnd = this.begin[t + 1]!;
    let at = laterEnd + hull.x[0]!;
    let below = -Infinity;
    let above = Infinity;
    this.firstSegment[t] = this.segmentCount;
    this.begin[t] = Math.min(Math.max(at, low), high);
    while (above === Infinity && (i < endOfLater || j + 1 < hull.count)) {
      const laterSlope = i < endOfLater ? segmentSlope[i]! : Infinity;
      const hullSlope = j + 1 < hull.count ? slopeAfter(hull, j) : Infinity;
      const slope = Math.min(laterSlope, hullSlope);
      const from = at;
      if (laterSlope === slope) {
        at += segmentEnd[i]! - laterEnd;
        laterEnd = segmentEnd[i++]!;
      }
      if (hullSlope === slope) {
        at += hull.x[j + 1]! - hull.x[j]!;
        j++;
      }
      if (from < low - SAME_ENERGY) below = slope;
      if (at > high + SAME_ENERGY) above = slope;
      if (from < high - SAME_ENERGY && at > low + SAME_ENERGY) this.addSegment(Math.min(at, high), slope);
    }
    this.endSegment[t] = this.segmentCount;
    this.slopeBelow[t] = below;
    this.slopeAbove[t] = above;
  }

  /** Adds the penalties for what is missing at a moment to its segments, which are the last ones. */
  private bendAtTargets(targets: readonly StorageTarget[], moment: number): void {
    for (const { slot, minKwh, penaltyPerKwh } of targets) {
      if (slot !== moment - 1) continue;
      this.reserveSegments(1);
      const { segmentEnd, segmentSlope } = this;
      let from = this.begin[moment]!;
      for (let i = this.firstSegment[moment]!; i < this.segmentCount && from < minKwh; i++) {
        const end = segmentEnd[i]!;
        if (end > minKwh) {
          segmentEnd.copyWithin(i + 1, i, this.segmentCount);
          segmentSlope.copyWithin(i + 1, i, this.segmentCount);
          this.segmentCount++;
          segmentEnd[i] = minKwh;
        }
        segmentSlope[i]! -= penaltyPerKwh;
        from = segmentEnd[i]!;
      }
      this.endSegment[moment] = this.segmentCount;
    }
  }

  /**
   * Follows the hull's best plan. The cost's slope stays what it is until a limit or a target lets it change, and
   * then changes no further than it must.
   */
  private readForward(problem: StorageEnds, costs: FunctionFamily, out: Float64Array): void {
    const { hull } = this;
    let stored = this.begin[0]!;
    let slope = nearest(0, this.slopeBelow[0]!, this.slopeAbove[0]!);
    for (let t = 0; t < out.length; t++) {
      out[t] = -slope;
      lowerHull(costs, costs.runBegin[costs.firstRun[t]!]!, costs.runBegin[costs.firstRun[t + 1]!]!, hull);
      stored = this.storedAfter(t + 1, stored, slope);
      slope = this.slopeAt(problem.battery.targets, t + 1, stored, slope);
    }
  }

  /** A stored energy at a moment that slot `moment - 1` and all later ones agree on at this slope. */
  private storedAfter(moment: number, stored: number, slope: number): number {
    const { hull, segmentEnd, segmentSlope } = this;
    let j = 0;
    while (j + 1 < hull.count && slopeAfter(hull, j) < slope) j++;
    const takenLow = hull.x[j]!;
    while (j + 1 < hull.count && slopeAfter(hull, j) <= slope) j++;
    const takenHigh = hull.x[j]!;
    const end = this.endSegment[moment]!;
    let i = this.firstSegment[moment]!;
    let low = this.begin[moment]!;
    while (i < end && segmentSlope[i]! < slope) low = segmentEnd[i++]!;
    let high = low;
    while (i < end && segmentSlope[i]! <= slope) high = segmentEnd[i++]!;
    return nearest(stored - takenLow, Math.max(low, Math.min(high, stored - takenHigh)), high);
  }

  /** The slope before a moment's limits and targets, nearest to the slope after them. */
  private slopeAt(targets: readonly StorageTarget[], moment: number, stored: number, slope: number): number {
    const { segmentEnd, segmentSlope } = this;
    const first = this.firstSegment[moment]!;
    const end = this.endSegment[moment]!;
    let penaltyBelow = 0;
    let penaltyAbove = 0;
    for (const target of targets) {
      if (target.slot !== moment - 1) continue;
      if (target.minKwh >= stored - SAME_ENERGY) penaltyBelow += target.penaltyPerKwh;
      if (target.minKwh > stored + SAME_ENERGY) penaltyAbove += target.penaltyPerKwh;
    }
    let i = first;
    while (i < end && segmentEnd[i]! < stored - SAME_ENERGY) i++;
    const isAtBegin = stored <= this.begin[moment]! + SAME_ENERGY;
    const below = isAtBegin ? this.slopeBelow[moment]! : segmentSlope[i]! + penaltyBelow;
    if (i < end && !isAtBegin && segmentEnd[i]! <= stored + SAME_ENERGY) i++;
    const above = i === end ? this.slopeAbove[moment]! : segmentSlope[i]! + penaltyAbove;
    return nearest(slope + penaltyAbove, below, above);
  }
}

function slopeAfter({ x, y }: Curve, point: number): number {
  return (y[point + 1]! - y[point]!) / (x[point + 1]! - x[point]!);
}

/** The number of [low, high] nearest to a wish; one of the two where rounding has crossed them. */
function nearest(wish: number, low: number, high: number): number {
  return Math.min(Math.max(wish, low), high);
}
