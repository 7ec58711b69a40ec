import { addClipped, type FunctionOf } from "./clippedFunction.ts";
import { type Keeping, keepCurve } from "./convexRuns.ts";
import { convexSum } from "./convexSum.ts";
import { appendPoint, appendWithin, type Curve, emptyCurve, reserveCurve } from "./curve.ts";
import { clearFamily, emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { lowerEnvelope } from "./lowerEnvelope.ts";
import { type StorageBand, WHOLE_BAND } from "./storageBands.ts";
import type { StorageLimits } from "./storageLimits.ts";
import type { StorageEnds } from "./storageProblem.ts";
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
  /** Phases that a plan passes through; absent, there is one, and the bands are those of its only moves. */
  readonly phases?: StoragePhases;
}

/** What else than the stored energy a plan's costs depend on, as far as a few phases tell it. */
interface StoragePhases {
  readonly count: number;
  /** Of each slot; none from a phase that no move leads to. */
  readonly moves: readonly (readonly PhaseMove[])[];
}

/** A way from phase to phase in a slot, and what may be done in it. */
export interface PhaseMove {
  readonly from: number;
  readonly to: number;
  readonly bands: readonly StorageBand[];
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
 * the family belongs to the moment `slotCount - k`, where there is one phase.
 */
export class ValueFunctions {
  readonly family: FunctionFamily = emptyFamily(4096, 128);
  private part: Curve = emptyCurve(256);
  private best: Curve = emptyCurve(256);
  private total: Curve = emptyCurve(256);
  private spare: Curve = emptyCurve(256);
  private joined: Curve = emptyCurve(256);
  private readonly sum: Curve = emptyCurve(256);
  private readonly clippedCosts: FunctionFamily = emptyFamily(64, 1);
  private readonly clippedLater: FunctionFamily = emptyFamily(256, 1);
  /** Sum of the tolerances of the last functions. */
  private slack = 0;
  /** The largest tolerance of the functions of the last moment. */
  private momentSlack = 0;
  private phaseCount = 1;
  private readonly keeping: Keeping = { low: 0, high: 0, tolerance: CHORD_TOLERANCE };

  /**
   * Computes all functions; of several phases one after the other for each moment.
   * @param tolerance  chord error of a dropped point, as a share of the scale
   */
  compute(problem: StorageEnds, slots: StorageSlots, tolerance: number = CHORD_TOLERANCE): void {
    const count = problem.slotHours.length;
    const { family } = this;
    const phaseCount = slots.phases?.count ?? 1;
    this.phaseCount = phaseCount;
    clearFamily(family, (count + 1) * phaseCount);
    this.slack = 0;
    for (let t = count; t >= 0; t--) {
      const first = family.functionCount - phaseCount;
      this.momentSlack = 0;
      for (let phase = 0; phase < phaseCount; phase++) {
        if (t === count) this.drawEnd(problem, slots);
        else if (slots.phases === undefined)
          this.drawMove(t, slots, { later: first, bands: slots.bands[t]! });
        else this.drawPhase(t, slots, slots.phases.moves[t]!, { phase, first });
        this.close(t, problem, slots.limits, tolerance);
      }
      this.slack += this.momentSlack;
    }
  }

  private drawEnd({ terminalValue, slotHours }: StorageEnds, { limits }: StorageSlots): void {
    const end = slotHours.length;
    drawEndCost(terminalValue, limits.low[end]!, limits.high[end]!, this.total);
  }

  /** Closes `total` as a function of the moment before slot t. */
  private close(t: number, { battery }: StorageEnds, limits: StorageLimits, tolerance: number): void {
    for (const target of battery.targets) {
      if (target.slot === t - 1) addShortfall(this.total, target.minKwh, target.penaltyPerKwh, this.spare);
    }
    this.keeping.low = limits.low[t]!;
    this.keeping.high = limits.high[t]!;
    this.keep(tolerance);
  }

