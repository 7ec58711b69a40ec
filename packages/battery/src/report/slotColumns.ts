import { minorUnit } from "../tariff/currency.ts";
import { wordsOfActions } from "./actionWords.ts";
import { fixed, roundedParts, sumOf } from "./figures.ts";
import { localTime } from "./localTime.ts";
import type { PlanReport, ReportSlot, SlotAction } from "./planReport.ts";
import type { Paint, TextColumn } from "./textTable.ts";

/** One line of the table: a slot, or slots that say the same, whose energies and costs are added up. */
export type TableRow = ReportSlot;

/** What the last line of the table calls itself. */
export const TOTAL_LABEL = "Total";

const ACTION_PAINTS: Readonly<Record<SlotAction, Paint | undefined>> = {
  demand: undefined,
  charge: "blue",
  hold: "magenta",
  export: "green",
  freezeExport: "yellow",
};

/** Joins slots of one day that follow each other with equal action, target and prices. */
export function mergedRows(report: PlanReport): readonly TableRow[] {
  const rows: TableRow[] = [];
  for (const slot of report.slots) {
    const last = rows.at(-1);
    if (last !== undefined && saysTheSame(last, slot, report.timeZone))
      rows[rows.length - 1] = added(last, slot);
    else rows.push(slot);
  }
  return rows;
}

/** The columns of the table of the day; each has a last cell with the total, or nothing. */
export function slotColumns(report: PlanReport, rows: readonly TableRow[]): readonly TextColumn[] {
  const clocks = rows.map(({ startMs }) => localTime(startMs, report.timeZone).clock);
  const priceUnit = minorUnit(report.currency);
  return [
    { heading: "Time", unit: "", align: "left", cells: [...clocks, TOTAL_LABEL] },
    { ...priceColumn(rows, "importPencePerKwh"), heading: "Buy", unit: priceUnit, rank: 50 },
    { ...priceColumn(rows, "exportPencePerKwh"), heading: "Sell", unit: priceUnit, rank: 40 },
    actionColumn(report, rows),
    targetColumn(rows),
    socColumn(report, rows),
    bandColumn(report, rows),
    ...ENERGY_COLUMNS.filter(({ key, isOptional }) => !isOptional || hasAny(rows, key)).map((column) =>
      energyColumn(rows, column),
    ),
    ...costColumns(rows, report.currency.minor),
  ];
}

interface EnergyColumn {
  readonly heading: string;
  readonly key: "pvKwh" | "loadKwh" | "carKwh" | "diverterKwh" | "clippedKwh" | "importKwh" | "exportKwh";
  readonly rank: number;
  /** Shown only when it has something to show. */
  readonly isOptional?: boolean;
}

const ENERGY_COLUMNS: readonly EnergyColumn[] = [
  { heading: "PV", key: "pvKwh", rank: 22 },
  { heading: "Load", key: "loadKwh", rank: 21 },
  { heading: "Car", key: "carKwh", rank: 12, isOptional: true },
  { heading: "Heat", key: "diverterKwh", rank: 11, isOptional: true },
  { heading: "Clip", key: "clippedKwh", rank: 10, isOptional: true },
  { heading: "Import", key: "importKwh", rank: 31 },
  { heading: "Export", key: "exportKwh", rank: 30 },
];

function priceColumn(
  rows: readonly TableRow[],
  key: "importPencePerKwh" | "exportPencePerKwh",
): Pick<TextColumn, "align" | "cells"> {
  return { align: "right", cells: [...rows.map((row) => fixed(row[key], 1)), ""] };
}

function actionColumn({ battery }: PlanReport, rows: readonly TableRow[]): TextColumn {
  return {
    heading: "Action",
    unit: "",
    align: "left",
    cells: [...wordsOfActions(rows, battery), ""],
    paint: (rowIndex) => {
      const row = rows[rowIndex];
      return row === undefined ? undefined : ACTION_PAINTS[row.action];
    },
  };
}

function targetColumn(rows: readonly TableRow[]): TextColumn {
  const cells = rows.map(({ targetKwh }) => (targetKwh === undefined ? "" : fixed(targetKwh, 2)));
  return { heading: "Target", unit: "kWh", align: "right", cells: [...cells, ""], rank: 1 };
}

