import type { FunctionOf } from "./clippedFunction.ts";
import type { FunctionFamily } from "./functionFamily.ts";
import { addBestMoves, clearMoves, type MoveBounds, noMoves, type TiedMoves } from "./planForward.ts";
import type { SlotCosts, SlotEnergies } from "./slotCost.ts";
import type { StorageBand } from "./storageBands.ts";
import type { StorageLimits } from "./storageLimits.ts";

/** Plans that are followed side by side where several cost the same. */
const WIDTH = 8;
/** Stored energies and sums of energies that differ by less are equal: a share of the scale. */
const SAME = 1e-9;

/** What the battery is told, for counting changes: nothing yet, rest, follow the home, charge and export by order. */
const UNTOLD = 0;
const REST = 1;
const FOLLOW = 2;
const GRID_CHARGE = 3;
const BATTERY_EXPORT = 4;

/** What ties are decided by, in this order, each the less the better; a last tie falls to the lower index. */
interface Preference {
  changeCount: number;
  throughputKwh: number;
  /** Sum of the distances from the previous plan's stored energy; 0 without one. */
  distanceKwh: number;
  /** Sum over the slots of charge times slot number: less is earlier. */
  lateness: number;
  /** The same of discharge, for the last ties. */
  dischargeLateness: number;
}

/** A plan up to one moment. */
interface PartPlan extends Preference {
  storedKwh: number;
  told: number;
  /** Which plan of the moment before it goes on from, and by what move. */
  parent: number;
  takenKwh: number;
}

/** What the forward pass reads: one function a slot, one a moment from the end back. */
export interface SolvedFunctions {
  readonly costs: FunctionFamily;
  readonly values: FunctionFamily;
  readonly bands: readonly (readonly StorageBand[])[];
  readonly limits: StorageLimits;
}

/**
 * The forward pass: follows the best moves from the start. Where moves tie, the plans are followed side by side, at
 * most WIDTH of them, and at the end the preferred one is taken.
 */
export class TiedPlans {
  private readonly moves: TiedMoves = noMoves(512);
  private layers: PartPlan[][] = [];
  private counts = new Int32Array(0);
  private readonly energies: SlotEnergies = { flowKwh: 0, netKwh: 0, curtailKwh: 0 };
  private readonly bounds: MoveBounds = {
    storedKwh: 0,
    takenLow: 0,
    takenHigh: 0,
    leftHigh: 0,
    restTaken: 0,
    previousTaken: 0,
  };
  private readonly offer: PartPlan = emptyPartPlan();

  /**
   * @param previousKwh  stored energy at each slot's end in the plan to stay near to; null where there is none
   * @param taken        gets the energy taken from the store in each slot
   */
  follow(
    startKwh: number,
    slotCosts: SlotCosts,
    { costs, values, bands, limits }: SolvedFunctions,
    previousKwh: Float64Array | null,
    taken: Float64Array,
  ): void {
    const count = taken.length;
    this.reserve(count + 1);
    Object.assign(this.layers[0]![0]!, emptyPartPlan(), { storedKwh: startKwh });
    this.counts[0] = 1;
    const cost = { family: costs, index: 0 };
    const later = { family: values, index: 0 };
    for (let t = 0; t < count; t++) {
      cost.index = t;
      later.index = count - t - 1;
      slotCosts.turnTo(t);
      this.counts[t + 1] = 0;
      this.bounds.restTaken = limits.drainKwh[t]!;
      for (let node = 0; node < this.counts[t]!; node++) {
        clearMoves(this.moves);
        this.bounds.previousTaken =
          previousKwh === null ? NaN : this.layers[t]![node]!.storedKwh - previousKwh[t]!;
        const { storedKwh } = this.layers[t]![node]!;
        for (const band of bands[t]!) this.moveWithin(band, storedKwh, cost, later);
        if (this.moves.count === 0) for (const band of bands[t]!) this.strand(band, storedKwh, cost, later);
        for (let move = 0; move < this.moves.count; move++) {
          this.draw(t, node, this.moves.takenKwh[move]!, slotCosts, limits.drainKwh[t]!, previousKwh);
          this.keep(t + 1);
        }
      }
    }
    this.readBack(count, taken);
  }

  /** Where limits and rates leave no move at all: moves towards what the later cost knows, as far as may be. */
  private strand(band: StorageBand, storedKwh: number, cost: FunctionOf, later: FunctionOf): void {
    if (storedKwh < band.lowKwh - SAME || storedKwh > band.highKwh + SAME) return;
    const { family: costs } = cost;
    const { family: values } = later;
    const least = Math.max(band.takenLow, costs.x[costs.runBegin[costs.firstRun[cost.index]!]!]!);
    const most = Math.min(band.takenHigh, costs.x[costs.runBegin[costs.firstRun[cost.index + 1]!]! - 1]!);
    const isAbove = storedKwh - most > values.x[values.runBegin[values.firstRun[later.index + 1]!]! - 1]!;
    this.moves.takenKwh[0] = isAbove ? most : least;
    this.moves.count = 1;
  }

