/**
 * Five families of tariffs and a home of plausible size, for tests and benchmarks of the storage problem: AC battery
 * of 9.5 kWh and 3.6 kW, panels to 4.2 kW, load 0.35 to 1.75 kW, caps of 12 kW in and 5 kW out, two days.
 */
import type { StorageProblem } from "../../src/storage/storageProblem.ts";
import { plainProblem } from "./plainProblem.ts";

export const TARIFF_FAMILIES = ["agile", "negative", "exportAbove", "flat", "nightRate"] as const;

export type TariffFamily = (typeof TARIFF_FAMILIES)[number];

const HORIZON_HOURS = 48;

/** An instance of a family: the same family, size and seed, the same problem. */
export function familyProblem(family: TariffFamily, slotCount: number, seed: number): StorageProblem {
  const random = randomNumbers(seed * 7919 + slotCount + TARIFF_FAMILIES.indexOf(family) * 104729);
  const hours = HORIZON_HOURS / slotCount;
  const importPerKwh = new Float64Array(slotCount);
  const exportPerKwh = new Float64Array(slotCount);
  const loadKwh = new Float64Array(slotCount);
  const pvKwh = new Float64Array(slotCount);
  let halfHour = -1;
  let noise = 0;
  for (let t = 0; t < slotCount; t++) {
    const time = t * hours;
    const hour = time % 24;
    if (Math.floor(2 * time) > halfHour) {
      halfHour = Math.floor(2 * time);
      noise = random();
    }
    [importPerKwh[t], exportPerKwh[t]] = prices(family, hour, noise);
    loadKwh[t] = hours * (0.35 + 0.7 * random() + (hour >= 17 && hour < 21 ? 0.7 * random() : 0));
    const sun = Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
    pvKwh[t] = hours * 4.2 * sun * (0.35 + 0.65 * random());
  }
  return plainProblem({
    slotHours: new Float64Array(slotCount).fill(hours),
    importPerKwh,
    exportPerKwh,
    loadKwh,
    pvKwh,
    battery: {
      min: 0.475,
      max: 9.5,
      startKwh: 0.475 + 9 * random(),
      chargeKw: 3.6,
      dischargeKw: 3.6,
      wearPerKwh: 1,
    },
    grid: { importKw: 12, exportKw: 5 },
    value: 12,
  });
}

function prices(
  family: TariffFamily,
  hour: number,
  noise: number,
): [importPrice: number, exportPrice: number] {
  const peak = hour >= 16 && hour < 19;
  const agile = 18 + 8 * Math.sin((2 * Math.PI * (hour - 9)) / 24) + (peak ? 12 : 0) + 6 * (noise - 0.5);
  switch (family) {
    case "agile":
      return [agile, 0.6 * agile - 2];
    case "negative": {
      const sunny = hour >= 11 && hour < 15 ? agile - 24 : agile;
      return [sunny, 0.6 * sunny - 2];
    }
    case "exportAbove":
      return [agile, peak ? agile + 5 : 0.6 * agile - 2];
    case "flat":
      return [28, 15];
    case "nightRate":
      return [hour >= 0.5 && hour < 5.5 ? 7 : 28, 15];
  }
}

/** Numbers in [0, 1) from a linear congruential generator. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
