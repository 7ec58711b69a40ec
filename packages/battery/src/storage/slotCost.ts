import { appendPoint, type Curve, emptyCurve, reserveCurve } from "./curve.ts";
import { type RightPrices, rightUsed } from "./exportRight.ts";
import { addBend, beginRun, endFunction, type FunctionFamily, reservePoints } from "./functionFamily.ts";
import { lowerEnvelope } from "./lowerEnvelope.ts";
import { SlotMeter } from "./slotMeter.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { StoreExchange } from "./storeExchange.ts";

/** Flows closer than this are one flow; costs closer than this are one cost: rounding, as shares of the scale. */
const SAME_FLOW = 1e-12;
const SAME_COST = 1e-13;

/** Battery flows of one sign, and the outputs of battery and panels that the rules allow beside them. */
interface FlowSide {
  low: number;
  high: number;
  outputLow: number;
  outputHigh: number;
}

/** What a slot's energies are for one battery flow, in kWh; `netKwh` is positive importing. */
export interface SlotEnergies {
  flowKwh: number;
  netKwh: number;
  curtailKwh: number;
}

/**
 * The cost of each slot as a function of the energy taken from the store: the cheapest meter cost over all uses of
 * the panels, with wear; piecewise linear. Taken energy is positive discharging, negative charging, and holds the
 * standby drain.
 */
export class SlotCosts {
  private readonly problem: StorageProblem;
  private readonly meter: SlotMeter;
  private readonly exchange: StoreExchange;
  private readonly charging: FlowSide = { low: 0, high: 0, outputLow: 0, outputHigh: 0 };
  private readonly discharging: FlowSide = { low: 0, high: 0, outputLow: 0, outputHigh: 0 };
  private readonly resting: FlowSide = { low: 0, high: 0, outputLow: -Infinity, outputHigh: Infinity };
  private readonly flows: Float64Array;
  private flowCount = 0;
  private readonly rightPrices: RightPrices | null;
  private rightPrice = 0;
  private rightLimit = Infinity;
  private ways: Curve = emptyCurve(64);
  private bestWays: Curve = emptyCurve(64);
  private readonly way: Curve = emptyCurve(64);

  /**
   * @param capPenalty   money per kWh that exceeds a grid cap
   * @param rightPrices  what the right to export costs; null where it costs nothing
   */
  constructor(problem: StorageProblem, capPenalty: number, rightPrices: RightPrices | null = null) {
    this.problem = problem;
    this.rightPrices = rightPrices;
    this.meter = new SlotMeter(problem, capPenalty);
    this.exchange = new StoreExchange(problem.battery);
    this.flows = new Float64Array(32 + (problem.battery.efficiencyCurve?.powerKw.length ?? 0));
  }

  /** Turns to a slot. */
  turnTo(slot: number): void {
    const { problem, meter, charging, discharging } = this;
    const hours = problem.slotHours[slot]!;
    meter.turnTo(slot);
    this.rightPrice = this.rightPrices?.price[slot] ?? 0;
    this.rightLimit = this.rightPrices?.limitKwh[slot] ?? Infinity;
    this.exchange.turnTo(hours);
    const isHybrid = problem.inverter.kind === "hybrid";
    charging.outputLow = meter.outputLow;
    if (!problem.rules.batteryMayChargeFromGrid)
      charging.outputLow = isHybrid ? Math.max(0, meter.stillOutput) : meter.stillOutput;
    charging.outputHigh = meter.outputHigh;
    const most = charging.outputLow > meter.outputHigh ? 0 : meter.pvKwh - charging.outputLow;
    charging.low = -Math.max(0, Math.min(problem.battery.chargeKw * hours, most));
    charging.high = -(problem.battery.leastChargeKw ?? 0) * hours;
    if (charging.low > charging.high) charging.low = 0;
    discharging.outputLow = meter.outputLow;
    discharging.outputHigh = meter.outputHigh;
    if (!problem.rules.batteryMayExport) {
      discharging.outputHigh = Math.min(meter.stillOutput, meter.outputHigh);
    }
    const room = discharging.outputHigh - meter.pvLeastKwh;
    discharging.high = Math.max(0, Math.min(problem.battery.dischargeKw * hours, room));
  }

  /** Energy that a power of the battery takes from the store in the slot, without the drain; negative is charging. */
  takenByPower(powerKw: number): number {
    return this.exchange.takenBy(powerKw * this.exchange.hours);
  }

