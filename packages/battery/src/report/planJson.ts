import type { ChargeWindow, ExportWindow } from "../plan/plan.ts";
import type { Stickiness } from "../replan/keptPlan.ts";
import { fileDecimals, rounded } from "./figures.ts";
import { localTime } from "./localTime.ts";
import {
  netPence,
  type Outcome,
  type PlanReport,
  type ReportBattery,
  type ReportSlot,
  savedPence,
} from "./planReport.ts";

/** What a plan file calls itself. */
export const PLAN_FORMAT = "lightcone-plan";

/** Raised when a reader of the former layout would misread a file; new fields alone do not raise it. */
export const PLAN_VERSION = 1;

/** Rounds a figure as the file holds it. */
type Rounding = (value: number) => number;

/** An instant written twice: for people and for the inverter's schedule. */
interface JsonSpan {
  /** ISO 8601 with the offset of the home's zone. */
  readonly start: string;
  readonly end: string;
  /** Minutes elapsed since `firstMidnight`. */
  readonly startMinute: number;
  readonly endMinute: number;
}

/**
 * The plan for programs: JSON with keys in a fixed order, one slot or window a line, numbers with at most four
 * decimals (more for a battery that is no household's: {@link fileDecimals}). The same report gives the same bytes. Layout: README.md beside this file.
 * @throws RangeError when the report holds a number that is not finite
 */
export function planJson(report: PlanReport): string {
  const { code, major, minor } = report.currency;
  const decimals = fileDecimals(report.battery.capacityKwh);
  const inFile: Rounding = (value) => (Number.isFinite(value) ? rounded(value, decimals) : value);
  const file = {
    format: PLAN_FORMAT,
    version: PLAN_VERSION,
    homeName: report.homeName,
    timeZone: report.timeZone,
    currency: { code, major, minor },
    profile: report.profile,
    firstMidnight: localTime(report.firstMidnightMs, report.timeZone).iso,
    now: localTime(report.nowMs, report.timeZone).iso,
    nowMinute: minuteOf(report, report.nowMs),
    battery: jsonBattery(report.battery, inFile),
    windows: {
      charge: report.windows.charge.map((window) => jsonChargeWindow(report, window, inFile)),
      export: report.windows.export.map((window) => jsonExportWindow(report, window, inFile)),
    },
    slots: report.slots.map((slot) => jsonSlot(report, slot)),
    totals: jsonTotals(report, inFile),
    ...(report.previous === undefined ? {} : { previousPlan: jsonPrevious(report, report.previous) }),
    ...(report.carChoice === undefined ? {} : { carChoice: report.carChoice }),
    ...(report.boostChoice === undefined ? {} : { boostChoice: report.boostChoice }),
    terminalValue: { pencePerKwh: report.terminalValue.pencePerKwh, reason: report.terminalValue.reason },
    warnings: report.warnings,
  };
  return `${laidOut(file, { path: "", indent: "" }, inFile)}\n`;
}

function jsonBattery(battery: ReportBattery, inFile: Rounding): ReportBattery {
  return {
    capacityKwh: inFile(battery.capacityKwh),
    reserveKwh: inFile(battery.reserveKwh),
    gridToStoreEfficiency: inFile(battery.gridToStoreEfficiency),
    storeToHomeEfficiency: inFile(battery.storeToHomeEfficiency),
    wearPencePerStoredKwh: inFile(battery.wearPencePerStoredKwh),
    storingWearPencePerStoredKwh: inFile(battery.storingWearPencePerStoredKwh),
  };
}

function jsonChargeWindow(report: PlanReport, window: ChargeWindow, inFile: Rounding): object {
  const { capacityKwh, reserveKwh } = jsonBattery(report.battery, inFile);
  const targetKwh = inFile(window.targetKwh);
  return {
    ...windowSpan(report, window),
    mode: targetKwh <= 0 ? "off" : targetKwh === reserveKwh ? "hold" : "charge",
    targetKwh,
    targetPercent: capacityKwh > 0 ? (targetKwh / capacityKwh) * 100 : 0,
  };
}

function jsonExportWindow(report: PlanReport, window: ExportWindow, inFile: Rounding): object {
  const targetPercent = inFile(window.targetPercent);
  return {
    ...windowSpan(report, window),
    mode: targetPercent >= 100 ? "off" : targetPercent === 99 ? "freeze" : "export",
    targetPercent,
  };
}

function windowSpan(report: PlanReport, window: ChargeWindow | ExportWindow): JsonSpan {
  const iso = (minute: number) => localTime(report.firstMidnightMs + minute * 60_000, report.timeZone).iso;
  const { startMinute, endMinute } = window;
  return { start: iso(startMinute), end: iso(endMinute), startMinute, endMinute };
}

