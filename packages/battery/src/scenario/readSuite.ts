import { InputError } from "../problem.ts";
import { FieldChecks, type FieldMap } from "./fieldChecks.ts";
import { parseYamlWithNumberLists } from "./numberLists.ts";
import {
  DAY_MINUTES,
  type DayProfiles,
  type IntelligentRun,
  type LoadScaling,
  SUITE_TEMPLATE,
  type SuiteCar,
  type SuiteCarSlot,
  type SuiteDiverter,
  type SuiteScenario,
} from "./suiteScenario.ts";

/** Bounds that only a wrong unit crosses. */
const MAX_CAPACITY_KWH = 10_000;
const MAX_POWER_KW = 10_000;
const MAX_PENCE_PER_KWH = 100_000;
const MAX_CAR_COUNT = 2;
const MAX_CAR_SLOT_MINUTE = 2 * DAY_MINUTES;

const kilowatts = { min: 0, max: MAX_POWER_KW, unit: "kW" } as const;
const kilowattHours = { min: 0, max: MAX_CAPACITY_KWH, unit: "kWh" } as const;
const wholeNumber = { min: 0, multipleOf: 1, unit: "whole number" } as const;

/**
 * Reads homes in the suite format (household model, section 2), JSON or YAML.
 * Fields that the format does not know are left alone.
 * @param text      the whole file
 * @param fileName  named in messages
 * @throws InputError with every wrong field of every home
 */
export function readSuiteScenarios(text: string, fileName = "scenarios"): SuiteScenario[] {
  const checks = new FieldChecks();
  const root = checks.map(parseJsonOrYaml(text, fileName), fileName);
  const list = checks.list(root.fields.scenarios, "scenarios");
  const homes = list.map((value, index) => readHome(checks, checks.map(value, `scenarios[${index}]`)));
  if (Array.isArray(root.fields.scenarios) && homes.length === 0) {
    checks.report("scenarios", "is an empty list", "give at least one home");
  }
  reportRepeatedIds(checks, homes);
  if (checks.problems.length > 0) throw new InputError("suite", checks.problems);
  return homes;
}

/**
 * Parses JSON, and what is not JSON as YAML.
 * @throws InputError with the line and column of the fault
 */
export function parseJsonOrYaml(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: YAML, or broken; the YAML reader says where.
  }
  try {
    return parseYamlWithNumberLists(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const mend = "correct the file at that place";
    throw new InputError("file", [{ at: fileName, what: `is neither JSON nor YAML: ${reason}`, mend }]);
  }
}

function reportRepeatedIds(checks: FieldChecks, homes: readonly SuiteScenario[]): void {
  const firstIndex = new Map<number, number>();
  for (const [index, { id }] of homes.entries()) {
    const first = firstIndex.get(id);
    if (first === undefined) firstIndex.set(id, index);
    else
      checks.report(
        `scenarios[${index}].id`,
        `is ${id}, as in scenarios[${first}]`,
        "give each home its own id",
      );
  }
}

function readHome(checks: FieldChecks, home: FieldMap): SuiteScenario {
  const params = checks.map(home.fields.params, `${home.at}.params`);
  const battery = checks.map(params.fields.battery, `${params.at}.battery`);
  const inverter = checks.map(params.fields.inverter, `${params.at}.inverter`);
  const features = checks.optionalMap(params, "features");
  const intelligentRun = readIntelligentRun(checks, params);
  const diverter = features === undefined ? undefined : readDiverter(checks, features);
  const tariffKinds = readTariffKinds(params);
  return {
    id: checks.number(home, "id", wholeNumber),
    seed: checks.number(home, "seed", wholeNumber),
    nowMinute: readNowMinute(checks, params),
    battery: {
      capacityKwh: checks.number(battery, "soc_max_kwh", {
        isPositive: true,
        max: MAX_CAPACITY_KWH,
        unit: "kWh",
      }),
      startPercent: checks.number(battery, "initial_soc_percent", { min: 0, max: 100, unit: "percent" }),
      chargeKw: checks.number(battery, "rate_max_charge_kw", kilowatts),
      dischargeKw: checks.number(battery, "rate_max_discharge_kw", kilowatts),
    },
    inverter: {
      isHybrid: checks.boolean(inverter, "hybrid"),
      limitKw: checks.number(inverter, "inverter_limit_kw", kilowatts),
      exportLimitKw: checks.number(inverter, "export_limit_kw", kilowatts),
    },
    loadScaling: readLoadScaling(checks, params),
    cars: readCars(checks, params),
    lowPowerExport:
      features === undefined
        ? SUITE_TEMPLATE.lowPowerExport
        : checks.boolean(features, "set_export_low_power", SUITE_TEMPLATE.lowPowerExport),
    profiles: readProfiles(checks, checks.map(home.fields.data, `${home.at}.data`)),
    ...(intelligentRun === undefined ? {} : { intelligentRun }),
    ...(diverter === undefined ? {} : { diverter }),
    ...(tariffKinds === undefined ? {} : { tariffKinds }),
  };
}

