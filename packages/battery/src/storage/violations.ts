import type { StorageFlows, StorageViolation } from "./storageAnswer.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { capPenaltyPerKwh } from "./violationPrices.ts";

/** Violations smaller than this share of the limit, or of the largest energy stored, are rounding. */
const ROUNDING = 1e-9;

/** What could not be kept, and what the solver charges for it, in money. */
export interface FoundViolations {
  readonly violations: readonly StorageViolation[];
  readonly penalty: number;
}

/** The wishes that a plan does not meet, slot by slot. */
export function findViolations(problem: StorageProblem, flows: StorageFlows): FoundViolations {
  const { battery, grid, slotHours } = problem;
  const violations: StorageViolation[] = [];
  const capPenalty = capPenaltyPerKwh(problem);
  let largest = battery.startKwh;
  for (const kwh of battery.maxKwh) largest = Math.max(largest, kwh);
  let penalty = 0;
  const add = (kind: StorageViolation["kind"], slot: number, amount: number, size: number): boolean => {
    if (amount <= ROUNDING * size) return false;
    violations.push({ kind, slot, amount, unit: "kWh" });
    return true;
  };
  for (let t = 0; t < slotHours.length; t++) {
    const importCap = grid.importKw * slotHours[t]!;
    const exportCap = grid.exportKw * slotHours[t]!;
    const soc = flows.socKwh[t]!;
    const overImport = flows.importKwh[t]! - importCap;
    const overExport = flows.exportKwh[t]! - exportCap;
    if (add("import-cap", t, overImport, flows.importKwh[t]!)) penalty += capPenalty * overImport;
    if (add("export-cap", t, overExport, flows.exportKwh[t]!)) penalty += capPenalty * overExport;
    add("minimum", t, battery.minKwh[t]! - soc, largest);
    add("maximum", t, soc - battery.maxKwh[t]!, largest);
    for (const target of battery.targets) {
      if (target.slot !== t) continue;
      const missing = target.minKwh - soc;
      if (add("target", t, missing, largest)) penalty += target.penaltyPerKwh * missing;
    }
  }
  const last = slotHours.length - 1;
  if (battery.endKwh !== null) add("end", last, Math.abs(flows.socKwh[last]! - battery.endKwh), largest);
  return { violations, penalty };
}
