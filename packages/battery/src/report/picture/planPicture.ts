import { nowAndNext, wordsOfActions } from "../actionWords.ts";
import { fixed, percentOf } from "../figures.ts";
import { localTime } from "../localTime.ts";
import { minorSum } from "../money.ts";
import { savingWords } from "../outcomeRows.ts";
import type { PlanReport, ReportSlot } from "../planReport.ts";
import { actionPanel } from "./actionPanel.ts";
import { type Frame, frameOf } from "./frame.ts";
import { element, joined, type Markup, text } from "./markup.ts";
import { timeAxis } from "./timeAxis.ts";
import { chargePanel, flowPanel, type PanelPlace, pricePanel } from "./valuePanels.ts";

/** One size of the picture; a page holds several and shows the one that suits the screen. */
export interface PictureSize {
  /** Starts the ids in the picture and is its class. */
  readonly name: string;
  /** In picture units: CSS pixels at full size. */
  readonly width: number;
  readonly plotHeight: number;
}

const TOP = 22;
const PANEL_GAP = 10;
const AXIS_HEIGHT = 22;

/** The plan as SVG: actions, prices, what is stored in three futures, flows, over one time axis. */
export function planPicture(report: PlanReport, size: PictureSize): Markup {
  const frame = frameOf(report, size.width);
  const panels: Markup[] = [];
  let top = TOP;
  const add = (panel: { readonly markup: Markup; readonly height: number }) => {
    panels.push(panel.markup);
    top += panel.height + PANEL_GAP;
  };
  const place = (factor: number): PanelPlace => ({ top, plotHeight: size.plotHeight * factor });
  add(actionPanel(report, frame, top));
  add(pricePanel(report, frame, place(1)));
  add(chargePanel(report, frame, place(1)));
  add(flowPanel(report, frame, place(1.3)));
  const span = { top: TOP, bottom: top - PANEL_GAP };
  const height = span.bottom + AXIS_HEIGHT;
  const attributes = {
    class: `picture ${size.name}`,
    viewBox: `0 0 ${size.width} ${fixed(height, 0)}`,
    role: "img",
    "aria-labelledby": `${size.name}-title ${size.name}-desc`,
    xmlns: "http://www.w3.org/2000/svg",
  };
  return element(
    "svg",
    attributes,
    element("title", { id: `${size.name}-title` }, text(`Battery plan for ${report.homeName}`)),
    element("desc", { id: `${size.name}-desc` }, text(description(report))),
    timeAxis(report, frame, span),
    ...panels,
    joined(slotTips(report, frame, span)),
  );
}

function description(report: PlanReport): string {
  const costs = `The plan's bill is ${minorSum(report.futures.nominal.costPence, report.currency)}, ${savingWords(report, "idle")}.`;
  return `${nowAndNext(report)} ${costs} Every figure is in the table under the picture.`;
}

/** An unseen box over each slot, with everything about it for whoever points there. */
function slotTips(
  report: PlanReport,
  frame: Frame,
  span: { readonly top: number; readonly bottom: number },
): readonly Markup[] {
  const words = wordsOfActions(report.slots, report.battery);
  return report.slots.map((slot, index) => {
    const x = frame.xAt(slot.startMs);
    const width = frame.xAt(slot.endMs) - x;
    const box = { x, y: span.top, width, height: span.bottom - span.top, class: "slot" };
    const tip = slotTipText(report, slot, words[index] as string);
    return element("rect", box, element("title", {}, text(tip)));
  });
}

/** What is told of a slot where somebody points at it, in lines. */
function slotTipText(report: PlanReport, slot: ReportSlot, words: string): string {
  const start = localTime(slot.startMs, report.timeZone);
  const soc = (kwh: number) => percentOf(kwh, report.battery.capacityKwh);
  const sum = (pence: number) => minorSum(pence, report.currency);
  const kwh = (value: number) => fixed(value, 2);
  return [
    `${start.dayLabel} ${start.clock} to ${localTime(slot.endMs, report.timeZone).clock}`,
    words,
    `${slot.why.text}.`,
    `Buy ${sum(slot.importPencePerKwh)}, sell ${sum(slot.exportPencePerKwh)} a kWh`,
    `Stored ${soc(slot.socStartKwh)} to ${soc(slot.socEndKwh)}`,
    `Sun ${kwh(slot.pvKwh)}, home ${kwh(slot.loadKwh + slot.carKwh + slot.diverterKwh)}, import ${kwh(slot.importKwh)}, export ${kwh(slot.exportKwh)} kWh`,
    `Cost ${sum(slot.costPence)}, so far ${sum(slot.runningCostPence)}`,
  ].join("\n");
}
