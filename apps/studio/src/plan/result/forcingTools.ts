import { ACTION_NAMES } from "virtual:planner-words";
import type { ForcedAction, SlotAction } from "@lightcone/battery";
import { element } from "../../page/element.ts";
import type { ShownPlan } from "../plannerMessages.ts";
import type { PlanSession } from "../planSession.ts";
import { forcedIn, forcedTimes } from "./forcing.ts";

const ACTIONS: readonly SlotAction[] = ["charge", "hold", "export", "freezeExport", "demand"];

/** Forces an action for the selected slots, lists what is forced, and says what it costs. */
export function forcingTools(session: PlanSession): HTMLElement {
  const target = element("input", {
    type: "number",
    min: 0,
    max: 100,
    step: 1,
    value: 100,
    id: "force-target",
  });
  const buttons = ACTIONS.map((action) => {
    const chip = element("span", { class: `chip do-${action}`, "aria-hidden": true });
    const button = element("button", { type: "button", class: "button small" }, chip, ACTION_NAMES[action]);
    button.addEventListener("click", () => force(session, action, Number(target.value)));
    return button;
  });
  const cost = element("strong", { class: "forced-cost" });
  const list = element("ul", { class: "forced-list" });
  const undo = element("button", { type: "button", class: "quiet-button" }, "Back to the plan");
  undo.addEventListener("click", () => session.force([]));
  const summary = element("div", { class: "forced", role: "status", hidden: true }, cost, list, undo);
  const show = (): void => {
    const { forced, plan } = session.get();
    summary.hidden = forced.length === 0;
    cost.textContent = plan?.forcedCost ?? "";
    list.replaceChildren(...forced.map((each, index) => forcedItem(session, each, index)));
  };
  session.watch(({ forced }) => forced, show);
  session.watch(({ plan }) => plan, show);
  return element(
    "div",
    { class: "forcing" },
    element("span", { class: "label", id: "force-label" }, "What if"),
    element("div", { class: "row", role: "group", "aria-labelledby": "force-label" }, ...buttons),
    element(
      "label",
      { class: "force-target", for: "force-target" },
      "to",
      element(
        "span",
        { class: "control" },
        target,
        element("span", { class: "unit", "aria-hidden": true }, "%"),
      ),
    ),
    summary,
  );
}

function force(session: PlanSession, action: SlotAction, percent: number): void {
  const { plan, selected } = session.get();
  if (plan === undefined) return;
  session.forceAlso([forcedIn(plan, selected, action, targetFor(action, percent, plan))]);
}

/** A target that the battery has: charges go above the reserve, exports to 98 % at most. */
function targetFor(action: SlotAction, percent: number, { reservePercent }: ShownPlan): number | undefined {
  if (action === "charge") return Math.min(Math.max(percent, Math.floor(reservePercent) + 1), 100);
  // With the charge's target left in the field an export would do nothing: then it goes as far as it can.
  if (action === "export") return percent >= 99 ? 0 : Math.max(percent, 0);
  return undefined;
}

function forcedItem(session: PlanSession, forced: ForcedAction, index: number): HTMLElement {
  const { plan, forced: all } = session.get();
  const times = plan === undefined ? undefined : forcedTimes(plan, forced);
  const target = forced.targetPercent === undefined ? "" : ` to ${Math.round(forced.targetPercent)} %`;
  const words = `${times ?? "Outside this plan"}: ${ACTION_NAMES[forced.action].toLowerCase()}${target}`;
  const remove = element(
    "button",
    { type: "button", class: "quiet-button", "aria-label": `Undo ${words}` },
    "×",
  );
  remove.addEventListener("click", () => session.force(all.filter((_, at) => at !== index)));
  return element("li", {}, words, remove);
}
