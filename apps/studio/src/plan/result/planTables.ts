import { element } from "../../page/element.ts";
import type { PlanSession } from "../planSession.ts";
import { htmlNodes } from "./markupNodes.ts";

/** The day slot by slot and what it comes to, as tables that unfold. */
export function planTables(session: PlanSession): HTMLElement {
  const slots = folded("Slot by slot");
  const outcomes = folded("What it comes to, and what the figures count");
  session.watch(
    ({ plan }) => plan,
    (plan) => {
      if (plan === undefined) return;
      slots.body.replaceChildren(...htmlNodes(plan.slotTable));
      outcomes.body.replaceChildren(...htmlNodes(plan.outcomeTable));
      for (const box of slots.body.children) focusable(box, "Slots");
      for (const box of outcomes.body.children) focusable(box, "Outcomes");
    },
  );
  return element("div", { class: "tables" }, slots.details, outcomes.details);
}

/** What scrolls sideways can be scrolled by the keyboard, too. */
function focusable(box: Element, label: string): void {
  if (!box.classList.contains("scroll")) return;
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
}

function folded(title: string): { readonly details: HTMLElement; readonly body: HTMLElement } {
  const body = element("div", {});
  const details = element(
    "details",
    { class: "fold" },
    element("summary", {}, element("h3", {}, title)),
    body,
  );
  return { details, body };
}
