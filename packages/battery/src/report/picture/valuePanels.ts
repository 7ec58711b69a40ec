import { minorUnit } from "../../tariff/currency.ts";
import { fixed } from "../figures.ts";
import type { PlanReport, ReportSlot } from "../planReport.ts";
import { socBand } from "../slotColumns.ts";
import { type Frame, type Panel, panelTitle, pointList, stepPath, TITLE_HEIGHT, valueAxis } from "./frame.ts";
import { element, joined, type Markup } from "./markup.ts";
import { roundScale, type Scale, scaleBetween } from "./scale.ts";

/** Where a panel lies and how high its plot is. */
export interface PanelPlace {
  readonly top: number;
  readonly plotHeight: number;
}

/** Import and export price as steps, in minor units per kWh. */
export function pricePanel({ slots, currency }: PlanReport, frame: Frame, place: PanelPlace): Panel {
  const prices = slots.flatMap((slot) => [slot.importPencePerKwh, slot.exportPencePerKwh]);
  const scale = roundScale(prices, plotSpan(place), 6);
  return panelOf(place, [
    panelTitle(frame, place.top, `Price, ${minorUnit(currency)}`, [
      { className: "line-import", mark: "line", words: "import" },
      { className: "line-export", mark: "line", words: "export" },
    ]),
    valueAxis(frame, scale, decimalsOf(scale)),
    stepPath(frame, slots, (slot) => scale.at(slot.exportPencePerKwh), "line-export"),
    stepPath(frame, slots, (slot) => scale.at(slot.importPencePerKwh), "line-import"),
  ]);
}

/** What is stored, in percent of the capacity: the plan's line in the band of the three futures. */
export function chargePanel({ slots, battery }: PlanReport, frame: Frame, place: PanelPlace): Panel {
  const scale = scaleBetween(0, 100, place.plotHeight < 120 ? 50 : 25, plotSpan(place));
  const yOf = (kwh: number) => scale.at(battery.capacityKwh > 0 ? (kwh / battery.capacityKwh) * 100 : 0);
  const start = slots[0];
  if (start === undefined) return panelOf(place, []);
  const edge = (kwhOf: (slot: ReportSlot) => number): readonly (readonly [number, number])[] => [
    [frame.xAt(start.startMs), yOf(start.socStartKwh)],
    ...slots.map((slot) => [frame.xAt(slot.endMs), yOf(kwhOf(slot))] as const),
  ];
  const high = edge((slot) => socBand(slot).highKwh);
  const low = edge((slot) => socBand(slot).lowKwh);
  const plan = edge((slot) => slot.socEndKwh);
  const title = frame.width < 600 ? "Stored, %" : `Stored, % of ${fixed(battery.capacityKwh, 1)} kWh`;
  const reserveY = yOf(battery.reserveKwh);
  return panelOf(place, [
    panelTitle(frame, place.top, title, [
      { className: "line-soc", mark: "line", words: "plan" },
      { className: "band", mark: "box", words: "3 futures" },
      { className: "reserve", mark: "line", words: "reserve" },
    ]),
    valueAxis(frame, scale, 0),
    element("line", { x1: frame.left, x2: frame.right, y1: reserveY, y2: reserveY, class: "reserve" }),
    element("polygon", { points: pointList([...high, ...[...low].reverse()]), class: "band" }),
    ...slots.flatMap((slot) => targetMark(slot, frame, yOf)),
    element("path", { d: `M${pointList(plan)}`, class: "line-soc" }),
  ]);
}

/** The target of a slot, as a short level line in the colour of its action. */
function targetMark(slot: ReportSlot, frame: Frame, yOf: (kwh: number) => number): readonly Markup[] {
  if (slot.targetKwh === undefined) return [];
  const y = yOf(slot.targetKwh);
  const ends = { x1: frame.xAt(slot.startMs), x2: frame.xAt(slot.endMs), y1: y, y2: y };
  return [element("line", { ...ends, class: `target-${slot.action}` })];
}

/** Mean power of each slot, in kW: what comes in above the line, what goes out below it. */
export function flowPanel({ slots }: PlanReport, frame: Frame, place: PanelPlace): Panel {
  const scale = roundScale(
    slots.flatMap((slot) => [meanKw(slot, inKwh(slot)), -meanKw(slot, outKwh(slot))]),
    plotSpan(place),
    6,
  );
  const bars = slots.flatMap((slot) => [
    bar(slot, frame, scale, { className: "fill-pv", fromKwh: 0, toKwh: slot.pvKwh }),
    bar(slot, frame, scale, { className: "fill-import", fromKwh: slot.pvKwh, toKwh: inKwh(slot) }),
    bar(slot, frame, scale, { className: "fill-load", fromKwh: 0, toKwh: -homeKwh(slot) }),
    bar(slot, frame, scale, { className: "fill-export", fromKwh: -homeKwh(slot), toKwh: -outKwh(slot) }),
  ]);
  return panelOf(place, [
    panelTitle(
      frame,
      place.top,
      frame.width < 600 ? "Power, kW" : "Power, kW: in above the line, out below it",
      [
        { className: "fill-pv", mark: "box", words: "sun" },
        { className: "fill-import", mark: "box", words: "import" },
        { className: "fill-load", mark: "box", words: "home" },
        { className: "fill-export", mark: "box", words: "export" },
      ],
    ),
    valueAxis(frame, scale, decimalsOf(scale)),
    ...bars.flat(),
  ]);
}

interface BarPart {
  readonly className: string;
  readonly fromKwh: number;
  readonly toKwh: number;
}

function bar(slot: ReportSlot, frame: Frame, scale: Scale, part: BarPart): readonly Markup[] {
  const from = scale.at(meanKw(slot, part.fromKwh));
  const to = scale.at(meanKw(slot, part.toKwh));
  const height = Math.abs(from - to);
  if (height < 0.05) return [];
  const x = frame.xAt(slot.startMs);
  const width = (frame.xAt(slot.endMs) - x) * 0.86;
  return [element("rect", { x, y: Math.min(from, to), width, height, class: part.className })];
}

function meanKw(slot: ReportSlot, kwh: number): number {
  return kwh / ((slot.endMs - slot.startMs) / 3_600_000);
}

function homeKwh(slot: ReportSlot): number {
  return slot.loadKwh + slot.carKwh + slot.diverterKwh;
}

function inKwh(slot: ReportSlot): number {
  return slot.pvKwh + slot.importKwh;
}

function outKwh(slot: ReportSlot): number {
  return homeKwh(slot) + slot.exportKwh;
}

function plotSpan({ top, plotHeight }: PanelPlace): { readonly top: number; readonly bottom: number } {
  return { top: top + TITLE_HEIGHT, bottom: top + TITLE_HEIGHT + plotHeight };
}

function panelOf({ plotHeight }: PanelPlace, pieces: readonly Markup[]): Panel {
  return { markup: joined(pieces), height: TITLE_HEIGHT + plotHeight };
}

/** Decimals that tell a scale's ticks apart. */
function decimalsOf({ ticks }: Scale): number {
  return (
    [0, 1, 2].find((decimals) =>
      ticks.every((tick) => Math.abs(Number(tick.toFixed(decimals)) - tick) < 1e-6),
    ) ?? 2
  );
}
