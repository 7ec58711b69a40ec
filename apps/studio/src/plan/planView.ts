import "virtual:picture.css";
import "./plan.css";
import { element } from "../page/element.ts";
import { problemList } from "../page/problemList.ts";
import { exampleHome } from "./exampleHome.ts";
import { startPlanner } from "./planner.ts";
import type { PlanAnswer } from "./plannerMessages.ts";

/** Plans the example home and shows the plan. */
export function showView(panel: HTMLElement): void {
  const headline = element("p", { class: "card next", "aria-live": "polite" }, "Planning the example home …");
  const figure = element("figure", { class: "card picture-place" });
  panel.append(headline, figure);
  const planner = startPlanner((answer) => show(answer, headline, figure));
  exampleHome().then((home) =>
    planner.plan({ home, clockMs: Date.now(), pictureWidth: Math.max(figure.clientWidth, 320) }),
  );
}

function show(answer: PlanAnswer, headline: HTMLElement, figure: HTMLElement): void {
  if (answer.kind === "problems") {
    figure.replaceChildren(problemList(answer.problems, "This home cannot be planned yet"));
    return;
  }
  const { nowAndNext, picture, tookMs, laneCount } = answer.plan;
  headline.textContent = `${nowAndNext} Planned in ${Math.round(tookMs)} ms on ${laneCount} lanes.`;
  figure.replaceChildren(document.importNode(svgOf(picture), true));
}

function svgOf(markup: string): Element {
  return new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
}
