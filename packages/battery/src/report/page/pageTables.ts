import { minorUnit } from "../../tariff/currency.ts";
import { wordsOfActions } from "../actionWords.ts";
import { fixed, glued, roundedParts, sumOf } from "../figures.ts";
import { clockChange, localTime } from "../localTime.ts";
import { outcomeFigures, outcomeNotes, outcomeRows } from "../outcomeRows.ts";
import { element, joined, type Markup, text } from "../picture/markup.ts";
import type { PlanReport, ReportSlot } from "../planReport.ts";
import { TOTAL_LABEL, trendArrow } from "../slotColumns.ts";

/** A column of figures in the table of the slots. */
interface FigureColumn {
  readonly heading: string;
  readonly unit: string;
  /** Shown on wide screens only. */
  readonly isWide: boolean;
  readonly cells: readonly string[];
  readonly total: string;
}

/** The day slot by slot, with why, grouped by days. */
export function slotTable(report: PlanReport): Markup {
  const columns = figureColumns(report);
  const words = wordsOfActions(report.slots, report.battery);
  const rows = report.slots.map((_, index) => slotRows(report, index, words[index] as string, columns));
  return element(
    "div",
    { class: "scroll card" },
    element(
      "table",
      {},
      element("thead", {}, headRow(columns)),
      element("tbody", {}, ...rows),
      element("tfoot", {}, totalRow(columns)),
    ),
  );
}

function figureColumns(report: PlanReport): readonly FigureColumn[] {
  const { slots, battery, currency } = report;
  const stored = slots.map((slot) => {
    const share = battery.capacityKwh > 0 ? fixed((slot.socEndKwh / battery.capacityKwh) * 100, 0) : "-";
    return `${share} ${trendArrow(slot, report)}`;
  });
  const buy = slots.map((slot) => fixed(slot.importPencePerKwh, 1));
  const sell = slots.map((slot) => fixed(slot.exportPencePerKwh, 1));
  const priceUnit = minorUnit(currency);
  return [
    { heading: "Buy", unit: priceUnit, isWide: false, cells: buy, total: "" },
    { heading: "Sell", unit: priceUnit, isWide: true, cells: sell, total: "" },
    { heading: "Stored", unit: "%", isWide: false, cells: stored, total: "" },
    energyColumn(slots, "Sun", (slot) => slot.pvKwh),
    energyColumn(slots, "Home", (slot) => slot.loadKwh + slot.carKwh + slot.diverterKwh),
    energyColumn(slots, "Import", (slot) => slot.importKwh),
    energyColumn(slots, "Export", (slot) => slot.exportKwh),
    ...costColumns(slots, currency.minor),
  ];
}

function energyColumn(
  slots: readonly ReportSlot[],
  heading: string,
  figure: (slot: ReportSlot) => number,
): FigureColumn {
  const cells = roundedParts(slots.map(figure), 2).map((value) => fixed(value, 2));
  return { heading, unit: "kWh", isWide: true, cells, total: fixed(sumOf(slots, figure), 2) };
}

function costColumns(slots: readonly ReportSlot[], unit: string): readonly FigureColumn[] {
  const costs = slots.map(({ costPence }) => costPence);
  const cost = roundedParts(costs, 1).map((value) => fixed(value, 1));
  const sums = slots.map(({ runningCostPence }) => fixed(runningCostPence, 1));
  return [
    { heading: "Cost", unit, isWide: false, cells: cost, total: sums.at(-1) ?? fixed(0, 1) },
    { heading: "Sum", unit, isWide: true, cells: sums, total: "" },
  ];
}

function headRow(columns: readonly FigureColumn[]): Markup {
  const heading = (words: string, unit: string, attributes: Readonly<Record<string, string>>) =>
    element("th", { scope: "col", ...attributes }, text(words), element("small", {}, text(unit)));
  return element(
    "tr",
    {},
    heading("Time", "", {}),
    heading("Action", "and why", { class: "words" }),
    ...columns.map(({ heading: words, unit, isWide }) => heading(words, unit, wideClass(isWide))),
  );
}

function slotRows(
  report: PlanReport,
  index: number,
  words: string,
  columns: readonly FigureColumn[],
): Markup {
  const { timeZone } = report;
  const slot = report.slots[index] as ReportSlot;
  const start = localTime(slot.startMs, timeZone);
  const before = report.slots[index - 1];
  const isNewDay = before === undefined || localTime(before.startMs, timeZone).date !== start.date;
  const action = element(
    "td",
    { class: "words" },
    element("span", { class: `chip do-${slot.action}`, "aria-hidden": "true" }),
    text(words),
  );
  const row = element(
    "tr",
    {},
    element("th", { scope: "row" }, text(start.clock)),
    action,
    ...columns.map(({ isWide, cells }) => element("td", wideClass(isWide), text(cells[index] ?? ""))),
  );
  const why = element(
    "tr",
    { class: "why" },
    element("td", {}),
    element("td", { colspan: columns.length + 1 }, text(glued(`${slot.why.text}.`))),
  );
  return joined([...(isNewDay ? [dayRow(report, slot, columns.length)] : []), row, why]);
}

function dayRow({ timeZone }: PlanReport, slot: ReportSlot, columnCount: number): Markup {
  const change = clockChange(slot.startMs, timeZone);
  const note = change === undefined ? [] : [element("small", {}, text(` ${change}`))];
  const cell = { colspan: columnCount + 2, scope: "rowgroup" };
  return element(
    "tr",
    { class: "day" },
    element("th", cell, text(localTime(slot.startMs, timeZone).dayLabel), ...note),
  );
}

function totalRow(columns: readonly FigureColumn[]): Markup {
  const cells = columns.map(({ isWide, total }) => element("td", wideClass(isWide), text(total)));
  return element("tr", {}, element("th", { scope: "row" }, text(TOTAL_LABEL)), element("td", {}), ...cells);
}

/** The plan against its baselines and in the other futures, and what the figures count. */
export function outcomeTable(report: PlanReport): Markup {
  const rows = outcomeRows(report);
  const figures = outcomeFigures(rows, report.currency);
  const isWide = (rank: number | undefined) => rank !== undefined;
  const head = figures.map(({ heading, unit, rank }) =>
    element(
      "th",
      { scope: "col", ...wideClass(isWide(rank)) },
      text(heading),
      element("small", {}, text(unit)),
    ),
  );
  const body = rows.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, text(row.label)),
      ...figures.map(({ show, rank }) => element("td", wideClass(isWide(rank)), text(show(row)))),
    ),
  );
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, element("td", {}), ...head)),
    element("tbody", {}, ...body),
  );
  const notes = outcomeNotes(report).map((note) => element("li", {}, text(note)));
  return joined([
    element("div", { class: "scroll card" }, table),
    element("ul", { class: "notes" }, ...notes),
  ]);
}

function wideClass(isWide: boolean): Readonly<Record<string, string>> {
  return isWide ? { class: "wide" } : {};
}
