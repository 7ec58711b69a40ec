import { addClipped, type FunctionOf } from "./clippedFunction.ts";
import { type Keeping, keepCurve } from "./convexRuns.ts";
import { convexSum } from "./convexSum.ts";
import { appendPoint, appendWithin, type Curve, emptyCurve, reserveCurve } from "./curve.ts";
import { clearFamily, emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { lowerEnvelope } from "./lowerEnvelope.ts";
import { type StorageBand, WHOLE_BAND } from "./storageBands.ts";
import type { StorageLimits } from "./storageLimits.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { addShortfall, drawEndCost } from "./valueAtEnd.ts";

/** Chord error of a dropped point, as a share of the scale. */
const CHORD_TOLERANCE = 1e-11;
/**
 * Points that a function may have at most: one with more is kept again with a coarser tolerance, so that no input
 * needs more time than that. Plans stay the best to rounding while the tolerances add up to no more than the last.
 */
const MOST_POINTS = 1024;
const COARSENING = 8;
const ROUNDING = 1e-7;
/** How far beside an interval a function may end by rounding, as a share of the scale. */
const BESIDE = 1e-11;

/** What the backward pass reads: the cost of each slot, the bands of each slot, the limits at each moment. */
export interface StorageSlots {
  readonly costs: FunctionFamily;
  readonly bands: readonly (readonly StorageBand[])[];
  /** The bands without those of a store that began over its maximum: what the bound is proven with. */
  readonly rateBands: readonly (readonly StorageBand[])[];
  readonly limits: StorageLimits;
}

/** Functions that are summed, and the interval in which the sum is asked for. */
interface Asked {
  cost: FunctionOf;
  later: FunctionOf;
  low: number;
  high: number;
}

/**
 * The backward pass: for each moment the least cost from then on as a function of the stored energy. Function k of
 * the family belongs to the moment `slotCount - k`.
 */
export class ValueFunctions {
  readonly family: FunctionFamily = emptyFamily(4096, 128);
  private part: Curve = emptyCurve(256);
  private total: Curve = emptyCurve(256);
  private spare: Curve = emptyCurve(256);
  private joined: Curve = emptyCurve(256);
  private readonly sum: Curve = emptyCurve(256);
  private readonly clippedCosts: FunctionFamily = emptyFamily(64, 1);
  private readonly clippedLater: FunctionFamily = emptyFamily(256, 1);
  /** Sum of the tolerances of the last functions. */
  private slack = 0;
  private readonly keeping: Keeping = { low: 0, high: 0, tolerance: CHORD_TOLERANCE };

  /** Computes all functions. */
  compute(problem: StorageProblem, slots: StorageSlots): void {
    const count = problem.slotHours.length;
    const { keeping, family } = this;
    const { limits } = slots;
    clearFamily(family, count + 1);
    this.slack = 0;
    drawEndCost(problem.terminalValue, limits.low[count]!, limits.high[count]!, this.total);
    for (let t = count; t >= 0; t--) {
      if (t < count) this.step(t, slots);
      for (const target of problem.battery.targets) {
        if (target.slot === t - 1) addShortfall(this.total, target.minKwh, target.penaltyPerKwh, this.spare);
      }
      keeping.low = limits.low[t]!;
      keeping.high = limits.high[t]!;
      this.keep();
    }
  }

  /** Closes the next function as `total`, with a tolerance at which it has few enough points. */
  private keep(): void {
    const { family, keeping, total } = this;
    const { pointCount, runCount } = family;
    for (keeping.tolerance = CHORD_TOLERANCE; ; keeping.tolerance *= COARSENING) {
      keepCurve(total, keeping, family);
      if (family.pointCount - pointCount <= MOST_POINTS) break;
      family.pointCount = pointCount;
      family.runCount = runCount;
      family.functionCount--;
    }
    this.slack += keeping.tolerance;
  }

  /** Whether the last functions hold to rounding: few had so many points that a coarser tolerance was needed. */
  isExact(): boolean {
    return this.slack <= ROUNDING;
  }

  /** Draws the least cost before slot t into `total`, from the last function of the family. */
  private step(t: number, { costs, bands, limits }: StorageSlots): void {
    const asked: Asked = {
      cost: { family: costs, index: t },
      later: { family: this.family, index: this.family.functionCount - 1 },
      low: limits.low[t]!,
      high: limits.high[t]!,
    };
    const slotBands = bands[t]!;
    if (slotBands.length === 1 && slotBands[0] === WHOLE_BAND) this.drawSum(asked);
    else this.drawBands(asked, slotBands);
  }

  /** Draws into `total` what each band allows from its own range. */
  private drawBands(whole: Asked, bands: readonly StorageBand[]): void {
    const { joined, clippedCosts, clippedLater } = this;
    joined.count = 0;
    for (const band of bands) {
      const low = Math.max(whole.low, band.lowKwh);
      const high = Math.min(whole.high, band.highKwh);
      if (low > high) continue;
      clearFamily(clippedCosts, 1);
      clearFamily(clippedLater, 1);
      addClipped(whole.cost, band.takenLow, band.takenHigh, clippedCosts);
      addClipped(whole.later, -Infinity, band.leftHigh, clippedLater);
      this.drawSum({
        cost: { family: clippedCosts, index: 0 },
        later: { family: clippedLater, index: 0 },
        low,
        high,
      });
      const { x, count } = this.total;
      if (count === 0 || x[0]! > high + BESIDE || x[count - 1]! < low - BESIDE) continue;
      appendWithin(joined, this.total, Math.min(low, x[count - 1]!), Math.max(high, x[0]!));
    }
    this.joined = this.total;
    this.total = joined;
  }

  /** Draws into `total` the least sum of cost and later cost, at least where it is asked for. */
  private drawSum({ cost, later, low, high }: Asked): void {
    const { family: costs } = cost;
    const { family: values } = later;
    const endCost = costs.firstRun[cost.index + 1]!;
    const endValue = values.firstRun[later.index + 1]!;
    this.total.count = 0;
    for (let costRun = costs.firstRun[cost.index]!; costRun < endCost; costRun++) {
      const from = costs.x[costs.runBegin[costRun]!]!;
      const to = costs.x[costs.runBegin[costRun + 1]! - 1]!;
      this.part.count = 0;
      for (let run = values.firstRun[later.index]!; run < endValue; run++) {
        if (values.x[values.runBegin[run]!]! + from > high + BESIDE) break;
        if (values.x[values.runBegin[run + 1]! - 1]! + to < low - BESIDE) continue;
        convexSum(costs, costRun, values, run, this.sum);
        this.lowerTail();
      }
      this.lowerTotal();
    }
  }

  /** Lowers `part` by `sum`, which begins nowhere before it and ends nowhere before it. */
  private lowerTail(): void {
    const { part, sum, spare } = this;
    const begin = sum.x[0]!;
    const end = part.count - 1;
    reserveCurve(part, sum.count + 2);
    if (end < 0 || part.x[end]! < begin) {
      if (end >= 0) {
        appendPoint(part, part.x[end]!, Infinity);
        appendPoint(part, begin, Infinity);
      }
      for (let i = 0; i < sum.count; i++) appendPoint(part, sum.x[i]!, sum.y[i]!);
      return;
    }
    let from = end;
    while (from > 0 && part.x[from]! >= begin) from--;
    spare.count = 0;
    reserveCurve(spare, end - from + 1);
    for (let i = from; i <= end; i++) appendPoint(spare, part.x[i]!, part.y[i]!);
    part.count = from;
    lowerEnvelope(spare, sum, part);
  }

  /** Lowers `total` by `part`. */
  private lowerTotal(): void {
    const { total, part, spare } = this;
    if (part.count === 0) return;
    if (total.count === 0) {
      this.total = part;
      this.part = total;
      return;
    }
    spare.count = 0;
    lowerEnvelope(total, part, spare);
    this.total = spare;
    this.spare = total;
  }
}
