import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import type { ShownSlot } from "../plannerMessages.ts";
import type { DayState } from "./day.ts";

/** What the battery does in the selected slots, and why: told over the picture, where a pointer looks. */
export function slotWords(day: Store<DayState>): HTMLElement {
  const title = element("p", { class: "slot-title" }, "\u00A0");
  const why = element("p", { class: "why" }, "\u00A0");
  const show = (): void => {
    const { plan, selected } = day.get();
    if (plan === undefined) return;
    const slots = plan.slots.slice(selected.begin, selected.end);
    title.replaceChildren(...titleOf(slots));
    why.textContent = whyOf(slots);
  };
  day.watch(({ plan }) => plan, show);
  day.watch(({ selected }) => selected, show);
  return element("div", { class: "slot-words" }, title, why);
}

/** From when to when, such as `Tue 14 Apr 16:35 to 17:00`. */
export function rangeWords(slots: readonly ShownSlot[]): string {
  const first = slots[0];
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return "";
  const end = last.day === first.day ? last.end : `${last.day} ${last.end}`;
  return `${first.day} ${first.start} to ${end}`;
}

function titleOf(slots: readonly ShownSlot[]): readonly Node[] {
  const first = slots[0];
  if (first === undefined) return [];
  const isOne = slots.every(({ words }) => words === first.words);
  const chip = element("span", { class: `chip do-${first.action}`, "aria-hidden": true });
  const words = isOne ? first.words : `${slots.length} slots`;
  return [
    element("span", { class: "slot-time" }, rangeWords(slots)),
    element("strong", { class: "slot-action" }, ...(isOne ? [chip] : []), words),
  ];
}

function whyOf(slots: readonly ShownSlot[]): string {
  return slots.length === 1
    ? (slots[0]?.why ?? "")
    : "Choose under “What if” what the battery is to do in these slots.";
}
