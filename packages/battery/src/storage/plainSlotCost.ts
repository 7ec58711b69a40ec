import type { StorageProblem } from "./storageProblem.ts";

/** One slot of a plain problem: AC inverters, every use of the battery allowed, one efficiency each way. */
export interface PlainSlot {
  load: number;
  pv: number;
  /** What of the panels' energy must be used. */
  pvLeast: number;
  charge: number;
  discharge: number;
  chargeEfficiency: number;
  dischargeEfficiency: number;
  halfWear: number;
  importPrice: number;
  exportPrice: number;
  importCap: number;
  exportCap: number;
  capPenalty: number;
}

/** Whether all slots of a problem are plain, for an answer without a price of the right to export. */
export function hasPlainSlots({ battery, inverter, rules }: StorageProblem): boolean {
  const isFree = rules.batteryMayExport && rules.batteryMayChargeFromGrid && rules.batteryMayExportGridEnergy;
  return inverter.kind === "ac" && isFree && battery.efficiencyCurve === null && battery.rateCurve === null;
}

/** Turns a plain slot to one of a problem's. */
export function turnPlainSlot(slot: PlainSlot, problem: StorageProblem, t: number, peakShare: number): void {
  const { battery, grid } = problem;
  const hours = problem.slotHours[t]!;
  slot.load = problem.loadKwh[t]!;
  slot.pv = problem.pvKwh[t]!;
  slot.pvLeast = problem.pvCurtailable ? 0 : slot.pv;
  slot.charge = battery.chargeKw * hours;
  slot.discharge = battery.dischargeKw * hours;
  slot.importPrice = problem.importPerKwh[t]! + peakShare / hours;
  slot.exportPrice = problem.exportPerKwh[t]!;
  slot.importCap = grid.importKw * hours;
  slot.exportCap = grid.exportKw * hours;
}

/** A plain slot of a problem, turned to none yet. */
export function plainSlotOf({ battery }: StorageProblem, capPenalty: number): PlainSlot {
  return {
    load: 0.5,
    pv: 0.5,
    pvLeast: 0.5,
    charge: 0.5,
    discharge: 0.5,
    chargeEfficiency: battery.chargeEfficiency,
    dischargeEfficiency: battery.dischargeEfficiency,
    halfWear: 0.5 * battery.wearPerKwh,
    importPrice: 0.5,
    exportPrice: 0.5,
    importCap: 0.5,
    exportCap: 0.5,
    capPenalty,
  };
}

/**
 * The least cost of a plain slot where a kWh taken from the store costs `multiplier`, in money: the corners of
 * `VertexCosts`, written out for speed. The meter's cost bends at the caps and at 0; the battery rests, goes at full
 * rate, or brings the meter to such a bend beside all or the least of the panels' energy.
 */
export function plainSlotCost(slot: PlainSlot, multiplier: number): number {
  const { load, pv, pvLeast, charge, discharge } = slot;
  let least = flowCost(slot, 0, multiplier);
  least = Math.min(least, flowCost(slot, -charge, multiplier), flowCost(slot, discharge, multiplier));
  for (let bend = 0; bend < 3; bend++) {
    const net = bend === 0 ? 0 : bend === 1 ? slot.importCap : -slot.exportCap;
    const besideAll = load - pv - net;
    if (besideAll > -charge && besideAll < discharge)
      least = Math.min(least, flowCost(slot, besideAll, multiplier));
    const besideLeast = load - pvLeast - net;
    if (pvLeast < pv && besideLeast > -charge && besideLeast < discharge) {
      least = Math.min(least, flowCost(slot, besideLeast, multiplier));
    }
  }
  return least;
}

/** The least cost of a battery flow, positive discharging, over the uses of the panels. */
function flowCost(slot: PlainSlot, flow: number, multiplier: number): number {
  const { importCap, exportCap } = slot;
  const low = slot.load - slot.pv - flow;
  let meter = meterCost(slot, low);
  if (slot.pvLeast < slot.pv) {
    const high = slot.load - slot.pvLeast - flow;
    meter = Math.min(meter, meterCost(slot, high));
    if (low < 0 && high > 0) meter = Math.min(meter, 0);
    if (low < importCap && high > importCap) meter = Math.min(meter, meterCost(slot, importCap));
    if (low < -exportCap && high > -exportCap) meter = Math.min(meter, meterCost(slot, -exportCap));
  }
  return flow > 0
    ? meter + slot.halfWear * flow + (multiplier * flow) / slot.dischargeEfficiency
    : meter - slot.halfWear * flow + multiplier * flow * slot.chargeEfficiency;
}

function meterCost(slot: PlainSlot, net: number): number {
  if (net >= 0) {
    const over = net - slot.importCap;
    return slot.importPrice * net + (over > 0 ? slot.capPenalty * over : 0);
  }
  const over = -net - slot.exportCap;
  return slot.exportPrice * net + (over > 0 ? slot.capPenalty * over : 0);
}
