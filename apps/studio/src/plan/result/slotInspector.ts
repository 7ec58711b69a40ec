import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import type { ShownPlan, ShownSlot } from "../plannerMessages.ts";
import type { DayState, SlotRange } from "./day.ts";
import { rangeWords } from "./slotWords.ts";

const HOUR_MS = 3_600_000;

/** Ways to step through the day, the figures of the selected slot, and what else can be done with it. */
export function slotInspector(
  day: Store<DayState>,
  label: string,
  ...tools: readonly HTMLElement[]
): HTMLElement {
  const slider = element("input", {
    type: "range",
    min: 0,
    max: 0,
    step: 1,
    class: "day-slider",
    "aria-label": "Slot",
  });
  const figures = element("dl", { class: "figures" });
  slider.addEventListener("input", () => {
    const begin = Number(slider.value);
    day.set({ selected: { begin, end: begin + 1 } });
  });
  const show = (): void => {
    const { plan, selected } = day.get();
    if (plan === undefined) return;
    slider.max = String(plan.slots.length - 1);
    slider.value = String(selected.begin);
    const slots = plan.slots.slice(selected.begin, selected.end);
    slider.setAttribute("aria-valuetext", `${rangeWords(slots)}: ${slots[0]?.words ?? ""}`);
    figures.replaceChildren(...(slots.length === 1 ? figureItems(slots[0] as ShownSlot) : []));
  };
  day.watch(({ plan }) => plan, show);
  day.watch(({ selected }) => selected, show);
  const step = (hours: number): void => {
    const { plan, selected } = day.get();
    if (plan !== undefined) day.set({ selected: slotHoursAway(plan, selected, hours) });
  };
  return element(
    "section",
    { class: "card inspector", "aria-label": label },
    element(
      "div",
      { class: "stepper" },
      stepButton("−1 h", "−1 h: one hour back", () => step(-1)),
      slider,
      stepButton("+1 h", "+1 h: one hour on", () => step(1)),
    ),
    figures,
    ...tools,
  );
}

function stepButton(words: string, label: string, act: () => void): HTMLElement {
  return element(
    "button",
    { type: "button", class: "button small", "aria-label": label, onclick: act },
    words,
  );
}

function figureItems({ figures }: ShownSlot): readonly HTMLElement[] {
  return figures.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  );
}

/** The slot that holds the instant so many hours away; the first or the last beyond the ends. */
function slotHoursAway({ slots }: ShownPlan, { begin }: SlotRange, hours: number): SlotRange {
  const from = slots[begin]?.startMs ?? 0;
  const wanted = from + hours * HOUR_MS;
  const found = slots.findIndex(({ endMs }) => wanted < endMs);
  const index = found < 0 ? slots.length - 1 : found;
  return { begin: index, end: index + 1 };
}