  /** Draws into `total` the best of all moves that slot t allows from a phase. */
  private drawPhase(
    t: number,
    slots: StorageSlots,
    moves: readonly PhaseMove[],
    { phase, first }: { readonly phase: number; readonly first: number },
  ): void {
    let isLater = false;
    this.total.count = 0;
    appendPoint(this.total, slots.limits.low[t]!, 0);
    for (const { from, to, bands } of moves) {
      if (from !== phase) continue;
      [this.best, this.total] = [this.total, this.best];
      this.drawMove(t, slots, { later: first + to, bands });
      [this.best, this.part] = [this.part, this.best];
      if (isLater) this.lowerTotal();
      isLater = true;
    }
  }

  /** Closes the next function as `total`, with a tolerance at which it has few enough points. */
  private keep(least: number): void {
    const { family, keeping, total } = this;
    const { pointCount, runCount } = family;
    for (keeping.tolerance = least; ; keeping.tolerance *= COARSENING) {
      keepCurve(total, keeping, family);
      if (family.pointCount - pointCount <= MOST_POINTS) break;
      family.pointCount = pointCount;
      family.runCount = runCount;
      family.functionCount--;
    }
    this.momentSlack = Math.max(this.momentSlack, keeping.tolerance);
  }

  /** How far the last functions may be from the true ones, as a share of the scale. */
  error(): number {
    return this.slack;
  }

  /**
   * The least of all costs from the start on, where it is the one stored energy that its limits leave.
   * @param phase  the one that it begins in
   */
  leastCost(phase: number = 0): number {
    const { family } = this;
    const first = family.functionCount - this.phaseCount;
    return family.y[family.runBegin[family.firstRun[first + phase]!]!]!;
  }

  /** Whether the last functions hold to rounding: few had so many points that a coarser tolerance was needed. */
  isExact(): boolean {
    return this.slack <= ROUNDING;
  }

  /** Draws into `total` the least cost before slot t where a function of the family is what follows it. */
  private drawMove(
    t: number,
    { costs, limits }: StorageSlots,
    { later, bands }: { readonly later: number; readonly bands: readonly StorageBand[] },
  ): void {
    const asked: Asked = {
      cost: { family: costs, index: t },
      later: { family: this.family, index: later },
      low: limits.low[t]!,
      high: limits.high[t]!,
    };
    if (bands.length === 1 && bands[0] === WHOLE_BAND) this.drawSum(asked);
    else this.drawBands(asked, bands);
  }

  /** Draws into `total` what each band allows from its own range. */
  private drawBands(whole: Asked, bands: readonly StorageBand[]): void {
    const { joined } = this;
    joined.count = 0;
    for (const band of bands) {
      const low = Math.max(whole.low, band.lowKwh);
      const high = Math.min(whole.high, band.highKwh);
      if (low > high) continue;
      this.drawSum({ ...this.withinBand(whole, band), low, high });
      const { x, count } = this.total;
      if (count === 0 || x[0]! > high + BESIDE || x[count - 1]! < low - BESIDE) continue;
      appendWithin(joined, this.total, Math.min(low, x[count - 1]!), Math.max(high, x[0]!));
    }
    this.joined = this.total;
    this.total = joined;
  }

  /** A band's cost and what follows it, clipped where the band clips them. */
  private withinBand({ cost, later }: Asked, band: StorageBand): Pick<Asked, "cost" | "later"> {
    const { clippedCosts, clippedLater } = this;
    let bandCost: FunctionOf = { family: cost.family, index: band.costIndex ?? cost.index };
    let bandLater = later;
    if (band.takenLow > -Infinity || band.takenHigh < Infinity) {
      clearFamily(clippedCosts, 1);
      addClipped(bandCost, band.takenLow, band.takenHigh, clippedCosts);
      bandCost = { family: clippedCosts, index: 0 };
    }
    if (band.leftHigh < Infinity) {
      clearFamily(clippedLater, 1);
      addClipped(later, -Infinity, band.leftHigh, clippedLater);
      bandLater = { family: clippedLater, index: 0 };
    }
    return { cost: bandCost, later: bandLater };
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
