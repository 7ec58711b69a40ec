import type { IntelligentRun, SuiteCar, SuiteDiverter, SuiteScenario } from "../scenario/suiteScenario.ts";
import { Draws } from "./draws.ts";
import { generatedCarbon, generatedLoad, generatedSun } from "./generatedProfiles.ts";
import { EXPORT_KINDS, exportTariff, IMPORT_KINDS, importTariff } from "./generatedTariffs.ts";

/** Topics of the draws of one home; each has its own sequence. */
const TOPIC = {
  clock: 1,
  battery: 2,
  inverter: 3,
  loadScaling: 4,
  cars: 5,
  intelligent: 6,
  diverter: 7,
  importTariff: 8,
  exportTariff: 9,
  load: 10,
  sun: 11,
  carbon: 12,
} as const;

/** Sizes of battery, in hundredths of a kWh: from a camping box to a small business. */
export const BATTERY_SIZES: readonly (readonly [low: number, high: number])[] = [
  [50, 120],
  [250, 600],
  [800, 1400],
  [1500, 3000],
  [6000, 12_000],
];

type DiverterMode = Pick<
  SuiteDiverter,
  "isSolar" | "isSmart" | "isCharging" | "isOnExport" | "preventsDischarge"
>;

const diverterMode = (...words: (keyof DiverterMode)[]): DiverterMode => ({
  isSolar: words.includes("isSolar"),
  isSmart: words.includes("isSmart"),
  isCharging: words.includes("isCharging"),
  isOnExport: words.includes("isOnExport"),
  preventsDischarge: words.includes("preventsDischarge"),
});

/** Ways of a diverter; undefined is a home without one. */
export const DIVERTER_MODES: readonly (DiverterMode | undefined)[] = [
  undefined,
  diverterMode("isSolar"),
  diverterMode("isSmart"),
  undefined,
  diverterMode("isCharging", "preventsDischarge"),
  diverterMode("isSolar", "isSmart", "isOnExport"),
  diverterMode(),
  undefined,
  diverterMode("isSolar", "isCharging", "isSmart", "isOnExport", "preventsDischarge"),
];

/** What to generate. */
export interface GeneratedSuite {
  /** Homes with the ids 0 to count - 1. */
  readonly count: number;
  readonly seed: number;
}

/**
 * Random homes of every kind: tariffs, hybrid and AC, cars, intelligent slots, diverters, carbon intensity, sizes
 * and start minutes go round in turns of different length, the rest is drawn. A home depends on (seed, index)
 * alone, and only + - * / and integers make it, so that every machine gives the same.
 */
export function generateSuite({ count, seed }: GeneratedSuite): SuiteScenario[] {
  return Array.from({ length: count }, (_, index) => generateHome(seed, index));
}

function generateHome(seed: number, index: number): SuiteScenario {
  const draws = (topic: keyof typeof TOPIC): Draws => new Draws(seed, index, TOPIC[topic]);
  const turn = index + (seed % 30);
  const nowMinute = 5 * (2 * draws("clock").between(0, 142) + (turn % 2));
  const importKind = inTurn(IMPORT_KINDS, turn);
  const exportKind = inTurn(EXPORT_KINDS, turn);
  const importPencePerKwh = importTariff(importKind, draws("importTariff"));
  const dearestImport = importPencePerKwh.reduce((a, b) => Math.max(a, b));
  const intelligentRun = turn % 4 === 3 ? generatedRun(draws("intelligent")) : undefined;
  const diverter = generatedDiverter(inTurn(DIVERTER_MODES, turn), draws("diverter"));
  const hasCarbon = turn % 3 === 1;
  const sun = draws("sun");
  return {
    id: index,
    seed,
    nowMinute,
    battery: generatedBattery(turn, draws("battery")),
    inverter: generatedInverter(turn, draws("inverter")),
    loadScaling: generatedScaling(draws("loadScaling")),
    cars: generatedCars(turn, nowMinute, draws("cars")),
    ...(intelligentRun === undefined ? {} : { intelligentRun }),
    lowPowerExport: Math.floor(turn / 2) % 2 === 1,
    ...(diverter === undefined ? {} : { diverter }),
    profiles: {
      importPencePerKwh,
      exportPencePerKwh: exportTariff(exportKind, draws("exportTariff"), dearestImport),
      loadKwh: generatedLoad(draws("load")),
      pvKw: generatedSun(turn % 7 === 6 ? 0 : sun.between(1000, 9500), sun),
      carbonGramsPerKwh: hasCarbon
        ? generatedCarbon(draws("carbon"))
        : new Float64Array(importPencePerKwh.length),
    },
    tariffKinds: { import: importKind, export: exportKind },
  };
}

