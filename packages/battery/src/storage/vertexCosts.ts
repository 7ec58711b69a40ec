import { hasPlainSlots, type PlainSlot, plainSlotCost, plainSlotOf, turnPlainSlot } from "./plainSlotCost.ts";
import type { StorageAnswer } from "./storageAnswer.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { drainIn, takenByFlow } from "./storeLedger.ts";
import { capPenaltyPerKwh } from "./violationPrices.ts";

/** Rounding of an energy, as a share of the capacity. */
const ROUNDING = 1e-9;

/**
 * Least costs of single slots and moments at given multipliers, by trying all corners: a slot's cost is linear in
 * battery flow and panels' use between the bounds and bends of either, so it is least where two of them meet. A flow
 * is positive discharging; an output is what battery and panels give together, on a hybrid's DC side.
 */
export class VertexCosts {
  private readonly problem: StorageProblem;
  private readonly answer: StorageAnswer;
  private readonly capPenalty: number;
  private readonly isHybrid: boolean;
  private readonly eta: number;
  private readonly rounding: number;
  private readonly right: number;
  private readonly hasRules: boolean;
  /** The slot in short where all slots are plain. */
  private readonly plain: PlainSlot | null;
  private readonly bends: Float64Array;
  private readonly kept: KeptLimits;
  private readonly hasTargets: boolean;
  private load = 0;
  private pv = 0;
  private pvLeast = 0;
  private hours = 0;
  private importCap = 0;
  private exportCap = 0;
  private outputLow = -Infinity;
  private outputHigh = Infinity;
  private importPrice = 0;
  private exportPrice = 0;
  private multiplier = 0;
  private charge = 0;
  private discharge = 0;
  private drain = 0;
  private still = 0;
  private bendCount = 0;
  private least = Infinity;

  constructor(problem: StorageProblem, answer: StorageAnswer) {
    this.problem = problem;
    this.answer = answer;
    this.capPenalty = capPenaltyPerKwh(problem);
    this.isHybrid = problem.inverter.kind === "hybrid";
    this.eta = problem.inverter.kind === "hybrid" ? problem.inverter.dcAcEfficiency : 1;
    this.rounding = ROUNDING * problem.battery.capacityKwh;
    this.right = answer.exportRightPerKwh;
    this.plain = hasPlainSlots(problem) ? plainSlotOf(problem, this.capPenalty) : null;
    this.hasRules = !(problem.rules.batteryMayExport && problem.rules.batteryMayChargeFromGrid);
    this.bends = new Float64Array(this.isHybrid ? 6 : 3);
    this.kept = keptLimits(problem, answer);
    this.hasTargets = problem.battery.targets.length > 0;
  }

  /** What the price of the right to export takes from the bound, in money. */
  rightCost(): number {
    const { battery, rules } = this.problem;
    if (this.right === 0) return 0;
    if (!(this.right > 0) || rules.batteryMayExportGridEnergy) return Infinity;
    return this.right * Math.max(0, battery.startKwh - battery.minKwh[0]!);
  }

  /** What the peak charge adds to the bound beside the slots' shares of it, in money. */
  peakRest(): number {
    const { peakPricePerKw, peakFloorKw } = this.problem.grid;
    let shared = 0;
    for (const share of this.answer.peakMultipliers ?? []) {
      if (!(share >= 0)) return -Infinity;
      shared += share;
    }
    return shared > peakPricePerKw * (1 + ROUNDING) ? -Infinity : (peakPricePerKw - shared) * peakFloorKw;
  }

  /**
   * The least cost of a slot and of what is stored before it, in money; after the last slot of what is stored alone.
   * @param multiplier  price of a kWh taken from the store
   * @param perKwh      price of a kWh stored before the slot
   */
  leastCost(slot: number, multiplier: number, perKwh: number): number {
    const { rateCurve, capacityKwh } = this.problem.battery;
    if (slot === this.problem.slotHours.length) return this.momentCost(slot, perKwh, -Infinity, Infinity);
    if (this.plain !== null) return this.plainCost(this.plain, slot, multiplier, perKwh);
    this.turnTo(slot, multiplier);
    if (rateCurve === null) {
      return this.slotCost(Infinity, Infinity) + this.momentCost(slot, perKwh, -Infinity, Infinity);
    }
    let least = Infinity;
    for (let i = 0; i < rateCurve.socFraction.length; i++) {
      const next = rateCurve.socFraction[i + 1];
      const low = i === 0 ? -Infinity : rateCurve.socFraction[i]! * capacityKwh;
      const high = next === undefined ? Infinity : next * capacityKwh;
      const moment = this.momentCost(slot, perKwh, low, high);
      if (moment === Infinity) continue;
      least = Math.min(least, moment + this.slotCost(rateCurve.chargeKw[i]!, rateCurve.dischargeKw[i]!));
    }
    return least;
  }