  /** Adds the best moves from a stored energy by the rules of a band, where it lies in it. */
  private moveWithin(band: StorageBand, storedKwh: number, cost: FunctionOf, later: FunctionOf): void {
    if (storedKwh < band.lowKwh - SAME || storedKwh > band.highKwh + SAME) return;
    const { bounds } = this;
    bounds.storedKwh = storedKwh;
    bounds.takenLow = band.takenLow;
    bounds.takenHigh = band.takenHigh;
    bounds.leftHigh = band.leftHigh;
    addBestMoves(bounds, cost, later, this.moves);
  }

  private reserve(layerCount: number): void {
    while (this.layers.length < layerCount) this.layers.push(Array.from({ length: WIDTH }, emptyPartPlan));
    if (this.counts.length < layerCount) this.counts = new Int32Array(layerCount);
  }

  /** Draws into `offer` how a plan goes on by a move. */
  private draw(
    slot: number,
    parent: number,
    takenKwh: number,
    slotCosts: SlotCosts,
    drainKwh: number,
    previousKwh: Float64Array | null,
  ): void {
    const { offer, energies } = this;
    const from = this.layers[slot]![parent]!;
    slotCosts.energiesFor(takenKwh, drainKwh, energies);
    const { flowKwh, netKwh } = energies;
    offer.told = told(flowKwh, netKwh);
    offer.storedKwh = from.storedKwh - takenKwh;
    offer.parent = parent;
    offer.takenKwh = takenKwh;
    offer.changeCount = from.changeCount + (from.told === UNTOLD || from.told === offer.told ? 0 : 1);
    offer.throughputKwh = from.throughputKwh + Math.abs(flowKwh);
    const distance = previousKwh === null ? 0 : Math.abs(offer.storedKwh - previousKwh[slot]!);
    offer.distanceKwh = from.distanceKwh + distance;
    offer.lateness = from.lateness + (flowKwh < 0 ? -flowKwh * slot : 0);
    offer.dischargeLateness = from.dischargeLateness + (flowKwh > 0 ? flowKwh * slot : 0);
  }

  /** Takes the offer in, unless a plan at the same place is preferred, or all places are taken by preferred ones. */
  private keep(moment: number): void {
    const { offer } = this;
    const layer = this.layers[moment]!;
    const count = this.counts[moment]!;
    let worst = -1;
    for (let node = 0; node < count; node++) {
      const other = layer[node]!;
      if (other.told === offer.told && Math.abs(other.storedKwh - offer.storedKwh) <= SAME) {
        if (isPreferred(offer, other)) copyPlan(offer, other);
        return;
      }
      if (worst < 0 || isPreferred(layer[worst]!, other)) worst = node;
    }
    if (count < WIDTH) copyPlan(offer, layer[this.counts[moment]!++]!);
    else if (isPreferred(offer, layer[worst]!)) copyPlan(offer, layer[worst]!);
  }

  private readBack(count: number, taken: Float64Array): void {
    const last = this.layers[count]!;
    let node = 0;
    for (let other = 1; other < this.counts[count]!; other++) {
      if (isPreferred(last[other]!, last[node]!)) node = other;
    }
    for (let t = count; t > 0; t--) {
      const plan = this.layers[t]![node]!;
      taken[t - 1] = plan.takenKwh;
      node = plan.parent;
    }
  }
}

function told(flowKwh: number, netKwh: number): number {
  if (Math.abs(flowKwh) <= SAME) return REST;
  if (flowKwh < 0) return netKwh > SAME ? GRID_CHARGE : FOLLOW;
  return netKwh < -SAME ? BATTERY_EXPORT : FOLLOW;
}

function emptyPartPlan(): PartPlan {
  return {
    storedKwh: 0,
    told: UNTOLD,
    parent: 0,
    takenKwh: 0,
    changeCount: 0,
    throughputKwh: 0,
    distanceKwh: 0,
    lateness: 0,
    dischargeLateness: 0,
  };
}

function copyPlan(from: PartPlan, to: PartPlan): void {
  to.storedKwh = from.storedKwh;
  to.told = from.told;
  to.parent = from.parent;
  to.takenKwh = from.takenKwh;
  to.changeCount = from.changeCount;
  to.throughputKwh = from.throughputKwh;
  to.distanceKwh = from.distanceKwh;
  to.lateness = from.lateness;
  to.dischargeLateness = from.dischargeLateness;
}

/** Whether the first is preferred for its own sake, not for its place. */
function isPreferred(first: Preference, second: Preference): boolean {
  if (first.changeCount !== second.changeCount) return first.changeCount < second.changeCount;
  const throughput = first.throughputKwh - second.throughputKwh;
  if (Math.abs(throughput) > SAME) return throughput < 0;
  const distance = first.distanceKwh - second.distanceKwh;
  if (Math.abs(distance) > SAME) return distance < 0;
  const lateness = first.lateness - second.lateness;
  if (Math.abs(lateness) > SAME) return lateness < 0;
  return second.dischargeLateness - first.dischargeLateness > SAME;
}
