import type { StorageProblem } from "./storageProblem.ts";

/** How much dearer a kWh above a grid cap is than the dearest price or penalty: no plan gains by exceeding a cap. */
const CAP_FACTOR = 100;

/** Money for each kWh above the import or export cap: so much that it is paid only where nothing else is possible. */
export function capPenaltyPerKwh(problem: StorageProblem): number {
  const { battery, grid, slotHours } = problem;
  let dearest = battery.wearPerKwh;
  for (const prices of [problem.importPerKwh, problem.exportPerKwh, problem.terminalValue.valuePerKwh]) {
    for (let i = 0; i < prices.length; i++) dearest = Math.max(dearest, Math.abs(prices[i]!));
  }
  for (const { penaltyPerKwh } of battery.targets) dearest = Math.max(dearest, penaltyPerKwh);
  if (grid.peakPricePerKw > 0) {
    for (const hours of slotHours) dearest = Math.max(dearest, grid.peakPricePerKw / hours);
  }
  return CAP_FACTOR * (dearest > 0 ? dearest : 1);
}
