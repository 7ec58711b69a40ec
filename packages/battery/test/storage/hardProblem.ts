import type { EfficiencyCurve, StorageProblem } from "../../src/storage/storageProblem.ts";
import { plainProblem } from "./plainProblem.ts";
import { randomNumbers } from "./tariffFamilies.ts";

/** Efficiencies of an inverter from a tenth of its power up: poor at little power, best in the middle. */
export const BENT_EFFICIENCY: EfficiencyCurve = {
  powerKw: Float64Array.from([0.15, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.6]),
  chargeEfficiency: Float64Array.from([0.8, 0.87, 0.91, 0.935, 0.945, 0.955, 0.954, 0.95, 0.945, 0.938]),
  dischargeEfficiency: Float64Array.from([0.8, 0.88, 0.915, 0.94, 0.948, 0.955, 0.953, 0.948, 0.942, 0.935]),
};

/**
 * A problem that is made to bend its value functions: prices without any pattern, export now dearer and now cheaper,
 * slots short against the capacity, sometimes a bent efficiency. The same size and seed, the same problem.
 */
export function hardProblem(slotCount: number, seed: number): StorageProblem {
  const random = randomNumbers(seed * 2654435761 + slotCount);
  const hours = [0.05, 0.1, 0.25, 0.5, 1][Math.floor(random() * 5)]!;
  const levels = 1 + Math.floor(random() * 12);
  const price = (low: number, high: number): number =>
    low + ((high - low) * Math.floor(random() * levels + (random() < 0.3 ? random() : 0))) / levels;
  const series = (draw: () => number): Float64Array => Float64Array.from({ length: slotCount }, draw);
  const lowest = random() < 0.5 ? 0 : -15;
  const hasSun = random() < 0.7;
  return plainProblem({
    slotHours: series(() => hours),
    importPerKwh: series(() => price(lowest, 35)),
    exportPerKwh: series(() => price(lowest / 2, 40)),
    loadKwh: series(() => hours * 2 * random()),
    pvKwh: series(() => (hasSun ? hours * Math.max(0, 6 * random() - 2) : 0)),
    pvCurtailable: random() < 0.7,
    battery: {
      min: 0.5,
      max: 10,
      startKwh: 0.5 + 9.5 * random(),
      chargeKw: 1 + 3 * random(),
      dischargeKw: 1 + 3 * random(),
      wearPerKwh: random() < 0.5 ? 0 : 2 * random(),
      efficiencyCurve: random() < 0.3 ? BENT_EFFICIENCY : null,
    },
    grid: { importKw: 12, exportKw: random() < 0.5 ? 5 : 2 },
    value: 25 * random(),
  });
}
