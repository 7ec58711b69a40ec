import * as layout from "../kernel/layout.ts";
import type { Home } from "./home.ts";

/** One future between two steps: what is stored, and everything recorded so far. */
export interface State {
  socKwh: number;
  costPence: number;
  /** Imports in steps of a charge window, and in all others. */
  importBatteryKwh: number;
  importHouseKwh: number;
  exportKwh: number;
  socMinKwh: number;
  /** Absolute minute at which the step of the lowest charge begins. */
  socMinMinute: number;
  /** Battery energy, both directions, between battery and inverter losses. */
  throughputKwh: number;
  keepPence: number;
  /** Taken by the diverter: since the day began, what it had before included; and since midnight. */
  diverterKwh: number;
  diverterDayKwh: number;
  carbonGrams: number;
  /** True once a forced export ran: the keep penalty rises no more. */
  hasExported: boolean;
}

/** The state before the first step. Household model, sections 4.4, 9.7, 9.8. */
export function startState(home: Home): State {
  return {
    socKwh: home.startKwh,
    costPence: home.costSoFarPence,
    importBatteryKwh: 0,
    importHouseKwh: 0,
    exportKwh: home.exportSoFarKwh,
    socMinKwh: home.capacityKwh,
    socMinMinute: home.nowMinute,
    throughputKwh: 0,
    keepPence: 0,
    diverterKwh: home.diverterTodayKwh,
    diverterDayKwh: home.diverterTodayKwh,
    carbonGrams: home.carbonSoFarGrams,
    hasExported: false,
  };
}

/** The words of a state, in the kernel's layout; the first RESULT_FIELDS of them are the result. */
export function stateWords(state: State): number[] {
  const words = new Array<number>(layout.STATE_WORDS).fill(0);
  words[layout.RESULT_COST_PENCE] = state.costPence;
  words[layout.RESULT_IMPORT_BATTERY_KWH] = state.importBatteryKwh;
  words[layout.RESULT_IMPORT_HOUSE_KWH] = state.importHouseKwh;
  words[layout.RESULT_EXPORT_KWH] = state.exportKwh;
  words[layout.RESULT_SOC_MIN_KWH] = state.socMinKwh;
  words[layout.RESULT_SOC_FINAL_KWH] = state.socKwh;
  words[layout.RESULT_SOC_MIN_MINUTE] = state.socMinMinute;
  words[layout.RESULT_THROUGHPUT_KWH] = state.throughputKwh;
  words[layout.RESULT_KEEP_PENCE] = state.keepPence;
  words[layout.RESULT_DIVERTER_KWH] = state.diverterKwh;
  words[layout.RESULT_CARBON_GRAMS] = state.carbonGrams;
  words[layout.STATE_DIVERTER_DAY_KWH] = state.diverterDayKwh;
  words[layout.STATE_HAS_EXPORTED] = state.hasExported ? 1 : 0;
  return words;
}

/** What {@link stateWords} wrote. */
export function stateFromWords(words: Float64Array): State {
  return {
    costPence: words[layout.RESULT_COST_PENCE]!,
    importBatteryKwh: words[layout.RESULT_IMPORT_BATTERY_KWH]!,
    importHouseKwh: words[layout.RESULT_IMPORT_HOUSE_KWH]!,
    exportKwh: words[layout.RESULT_EXPORT_KWH]!,
    socMinKwh: words[layout.RESULT_SOC_MIN_KWH]!,
    socKwh: words[layout.RESULT_SOC_FINAL_KWH]!,
    socMinMinute: words[layout.RESULT_SOC_MIN_MINUTE]!,
    throughputKwh: words[layout.RESULT_THROUGHPUT_KWH]!,
    keepPence: words[layout.RESULT_KEEP_PENCE]!,
    diverterKwh: words[layout.RESULT_DIVERTER_KWH]!,
    carbonGrams: words[layout.RESULT_CARBON_GRAMS]!,
    diverterDayKwh: words[layout.STATE_DIVERTER_DAY_KWH]!,
    hasExported: words[layout.STATE_HAS_EXPORTED] !== 0,
  };
}
