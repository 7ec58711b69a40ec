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
 * The least cost of a plain slot where a kWh taken from the store costs `multiplier`, in money: that of `VertexCosts`,
 * written out for speed. Where no price asks for a detour (import no cheaper than export, the store no dearer to fill
 * than to empty) the costs are convex, and one flow is found by its price; else all corners are tried.
 */
export function plainSlotCost(slot: PlainSlot, multiplier: number): number {
  const takenCost = slot.halfWear + multiplier / slot.dischargeEfficiency;
  const storedCost = multiplier * slot.chargeEfficiency - slot.halfWear;
  if (slot.importPrice < slot.exportPrice || storedCost > takenCost) {
    return leastCornerCost(slot, takenCost, storedCost);
  }
  let flow = flowAt(slot, takenCost);
  if (flow > 0) {
    if (flow > slot.discharge) flow = slot.discharge;
    return bestMeterCost(slot, flow) + takenCost * flow;
  }
  flow = flowAt(slot, storedCost);
  if (flow >= 0) return bestMeterCost(slot, 0);
  if (flow < -slot.charge) flow = -slot.charge;
  return bestMeterCost(slot, flow) + storedCost * flow;
}

/**
 * The battery flow that is best where each of its kWh costs `price`: it brings the meter to the bend at which energy
 * gets dearer than that, beside all of the panels' energy, or where a flow is paid for beside the least of it.
 */
function flowAt(slot: PlainSlot, price: number): number {
  const { importPrice, exportPrice, capPenalty } = slot;
  let net = Infinity;
  if (price <= exportPrice - capPenalty) net = -Infinity;
  else if (price <= exportPrice) net = -slot.exportCap;
  else if (price <= importPrice) net = 0;
  else if (price <= importPrice + capPenalty) net = slot.importCap;
  return slot.load - (price > 0 ? slot.pv : slot.pvLeast) - net;
}

/**
 * The least cost over all corners: the meter's cost bends at the caps and at 0; the battery rests, goes at full rate,
 * or brings the meter to such a bend beside all or the least of the panels' energy.
 */
function leastCornerCost(slot: PlainSlot, takenCost: number, storedCost: number): number {
  const { load, pv, pvLeast, charge, discharge, importCap, exportCap } = slot;
  let least = bestMeterCost(slot, 0);
  least = Math.min(least, bestMeterCost(slot, discharge) + takenCost * discharge);
  least = Math.min(least, bestMeterCost(slot, -charge) - storedCost * charge);
  for (let corner = 0; corner < 6; corner++) {
    const bend = corner % 3;
    const net = bend === 0 ? 0 : bend === 1 ? importCap : -exportCap;
    const flow = load - (corner < 3 ? pv : pvLeast) - net;
    if (flow <= -charge || flow >= discharge) continue;
    least = Math.min(least, bestMeterCost(slot, flow) + flow * (flow > 0 ? takenCost : storedCost));
  }
  return least;
}

/** The least cost at the meter beside a battery flow, positive discharging, over the uses of the panels. */
function bestMeterCost(slot: PlainSlot, flow: number): number {
  const { importCap, exportCap, importPrice, exportPrice } = slot;
  const low = slot.load - slot.pv - flow;
  if (slot.pvLeast >= slot.pv) return meterCost(slot, low);
  const high = slot.load - slot.pvLeast - flow;
  if (importPrice >= exportPrice) {
    // The meter's cost has one valley: the best is as near to it as the panels allow.
    const valley = importPrice < 0 ? importCap : exportPrice < 0 ? 0 : -exportCap;
    return meterCost(slot, Math.min(Math.max(valley, low), high));
  }
  let least = Math.min(meterCost(slot, low), meterCost(slot, high));
  if (low < 0 && high > 0) least = Math.min(least, 0);
  if (low < importCap && high > importCap) least = Math.min(least, meterCost(slot, importCap));
  if (low < -exportCap && high > -exportCap) least = Math.min(least, meterCost(slot, -exportCap));
  return least;
}

function meterCost(
  { importCap, exportCap, importPrice, exportPrice, capPenalty }: PlainSlot,
  net: number,
): number {
  const cost = net * (net >= 0 ? importPrice : exportPrice);
  const over = net >= 0 ? net - importCap : -net - exportCap;
  return over > 0 ? cost + capPenalty * over : cost;
}
