import { type Keeping, keepCurve } from "./convexRuns.ts";
import { convexSum } from "./convexSum.ts";
import { appendPoint, type Curve, emptyCurve, reserveCurve } from "./curve.ts";
import { clearFamily, emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { lowerEnvelope } from "./lowerEnvelope.ts";
import type { StorageLimits } from "./storageLimits.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { addShortfall, drawEndCost } from "./valueAtEnd.ts";

/** Chord error of a dropped point, as a share of the scale. */
const CHORD_TOLERANCE = 1e-11;

/**
 * The backward pass: for each moment the least cost from then on as a function of the stored energy. Function k of
 * the family belongs to the moment `slotCount - k`.
 */
export class ValueFunctions {
  readonly family: FunctionFamily = emptyFamily(4096, 128);
  private part: Curve = emptyCurve(256);
  private total: Curve = emptyCurve(256);
  private spare: Curve = emptyCurve(256);
  private readonly sum: Curve = emptyCurve(256);
  private readonly keeping: Keeping = { low: 0, high: 0, tolerance: CHORD_TOLERANCE };

  /** Computes all functions. `costs` has one function a slot, in the slots' order. */
  compute(problem: StorageProblem, costs: FunctionFamily, limits: StorageLimits): void {
    const count = problem.slotHours.length;
    const { keeping, family } = this;
    clearFamily(family, count + 1);
    drawEndCost(problem.terminalValue, limits.low[count]!, limits.high[count]!, this.total);
    for (let t = count; t >= 0; t--) {
      if (t < count) this.step(costs, t, limits);
      for (const target of problem.battery.targets) {
        if (target.slot === t - 1) addShortfall(this.total, target.minKwh, target.penaltyPerKwh, this.spare);
      }
      keeping.low = limits.low[t]!;
      keeping.high = limits.high[t]!;
      keepCurve(this.total, keeping, family);
    }
  }

  /** Draws the least cost before slot t into `total`, from the last function of the family. */
  private step(costs: FunctionFamily, t: number, limits: StorageLimits): void {
    const { family } = this;
    const later = family.functionCount - 1;
    const firstCost = costs.firstRun[t]!;
    const lastCost = costs.firstRun[t + 1]! - 1;
    const firstValue = family.firstRun[later]!;
    const lastValue = family.firstRun[later + 1]! - 1;
    this.total.count = 0;
    for (let costRun = firstCost; costRun <= lastCost; costRun++) {
      const from = costs.x[costs.runBegin[costRun]!]!;
      const to = costs.x[costs.runBegin[costRun + 1]! - 1]!;
      this.part.count = 0;
      for (let run = firstValue; run <= lastValue; run++) {
        if (family.x[family.runBegin[run]!]! + from > limits.high[t]! && run > firstValue) break;
        if (family.x[family.runBegin[run + 1]! - 1]! + to < limits.low[t]! && run < lastValue) continue;
        convexSum(costs, costRun, family, run, this.sum);
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
    while (from > 0 && part.x[from]! > begin) from--;
    while (from > 0 && part.x[from - 1]! === begin) from--;
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
