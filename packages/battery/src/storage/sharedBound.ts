import {
  addPoint,
  beginRun,
  clearFamily,
  emptyFamily,
  endFunction,
  type FunctionFamily,
  reservePoints,
} from "./functionFamily.ts";
import { HullMultipliers } from "./hullMultipliers.ts";
import { multiplierBound } from "./multiplierBound.ts";
import type { SharedMeterProblem } from "./sharedMeter.ts";
import { type SharedMeterPlan, sharedCapPenalty } from "./sharedMeterPlan.ts";
import { SharedSlot } from "./sharedSlot.ts";
import { SlotCosts } from "./slotCost.ts";
import { type StorageBand, WHOLE_BAND } from "./storageBands.ts";
import { reachableLimits, type StorageLimits } from "./storageLimits.ts";
import { StorageOffer } from "./storageOffer.ts";
import type { StorageProblem } from "./storageProblem.ts";
import type { StorageSlots } from "./valueFunctions.ts";

/** Multipliers of every storage, and what they prove about objective and penalty together. */
export interface ProvenBound {
  readonly multipliers: readonly Float64Array[];
  readonly bound: number;
}

/** Rounds in which every storage's multipliers are renewed; where they still improve, they are good enough. */
const MAX_ROUND_COUNT = 30;
/** Improvements smaller than this share of the bound are none. */
const LEAST_IMPROVEMENT = 1e-9;
/** Draws and energies closer than this are one, in units of the problem's scale. */
const SAME_ENERGY = 1e-12;
/** A load that is small beside all energies of the problem, in units of its scale. */
const SMALL_KWH = 1e-6;

/**
 * The bound of several batteries behind one meter. With a price on the energy in every store, each slot chooses for
 * itself what all batteries do together, and no plan costs less than the sum of the slots' least costs. The prices
 * of one storage that prove most, while the others' stay, come from the hull programme of that storage alone, whose
 * meter is the real one with the other batteries at their prices beside it; so they are renewed in turn.
 */
export class SharedBound {
  private readonly problem: SharedMeterProblem;
  private readonly slot: SharedSlot;
  private readonly alone: readonly StorageProblem[];
  private readonly limits: readonly StorageLimits[];
  private readonly offers: readonly StorageOffer[];
  private readonly hull = new HullMultipliers();
  private readonly family: FunctionFamily = emptyFamily(4096, 128);
  private readonly still: FunctionFamily = emptyFamily(128, 128);

  /** @param plan  a minimum that it misses is lowered to what it reaches */
  constructor(problem: SharedMeterProblem, plan: SharedMeterPlan) {
    this.problem = problem;
    this.slot = new SharedSlot(problem, sharedCapPenalty(problem));
    this.offers = problem.storages.map(({ battery }) => new StorageOffer(battery));
    this.alone = problem.storages.map((_, index) => storageAlone(problem, plan, index));
    this.limits = this.alone.map((each) => reachableLimits(each, new SlotCosts(each, 0)));
  }

  /** Renews the multipliers of the storages in turn, from a beginning, as long as the bound rises. */
  raise(beginning: readonly Float64Array[]): ProvenBound {
    let multipliers = [...beginning];
    let bound = this.boundOf(multipliers);
    for (let round = 0; round < MAX_ROUND_COUNT; round++) {
      const before = bound;
      for (const index of multipliers.keys()) {
        const renewed = multipliers.with(index, this.bestMultipliers(multipliers, index));
        const proven = this.boundOf(renewed);
        if (proven < bound) continue;
        bound = proven;
        multipliers = renewed;
      }
      if (bound - before <= LEAST_IMPROVEMENT * Math.max(1, Math.abs(bound))) break;
    }
    return { multipliers, bound };
  }

  /** What multipliers prove; any numbers give a valid bound. */
  boundOf(multipliers: readonly Float64Array[]): number {
    const { grid, slotHours } = this.problem;
    let bound = grid.peakPricePerKw * grid.peakFloorKw;
    for (const [index, alone] of this.alone.entries()) {
      bound += multiplierBound(alone, this.stillSlots(index), multipliers[index]!);
    }
    for (let t = 0; t < slotHours.length; t++) {
      this.turnTo(t, multipliers, -1);
      bound += this.slot.leastCost(0, -1);
    }
    return bound;
  }

