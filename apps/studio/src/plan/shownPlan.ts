import {
  fixed,
  headlineSums,
  localTime,
  majorSum,
  minorSum,
  netPence,
  nowAndNext,
  type PlanReport,
  planPicture,
  type ReportSlot,
  savedPence,
  wordsOfActions,
} from "@lightcone/battery";
import type { EngineFacts } from "./engineFacts.ts";
import { noteInFormWords } from "./form/fieldLabels.ts";
import type { ComparedFigure, ShownPlan, ShownSlot, ShownSum } from "./plannerMessages.ts";

/** Height of a panel of the picture, in CSS pixels. */
const PLOT_HEIGHT = 104;

/** How a plan came about, and how it is to be shown. */
export interface ShownWith extends EngineFacts {
  /** Starts the ids in the picture, of which the page may hold several. */
  readonly pictureName: string;
  readonly pictureWidth: number;
  readonly planMs: number;
  readonly proofMs: number;
  /** Figures of the plan to compare with. */
  readonly comparedWith?: readonly ComparedFigure[];
  /** The plan without the forced actions, where there are any. */
  readonly withoutForced?: PlanReport;
}

/** Puts a plan into the words and shapes of the page. */
export function shownPlan(
  report: PlanReport,
  { withoutForced, pictureName, pictureWidth, comparedWith = [], ...run }: ShownWith,
): ShownPlan {
  const { capacityKwh, reserveKwh } = report.battery;
  const words = wordsOfActions(report.slots, report.battery);
  return {
    ...run,
    homeName: report.homeName,
    currency: report.currency,
    span: `${moment(report.nowMs, report)} to ${moment(report.slots.at(-1)?.endMs ?? report.nowMs, report)}`,
    action: report.slots[0]?.action ?? "demand",
    nowAndNext: nowAndNext(report),
    sums: shownSums(report),
    slots: report.slots.map((slot, index) => shownSlot(slot, words[index] ?? "", report)),
    compared: comparedFigures(report, comparedWith),
    warnings: report.warnings.map(noteInFormWords),
    reservePercent: capacityKwh > 0 ? (100 * reserveKwh) / capacityKwh : 0,
    picture: planPicture(report, { name: pictureName, width: pictureWidth, plotHeight: PLOT_HEIGHT }).markup,
    isProven: report.proof !== undefined,
    ...(withoutForced === undefined ? {} : { forcedCost: forcedCost(report, withoutForced) }),
  };
}

function moment(epochMs: number, { timeZone }: PlanReport): string {
  const { dayLabel, clock } = localTime(epochMs, timeZone);
  return `${dayLabel} ${clock}`;
}

/** The page's own headline figures, and how far from the best the plan can be. */
function shownSums(report: PlanReport): readonly ShownSum[] {
  return [...headlineSums(report), gapSum(report)];
}

/** Without the bound itself: it counts three futures and what is left in store, so it is no match for the cost beside it. */
function gapSum({ proof, metricPence, currency }: PlanReport): ShownSum {
  const words = "Proven within";
  if (proof === undefined) return { words, figure: "…", note: "of the best there can be" };
  const gapPence = Math.max(metricPence - proof.lowerBoundPence, 0);
  return {
    words,
    figure: minorSum(gapPence, currency),
    note: "of the best there can be, over three futures",
  };
}

function shownSlot(slot: ReportSlot, words: string, report: PlanReport): ShownSlot {
  const { timeZone } = report;
  const start = localTime(slot.startMs, timeZone);
  return {
    startMs: slot.startMs,
    endMs: slot.endMs,
    day: start.dayLabel,
    start: start.clock,
    end: localTime(slot.endMs, timeZone).clock,
    action: slot.action,
    ...(slot.targetPercent === undefined ? {} : { targetPercent: slot.targetPercent }),
    words,
    why: `${slot.why.text}.`,
    figures: slotFigures(slot, report),
  };
}

function slotFigures(
  slot: ReportSlot,
  { currency, battery: { capacityKwh } }: PlanReport,
): readonly (readonly [string, string])[] {
  const price = (pence: number): string => minorSum(pence, currency);
  const kwh = (energy: number): string => `${fixed(energy, 2)} kWh`;
  const percent = (energy: number): string => fixed(capacityKwh > 0 ? (100 * energy) / capacityKwh : 0, 0);
  const some = (name: string, energy: number): readonly (readonly [string, string])[] =>
    energy >= 0.005 ? [[name, kwh(energy)]] : [];
  const worth = slot.storedPencePerKwh;
  return [
    ["Buy", price(slot.importPencePerKwh)],
    ["Sell", price(slot.exportPencePerKwh)],
    ["Stored", `${percent(slot.socStartKwh)} → ${percent(slot.socEndKwh)} %`],
    ["Sun", kwh(slot.pvKwh)],
    ["Home", kwh(slot.loadKwh)],
    ...some("Car", slot.carKwh),
    ...some("Diverter", slot.diverterKwh),
    ["Import", kwh(slot.importKwh)],
    ["Export", kwh(slot.exportKwh)],
    ...some("Not used", slot.clippedKwh),
    ["Cost", price(slot.costPence)],
    ["So far", price(slot.runningCostPence)],
    ...(worth === undefined ? [] : ([["A stored kWh", price(worth)]] as const)),
  ];
}

/** What two plans are compared by. */
function comparedFigures(report: PlanReport, others: readonly ComparedFigure[]): readonly ComparedFigure[] {
  const { currency, futures, metricPence, proof } = report;
  const { nominal } = futures;
  const figure = (name: string, value: number, wordsOf: (value: number) => string): ComparedFigure => {
    const other = others.find((each) => each.name === name);
    if (other === undefined) return { name, value, words: wordsOf(value) };
    const more = value - other.value;
    return { name, value, words: wordsOf(value), difference: `${more > 0 ? "+" : ""}${wordsOf(more)}` };
  };
  const money = (name: string, value: number) => figure(name, value, (pence) => majorSum(pence, currency));
  const energy = (name: string, value: number) => figure(name, value, (kwh) => `${fixed(kwh, 2)} kWh`);
  return [
    money("Bill of the day", nominal.costPence),
    money("Net of wear and stored energy", netPence(nominal)),
    money("Saved against an idle battery", savedPence(report, "idle")),
    money("Three futures weighed", metricPence),
    ...(proof === undefined ? [] : [money("No plan can be below", proof.lowerBoundPence)]),
    energy("Import", nominal.importKwh),
    energy("Export", nominal.exportKwh),
    energy("Stored at the end", nominal.socEndKwh),
  ];
}

/** The three futures weighed, as plans are chosen by them. */
function forcedCost(report: PlanReport, before: PlanReport): string {
  const { currency } = report;
  const more = report.metricPence - before.metricPence;
  if (Math.abs(more) < 0.05) return "Your changes cost nothing.";
  const sum = minorSum(Math.abs(more), currency);
  return more > 0 ? `Your changes cost ${sum} more than the plan.` : `Your changes save ${sum}.`;
}
