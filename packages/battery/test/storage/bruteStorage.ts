/**
 * The storage problem by trying: battery flows from a grid and those that still the meter or meet a cap, uses of the
 * panels from a grid. Its cost is that of a plan which can be carried out, so it is never below the optimum.
 */
import type { StorageProblem } from "../../src/storage/storageProblem.ts";

const GRID_STEPS = 6;
const ROUNDING = 1e-9;

/** The least cost found, in money; Infinity where no plan of the grid keeps the limits. Rates do not vary. */
export function bruteCost(problem: StorageProblem): number {
  const { startKwh, minKwh } = problem.battery;
  return costFrom(problem, 0, startKwh, Math.max(0, startKwh - minKwh[0]!));
}

/** @param rightKwh  stored energy that may still be exported, at the end not below 0 unless all may be */
function costFrom(problem: StorageProblem, slot: number, storedKwh: number, rightKwh: number): number {
  const { battery, rules, slotHours, terminalValue } = problem;
  if (slot === slotHours.length) {
    const isAllowed = rules.batteryMayExportGridEnergy || rightKwh >= -ROUNDING;
    return isAllowed ? -storedKwh * terminalValue.valuePerKwh[0]! : Infinity;
  }
  let best = Infinity;
  for (const used of panelUses(problem, slot)) {
    for (const flow of flowsBeside(problem, slot, used)) {
      const taken = flow > 0 ? flow / battery.dischargeEfficiency : flow * battery.chargeEfficiency;
      const left = storedKwh - taken - battery.standbyKw * slotHours[slot]!;
      if (left < battery.minKwh[slot]! - ROUNDING || left > battery.maxKwh[slot]! + ROUNDING) continue;
      const cost = slotMoney(problem, slot, flow, used);
      if (cost === Infinity) continue;
      const right = rightKwh - rightUsed(problem, slot, flow, used);
      best = Math.min(best, cost + costFrom(problem, slot + 1, left, right));
    }
  }
  return best;
}

/** Stored energy that is taken for export, less what is stored of the panels' energy, which serves the load first. */
function rightUsed(
  { battery, inverter, loadKwh }: StorageProblem,
  slot: number,
  flow: number,
  used: number,
): number {
  const load = loadKwh[slot]! / (inverter.kind === "hybrid" ? inverter.dcAcEfficiency : 1);
  if (flow < 0) return -Math.min(-flow, Math.max(0, used - load)) * battery.chargeEfficiency;
  return Math.max(0, flow - Math.max(0, load - used)) / battery.dischargeEfficiency;
}

function panelUses({ pvKwh, pvCurtailable }: StorageProblem, slot: number): readonly number[] {
  const pv = pvKwh[slot]!;
  return pvCurtailable && pv > 0 ? [0, 0.5 * pv, pv] : [pv];
}

function flowsBeside(problem: StorageProblem, slot: number, used: number): readonly number[] {
  const { battery, grid, inverter, loadKwh, slotHours } = problem;
  const hours = slotHours[slot]!;
  const low = -battery.chargeKw * hours;
  const high = battery.dischargeKw * hours;
  const eta = inverter.kind === "hybrid" ? inverter.dcAcEfficiency : 1;
  const flows = [0];
  for (let step = 0; step <= GRID_STEPS; step++) flows.push(low + ((high - low) * step) / GRID_STEPS);
  for (const net of [0, grid.importKw * hours, -grid.exportKw * hours]) {
    const given = loadKwh[slot]! - net;
    flows.push((given > 0 ? given / eta : given * eta) - used);
  }
  return flows.filter((flow) => flow >= low && flow <= high);
}

/** Money of one slot; Infinity where a cap, the inverter or a rule forbids it. */
function slotMoney(problem: StorageProblem, slot: number, flow: number, used: number): number {
  const { battery, grid, inverter, rules, slotHours } = problem;
  const hours = slotHours[slot]!;
  const output = used + flow;
  let given = output;
  if (inverter.kind === "hybrid") {
    given = output > 0 ? output * inverter.dcAcEfficiency : output / inverter.dcAcEfficiency;
    if (Math.abs(given) > inverter.acKw * hours + ROUNDING) return Infinity;
  }
  const net = problem.loadKwh[slot]! - given;
  if (net > grid.importKw * hours + ROUNDING || -net > grid.exportKw * hours + ROUNDING) return Infinity;
  if (flow > 0 && net < -ROUNDING && !rules.batteryMayExport) return Infinity;
  if (flow < 0 && !rules.batteryMayChargeFromGrid) {
    if (net > ROUNDING || (inverter.kind === "hybrid" && output < -ROUNDING)) return Infinity;
  }
  const price = net > 0 ? problem.importPerKwh[slot]! : problem.exportPerKwh[slot]!;
  return net * price + 0.5 * battery.wearPerKwh * Math.abs(flow);
}