  /** The most that the store can gain in the slot without exceeding the import cap, in kWh, without the drain. */
  mostStored(): number {
    const { charging, meter } = this;
    const flow = Math.min(0, Math.max(charging.low, meter.importCapOutput - meter.pvKwh));
    return flow > charging.high ? 0 : -this.exchange.takenBy(flow);
  }

  /** The most that can be taken from the store in the slot, in kWh, without the drain. */
  mostTaken(): number {
    return this.exchange.takenBy(this.discharging.high);
  }

  /** Closes the slot's cost as a function of the family. */
  addTo(family: FunctionFamily, drainKwh: number): void {
    const { charging, discharging, resting } = this;
    reservePoints(family, 4 * this.flows.length + 8);
    const atRest = this.costOf(0, resting);
    beginRun(family);
    if (charging.low < 0) {
      this.addSide(charging, drainKwh, family);
      if (charging.high < 0) beginRun(family);
      else if (this.costOf(0, charging) > atRest + SAME_COST) {
        this.put(0, this.costOf(0, charging), drainKwh, family);
        beginRun(family);
      }
    }
    this.put(0, atRest, drainKwh, family);
    if (discharging.high > 0) {
      const limit = this.costOf(0, discharging);
      if (limit > atRest + SAME_COST) {
        beginRun(family);
        this.put(0, limit, drainKwh, family);
      }
      this.addSide(discharging, drainKwh, family);
    }
    endFunction(family);
  }

  /** The energies of the slot when so much is taken from the store, drain included. */
  energiesFor(takenKwh: number, drainKwh: number, energies: SlotEnergies): void {
    const { meter } = this;
    let flow = this.exchange.flowFor(takenKwh - drainKwh);
    if (Math.abs(flow) < SAME_FLOW) flow = 0;
    const side = this.sideOf(flow);
    const output = this.bestOutput(flow, side);
    const curtail = meter.pvKwh - (output - flow);
    const net = meter.netAt(output);
    energies.flowKwh = flow;
    energies.curtailKwh = curtail < SAME_FLOW ? 0 : curtail;
    energies.netKwh = Math.abs(net) < SAME_FLOW ? 0 : net;
  }

  private sideOf(flowKwh: number): FlowSide {
    if (flowKwh < 0) return this.charging;
    return flowKwh > 0 ? this.discharging : this.resting;
  }

  private costOf(flowKwh: number, side: FlowSide): number {
    return this.costWith(flowKwh, this.bestOutput(flowKwh, side));
  }

  private costWith(flowKwh: number, outputKwh: number): number {
    const wear = 0.5 * this.problem.battery.wearPerKwh * Math.abs(flowKwh);
    const cost = wear + this.meter.costAt(outputKwh);
    if (this.rightPrice === 0) return cost;
    const used = rightUsed(this.meter, this.exchange, flowKwh, outputKwh);
    const above =
      Math.max(0, used - this.rightLimit) * ((this.rightPrices?.priceAbove ?? 0) - this.rightPrice);
    return cost + this.rightPrice * used + above;
  }

  private bestOutput(flowKwh: number, side: FlowSide): number {
    const { meter } = this;
    if (this.rightPrice === 0) return meter.bestOutput(flowKwh, side.outputLow, side.outputHigh);
    let best = this.outputOf(0, flowKwh, side);
    let least = this.costWith(flowKwh, best);
    for (let way = 1; way <= meter.bendCount; way++) {
      const output = this.outputOf(way, flowKwh, side);
      const cost = this.costWith(flowKwh, output);
      if (cost < least) {
        best = output;
        least = cost;
      }
    }
    return best;
  }

  /** The output of one of the ways of using the panels: near a bend, or the last way, serving the load with them. */
  private outputOf(way: number, flowKwh: number, { outputLow, outputHigh }: FlowSide): number {
    const { meter } = this;
    const wanted = way < meter.bendCount ? meter.bends[way]! : flowKwh + meter.stillOutput;
    return meter.outputNear(wanted, flowKwh, outputLow, outputHigh);
  }

