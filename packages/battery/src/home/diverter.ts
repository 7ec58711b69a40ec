import type { Diverter } from "../model/inputs.ts";
import { type PlanClock, readPlannedTime } from "./plannedTimes.ts";
import type { Section } from "./section.ts";

/** Reads the solar diverter. */
export function readDiverter(section: Section, clock: PlanClock): Diverter {
  return {
    isSolar: section.flag("solar"),
    isCharging: section.flag("charging"),
    isOnExport: section.flag("onExport"),
    preventsDischarge: section.flag("preventDischarge"),
    maxEnergyKwh: section.number("maxEnergyKwh"),
    maxPowerKw: section.number("maxPowerKw"),
    minPowerKw: section.number("minPowerKw"),
    todayKwh: section.number("todayKwh"),
    maxImportPencePerKwh: section.number("maxImportPencePerKwh"),
    maxExportPencePerKwh: section.number("maxExportPencePerKwh"),
    plannedSlots: section.sections("plan").flatMap((item) => {
      const time = readPlannedTime(item, clock);
      const kwh = item.number("kwh");
      return time === undefined ? [] : [{ ...time, kwh }];
    }),
  };
}