  private plainCost(plain: PlainSlot, slot: number, multiplier: number, perKwh: number): number {
    const { problem, answer } = this;
    turnPlainSlot(plain, problem, slot, answer.peakMultipliers === null ? 0 : answer.peakMultipliers[slot]!);
    const drained = problem.battery.standbyKw === 0 ? 0 : multiplier * drainIn(problem, answer, slot);
    const moment = this.momentCost(slot, perKwh, -Infinity, Infinity);
    return plainSlotCost(plain, multiplier) + drained + moment;
  }

  private turnTo(slot: number, multiplier: number): void {
    const { problem } = this;
    const { grid, inverter } = problem;
    const hours = problem.slotHours[slot]!;
    this.hours = hours;
    this.drain = drainIn(problem, this.answer, slot);
    this.multiplier = multiplier;
    this.load = problem.loadKwh[slot]!;
    this.pv = problem.pvKwh[slot]!;
    this.pvLeast = problem.pvCurtailable ? 0 : this.pv;
    this.importCap = grid.importKw * hours;
    this.exportCap = grid.exportKw * hours;
    this.importPrice = problem.importPerKwh[slot]! + (this.answer.peakMultipliers?.[slot] ?? 0) / hours;
    this.exportPrice = problem.exportPerKwh[slot]!;
    this.still = this.outputFor(this.load);
    this.bendCount = 0;
    this.addBend(this.still);
    this.addBend(this.outputFor(this.load - this.importCap));
    this.addBend(this.outputFor(this.load + this.exportCap));
    if (inverter.kind === "ac") return;
    this.outputLow = -inverter.acKw * hours * this.eta;
    this.outputHigh = (inverter.acKw * hours) / this.eta;
    this.addBend(0);
    this.addBend(this.outputLow);
    this.addBend(this.outputHigh);
  }

  /** Lists an output at which the cost bends, if battery and panels can give it. */
  private addBend(output: number): void {
    const { battery } = this.problem;
    if (output < -battery.chargeKw * this.hours - this.rounding) return;
    if (output > battery.dischargeKw * this.hours + this.pv + this.rounding) return;
    this.bends[this.bendCount++] = output;
  }

  private outputFor(acKwh: number): number {
    return acKwh >= 0 ? acKwh / this.eta : acKwh * this.eta;
  }

  /** The least cost of the slot within rates, with the standby drain. */
  private slotCost(chargeKw: number, dischargeKw: number): number {
    const { battery } = this.problem;
    const { hours, bends, bendCount, pv, pvLeast } = this;
    this.charge = Math.min(chargeKw, battery.chargeKw) * hours;
    this.discharge = Math.min(dischargeKw, battery.dischargeKw) * hours;
    this.least = Infinity;
    this.tryFlow(0);
    this.tryFlow(-this.charge);
    this.tryFlow(this.discharge);
    for (let i = 0; i < bendCount; i++) {
      this.tryFlow(bends[i]! - pv);
      if (pvLeast < pv) this.tryFlow(bends[i]! - pvLeast);
      if (this.right !== 0) this.tryFlow(bends[i]! - this.still);
    }
    if (battery.efficiencyCurve !== null) {
      for (const powerKw of battery.efficiencyCurve.powerKw) {
        this.tryFlow(powerKw * hours);
        this.tryFlow(-powerKw * hours);
      }
    }
    return this.least + this.multiplier * this.drain;
  }

  /** Tries a flow with all uses of the panels that may be best beside it. */
  private tryFlow(flow: number): void {
    if (flow < -this.charge || flow > this.discharge) return;
    const { bends, bendCount } = this;
    const most = Math.min(flow + this.pv, this.outputHigh);
    let least = Math.max(flow + this.pvLeast, this.outputLow);
    // What a hybrid cannot pass is clipped while the battery does not discharge.
    if (least > most && flow <= 0 && most === this.outputHigh) least = most;
    if (least > most + this.rounding) return;
    const store = this.storeCost(flow);
    this.tryOutput(flow, most, store);
    if (least >= most) return;
    this.tryOutput(flow, least, store);
    for (let i = 0; i < bendCount; i++) {
      if (bends[i]! > least && bends[i]! < most) this.tryOutput(flow, bends[i]!, store);
    }
    const serving = flow + this.still;
    if (this.right !== 0 && serving > least && serving < most) this.tryOutput(flow, serving, store);
  }