/** The entry whose turn it is; one place further on in every round, so that lists of any lengths meet. */
function inTurn<Entry>(list: readonly Entry[], turn: number): Entry {
  return list[(turn + Math.floor(turn / list.length)) % list.length]!;
}

function generatedBattery(turn: number, draws: Draws): SuiteScenario["battery"] {
  const [low, high] = inTurn(BATTERY_SIZES, turn);
  const hundredthsKwh = draws.between(low, high);
  const powerWatts = (): number => Math.round((hundredthsKwh * 10 * draws.between(20, 80)) / 100);
  return {
    capacityKwh: hundredthsKwh / 100,
    startPercent: draws.pick([0, 100, draws.between(5, 95), draws.between(5, 95), draws.between(5, 95)]),
    chargeKw: powerWatts() / 1000,
    dischargeKw: powerWatts() / 1000,
  };
}

function generatedInverter(turn: number, draws: Draws): SuiteScenario["inverter"] {
  const limitWatts = draws.between(2500, 8000);
  return {
    isHybrid: turn % 2 === 0 ? turn % 4 === 0 : draws.happens(50),
    limitKw: limitWatts / 1000,
    exportLimitKw: draws.pick([3680, limitWatts, draws.between(800, limitWatts), 0]) / 1000,
  };
}

/** Mostly in order (light, nominal, heavy); one home in ten has them in any order, as files in the field do. */
function generatedScaling(draws: Draws): SuiteScenario["loadScaling"] {
  const nominal = draws.between(700, 1300);
  if (draws.happens(10)) return { nominal: nominal / 1000, pv10: 0.9, pv90: 1.1 };
  const pv10 = nominal + draws.between(0, 400);
  const pv90 = nominal - draws.between(0, 400);
  return { nominal: nominal / 1000, pv10: pv10 / 1000, pv90: pv90 / 1000 };
}

function generatedCars(turn: number, nowMinute: number, draws: Draws): SuiteCar[] {
  const carCount = inTurn([0, 1, 0, 2], turn);
  return Array.from({ length: carCount }, () => {
    const firstMinute = 30 * (Math.floor(nowMinute / 30) + draws.between(1, 30));
    const slotCount = draws.between(2, 9);
    return {
      batteryKwh: draws.pick([1.5, 40, 58, 77]),
      slots: Array.from({ length: slotCount }, (_, slot) => ({
        startMinute: firstMinute + 30 * slot,
        endMinute: firstMinute + 30 * slot + 30,
        kwh: draws.between(600, 3600) / 1000,
      })),
    };
  });
}

function generatedRun(draws: Draws): IntelligentRun {
  return { startMinute: 30 * draws.between(0, 47), slotCount: draws.between(1, 9) };
}

function generatedDiverter(mode: DiverterMode | undefined, draws: Draws): SuiteDiverter | undefined {
  if (mode === undefined) return undefined;
  const maxEnergy = draws.between(150, 650);
  return {
    ...mode,
    maxEnergyKwh: maxEnergy / 100,
    maxPowerKw: draws.between(900, 3000) / 1000,
    todayKwh: draws.between(0, Math.floor(maxEnergy / 2)) / 100,
  };
}
