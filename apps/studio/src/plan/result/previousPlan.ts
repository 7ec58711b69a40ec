import { element } from "../../page/element.ts";
import type { PlanSession } from "../planSession.ts";

/** Says that plans are made beside one that was told before, and lets it be forgotten; hidden where there is none. */
export function previousPlan(session: PlanSession): HTMLElement {
  const forget = element("button", { type: "button", class: "quiet-button" }, "Forget it");
  forget.addEventListener("click", () => session.keepPrevious(undefined));
  const line = element(
    "p",
    { class: "previous", role: "status", hidden: true },
    "The plan that you dropped stays where another saves too little. ",
    forget,
  );
  session.watch(
    ({ previousJson }) => previousJson,
    (json) => {
      line.hidden = json === undefined;
    },
  );
  return line;
}
