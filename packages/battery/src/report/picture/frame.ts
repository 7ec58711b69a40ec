import { fixed } from "../figures.ts";
import type { PlanReport, ReportSlot } from "../planReport.ts";
import { element, joined, type Markup, text } from "./markup.ts";
import type { Scale } from "./scale.ts";

/** Size of a letter in the picture, in picture units (CSS pixels at full size). */
const FONT_SIZE = 11;

/** What one letter needs at most, on average over a word. */
export const LETTER_WIDTH: number = FONT_SIZE * 0.58;

/** Height of a panel's title line. */
export const TITLE_HEIGHT = 22;

/** The part of a picture that the time axis spans; all panels share it. */
export interface Frame {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Where an instant lies, in picture units. */
  readonly xAt: (epochMs: number) => number;
}

/** One panel: what is in it and how high it is, its title line included. */
export interface Panel {
  readonly markup: Markup;
  readonly height: number;
}

/** An entry of a panel's legend: a class of the style sheet and the words for it. */
export interface LegendEntry {
  readonly className: string;
  readonly mark: "line" | "box";
  readonly words: string;
}

/** The frame for a report in a picture of a width; the plan must have a slot. */
export function frameOf(report: PlanReport, width: number): Frame {
  const left = width < 600 ? 74 : 92;
  const right = width - 18;
  const startMs = report.slots[0]?.startMs ?? report.nowMs;
  const endMs = report.slots.at(-1)?.endMs ?? startMs + 1;
  const xAt = (epochMs: number) => left + ((epochMs - startMs) / (endMs - startMs)) * (right - left);
  return { width, left, right, startMs, endMs, xAt };
}

/** The title of a panel, with its legend at the right end of the line. */
export function panelTitle(frame: Frame, top: number, title: string, legend: readonly LegendEntry[]): Markup {
  const baseline = top + 13;
  const pieces: Markup[] = [label(title, { x: frame.width < 600 ? 2 : 8, y: baseline, class: "title" })];
  let x = frame.right;
  for (const { className, mark, words } of [...legend].reverse()) {
    x -= words.length * LETTER_WIDTH;
    pieces.push(label(words, { x, y: baseline }));
    x -= 19;
    pieces.push(
      mark === "line"
        ? element("line", { x1: x, x2: x + 15, y1: baseline - 4, y2: baseline - 4, class: className })
        : element("rect", { x: x + 4, y: baseline - 9, width: 10, height: 10, class: className }),
    );
    x -= 9;
  }
  return joined(pieces);
}

/** Lines and figures of a vertical axis. */
export function valueAxis(frame: Frame, scale: Scale, decimals: number): Markup {
  return joined(
    scale.ticks.map((tick) => {
      const y = scale.at(tick);
      const isZero = Math.abs(tick) < 1e-9;
      const line = { x1: frame.left, x2: frame.right, y1: y, y2: y, class: isZero ? "zero" : "grid" };
      const figure = { x: frame.left - 6, y: y + 4, "text-anchor": "end" };
      return joined([element("line", line), label(fixed(tick, decimals), figure)]);
    }),
  );
}

/** Words in the picture. */
export function label(words: string, attributes: Readonly<Record<string, string | number>>): Markup {
  return element("text", attributes, text(words));
}

/** Straight lines from point to point, as the `d` or `points` of a shape. */
export function pointList(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y]) => `${fixed(x, 1)},${fixed(y, 1)}`).join(" ");
}

/** A line that stays level through each slot. */
export function stepPath(
  frame: Frame,
  slots: readonly ReportSlot[],
  yOf: (slot: ReportSlot) => number,
  className: string,
): Markup {
  const points = slots.flatMap((slot): readonly (readonly [number, number])[] => {
    const y = yOf(slot);
    return [
      [frame.xAt(slot.startMs), y],
      [frame.xAt(slot.endMs), y],
    ];
  });
  return element("path", { d: `M${pointList(points)}`, class: className });
}
