import { InputError } from "../problem.ts";
import { FieldChecks, type FieldMap, type NumberRule } from "../scenario/fieldChecks.ts";
import type { SharedMeterProblem, SharedStorage } from "./sharedMeter.ts";
import { EFFICIENCY, MAX_SLOT_COUNT, parseJson } from "./storageFields.ts";
import type { StorageBattery, StorageGrid, StorageTarget } from "./storageProblem.ts";

/** A request of the optimiser API of evcc, read into our own units and words. */
export interface EvccRequest {
  readonly problem: SharedMeterProblem;
  /** Fields that were given and have no effect here, such as `strategy`: ties have their own written order. */
  readonly passedOver: readonly string[];
}

const SECONDS_PER_HOUR = 3600;
/** Watt-hours to kilowatt-hours and watts to kilowatts; a price per watt-hour is so many times that per kWh. */
const PER_KILO = 1000;
const MAX_STORAGE_COUNT = 16;
const MAX_AMOUNT = 1e12;
const DEFAULT_EFFICIENCY = 0.95;
/** A missed goal costs so many times the dearest price: more than any trade can earn, within reach of rounding. */
const GOAL_PENALTY_FACTOR = 100;

const WATT_HOURS: NumberRule = { min: 0, max: MAX_AMOUNT, unit: "Wh" };
const WATTS: NumberRule = { min: 0, max: MAX_AMOUNT, unit: "W" };
const PRICE: NumberRule = { min: -MAX_AMOUNT, max: MAX_AMOUNT, unit: "money per Wh" };
const SHARE: NumberRule = { ...EFFICIENCY, fallback: DEFAULT_EFFICIENCY };

/**
 * Reads a request of evcc's optimiser API (`POST /optimize/charge-schedule`; openapi.yaml of evcc-io/optimizer, MIT):
 * watts, watt-hours per slot, prices per watt-hour, slots in seconds. Where it leaves something to be understood:
 * panels may be turned down; without limits the grid gives and takes everything; `s_goal` is a target whose missing
 * is dearer than any trade; `p_demand` raises the least stored energy by what it asks for, up to the maximum;
 * `prc_p_exc_imp` charges the highest import above `p_max_imp`. Unknown fields are passed over.
 * @param text      JSON: the request, or a test case that holds it as `request`
 * @param fileName  named where the file as a whole is wrong
 * @throws InputError (code `evcc-request`) with everything that is wrong
 */
export function readEvccRequest(text: string, fileName = "request"): EvccRequest {
  const checks = new FieldChecks();
  const whole = checks.map(parseJson(text, fileName), fileName);
  const isWrapped = whole.fields.request !== undefined && whole.fields.time_series === undefined;
  const root: FieldMap = isWrapped
    ? checks.map(whole.fields.request, "request")
    : { at: "", fields: whole.fields };
  const problem = checks.problems.length > 0 ? undefined : readProblem(checks, root);
  if (problem === undefined || checks.problems.length > 0) {
    const problems = checks.problems.map((each) => ({ ...each, at: each.at.replace(/^\./, "") }));
    throw new InputError("evcc-request", problems);
  }
  return { problem, passedOver: passedOverFields(root) };
}

function passedOverFields(root: FieldMap): readonly string[] {
  const known = ["grid", "batteries", "time_series", "eta_c", "eta_d"];
  const batteries = Array.isArray(root.fields.batteries) ? root.fields.batteries : [];
  const knownOfBattery = [...Object.values(BATTERY), ...BATTERY_FLAGS, "s_goal", "p_demand"];
  return [
    ...Object.keys(root.fields).filter((name) => !known.includes(name)),
    ...batteries.flatMap((battery, index) =>
      Object.keys(battery as object)
        .filter((name) => !knownOfBattery.includes(name))
        .map((name) => `batteries[${index}].${name}`),
    ),
  ];
}

const BATTERY = {
  capacity: "s_capacity",
  least: "s_min",
  most: "s_max",
  start: "s_initial",
  leastCharge: "c_min",
  charge: "c_max",
  discharge: "d_max",
  value: "p_a",
} as const;
const BATTERY_FLAGS = ["charge_from_grid", "discharge_to_grid"];

