import type { StorageProblem } from "../../src/storage/storageProblem.ts";
import type { StorageProblemFile } from "../../src/storage/storageProblemFile.ts";

/**
 * A problem as its file has it, for problems as plain as those of the tariff families: no curves, targets or rules,
 * an AC inverter, one value of all that is stored at the end.
 */
export function plainProblemFile(problem: StorageProblem): StorageProblemFile {
  const { battery, grid } = problem;
  return {
    slotMinutes: Array.from(problem.slotHours, (hours) => 60 * hours),
    importPerKwh: Array.from(problem.importPerKwh),
    exportPerKwh: Array.from(problem.exportPerKwh),
    loadKwh: Array.from(problem.loadKwh),
    pvKwh: Array.from(problem.pvKwh),
    pvCurtailable: problem.pvCurtailable,
    battery: {
      minKwh: Array.from(battery.minKwh),
      maxKwh: Array.from(battery.maxKwh),
      startKwh: battery.startKwh,
      chargeKw: battery.chargeKw,
      dischargeKw: battery.dischargeKw,
      chargeEfficiency: battery.chargeEfficiency,
      dischargeEfficiency: battery.dischargeEfficiency,
      wearPerKwh: battery.wearPerKwh,
      standbyKw: battery.standbyKw,
    },
    grid: { importKw: grid.importKw, exportKw: grid.exportKw },
    terminalValuePerKwh: problem.terminalValue.valuePerKwh[0]!,
  };
}