function jsonSlot(report: PlanReport, slot: ReportSlot): object {
  const { startMs, endMs, action, targetKwh, targetPercent, why, ...figures } = slot;
  return {
    start: localTime(startMs, report.timeZone).iso,
    end: localTime(endMs, report.timeZone).iso,
    startMinute: minuteOf(report, startMs),
    endMinute: minuteOf(report, endMs),
    action,
    ...(targetKwh === undefined ? {} : { targetKwh }),
    ...(targetPercent === undefined ? {} : { targetPercent }),
    ...Object.fromEntries(SLOT_FIGURES.map((key) => [key, figures[key]])),
    ...(figures.storedPencePerKwh === undefined ? {} : { storedPencePerKwh: figures.storedPencePerKwh }),
    whyCode: why.code,
    why: why.text,
  };
}

/** The numbers of a slot in the order of the file. */
export const SLOT_FIGURES = [
  "importPencePerKwh",
  "exportPencePerKwh",
  "socStartKwh",
  "socEndKwh",
  "socEndPv10Kwh",
  "socEndPv90Kwh",
  "pvKwh",
  "loadKwh",
  "carKwh",
  "diverterKwh",
  "importKwh",
  "exportKwh",
  "chargeKwh",
  "dischargeKwh",
  "clippedKwh",
  "costPence",
  "runningCostPence",
] as const;

function jsonPrevious({ timeZone }: PlanReport, previous: Stickiness): object {
  const { decision, fromMs, untilMs, stayingPence, keepPence } = previous;
  const from = localTime(fromMs, timeZone).iso;
  return { from, until: localTime(untilMs, timeZone).iso, decision, stayingPence, keepPence };
}

function jsonTotals(report: PlanReport, inFile: Rounding): object {
  const futures = {
    nominal: roundedOutcome(report.futures.nominal, inFile),
    pv10: roundedOutcome(report.futures.pv10, inFile),
    pv90: roundedOutcome(report.futures.pv90, inFile),
  };
  const idle = roundedOutcome(report.baselines.idle, inFile);
  const demand = roundedOutcome(report.baselines.demand, inFile);
  const inTheFile = { futures, baselines: { idle, demand } };
  return {
    nominal: jsonOutcome(futures.nominal),
    pv10: jsonOutcome(futures.pv10),
    pv90: jsonOutcome(futures.pv90),
    batteryIdle: { ...jsonOutcome(idle), savedPence: savedPence(inTheFile, "idle") },
    demandAllDay: { ...jsonOutcome(demand), savedPence: savedPence(inTheFile, "demand") },
    metricPence: report.metricPence,
    ...jsonProof(report, inFile),
    costSoFarPence: report.costSoFarPence,
    standingChargePence: report.standingChargePence,
  };
}

function jsonProof({ proof, metricPence }: PlanReport, inFile: Rounding): object {
  if (proof === undefined) return {};
  const lowerBoundPence = inFile(proof.lowerBoundPence);
  const { executabilityPricePence, hedgePricePence } = proof;
  const gapPence = inFile(metricPence) - lowerBoundPence;
  return { lowerBoundPence, gapPence, executabilityPricePence, hedgePricePence };
}

/** What follows from figures of the file is computed from them as they stand in it, so that a reader finds the same. */
function roundedOutcome(outcome: Outcome, inFile: Rounding): Outcome {
  return {
    costPence: inFile(outcome.costPence),
    wearPence: inFile(outcome.wearPence),
    importKwh: inFile(outcome.importKwh),
    exportKwh: inFile(outcome.exportKwh),
    socEndKwh: inFile(outcome.socEndKwh),
    storedValuePence: inFile(outcome.storedValuePence),
  };
}

function jsonOutcome(outcome: Outcome): object {
  return { ...outcome, netPence: netPence(outcome) };
}

function minuteOf({ firstMidnightMs }: PlanReport, epochMs: number): number {
  return (epochMs - firstMidnightMs) / 60_000;
}

/** Where a value stands in the file: its path, and what its lines begin with. */
interface Place {
  readonly path: string;
  readonly indent: string;
}

/** JSON text with one line for each member and each item of a list; what is inside an item stays on its line. */
function laidOut(value: unknown, { path, indent }: Place, inFile: Rounding): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const lines = value.map((item, index) => deeper + compact(item, `${path}[${index}]`, inFile));
    return lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n${indent}]`;
  }
  if (typeof value !== "object" || value === null) return compact(value, path, inFile);
  const members = Object.entries(value).map(([key, member]) => {
    const place = { path: path === "" ? key : `${path}.${key}`, indent: deeper };
    return `${deeper}${JSON.stringify(key)}: ${laidOut(member, place, inFile)}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function compact(value: unknown, path: string, inFile: Rounding): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (typeof item !== "number") return item;
    if (!Number.isFinite(item)) {
      const at = key === "" ? path : `${path}.${key}`;
      throw new RangeError(`${at} of the report is ${item}: give a finite number`);
    }
    return inFile(item);
  });
}
