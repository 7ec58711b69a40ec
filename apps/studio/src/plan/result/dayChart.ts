import { element } from "../../page/element.ts";
import type { ShownPlan } from "../plannerMessages.ts";
import type { Day, SlotRange } from "./day.ts";
import { actionRunAt, movedRun } from "./forcing.ts";
import { svgNode } from "./markupNodes.ts";
import { slotWords } from "./slotWords.ts";

/** Least width at which the picture is legible, in CSS pixels. */
const LEAST_WIDTH = 300;
/** Rows of blocks at the picture's top, in CSS pixels from its top: what a drag there moves is a block. */
const BLOCKS_SELECTOR = "rect[class^='do-']";

/** The day's picture: points select slots; where actions can be forced, drags select several, and dragged blocks move. */
export function dayChart(day: Day): HTMLElement {
  const place = element("div", { class: "picture-place" });
  const figure = element(
    "figure",
    { class: "card chart" },
    slotWords(day),
    place,
    element(
      "figcaption",
      { class: "hint" },
      day.forceAlso === undefined
        ? "Point at a slot for its reasons."
        : "Point at a slot for its reasons, drag across slots to select them, drag a block to move what it does.",
    ),
  );
  day.watch(
    ({ plan }) => plan?.picture,
    (picture) => {
      if (picture === undefined) return;
      const svg = svgNode(picture);
      // The browser's own tips would stand over the page's.
      for (const title of svg.querySelectorAll(".slot title")) title.remove();
      place.replaceChildren(svg);
      markSelected(place, day.get().selected);
    },
  );
  day.watch(
    ({ selected }) => selected,
    (selected) => markSelected(place, selected),
  );
  day.watch(
    ({ problems }) => problems,
    (problems) => figure.classList.toggle("is-old", problems.length > 0),
  );
  listenToPointer(place, day);
  new ResizeObserver(() => {
    const { clientWidth } = place;
    // Nothing is drawn for a place that is hidden.
    if (clientWidth > 0) day.draw(Math.max(Math.floor(clientWidth), LEAST_WIDTH));
  }).observe(place);
  return figure;
}

function slotBoxes(place: HTMLElement): readonly SVGRectElement[] {
  return [...place.querySelectorAll<SVGRectElement>("rect.slot")];
}

function markSelected(place: HTMLElement, { begin, end }: SlotRange): void {
  for (const [index, box] of slotBoxes(place).entries()) {
    box.classList.toggle("shown", index >= begin && index < end);
  }
}

/** The slot under a pointer; the nearest one beside the plot. */
function slotUnder(place: HTMLElement, clientX: number): number {
  const boxes = slotBoxes(place);
  const after = boxes.findIndex((box) => clientX < box.getBoundingClientRect().right);
  return after < 0 ? boxes.length - 1 : after;
}

/** What a pointer that is down does. */
interface Drag {
  readonly kind: "select" | "move";
  readonly from: number;
  readonly run: SlotRange;
}

function listenToPointer(place: HTMLElement, day: Day): void {
  const { forceAlso } = day;
  let drag: Drag | undefined;
  let target: SlotRange | undefined;
  const select = (begin: number, end: number): void => {
    const { selected } = day.get();
    if (selected.begin !== begin || selected.end !== end) day.set({ selected: { begin, end } });
  };
  place.addEventListener("pointerdown", (event) => {
    const { plan } = day.get();
    if (plan === undefined || event.button !== 0) return;
    const from = slotUnder(place, event.clientX);
    if (forceAlso === undefined) return select(from, from + 1);
    drag = { kind: isOverBlock(place, event) ? "move" : "select", from, run: actionRunAt(plan, from) };
    target = undefined;
    select(from, from + 1);
    if (event.pointerType !== "touch") place.setPointerCapture(event.pointerId);
  });
  place.addEventListener("pointermove", (event) => {
    const { plan } = day.get();
    if (plan === undefined) return;
    const at = slotUnder(place, event.clientX);
    if (drag === undefined) {
      if (forceAlso !== undefined) place.classList.toggle("is-over-block", isOverBlock(place, event));
      if (event.pointerType === "mouse" && isOneSlot(day.get().selected)) select(at, at + 1);
    } else if (drag.kind === "select") select(Math.min(drag.from, at), Math.max(drag.from, at) + 1);
    else {
      target = movedBy(drag, at, plan);
      select(target.begin, target.end);
    }
  });
  const end = (): void => {
    const { plan } = day.get();
    if (
      drag?.kind === "move" &&
      plan !== undefined &&
      target !== undefined &&
      target.begin !== drag.run.begin
    ) {
      forceAlso?.(movedRun(plan, drag.run, target));
    }
    drag = undefined;
    target = undefined;
  };
  place.addEventListener("pointerup", end);
  place.addEventListener("pointercancel", () => {
    drag = undefined;
    target = undefined;
  });
}

function isOneSlot({ begin, end }: SlotRange): boolean {
  return end - begin === 1;
}

/** A run of slots as far as it can go towards a pointer. */
function movedBy({ from, run }: Drag, at: number, { slots }: ShownPlan): SlotRange {
  const length = run.end - run.begin;
  const begin = Math.min(Math.max(run.begin + at - from, 0), slots.length - length);
  return { begin, end: begin + length };
}

/** How far beside a block a finger still means it, in CSS pixels. */
const FINGER_REACH = 8;

/** Blocks lie under the slots' boxes, so they are found by where they are. */
function isOverBlock(place: HTMLElement, { clientX, clientY, pointerType }: PointerEvent): boolean {
  const reach = pointerType === "touch" ? FINGER_REACH : 0;
  return [...place.querySelectorAll(BLOCKS_SELECTOR)].some((block) => {
    const { left, right, top, bottom } = block.getBoundingClientRect();
    const isBeside = clientX >= left - reach && clientX <= right + reach;
    return isBeside && clientY >= top - reach && clientY <= bottom + reach;
  });
}
