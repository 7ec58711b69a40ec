import type { SharedMeterProblem, SharedStorage } from "../../src/storage/sharedMeter.ts";
import { type Random, randomFrom } from "../model/random.ts";

function randomStorage(random: Random, slotCount: number, isCar: boolean): SharedStorage {
  const maxKwh = random.between(2, 8);
  return {
    name: isCar ? "car" : "battery",
    battery: {
      minKwh: new Float64Array(slotCount),
      maxKwh: new Float64Array(slotCount).fill(maxKwh),
      capacityKwh: maxKwh,
      startKwh: random.between(0, maxKwh),
      endKwh: null,
      chargeKw: random.between(1, 4),
      dischargeKw: isCar ? 0 : random.between(1, 4),
      leastChargeKw: isCar && random.chance(0.5) ? 0.9 : 0,
      chargeEfficiency: random.between(0.85, 1),
      dischargeEfficiency: random.between(0.85, 1),
      wearPerKwh: random.pick([0, 1]),
      standbyKw: 0,
      efficiencyCurve: null,
      rateCurve: null,
      targets: isCar ? [{ slot: slotCount - 1, minKwh: maxKwh, penaltyPerKwh: random.between(10, 60) }] : [],
    },
    rules: {
      batteryMayExport: random.chance(0.5),
      batteryMayChargeFromGrid: random.chance(0.7),
      batteryMayExportGridEnergy: true,
    },
    terminalValue: {
      kwh: Float64Array.of(Number.POSITIVE_INFINITY),
      valuePerKwh: Float64Array.of(random.between(5, 25)),
    },
  };
}

/** Draws 4 to 8 hours of a home with a battery, then a car, then another battery: the same seed, the same problem. */
export function randomShared(seed: number, storageCount: number): SharedMeterProblem {
  const random = randomFrom(seed);
  const slotCount = random.whole(4, 8);
  const series = (low: number, high: number): Float64Array =>
    Float64Array.from({ length: slotCount }, () => Math.max(0, random.between(low, high)));
  const importPerKwh = series(5, 40);
  return {
    slotHours: new Float64Array(slotCount).fill(1),
    importPerKwh,
    exportPerKwh: importPerKwh.map((price) => price * 0.4),
    loadKwh: series(0, 2),
    pvKwh: series(-2, 5),
    pvCurtailable: true,
    grid: { importKw: 12, exportKw: 6, peakPricePerKw: 0, peakFloorKw: 0 },
    storages: Array.from({ length: storageCount }, (_, index) =>
      randomStorage(random, slotCount, index === 1),
    ),
  };
}