  /** What one more kWh of load costs in each slot when every store's energy has its price, in money. */
  meterPrices(multipliers: readonly Float64Array[]): Float64Array {
    return this.problem.slotHours.map((_, t) => {
      this.turnTo(t, multipliers, -1);
      return (this.slot.leastCost(SMALL_KWH, -1) - this.slot.leastCost(-SMALL_KWH, -1)) / (2 * SMALL_KWH);
    });
  }

  /** Turns everything to a slot; one storage is left out of what the slot joins, or none. */
  private turnTo(t: number, multipliers: readonly Float64Array[], without: number): void {
    for (const [index, offer] of this.offers.entries()) {
      offer.turnTo(this.problem.slotHours[t]!, this.limits[index]!.drainKwh[t]!, multipliers[index]![t]!);
    }
    this.slot.turnTo(t, this.offers, without);
  }

  /** Slots that cost nothing and take nothing from a store: what is left of its bound are start, limits and end. */
  private stillSlots(index: number): StorageSlots {
    const { still } = this;
    const count = this.problem.slotHours.length;
    const bands = new Array<readonly StorageBand[]>(count).fill([WHOLE_BAND]);
    const slots = { costs: still, bands, rateBands: bands, limits: this.limits[index]! };
    if (still.functionCount === count) return slots;
    clearFamily(still, count);
    reservePoints(still, count);
    for (let t = 0; t < count; t++) {
      beginRun(still);
      addPoint(still, 0, 0);
      endFunction(still);
    }
    return slots;
  }

  private bestMultipliers(multipliers: readonly Float64Array[], index: number): Float64Array {
    const { family, problem } = this;
    const count = problem.slotHours.length;
    clearFamily(family, count);
    for (let t = 0; t < count; t++) {
      this.turnTo(t, multipliers, index);
      this.addSlotCost(index, this.limits[index]!.drainKwh[t]!);
    }
    const out = new Float64Array(count);
    this.hull.compute(this.alone[index]!, family, this.limits[index]!, out);
    return out;
  }

  /** Closes one storage's cost of the slot, over the energy taken from it, with the others at their prices beside it. */
  private addSlotCost(index: number, drainKwh: number): void {
    const { family, slot } = this;
    const offer = this.offers[index]!;
    const { x, count } = offer.curve;
    const draws = [...x.subarray(0, count), 0];
    slot.listBends(x[0]!, x[count - 1]!, draws);
    draws.sort((a, b) => b - a);
    reservePoints(family, draws.length);
    const first = family.pointCount;
    beginRun(family);
    for (const draw of draws) {
      const taken = offer.takenBy(draw) + drainKwh;
      if (family.pointCount > first && taken - family.x[family.pointCount - 1]! < SAME_ENERGY) continue;
      const least = slot.leastCost(draw, index);
      if (least < Number.POSITIVE_INFINITY) addPoint(family, taken, least + offer.wearOf(draw));
    }
    endFunction(family);
  }
}

/**
 * One storage as its limits, targets and end value see it. A minimum that the plan misses is lowered to what it
 * reaches, which only lowers the bound.
 */
function storageAlone(problem: SharedMeterProblem, plan: SharedMeterPlan, index: number): StorageProblem {
  const { battery, terminalValue } = problem.storages[index]!;
  const nothing = new Float64Array(problem.slotHours.length);
  const unlimitedKw = 2 * (battery.chargeKw + battery.dischargeKw) + 1;
  const { socKwh } = plan.storages[index]!;
  return {
    slotHours: problem.slotHours,
    importPerKwh: nothing,
    exportPerKwh: nothing,
    loadKwh: nothing,
    pvKwh: nothing,
    pvCurtailable: true,
    battery: { ...battery, minKwh: battery.minKwh.map((kwh, t) => Math.min(kwh, socKwh[t]!)) },
    inverter: { kind: "ac" },
    grid: { importKw: unlimitedKw, exportKw: unlimitedKw, peakPricePerKw: 0, peakFloorKw: 0 },
    rules: { batteryMayExport: true, batteryMayChargeFromGrid: true, batteryMayExportGridEnergy: true },
    terminalValue,
  };
}