function readProblem(checks: FieldChecks, root: FieldMap): SharedMeterProblem | undefined {
  const series = checks.map(root.fields.time_series, `${root.at}.time_series`);
  const count = checks.list(series.fields.dt, `${series.at}.dt`).length;
  if (count === 0 || count > MAX_SLOT_COUNT) {
    const what = `has ${count} entries`;
    checks.report(`${series.at}.dt`, what, `give the seconds of each slot, 1 to ${MAX_SLOT_COUNT}`);
    return undefined;
  }
  const list = (key: string, rule: NumberRule): Float64Array =>
    checks.numbers(series, key, { ...rule, count });
  const seconds = list("dt", { min: 1, max: 24 * SECONDS_PER_HOUR, unit: "seconds" });
  const slots = {
    slotHours: seconds.map((each) => each / SECONDS_PER_HOUR),
    importPerKwh: list("p_N", PRICE).map(perKwh),
    exportPerKwh: list("p_E", PRICE).map(perKwh),
    loadKwh: list("gt", WATT_HOURS).map(kilo),
    pvKwh: list("ft", WATT_HOURS).map(kilo),
  };
  const charge = checks.number(root, "eta_c", SHARE);
  const discharge = checks.number(root, "eta_d", SHARE);
  const batteries = checks.list(root.fields.batteries, `${root.at}.batteries`);
  if (batteries.length === 0 || batteries.length > MAX_STORAGE_COUNT) {
    const what = `has ${batteries.length} entries`;
    checks.report(`${root.at}.batteries`, what, `give 1 to ${MAX_STORAGE_COUNT} batteries`);
    return undefined;
  }
  const storages = batteries.map((each, index) => {
    const battery = checks.map(each, `${root.at}.batteries[${index}]`);
    return readStorage(checks, battery, { charge, discharge, ...slots, name: `battery ${index}` });
  });
  const grid = readGrid(checks, root, slots, storages);
  return { ...slots, pvCurtailable: true, grid, storages };
}

function kilo(value: number): number {
  return value / PER_KILO;
}

function perKwh(pricePerWh: number): number {
  return pricePerWh * PER_KILO;
}

interface Slots {
  readonly slotHours: Float64Array;
  readonly importPerKwh: Float64Array;
  readonly exportPerKwh: Float64Array;
  readonly loadKwh: Float64Array;
  readonly pvKwh: Float64Array;
}

/** The connection; a limit that is not given is one that nothing behind the meter reaches. */
function readGrid(
  checks: FieldChecks,
  root: FieldMap,
  slots: Slots,
  storages: readonly SharedStorage[],
): StorageGrid {
  const grid = checks.optionalMap(root, "grid") ?? { at: `${root.at}.grid`, fields: {} };
  const mostOf = (kw: (battery: StorageBattery) => number, kwh: Float64Array): number =>
    storages.reduce((sum, { battery }) => sum + kw(battery), 1) +
    kwh.reduce((most, each, t) => Math.max(most, each / slots.slotHours[t]!), 0);
  const unlimitedImport = mostOf(({ chargeKw }) => chargeKw, slots.loadKwh);
  const unlimitedExport = mostOf(({ dischargeKw }) => dischargeKw, slots.pvKwh);
  const limit = (key: string, unlimitedKw: number): number =>
    kilo(checks.number(grid, key, { ...WATTS, fallback: unlimitedKw * PER_KILO }));
  const excessPrice = checks.number(grid, "prc_p_exc_imp", {
    ...PRICE,
    min: 0,
    unit: "money per W",
    fallback: 0,
  });
  const importKw = limit("p_max_imp", unlimitedImport);
  return {
    importKw: excessPrice > 0 ? unlimitedImport : importKw,
    exportKw: limit("p_max_exp", unlimitedExport),
    peakPricePerKw: excessPrice * PER_KILO,
    peakFloorKw: excessPrice > 0 ? importKw : 0,
  };
}

interface StorageContext extends Slots {
  readonly charge: number;
  readonly discharge: number;
  readonly name: string;
}

