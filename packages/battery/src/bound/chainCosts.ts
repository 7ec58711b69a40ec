import type { Home, HomeFuture } from "../model/home.ts";
import { lowerHull } from "../storage/convexHull.ts";
import { keepCurve } from "../storage/convexRuns.ts";
import { appendPoint, type Curve, emptyCurve, reserveCurve } from "../storage/curve.ts";
import { emptyFamily, type FunctionFamily } from "../storage/functionFamily.ts";
import { lowerEnvelope } from "../storage/lowerEnvelope.ts";
import type { StorageScale } from "../storage/storageScale.ts";
import { type FlowRanges, flowRanges, type StepWay } from "./flowRange.ts";
import type { RateBand } from "./rateBands.ts";
import type { BendRange, StepMeter } from "./stepMeter.ts";
import type { PricedWay } from "./stepWays.ts";

/** How far a chord may be from the points that it replaces: rounding, as a share of the scale. */
const CHORD_TOLERANCE = 1e-13;

/**
 * The costs of the steps of one future, each over the energy taken from the store: of all ways of a step the
 * cheapest. Scaled; between its ends each way may be followed in part.
 */
export class ChainCosts {
  readonly family: FunctionFamily;
  private readonly home: Home;
  private readonly future: HomeFuture;
  private readonly meter: StepMeter;
  private readonly scale: StorageScale;
  private readonly isConvex: boolean;
  private total: Curve = emptyCurve(64);
  private spare: Curve = emptyCurve(64);
  private readonly curve: Curve = emptyCurve(32);

  /**
   * @param isConvex       whether each cost is replaced by its lower convex hull: a bit looser, much sooner summed
   * @param functionCount  most functions that will be added
   */
  constructor(
    { home, future, meter, scale }: { home: Home; future: HomeFuture; meter: StepMeter; scale: StorageScale },
    { isConvex, functionCount }: { readonly isConvex: boolean; readonly functionCount: number },
  ) {
    this.family = emptyFamily(4096, functionCount);
    this.isConvex = isConvex;
    this.home = home;
    this.future = future;
    this.meter = meter;
    this.scale = scale;
  }

  /** Turns to a step. */
  turnTo(step: number): void {
    this.meter.turnTo(step);
  }

  /**
   * Closes the step's cost from a range of stored energy as the next function of the family, and gives its index.
   * @param mayFill  whether a charge may end at the capacity, and so take less than the panels give
   */
  addCost(ways: readonly PricedWay[], rates: RateBand, mayFill: boolean): number {
    const { family } = this;
    this.total.count = 0;
    for (const priced of ways) this.drawWay(priced, rates, mayFill);
    if (this.isConvex) this.drawHull();
    keepCurve(this.total, { low: -Infinity, high: Infinity, tolerance: CHORD_TOLERANCE }, family);
    return family.functionCount - 1;
  }

  private drawHull(): void {
    const { total, spare } = this;
    lowerHull(total, 0, total.count, spare);
    this.total = spare;
    this.spare = total;
  }

  /** Scaled energy that a battery flow takes from the store. */
  takenBy(flowKwh: number): number {
    const { chargeEfficiency, dischargeEfficiency } = this.home;
    const takenKwh = flowKwh > 0 ? flowKwh / dischargeEfficiency : flowKwh * chargeEfficiency;
    return takenKwh / this.scale.energyKwh;
  }

  private drawWay({ way, addedPence, between }: PricedWay, rates: RateBand, mayFill: boolean): void {
    const { home, future } = this;
    const ranges = flowRanges(home, future, between?.least ?? way, rates);
    const { low, lowEnd, high, chargeLow, chargeEnd } = ranges;
    if (between !== undefined) {
      const most = Math.max(flowRanges(home, future, between.most, rates).high, high, 0);
      this.drawRange(way, { low: Math.min(low, chargeLow), lowEnd: 0, high: most }, addedPence);
    } else if (mayFill) {
      this.drawRange(way, { low: Math.min(low, chargeLow), lowEnd: 0, high: Math.max(high, 0) }, addedPence);
    } else {
      this.drawRange(way, { low, lowEnd, high }, addedPence);
      if (chargeLow < 0)
        this.drawRange(way, { low: chargeLow, lowEnd: chargeEnd, high: chargeEnd }, addedPence);
    }
    if (mayFill) this.drawWaste(way, ranges, addedPence);
  }

  private drawRange(way: StepWay, range: BendRange, addedPence: number): void {
    const { meter, curve } = this;
    meter.listBends(way, range);
    curve.count = 0;
    reserveCurve(curve, meter.bendCount);
    for (let bend = 0; bend < meter.bendCount; bend++) {
      const flow = meter.bends[bend]!;
      appendPoint(curve, this.takenBy(flow), this.scaled(meter.costAt(flow) + addedPence));
    }
    this.lowerTotal();
  }

  /**
   * The peer's panels charge on what has no room for them, and so does a charge for a reserve above the capacity: less
   * of it is stored, or nothing. Worth it where imports are paid for, or exports cost.
   */
  private drawWaste(way: StepWay, { chargeLow, chargeEnd }: FlowRanges, addedPence: number): void {
    const { meter, curve, home } = this;
    const low = home.reserveKwh > home.capacityKwh ? chargeLow : Math.max(chargeLow, -way.pvKwh);
    if (home.isPhysical || !(low < 0)) return;
    meter.listBends(way, { low, lowEnd: chargeEnd, high: chargeEnd });
    let cost = Infinity;
    for (let bend = 0; bend < meter.bendCount; bend++) {
      const flow = meter.bends[bend]!;
      if (flow >= low && flow <= chargeEnd) cost = Math.min(cost, meter.costAt(flow));
    }
    if (cost >= meter.costAt(0)) return;
    curve.count = 0;
    appendPoint(curve, this.takenBy(low), this.scaled(cost + addedPence));
    appendPoint(curve, 0, this.scaled(cost + addedPence));
    this.lowerTotal();
  }

  private scaled(pence: number): number {
    return pence / this.scale.money;
  }

  /** Lowers `total` by `curve`. */
  private lowerTotal(): void {
    const { total, spare, curve } = this;
    if (total.count === 0) {
      reserveCurve(total, curve.count);
      for (let at = 0; at < curve.count; at++) appendPoint(total, curve.x[at]!, curve.y[at]!);
      return;
    }
    spare.count = 0;
    lowerEnvelope(total, curve, spare);
    this.total = spare;
    this.spare = total;
  }
}
