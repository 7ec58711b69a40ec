import { lowerHull } from "./convexHull.ts";
import { appendPoint, type Curve, emptyCurve, reserveCurve } from "./curve.ts";
import type { StorageBattery } from "./storageProblem.ts";
import { StoreExchange } from "./storeExchange.ts";

/**
 * What a battery asks for its flows in one slot when stored energy has a price: least cost by draw, positive charging
 * and negative discharging. The curves are convex; where the real cost is not, they are its lower hull.
 */
export class StorageOffer {
  private readonly battery: StorageBattery;
  private readonly exchange: StoreExchange;
  private readonly points: Curve = emptyCurve(8);
  readonly curve: Curve = emptyCurve(8);
  /** The parts without charge, and without discharge. */
  readonly discharging: Curve = emptyCurve(8);
  readonly charging: Curve = emptyCurve(8);

  constructor(battery: StorageBattery) {
    this.battery = battery;
    this.exchange = new StoreExchange(battery);
  }

  /**
   * Draws the curves of a slot.
   * @param pricePerKwh  money for each kWh taken from the store, the standby drain included
   */
  turnTo(hours: number, drainKwh: number, pricePerKwh: number): void {
    const { battery, exchange, points } = this;
    exchange.turnTo(hours);
    const powers = battery.efficiencyCurve?.powerKw ?? [];
    points.count = 0;
    reserveCurve(points, 2 * powers.length + 3);
    const add = (drawKwh: number): void => {
      const money = pricePerKwh * (exchange.takenBy(-drawKwh) + drainKwh) + this.wearOf(drawKwh);
      appendPoint(points, drawKwh, money);
    };
    const mostOut = battery.dischargeKw * hours;
    const mostIn = battery.chargeKw * hours;
    if (mostOut > 0) add(-mostOut);
    for (let k = powers.length - 1; k >= 0; k--) if (powers[k]! * hours < mostOut) add(-powers[k]! * hours);
    const rest = points.count;
    add(0);
    for (const kw of powers) if (kw * hours < mostIn) add(kw * hours);
    if (mostIn > 0) add(mostIn);
    lowerHull(points, 0, points.count, this.curve);
    lowerHull(points, 0, rest + 1, this.discharging);
    lowerHull(points, rest, points.count, this.charging);
  }

  /** Money of wear. */
  wearOf(drawKwh: number): number {
    return 0.5 * this.battery.wearPerKwh * Math.abs(drawKwh);
  }

  /** Energy taken from the store, without the drain. */
  takenBy(drawKwh: number): number {
    return this.exchange.takenBy(-drawKwh);
  }
}

/** The cheapest way to share each draw between two convex curves: their segments in order of slope. */
export function joinOffers(one: Curve, other: Curve, out: Curve): void {
  out.count = 0;
  reserveCurve(out, one.count + other.count);
  let x = one.x[0]! + other.x[0]!;
  let y = one.y[0]! + other.y[0]!;
  appendPoint(out, x, y);
  let i = 1;
  let j = 1;
  while (i < one.count || j < other.count) {
    const takesOne = j >= other.count || (i < one.count && slopeBefore(one, i) <= slopeBefore(other, j));
    const from = takesOne ? one : other;
    const at = takesOne ? i++ : j++;
    x += from.x[at]! - from.x[at - 1]!;
    y += from.y[at]! - from.y[at - 1]!;
    appendPoint(out, x, y);
  }
}

function slopeBefore({ x, y }: Curve, point: number): number {
  return (y[point]! - y[point - 1]!) / (x[point]! - x[point - 1]!);
}

/** The curve's value; beyond its ends theirs. */
export function curveAt({ x, y, count }: Curve, at: number): number {
  if (count === 1 || at <= x[0]!) return y[0]!;
  let next = 1;
  while (next < count - 1 && x[next]! < at) next++;
  if (at >= x[next]!) return y[next]!;
  return y[next - 1]! + ((y[next]! - y[next - 1]!) * (at - x[next - 1]!)) / (x[next]! - x[next - 1]!);
}
