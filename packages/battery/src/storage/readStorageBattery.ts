import type { FieldChecks, FieldMap } from "../scenario/fieldChecks.ts";
import {
  COST,
  EFFICIENCY,
  ENERGY,
  MAX_SLOT_COUNT,
  numberOrList,
  POWER,
  refuseUnknown,
  rising,
} from "./storageFields.ts";
import type { StorageBatteryFields } from "./storageProblemFile.ts";

const FIELDS = {
  battery: [
    "minKwh",
    "maxKwh",
    "startKwh",
    "endKwh",
    "chargeKw",
    "dischargeKw",
    "chargeEfficiency",
    "dischargeEfficiency",
    "wearPerKwh",
    "efficiencyCurve",
    "rateCurve",
    "standbyKw",
    "targets",
  ],
  efficiencyCurve: ["powerKw", "chargeEfficiency", "dischargeEfficiency"],
  rateCurve: ["socFraction", "chargeKw", "dischargeKw"],
  target: ["slot", "minKwh", "penaltyPerKwh"],
} as const;

/** Points of a curve that are more than any data sheet has. */
const MAX_POINT_COUNT = 1000;

/** The battery of a storage problem of `slotCount` slots; what is wrong is reported to `checks`. */
export function readStorageBattery(
  checks: FieldChecks,
  battery: FieldMap,
  slotCount: number,
): StorageBatteryFields {
  refuseUnknown(checks, battery, FIELDS.battery);
  const perSlot = { ...ENERGY, count: slotCount };
  const problemCount = checks.problems.length;
  const minKwh = numberOrList(checks, battery, "minKwh", perSlot);
  const maxKwh = numberOrList(checks, battery, "maxKwh", perSlot);
  if (checks.problems.length === problemCount) reportCrossedLimits(checks, battery, minKwh, maxKwh);
  const efficiencyCurve = checks.optionalMap(battery, "efficiencyCurve");
  const rateCurve = checks.optionalMap(battery, "rateCurve");
  const isGiven = (key: string): boolean => battery.fields[key] !== undefined && battery.fields[key] !== null;
  return {
    minKwh,
    maxKwh,
    startKwh: checks.number(battery, "startKwh", ENERGY),
    ...(isGiven("endKwh") ? { endKwh: checks.number(battery, "endKwh", ENERGY) } : {}),
    chargeKw: checks.number(battery, "chargeKw", POWER),
    dischargeKw: checks.number(battery, "dischargeKw", POWER),
    chargeEfficiency: checks.number(battery, "chargeEfficiency", { ...EFFICIENCY, fallback: 1 }),
    dischargeEfficiency: checks.number(battery, "dischargeEfficiency", { ...EFFICIENCY, fallback: 1 }),
    wearPerKwh: checks.number(battery, "wearPerKwh", { ...COST, fallback: 0 }),
    standbyKw: checks.number(battery, "standbyKw", { ...POWER, fallback: 0 }),
    ...(efficiencyCurve === undefined
      ? {}
      : { efficiencyCurve: readEfficiencyCurve(checks, efficiencyCurve) }),
    ...(rateCurve === undefined ? {} : { rateCurve: readRateCurve(checks, rateCurve) }),
    ...(isGiven("targets") ? { targets: readTargets(checks, battery, slotCount) } : {}),
  };
}

/** Each slot's minimum must not be above its maximum; the first that is, is told. */
function reportCrossedLimits(
  checks: FieldChecks,
  { at }: FieldMap,
  minKwh: number | readonly number[],
  maxKwh: number | readonly number[],
): void {
  const slotCount = Math.max(...[minKwh, maxKwh].map((each) => (typeof each === "number" ? 1 : each.length)));
  for (let t = 0; t < slotCount; t++) {
    const least = typeof minKwh === "number" ? minKwh : minKwh[t]!;
    const most = typeof maxKwh === "number" ? maxKwh : maxKwh[t]!;
    if (least <= most) continue;
    const field = typeof minKwh === "number" ? "minKwh" : `minKwh[${t}]`;
    const what = `is ${least}, above the maximum ${most}${slotCount > 1 ? ` of slot ${t}` : ""}`;
    checks.report(`${at}.${field}`, what, "give a minimum not above the maximum");
    return;
  }
}