  /** Takes the cost of a flow and an output as the least if it is, and if the rules allow it. */
  private tryOutput(flow: number, output: number, store: number): void {
    const net = this.load - (output >= 0 ? output * this.eta : output / this.eta);
    if (this.hasRules && !this.isAllowed(flow, output, net)) return;
    const over = net >= 0 ? net - this.importCap : -net - this.exportCap;
    let cost = store + net * (net >= 0 ? this.importPrice : this.exportPrice);
    if (over > 0) cost += this.capPenalty * over;
    if (this.right !== 0) cost += this.right * this.rightUsed(flow, output - flow);
    if (cost < this.least) this.least = cost;
  }

  private isAllowed(flow: number, output: number, net: number): boolean {
    const { rules } = this.problem;
    if (flow > this.rounding && !rules.batteryMayExport) return net >= -this.rounding;
    if (flow >= -this.rounding || rules.batteryMayChargeFromGrid) return true;
    return net <= this.rounding && (!this.isHybrid || output >= -this.rounding);
  }

  /** What a slot takes from the store for export, less what it stores of the panels' energy, in kWh. */
  private rightUsed(flow: number, panels: number): number {
    const { battery } = this.problem;
    const load = this.load / this.eta;
    if (flow < 0) return takenByFlow(battery, -Math.min(-flow, Math.max(0, panels - load)), this.hours);
    const serving = Math.min(flow, Math.max(0, load - panels));
    return takenByFlow(battery, flow, this.hours) - takenByFlow(battery, serving, this.hours);
  }

  /** Wear of a flow, and what it takes from the store at the multiplier. */
  private storeCost(flow: number): number {
    const { battery } = this.problem;
    return (
      0.5 * battery.wearPerKwh * Math.abs(flow) + this.multiplier * takenByFlow(battery, flow, this.hours)
    );
  }

  /** The least cost of what is stored at a moment, within [low, high] and the limits that the answer keeps. */
  private momentCost(moment: number, perKwh: number, low: number, high: number): number {
    const { battery, terminalValue } = this.problem;
    const isEnd = moment === this.problem.slotHours.length;
    const from = Math.max(low - this.rounding, this.kept.low[moment]!);
    const to = Math.min(high + this.rounding, this.kept.high[moment]!);
    if (from > to) return Infinity;
    if (!this.hasTargets && !isEnd) return Math.min(perKwh * from, perKwh * to);
    let least = Math.min(this.storedCost(moment, perKwh, from), this.storedCost(moment, perKwh, to));
    for (const { slot, minKwh } of battery.targets) {
      if (slot !== moment - 1 || minKwh <= from || minKwh >= to) continue;
      least = Math.min(least, this.storedCost(moment, perKwh, minKwh));
    }
    for (const kwh of isEnd ? terminalValue.kwh : []) {
      if (kwh > from && kwh < to) least = Math.min(least, this.storedCost(moment, perKwh, kwh));
    }
    return least;
  }

  private storedCost(moment: number, perKwh: number, stored: number): number {
    const { battery, terminalValue, slotHours } = this.problem;
    let cost = perKwh * stored;
    for (const { slot, minKwh, penaltyPerKwh } of battery.targets) {
      if (slot === moment - 1) cost += penaltyPerKwh * Math.max(0, minKwh - stored);
    }
    if (moment < slotHours.length) return cost;
    let from = 0;
    for (let i = 0; i < terminalValue.kwh.length && from < stored; i++) {
      const to = Math.min(terminalValue.kwh[i]!, stored);
      cost -= (to - from) * terminalValue.valuePerKwh[i]!;
      from = to;
    }
    return cost;
  }
}

/** What may be stored at each moment by the limits that an answer keeps. */
interface KeptLimits {
  /** The minimum, or what the answer stores where this is less; at a fixed end what it stores. */
  readonly low: Float64Array;
  /** The maximum, or what the answer stores, or what the store may still hold since the start. */
  readonly high: Float64Array;
}

function keptLimits({ battery, slotHours }: StorageProblem, { socKwh }: StorageAnswer): KeptLimits {
  const { minKwh, maxKwh, startKwh } = battery;
  const count = slotHours.length;
  const low = new Float64Array(count + 1).fill(startKwh);
  const high = new Float64Array(count + 1).fill(startKwh);
  let rested = startKwh;
  let isOver = true;
  for (let t = 0; t < count; t++) {
    const stored = socKwh[t]!;
    isOver = isOver && maxKwh[t]! < startKwh;
    rested -= battery.standbyKw * slotHours[t]!;
    low[t + 1] = Math.min(minKwh[t]!, stored);
    high[t + 1] = Math.max(maxKwh[t]!, stored, isOver ? rested : stored);
  }
  if (battery.endKwh !== null) {
    low[count] = socKwh[count - 1]!;
    high[count] = low[count]!;
  }
  return { low, high };
}
