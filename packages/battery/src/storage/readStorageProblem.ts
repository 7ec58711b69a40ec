import { InputError } from "../problem.ts";
import { FieldChecks, type FieldMap, type NumberRule } from "../scenario/fieldChecks.ts";
import { readStorageBattery } from "./readStorageBattery.ts";
import {
  COST,
  EFFICIENCY,
  ENERGY,
  MAX_SLOT_COUNT,
  numberOrList,
  POWER,
  PRICE,
  parseJson,
  refuseUnknown,
  rising,
} from "./storageFields.ts";
import type { StorageProblem } from "./storageProblem.ts";
import {
  type StorageInverterFields,
  type StorageProblemFile,
  storageProblemOf,
} from "./storageProblemFile.ts";

/** Shorter slots than two thirds of a second are a mistake; energies in them drown in rounding. */
const MIN_SLOT_MINUTES = 0.01;
const MAX_SLOT_MINUTES = 1440;

const FIELDS = {
  problem: [
    "slotMinutes",
    "importPerKwh",
    "exportPerKwh",
    "loadKwh",
    "pvKwh",
    "pvCurtailable",
    "battery",
    "inverter",
    "grid",
    "rules",
    "terminalValuePerKwh",
  ],
  grid: ["importKw", "exportKw", "peakPricePerKw", "peakFloorKw"],
  rules: ["batteryMayExport", "batteryMayChargeFromGrid", "batteryMayExportGridEnergy"],
  inverter: ["kind", "acKw", "dcAcEfficiency"],
  terminalValuePerKwh: ["kwh", "valuePerKwh"],
} as const;

/**
 * Reads a storage problem, JSON in the layout of `StorageProblemFile`.
 * @param text      the whole file
 * @param fileName  named where the file as a whole is wrong
 * @throws InputError (code `storage-problem`) with everything that is wrong
 */
export function readStorageProblem(text: string, fileName = "problem"): StorageProblem {
  const checks = new FieldChecks();
  const root: FieldMap = { at: "", fields: checks.map(parseJson(text, fileName), fileName).fields };
  const file = checks.problems.length > 0 ? undefined : readFields(checks, root);
  if (file === undefined || checks.problems.length > 0) {
    const problems = checks.problems.map((problem) => ({ ...problem, at: problem.at.replace(/^\./, "") }));
    throw new InputError("storage-problem", problems);
  }
  return storageProblemOf(file);
}

function readFields(checks: FieldChecks, root: FieldMap): StorageProblemFile | undefined {
  refuseUnknown(checks, root, FIELDS.problem);
  const count = readSlotCount(checks, root);
  if (count === undefined) return undefined;
  const series = (key: string, rule: NumberRule): number[] =>
    Array.from(checks.numbers(root, key, { ...rule, count }));
  const minutes = { min: MIN_SLOT_MINUTES, max: MAX_SLOT_MINUTES, unit: "minutes", count };
  const inverter = readInverter(checks, root);
  const rules = checks.optionalMap(root, "rules");
  return {
    slotMinutes: numberOrList(checks, root, "slotMinutes", minutes),
    importPerKwh: series("importPerKwh", PRICE),
    exportPerKwh: series("exportPerKwh", PRICE),
    loadKwh: series("loadKwh", ENERGY),
    pvKwh: series("pvKwh", ENERGY),
    pvCurtailable: checks.boolean(root, "pvCurtailable", true),
    battery: readStorageBattery(checks, checks.map(root.fields.battery, ".battery"), count),
    ...(inverter === undefined ? {} : { inverter }),
    grid: readGrid(checks, checks.map(root.fields.grid, ".grid")),
    ...(rules === undefined ? {} : { rules: readRules(checks, rules) }),
    terminalValuePerKwh: readTerminalValue(checks, root),
  };
}

/** How many slots there are: as many as import prices; undefined after a report. */
function readSlotCount(checks: FieldChecks, root: FieldMap): number | undefined {
  const count = checks.list(root.fields.importPerKwh, ".importPerKwh").length;
  if (count > 0 && count <= MAX_SLOT_COUNT) return count;
  if (Array.isArray(root.fields.importPerKwh)) {
    checks.report(".importPerKwh", `has ${count} entries`, `give one price per slot, 1 to ${MAX_SLOT_COUNT}`);
  }
  return undefined;
}

function readInverter(checks: FieldChecks, root: FieldMap): StorageInverterFields | undefined {
  const inverter = checks.optionalMap(root, "inverter");
  if (inverter === undefined) return undefined;
  refuseUnknown(checks, inverter, FIELDS.inverter);
  const { kind } = inverter.fields;
  if (kind === "ac") {
    for (const key of ["acKw", "dcAcEfficiency"]) {
      if (inverter.fields[key] === undefined) continue;
      checks.report(`.inverter.${key}`, "belongs to a hybrid only", 'remove it, or write "kind": "hybrid"');
    }
    return { kind };
  }
  if (kind !== "hybrid") {
    const what = kind === undefined ? "is missing" : `is ${JSON.stringify(kind)?.slice(0, 60)}`;
    checks.report(".inverter.kind", what, 'write "ac" or "hybrid"');
    return undefined;
  }
  return {
    kind,
    acKw: checks.number(inverter, "acKw", POWER),
    dcAcEfficiency: checks.number(inverter, "dcAcEfficiency", EFFICIENCY),
  };
}

function readGrid(checks: FieldChecks, grid: FieldMap): StorageProblemFile["grid"] {
  refuseUnknown(checks, grid, FIELDS.grid);
  return {
    importKw: checks.number(grid, "importKw", POWER),
    exportKw: checks.number(grid, "exportKw", POWER),
    peakPricePerKw: checks.number(grid, "peakPricePerKw", { ...COST, unit: "money per kW", fallback: 0 }),
    peakFloorKw: checks.number(grid, "peakFloorKw", { ...POWER, fallback: 0 }),
  };
}

function readRules(checks: FieldChecks, rules: FieldMap): NonNullable<StorageProblemFile["rules"]> {
  refuseUnknown(checks, rules, FIELDS.rules);
  return {
    batteryMayExport: checks.boolean(rules, "batteryMayExport", true),
    batteryMayChargeFromGrid: checks.boolean(rules, "batteryMayChargeFromGrid", true),
    batteryMayExportGridEnergy: checks.boolean(rules, "batteryMayExportGridEnergy", true),
  };
}

function readTerminalValue(checks: FieldChecks, root: FieldMap): StorageProblemFile["terminalValuePerKwh"] {
  const value = root.fields.terminalValuePerKwh;
  if (typeof value !== "object" || value === null) return checks.number(root, "terminalValuePerKwh", PRICE);
  const steps = checks.map(value, ".terminalValuePerKwh");
  refuseUnknown(checks, steps, FIELDS.terminalValuePerKwh);
  const count = checks.list(steps.fields.kwh, `${steps.at}.kwh`).length;
  if (count === 0 || count > MAX_SLOT_COUNT) {
    checks.report(`${steps.at}.kwh`, `has ${count} entries`, `give 1 to ${MAX_SLOT_COUNT} steps`);
    return 0;
  }
  const kwh = rising(checks, steps, "kwh", { ...ENERGY, isPositive: true, count });
  return { kwh, valuePerKwh: Array.from(checks.numbers(steps, "valuePerKwh", { ...PRICE, count })) };
}