/** How many points a curve has by its first list; at least 1, after a report where there are none or too many. */
function pointCount(checks: FieldChecks, curve: FieldMap, key: string): number {
  const list = curve.fields[key];
  const count = checks.list(list, `${curve.at}.${key}`).length;
  if (!Array.isArray(list)) return 0;
  if (count > 0 && count <= MAX_POINT_COUNT) return count;
  checks.report(`${curve.at}.${key}`, `has ${count} entries`, `give 1 to ${MAX_POINT_COUNT} points`);
  return 0;
}

function readEfficiencyCurve(
  checks: FieldChecks,
  curve: FieldMap,
): NonNullable<StorageBatteryFields["efficiencyCurve"]> {
  refuseUnknown(checks, curve, FIELDS.efficiencyCurve);
  const count = pointCount(checks, curve, "powerKw");
  if (count === 0) return { powerKw: [], chargeEfficiency: [], dischargeEfficiency: [] };
  const problemCount = checks.problems.length;
  const shares = (key: string): number[] => Array.from(checks.numbers(curve, key, { ...EFFICIENCY, count }));
  const read = {
    powerKw: rising(checks, curve, "powerKw", { ...POWER, isPositive: true, count }),
    chargeEfficiency: shares("chargeEfficiency"),
    dischargeEfficiency: shares("dischargeEfficiency"),
  };
  if (checks.problems.length === problemCount) reportFallingExchange(checks, curve, read);
  return read;
}

/** With more power more must be stored, or taken from the store; the first point of each kind that breaks it is told. */
function reportFallingExchange(
  checks: FieldChecks,
  { at }: FieldMap,
  { powerKw, chargeEfficiency, dischargeEfficiency }: NonNullable<StorageBatteryFields["efficiencyCurve"]>,
): void {
  const report = (key: string, verb: string, exchangedKw: readonly number[]): void => {
    const point = exchangedKw.findIndex((kw, i) => i > 0 && kw <= exchangedKw[i - 1]!);
    if (point < 0) return;
    const what = `${verb} ${exchangedKw[point]} kW at ${powerKw[point]} kW`;
    const before = `not more than the ${exchangedKw[point - 1]} kW at ${powerKw[point - 1]} kW`;
    checks.report(
      `${at}.${key}[${point}]`,
      `${what}, ${before}`,
      "give efficiencies that change less from point to point",
    );
  };
  report(
    "chargeEfficiency",
    "stores",
    powerKw.map((kw, i) => kw * chargeEfficiency[i]!),
  );
  report(
    "dischargeEfficiency",
    "takes",
    powerKw.map((kw, i) => kw / dischargeEfficiency[i]!),
  );
}

function readRateCurve(checks: FieldChecks, curve: FieldMap): NonNullable<StorageBatteryFields["rateCurve"]> {
  refuseUnknown(checks, curve, FIELDS.rateCurve);
  const count = pointCount(checks, curve, "socFraction");
  if (count === 0) return { socFraction: [], chargeKw: [], dischargeKw: [] };
  const fraction = { min: 0, max: 1, unit: "share of the largest maxKwh" };
  const socFraction = rising(checks, curve, "socFraction", { ...fraction, count });
  if (socFraction[0] !== 0) {
    checks.report(`${curve.at}.socFraction[0]`, `is ${socFraction[0]}`, "begin the curve at 0");
  }
  const powers = (key: string): number[] => Array.from(checks.numbers(curve, key, { ...POWER, count }));
  return { socFraction, chargeKw: powers("chargeKw"), dischargeKw: powers("dischargeKw") };
}

function readTargets(
  checks: FieldChecks,
  battery: FieldMap,
  slotCount: number,
): NonNullable<StorageBatteryFields["targets"]> {
  const list = checks.list(battery.fields.targets, `${battery.at}.targets`);
  if (list.length > MAX_SLOT_COUNT) {
    const what = `has ${list.length} entries`;
    checks.report(`${battery.at}.targets`, what, `give at most ${MAX_SLOT_COUNT} targets`);
    return [];
  }
  const slot = { min: 0, max: slotCount - 1, multipleOf: 1, unit: "index of a slot, from 0" };
  return list.map((each, index) => {
    const target = checks.map(each, `${battery.at}.targets[${index}]`);
    refuseUnknown(checks, target, FIELDS.target);
    return {
      slot: checks.number(target, "slot", slot),
      minKwh: checks.number(target, "minKwh", ENERGY),
      penaltyPerKwh: checks.number(target, "penaltyPerKwh", COST),
    };
  });
}