  /** Adds the points of one side where the right to export has a price: the least cost of all ways. */
  private addPricedSide(side: FlowSide, drainKwh: number, family: FunctionFamily): void {
    this.sortFlows(side);
    const { way, meter, flows, flowCount } = this;
    this.bestWays.count = 0;
    for (let index = 0; index <= meter.bendCount; index++) {
      way.count = 0;
      reserveCurve(way, flowCount);
      for (let at = 0; at < flowCount; at++) {
        const flow = flows[at]!;
        const taken = this.exchange.takenBy(flow);
        if (at > 0 && taken - way.x[way.count - 1]! < SAME_FLOW) continue;
        appendPoint(way, taken, this.costWith(flow, this.outputOf(index, flow, side)));
      }
      this.lowerBestWays();
    }
    const { x, y, count } = this.bestWays;
    for (let at = 0; at < count; at++) {
      if (Math.abs(x[at]!) >= SAME_FLOW) addBend(family, x[at]! + drainKwh, y[at]!);
    }
  }

  private lowerBestWays(): void {
    const { ways, bestWays, way } = this;
    ways.count = 0;
    if (bestWays.count === 0) {
      for (let at = 0; at < way.count; at++) appendPoint(bestWays, way.x[at]!, way.y[at]!);
      return;
    }
    lowerEnvelope(bestWays, way, ways);
    this.bestWays = ways;
    this.ways = bestWays;
  }

  /** What a move does to the right to export, in stored kWh. */
  rightUsedBy(energies: SlotEnergies): number {
    const output = energies.flowKwh + this.meter.pvKwh - energies.curtailKwh;
    return rightUsed(this.meter, this.exchange, energies.flowKwh, output);
  }

  /** Adds the points of one side without the one at rest. */
  private addSide(side: FlowSide, drainKwh: number, family: FunctionFamily): void {
    if (this.rightPrice !== 0) {
      this.addPricedSide(side, drainKwh, family);
      return;
    }
    this.sortFlows(side);
    const { flows, flowCount, meter } = this;
    const { outputLow, outputHigh } = side;
    const hasTwoValleys = meter.hasTwoValleys();
    let before = 0;
    for (let at = 0; at < flowCount; at++) {
      const flow = flows[at]!;
      if (hasTwoValleys) {
        const difference = meter.valleyDifference(flow, outputLow, outputHigh);
        if (at > 0 && before * difference < 0) {
          const last = flows[at - 1]!;
          const crossing = last + ((flow - last) * before) / (before - difference);
          this.put(crossing, this.costOf(crossing, side), drainKwh, family);
        }
        before = difference;
      }
      if (flow !== 0) this.put(flow, this.costOf(flow, side), drainKwh, family);
    }
  }

  /** Lists the side's flows at which the cost may bend, its ends included, in rising order. */
  private sortFlows(side: FlowSide): void {
    const { meter, problem } = this;
    this.flowCount = 0;
    this.insertFlow(side.low);
    this.insertFlow(side.high);
    for (let bend = 0; bend < meter.bendCount; bend++) {
      const output = meter.bends[bend]!;
      this.insertWithin(output - meter.pvKwh, side);
      this.insertWithin(output - meter.pvLeastKwh, side);
      if (this.rightPrice !== 0) this.insertWithin(output - meter.stillOutput, side);
    }
    if (this.rightLimit < Infinity && side === this.discharging) this.insertLimitFlows();
    const curve = problem.battery.efficiencyCurve;
    if (curve === null) return;
    for (const powerKw of curve.powerKw) {
      this.insertWithin((side.low < 0 ? -powerKw : powerKw) * this.exchange.hours, side);
    }
  }

  /** Inserts the flows that use the right up to its limit, by how much of the load the panels serve. */
  private insertLimitFlows(): void {
    const { meter, exchange, discharging } = this;
    for (const panels of [meter.pvKwh, meter.pvLeastKwh, Math.max(0, meter.stillOutput)]) {
      const serving = Math.max(0, meter.stillOutput - panels);
      const flow = exchange.flowFor(this.rightLimit + exchange.takenBy(serving));
      if (flow > 0 && flow < discharging.high) this.insertFlow(flow);
    }
  }

  private insertWithin(flow: number, { low, high }: FlowSide): void {
    if (flow > low && flow < high) this.insertFlow(flow);
  }

  private insertFlow(flow: number): void {
    const { flows } = this;
    let at = this.flowCount++;
    while (at > 0 && flows[at - 1]! > flow) {
      flows[at] = flows[at - 1]!;
      at--;
    }
    flows[at] = flow;
  }

  private put(flow: number, cost: number, drainKwh: number, family: FunctionFamily): void {
    addBend(family, this.exchange.takenBy(flow) + drainKwh, cost);
  }
}
