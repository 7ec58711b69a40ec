import type { EfficiencyCurve, StorageBattery } from "./storageProblem.ts";

/**
 * What a battery flow does to the store in one slot. `flowKwh` is positive discharging and negative charging, at the
 * battery's terminals; `takenKwh` is what leaves the store, without the standby drain.
 */
export class StoreExchange {
  private readonly battery: StorageBattery;
  hours = 1;

  constructor(battery: StorageBattery) {
    this.battery = battery;
  }

  /** Turns to a slot of that length. */
  turnTo(hours: number): void {
    this.hours = hours;
  }

  /** Energy taken from the store by a flow; negative is stored. */
  takenBy(flowKwh: number): number {
    const { battery, hours } = this;
    const curve = battery.efficiencyCurve;
    if (curve === null) {
      return flowKwh > 0 ? flowKwh / battery.dischargeEfficiency : flowKwh * battery.chargeEfficiency;
    }
    return flowKwh > 0
      ? hours * exchanged(curve, flowKwh / hours, takenPower)
      : -hours * exchanged(curve, -flowKwh / hours, storedPower);
  }

  /** The flow that takes an energy from the store. */
  flowFor(takenKwh: number): number {
    const { battery, hours } = this;
    const curve = battery.efficiencyCurve;
    if (curve === null) {
      return takenKwh > 0 ? takenKwh * battery.dischargeEfficiency : takenKwh / battery.chargeEfficiency;
    }
    return takenKwh > 0
      ? hours * powerFor(curve, takenKwh / hours, takenPower)
      : -hours * powerFor(curve, -takenKwh / hours, storedPower);
  }
}

/** What a point of the curve exchanges with the store, in kW. */
type PointPower = (curve: EfficiencyCurve, point: number) => number;

function storedPower(curve: EfficiencyCurve, point: number): number {
  return curve.powerKw[point]! * curve.chargeEfficiency[point]!;
}

function takenPower(curve: EfficiencyCurve, point: number): number {
  return curve.powerKw[point]! / curve.dischargeEfficiency[point]!;
}

function exchanged(curve: EfficiencyCurve, powerKw: number, at: PointPower): number {
  const { powerKw: powers } = curve;
  const last = powers.length - 1;
  if (powerKw <= powers[0]!) return (powerKw * at(curve, 0)) / powers[0]!;
  if (powerKw >= powers[last]!) return (powerKw * at(curve, last)) / powers[last]!;
  let next = 1;
  while (powers[next]! < powerKw) next++;
  const low = at(curve, next - 1);
  const share = (powerKw - powers[next - 1]!) / (powers[next]! - powers[next - 1]!);
  return low + (at(curve, next) - low) * share;
}

function powerFor(curve: EfficiencyCurve, exchangedKw: number, at: PointPower): number {
  const { powerKw: powers } = curve;
  const last = powers.length - 1;
  if (exchangedKw <= at(curve, 0)) return (exchangedKw * powers[0]!) / at(curve, 0);
  if (exchangedKw >= at(curve, last)) return (exchangedKw * powers[last]!) / at(curve, last);
  let next = 1;
  while (at(curve, next) < exchangedKw) next++;
  const low = at(curve, next - 1);
  const share = (exchangedKw - low) / (at(curve, next) - low);
  return powers[next - 1]! + (powers[next]! - powers[next - 1]!) * share;
}