function readStorage(checks: FieldChecks, fields: FieldMap, context: StorageContext): SharedStorage {
  const number = (key: string, rule: NumberRule): number => checks.number(fields, key, rule);
  const least = kilo(number(BATTERY.least, WATT_HOURS));
  const most = kilo(number(BATTERY.most, WATT_HOURS));
  const start = kilo(number(BATTERY.start, WATT_HOURS));
  const capacity = kilo(
    number(BATTERY.capacity, { ...WATT_HOURS, fallback: Math.max(most, start) * PER_KILO }),
  );
  if (least > most) {
    const what = `is ${least * PER_KILO}, above s_max ${most * PER_KILO}`;
    checks.report(`${fields.at}.s_min`, what, "give a minimum not above the maximum");
  }
  const battery: StorageBattery = {
    minKwh: new Float64Array(context.slotHours.length).fill(least),
    maxKwh: new Float64Array(context.slotHours.length).fill(most),
    capacityKwh: capacity,
    startKwh: start,
    endKwh: null,
    chargeKw: kilo(number(BATTERY.charge, WATTS)),
    leastChargeKw: kilo(number(BATTERY.leastCharge, WATTS)),
    dischargeKw: kilo(number(BATTERY.discharge, WATTS)),
    chargeEfficiency: context.charge,
    dischargeEfficiency: context.discharge,
    wearPerKwh: 0,
    standbyKw: 0,
    efficiencyCurve: null,
    rateCurve: null,
    targets: readGoals(checks, fields, context),
  };
  return {
    name: context.name,
    battery: { ...battery, minKwh: leastWithDemand(checks, fields, battery, context.slotHours) },
    rules: {
      batteryMayExport: checks.boolean(fields, "discharge_to_grid", false),
      batteryMayChargeFromGrid: checks.boolean(fields, "charge_from_grid", false),
      batteryMayExportGridEnergy: true,
    },
    terminalValue: {
      kwh: Float64Array.of(Number.POSITIVE_INFINITY),
      valuePerKwh: Float64Array.of(perKwh(number(BATTERY.value, PRICE))),
    },
  };
}

function readGoals(checks: FieldChecks, fields: FieldMap, context: StorageContext): readonly StorageTarget[] {
  if (fields.fields.s_goal === undefined) return [];
  const goals = checks.numbers(fields, "s_goal", { ...WATT_HOURS, count: context.slotHours.length });
  const dearest = [context.importPerKwh, context.exportPerKwh]
    .flatMap((prices) => Array.from(prices))
    .reduce((most, price) => Math.max(most, Math.abs(price)), 0);
  const penaltyPerKwh = GOAL_PENALTY_FACTOR * (dearest > 0 ? dearest : 1);
  return Array.from(goals).flatMap((goal, slot) =>
    goal > 0 ? [{ slot, minKwh: kilo(goal), penaltyPerKwh }] : [],
  );
}

/**
 * The least stored energy at each slot's end when `p_demand` is charged in each slot that asks for it, as long as
 * there is room for the least charge power, and everything is discharged in the slots that do not.
 */
function leastWithDemand(
  checks: FieldChecks,
  fields: FieldMap,
  battery: StorageBattery,
  slotHours: Float64Array,
): Float64Array {
  if (fields.fields.p_demand === undefined) return battery.minKwh;
  const { chargeKw, leastChargeKw = 0, dischargeKw, chargeEfficiency, dischargeEfficiency } = battery;
  const demand = checks.numbers(fields, "p_demand", { ...WATT_HOURS, count: slotHours.length });
  let stored = Math.min(battery.startKwh, battery.maxKwh[0]!);
  return battery.minKwh.map((least, t) => {
    const hours = slotHours[t]!;
    const asked = Math.min(kilo(demand[t]!), chargeKw * hours);
    const taken = asked > 0 ? 0 : (dischargeKw * hours) / dischargeEfficiency;
    const kept = Math.max(stored - taken, Math.min(stored, least));
    const room = (battery.maxKwh[t]! - kept) / chargeEfficiency;
    const charged = room < leastChargeKw * hours ? 0 : Math.min(Math.max(asked, leastChargeKw * hours), room);
    stored = kept + (asked > 0 ? charged * chargeEfficiency : 0);
    return Math.max(least, stored);
  });
}
