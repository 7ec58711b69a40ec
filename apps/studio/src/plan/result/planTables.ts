import { element } from "../../page/element.ts";
import { latest } from "../../page/latest.ts";
import type { ShownPlan } from "../plannerMessages.ts";
import type { PlanSession } from "../planSession.ts";
import { htmlNodes } from "./markupNodes.ts";

/** The day slot by slot and what it comes to, as tables that unfold; made only while one of them is unfolded. */
export function planTables(session: PlanSession): HTMLElement {
  const slots = folded("Slot by slot");
  const outcomes = folded("What it comes to, and what the figures count");
  const fill = latest<ShownPlan | undefined>(async (plan) => {
    if (plan === undefined || !(slots.details.open || outcomes.details.open)) return;
    const tables = await session.tables();
    slots.body.replaceChildren(...htmlNodes(tables.slots));
    outcomes.body.replaceChildren(...htmlNodes(tables.outcomes));
    for (const box of slots.body.children) focusable(box, "Slots");
    for (const box of outcomes.body.children) focusable(box, "Outcomes");
  });
  for (const { details } of [slots, outcomes]) {
    details.addEventListener("toggle", () => fill.ask(session.get().plan));
  }
  session.watch(({ plan }) => plan, fill.ask);
  return element("div", { class: "tables" }, slots.details, outcomes.details);
}

/** What scrolls sideways can be scrolled by the keyboard, too. */
function focusable(box: Element, label: string): void {
  if (!box.classList.contains("scroll")) return;
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
}

function folded(title: string): { readonly details: HTMLDetailsElement; readonly body: HTMLElement } {
  const body = element("div", {});
  const details = element(
    "details",
    { class: "fold" },
    element("summary", {}, element("h3", {}, title)),
    body,
  );
  return { details, body };
}
