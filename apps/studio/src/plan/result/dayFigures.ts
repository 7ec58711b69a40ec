import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import type { DayState } from "./day.ts";

/** What a plan says to do now, what it costs and saves, and what there is to know of it. */
export function dayFigures(day: Store<DayState>, waitingWords: string): readonly HTMLElement[] {
  const next = element("p", { class: "card next" }, waitingWords);
  const sums = element(
    "dl",
    { class: "sums" },
    ...Array.from({ length: 5 }, () => sumCard("\u00A0", "–", "\u00A0")),
  );
  const sentences = element("ul", {});
  const warnings = element(
    "div",
    { class: "card warnings", role: "note", "aria-label": "Notes", hidden: true },
    sentences,
  );
  day.watch(
    ({ plan }) => plan,
    (plan) => {
      if (plan === undefined) return;
      next.textContent = plan.nowAndNext;
      next.className = `card next is-${plan.action}`;
      sums.replaceChildren(...plan.sums.map(({ words, figure, note }) => sumCard(words, figure, note)));
      warnings.hidden = plan.warnings.length === 0;
      sentences.replaceChildren(...plan.warnings.map((words) => element("li", {}, words)));
    },
  );
  return [next, sums, warnings];
}

function sumCard(words: string, figure: string, note: string): HTMLElement {
  return element(
    "div",
    { class: "card" },
    element("dt", {}, words),
    element("dd", {}, figure, element("small", {}, note)),
  );
}