function readNowMinute(checks: FieldChecks, params: FieldMap): number {
  const clock = checks.optionalMap(params, "clock");
  if (clock === undefined) return SUITE_TEMPLATE.nowMinute;
  const rule = { min: 0, max: DAY_MINUTES - 5, multipleOf: 5, unit: "minutes after midnight" };
  return checks.number(clock, "minutes_now", rule);
}

function readLoadScaling(checks: FieldChecks, params: FieldMap): LoadScaling {
  const scaling = checks.optionalMap(params, "load_scaling");
  if (scaling === undefined) return SUITE_TEMPLATE.loadScaling;
  const factor = { min: 0, max: 100, unit: "factor on the load" };
  return {
    nominal: checks.number(scaling, "nominal", factor),
    pv10: checks.number(scaling, "pv10", factor),
    pv90: checks.number(scaling, "pv90", factor),
  };
}

function readCars(checks: FieldChecks, params: FieldMap): SuiteCar[] {
  const cars = checks.optionalMap(params, "cars");
  if (cars === undefined) return [];
  const count = checks.number(cars, "num_cars", { ...wholeNumber, max: MAX_CAR_COUNT, unit: "cars" });
  if (count === 0) return [];
  const batteries = checks.list(cars.fields.battery_kwh, `${cars.at}.battery_kwh`);
  const slots = checks.list(cars.fields.slots, `${cars.at}.slots`);
  return Array.from({ length: count }, (_, index) => {
    const batteryAt = `${cars.at}.battery_kwh[${index}]`;
    const slotsAt = `${cars.at}.slots[${index}]`;
    return {
      batteryKwh: checks.numberAt(batteries[index], batteryAt, kilowattHours),
      slots: checks
        .list(slots[index], slotsAt)
        .map((slot, k) => readCarSlot(checks, checks.map(slot, `${slotsAt}[${k}]`))),
    };
  });
}

function readCarSlot(checks: FieldChecks, { at, fields }: FieldMap): SuiteCarSlot {
  const minute = { ...wholeNumber, max: MAX_CAR_SLOT_MINUTE, unit: "minutes after the first midnight" };
  const start = { value: fields.start, at: `${at}.start` };
  const end = { value: fields.end, at: `${at}.end` };
  return { ...checks.span(start, end, minute), kwh: checks.numberAt(fields.kwh, `${at}.kwh`, kilowattHours) };
}

function readIntelligentRun(checks: FieldChecks, params: FieldMap): IntelligentRun | undefined {
  const iog = checks.optionalMap(params, "iog");
  if (iog === undefined || !checks.boolean(iog, "enabled", false)) return undefined;
  const minute = { ...wholeNumber, max: DAY_MINUTES - 1, unit: "minutes after midnight" };
  return {
    startMinute: checks.number(iog, "run_start_minute", minute),
    slotCount: checks.number(iog, "run_slots", { ...wholeNumber, max: 48, unit: "half-hours a day" }),
  };
}

function readDiverter(checks: FieldChecks, features: FieldMap): SuiteDiverter | undefined {
  if (!checks.boolean(features, "iboost_enable", false)) return undefined;
  return {
    isSolar: checks.boolean(features, "iboost_solar"),
    isSmart: checks.boolean(features, "iboost_smart"),
    isCharging: checks.boolean(features, "iboost_charging"),
    isOnExport: checks.boolean(features, "iboost_on_export"),
    preventsDischarge: checks.boolean(features, "iboost_prevent_discharge"),
    maxEnergyKwh: checks.number(features, "iboost_max_energy", kilowattHours),
    maxPowerKw: checks.number(features, "iboost_max_power_kw", kilowatts),
    todayKwh: checks.number(features, "iboost_today", kilowattHours),
  };
}

function readProfiles(checks: FieldChecks, data: FieldMap): DayProfiles {
  const price = {
    min: -MAX_PENCE_PER_KWH,
    max: MAX_PENCE_PER_KWH,
    unit: "pence per kWh",
    count: DAY_MINUTES,
  };
  const energy = { ...kilowattHours, unit: "kWh in the minute", count: DAY_MINUTES };
  const carbon = { min: 0, max: 100_000, unit: "grams of CO2 per kWh", count: DAY_MINUTES };
  return {
    importPencePerKwh: checks.numbers(data, "rate_import_day", price),
    exportPencePerKwh: checks.numbers(data, "rate_export_day", price),
    loadKwh: checks.numbers(data, "load_day_kwh", energy),
    pvKw: checks.numbers(data, "pv_day_kw", { ...kilowatts, count: DAY_MINUTES }),
    carbonGramsPerKwh:
      data.fields.carbon_g_per_kwh_day === undefined
        ? new Float64Array(DAY_MINUTES)
        : checks.numbers(data, "carbon_g_per_kwh_day", carbon),
  };
}

function readTariffKinds(params: FieldMap): { import: string; export: string } | undefined {
  const kindOf = (rates: unknown): string | undefined => {
    const kind = typeof rates === "object" && rates !== null && "type" in rates ? rates.type : undefined;
    return typeof kind === "string" ? kind : undefined;
  };
  const kinds = { import: kindOf(params.fields.import_rates), export: kindOf(params.fields.export_rates) };
  return kinds.import === undefined || kinds.export === undefined
    ? undefined
    : { import: kinds.import, export: kinds.export };
}
