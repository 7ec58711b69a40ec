import * as layout from "../kernel/layout.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import type { StepWay } from "./flowRange.ts";

/** What one future's money counts in a sum: its cost and stored energy, and what is counted beside them. */
export interface MoneyWeights {
  readonly cost: number;
  /** Wear, carbon and keep, which the metric counts of the nominal future alone, in full. */
  readonly side: number;
}

/** Flows from `low` to `high`, without bends between `lowEnd` and rest: there nothing is reached. */
export interface BendRange {
  readonly low: number;
  readonly lowEnd: number;
  readonly high: number;
}

/** Most flows at which the cost of a step may bend: three ends, rest, two of the panels, four of the meter. */
const MOST_BENDS = 10;

/**
 * The money of one step as a function of the battery's flow, whatever the mode: the meter's, with carbon and what cars
 * pay on top, and wear. Linear between bends.
 */
export class StepMeter {
  private readonly home: Home;
  private readonly future: HomeFuture;
  private readonly costWeight: number;
  private readonly carbonPerGram: number;
  private readonly wearPerKwh: number;
  private way: StepWay = IDLE_WAY;
  private importPence = 0;
  private exportPence = 0;
  private carbonPence = 0;
  private premiumPence = 0;
  private carKwh = 0;
  private outsideKwh = 0;
  /** Bends of the way turned to, ends included, rising. */
  readonly bends: Float64Array = new Float64Array(MOST_BENDS);
  bendCount = 0;

  /**
   * @param carbonPencePerKg  price of carbon
   * @param wearPencePerKwh   price of each kWh of battery flow
   */
  constructor(
    home: Home,
    future: HomeFuture,
    { cost, side }: MoneyWeights,
    prices: { readonly carbonPencePerKg: number; readonly wearPencePerKwh: number },
  ) {
    this.home = home;
    this.future = future;
    this.costWeight = cost;
    this.carbonPerGram = (side * prices.carbonPencePerKg) / 1000;
    this.wearPerKwh = side * prices.wearPencePerKwh;
  }

  /** Turns to a step. */
  turnTo(step: number): void {
    const { costWeight } = this;
    const { rows, meterRows } = this.future;
    const row = step * layout.ROW_WORDS;
    const meter = step * layout.METER_WORDS;
    this.importPence = costWeight * rows[row + layout.ROW_IMPORT_PENCE / 8]!;
    this.exportPence = costWeight * rows[row + layout.ROW_EXPORT_PENCE / 8]!;
    this.carbonPence = this.carbonPerGram * meterRows[meter + layout.METER_CARBON_GRAMS / 8]!;
    this.premiumPence = costWeight * meterRows[meter + layout.METER_CAR_PREMIUM_PENCE / 8]!;
    this.carKwh = meterRows[meter + layout.METER_CAR_KWH / 8]!;
    this.outsideKwh = this.home.areCarsOutsideMeter
      ? meterRows[meter + layout.METER_CAR_OUTSIDE_KWH / 8]!
      : 0;
  }

  /** Turns to one way of a step, and lists the flows of a range at which its cost may bend. */
  listBends(way: StepWay, range: BendRange): void {
    const { pvKwh } = way;
    this.way = way;
    this.bendCount = 0;
    const all = { low: range.low, lowEnd: range.high, high: range.high };
    this.insert(range.low, all);
    this.insert(range.lowEnd, all);
    this.insert(range.high, all);
    this.insert(0, all);
    // What would be lost at the inverter or at the connection a freeze or an export stores, and no more.
    if (this.home.isHybrid && pvKwh > 0) {
      this.insert(-pvKwh, range);
      this.insert(this.home.inverterLimitKwh - pvKwh, all);
    }
    this.insertWhereNetIs(-this.home.exportLimitKwh, all);
    this.insertWhereNetIs(0, range);
    if (this.premiumPence !== 0) this.insertWhereNetIs(this.carKwh, range);
    if (this.outsideKwh > 0) this.insertWhereNetIs(-this.outsideKwh, range);
  }

  /** Money of a battery flow, in pence. */
  costAt(flowKwh: number): number {
    return this.costNet(this.netAt(flowKwh)) + this.wearPerKwh * Math.abs(flowKwh);
  }

  /** Money of an energy at the meter; positive is import. */
  private costNet(netKwh: number): number {
    const carbonPence = this.carbonPence * netKwh;
    if (netKwh > 0) {
      return carbonPence + this.importPence * netKwh + this.premiumPence * Math.min(netKwh, this.carKwh);
    }
    return carbonPence - this.exportPence * Math.max(-netKwh - this.outsideKwh, 0);
  }

  /** Energy at the meter beside a battery flow, in kWh; what the connection does not take is lost. */
  private netAt(flowKwh: number): number {
    const { isHybrid, inverterEfficiency, inverterLimitKwh, exportLimitKwh } = this.home;
    const { loadKwh, pvKwh } = this.way;
    const dcKwh = isHybrid ? Math.min(flowKwh + pvKwh, flowKwh > 0 ? Infinity : inverterLimitKwh) : flowKwh;
    const inverted = dcKwh > 0 ? dcKwh * inverterEfficiency : dcKwh / inverterEfficiency;
    const net = loadKwh - inverted - (isHybrid ? 0 : pvKwh);
    return Math.max(net, -exportLimitKwh);
  }

  private insertWhereNetIs(netKwh: number, range: BendRange): void {
    const { isHybrid, inverterEfficiency } = this.home;
    const { loadKwh, pvKwh } = this.way;
    const given = isHybrid ? loadKwh - netKwh : loadKwh - pvKwh - netKwh;
    const dcKwh = given > 0 ? given / inverterEfficiency : given * inverterEfficiency;
    this.insert(isHybrid ? dcKwh - pvKwh : dcKwh, range);
  }

  private insert(flowKwh: number, { low, lowEnd, high }: BendRange): void {
    if (!(flowKwh >= low && flowKwh <= high) || (flowKwh > lowEnd && flowKwh < 0)) return;
    const { bends } = this;
    let at = this.bendCount++;
    for (; at > 0 && bends[at - 1]! > flowKwh; at--) bends[at] = bends[at - 1]!;
    bends[at] = flowKwh;
  }
}

const IDLE_WAY: StepWay = {
  loadKwh: 0,
  pvKwh: 0,
  isCarHeld: false,
  isHeld: false,
  mayCharge: false,
  mayExport: false,
};
