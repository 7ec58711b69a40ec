import type { StorageFlows } from "./storageAnswer.ts";
import type { EfficiencyCurve, StorageBattery, StorageProblem } from "./storageProblem.ts";

/** An empty store, as a share of its capacity. */
const EMPTY = 1e-9;

/** What a battery flow (positive discharging) takes from the store in a slot, in kWh, for the certificate's check. */
export function takenByFlow(battery: StorageBattery, flowKwh: number, hours: number): number {
  const curve = battery.efficiencyCurve;
  if (curve !== null) return exchangedBy(curve, flowKwh / hours) * hours;
  return flowKwh > 0 ? flowKwh / battery.dischargeEfficiency : flowKwh * battery.chargeEfficiency;
}

/** What standby drains in a slot, in kWh: what is left, where an answer ends the slot with an empty store. */
export function drainIn({ battery, slotHours }: StorageProblem, flows: StorageFlows, slot: number): number {
  const drain = battery.standbyKw * slotHours[slot]!;
  if (drain === 0 || flows.socKwh[slot]! > EMPTY * battery.capacityKwh) return drain;
  const before = slot === 0 ? battery.startKwh : flows.socKwh[slot - 1]!;
  const flow = flows.dischargeKwh[slot]! - flows.chargeKwh[slot]!;
  return Math.min(drain, before - takenByFlow(battery, flow, slotHours[slot]!) - flows.socKwh[slot]!);
}

/** Power that a battery power takes from the store; negative charging. */
function exchangedBy(curve: EfficiencyCurve, powerKw: number): number {
  const size = Math.abs(powerKw);
  const { powerKw: powers } = curve;
  const at = (i: number): number =>
    powerKw > 0 ? powers[i]! / curve.dischargeEfficiency[i]! : powers[i]! * curve.chargeEfficiency[i]!;
  const last = powers.length - 1;
  let exchanged = (at(0) * size) / powers[0]!;
  if (size >= powers[last]!) exchanged = (at(last) * size) / powers[last]!;
  for (let i = 1; i <= last; i++) {
    if (size <= powers[i - 1]! || size >= powers[i]!) continue;
    exchanged = at(i - 1) + ((at(i) - at(i - 1)) * (size - powers[i - 1]!)) / (powers[i]! - powers[i - 1]!);
  }
  for (let i = 1; i < last; i++) if (size === powers[i]) exchanged = at(i);
  return powerKw > 0 ? exchanged : -exchanged;
}
