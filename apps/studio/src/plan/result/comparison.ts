import { element } from "../../page/element.ts";
import type { ShownPlan } from "../plannerMessages.ts";
import type { PlanSession } from "../planSession.ts";
import { svgNode } from "./markupNodes.ts";

/** Two plans side by side: the one kept, and the one of the home as it is now. */
export function comparison(session: PlanSession): HTMLElement {
  const section = element("section", { class: "comparison", "aria-label": "Comparison", hidden: true });
  const show = (): void => {
    const { pinned, plan } = session.get();
    section.hidden = pinned === undefined || plan === undefined;
    if (pinned === undefined || plan === undefined) return;
    const end = element("button", { type: "button", class: "quiet-button" }, "End comparison");
    end.addEventListener("click", () => session.pin(undefined));
    section.replaceChildren(
      element("div", { class: "section-head" }, element("h3", {}, "Before and now"), end),
      element(
        "p",
        { class: "hint" },
        "Change a tariff, the battery or anything else of the home: the new plan stands beside the one kept.",
      ),
      element(
        "div",
        { class: "card scroll", tabindex: 0, role: "region", "aria-label": "Figures before and now" },
        comparisonTable(pinned, plan),
      ),
      element("div", { class: "pair" }, miniature("Before", pinned), miniature("Now", plan)),
    );
  };
  session.watch(({ pinned }) => pinned, show);
  session.watch(({ plan }) => plan, show);
  return section;
}

function comparisonTable(before: ShownPlan, now: ShownPlan): HTMLElement {
  const rows = now.compared.map((figure) => {
    const former = before.compared.find(({ name }) => name === figure.name);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, figure.name),
      element("td", {}, former?.words ?? "–"),
      element("td", {}, figure.words),
      element("td", { class: "difference" }, figure.difference ?? ""),
    );
  });
  const heads = ["Before", "Now", "Difference"].map((words) => element("th", { scope: "col" }, words));
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, element("td", {}), ...heads)),
    element("tbody", {}, ...rows),
  );
}

/** A small picture of a plan; its own ids would stand in the page twice. */
function miniature(words: string, { picture, nowAndNext }: ShownPlan): HTMLElement {
  const svg = svgNode(picture);
  svg.removeAttribute("aria-labelledby");
  svg.setAttribute("aria-label", `${words}: ${nowAndNext}`);
  for (const each of svg.querySelectorAll("[id]")) each.removeAttribute("id");
  for (const slot of svg.querySelectorAll(".slot")) slot.remove();
  return element("figure", { class: "card" }, element("figcaption", {}, words), svg as unknown as Node);
}