function socColumn(report: PlanReport, rows: readonly TableRow[]): TextColumn {
  const cells = rows.map((row) => `${percent(row.socEndKwh, report)} ${trendArrow(row, report)}`);
  return { heading: "SoC  ", unit: "%  ", align: "right", cells: [...cells, ""] };
}

/** Up, down or level: half a percent of the capacity is a change. */
export function trendArrow(row: TableRow, { battery }: PlanReport): string {
  const change = row.socEndKwh - row.socStartKwh;
  if (Math.abs(change) < 0.005 * battery.capacityKwh || battery.capacityKwh <= 0) return "→";
  return change > 0 ? "↗" : "↘";
}

function bandColumn(report: PlanReport, rows: readonly TableRow[]): TextColumn {
  const cells = rows.map((row) => {
    const { lowKwh, highKwh } = socBand(row);
    return `${percent(lowKwh, report)}-${percent(highKwh, report)}`;
  });
  return { heading: "Band", unit: "%", align: "right", cells: [...cells, ""], rank: 2 };
}

/** The lowest and the highest of the three futures at a slot's end, in kWh. */
export function socBand(slot: ReportSlot): { readonly lowKwh: number; readonly highKwh: number } {
  const ends = [slot.socEndKwh, slot.socEndPv10Kwh, slot.socEndPv90Kwh];
  return { lowKwh: Math.min(...ends), highKwh: Math.max(...ends) };
}

function energyColumn(rows: readonly TableRow[], { heading, key, rank }: EnergyColumn): TextColumn {
  const values = rows.map((row) => row[key]);
  const parts = roundedParts(values, 2).map((value) => fixed(value, 2));
  const total = fixed(
    sumOf(values, (value) => value),
    2,
  );
  return { heading, unit: "kWh", align: "right", cells: [...parts, total], rank };
}

function costColumns(rows: readonly TableRow[], unit: string): readonly TextColumn[] {
  const costs = rows.map(({ costPence }) => costPence);
  const cost = roundedParts(costs, 1).map((value) => fixed(value, 1));
  const running = rows.map(({ runningCostPence }) => fixed(runningCostPence, 1));
  const paint = (rowIndex: number): Paint | undefined => ((costs[rowIndex] ?? 0) < 0 ? "green" : undefined);
  const total = fixed(rows.at(-1)?.runningCostPence ?? 0, 1);
  return [
    { heading: "Cost", unit, align: "right", cells: [...cost, total], paint },
    { heading: "Sum", unit, align: "right", cells: [...running, ""], rank: 35 },
  ];
}

function percent(kwh: number, { battery }: PlanReport): string {
  return battery.capacityKwh > 0 ? fixed((kwh / battery.capacityKwh) * 100, 0) : "-";
}

function hasAny(rows: readonly TableRow[], key: EnergyColumn["key"]): boolean {
  return rows.some((row) => row[key] >= 0.005);
}

function saysTheSame(row: TableRow, slot: ReportSlot, timeZone: string): boolean {
  return (
    row.action === slot.action &&
    row.targetKwh === slot.targetKwh &&
    row.importPencePerKwh === slot.importPencePerKwh &&
    row.exportPencePerKwh === slot.exportPencePerKwh &&
    localTime(row.startMs, timeZone).date === localTime(slot.startMs, timeZone).date
  );
}

/** The later slot's end state, with the energies and costs of both. */
function added(row: TableRow, slot: ReportSlot): TableRow {
  const sum = (key: SummedKey) => row[key] + slot[key];
  return {
    ...slot,
    startMs: row.startMs,
    socStartKwh: row.socStartKwh,
    pvKwh: sum("pvKwh"),
    loadKwh: sum("loadKwh"),
    carKwh: sum("carKwh"),
    diverterKwh: sum("diverterKwh"),
    importKwh: sum("importKwh"),
    exportKwh: sum("exportKwh"),
    chargeKwh: sum("chargeKwh"),
    dischargeKwh: sum("dischargeKwh"),
    clippedKwh: sum("clippedKwh"),
    costPence: sum("costPence"),
  };
}

type SummedKey =
  | "pvKwh"
  | "loadKwh"
  | "carKwh"
  | "diverterKwh"
  | "importKwh"
  | "exportKwh"
  | "chargeKwh"
  | "dischargeKwh"
  | "clippedKwh"
  | "costPence";
