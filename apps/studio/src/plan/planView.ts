import "virtual:picture.css";
import "./plan.css";
import "./form/form.css";
import "./result/day.css";
import "./result/slot.css";
import "./result/tables.css";
import { element } from "../page/element.ts";
import type { ProblemText } from "../page/problemList.ts";
import { exampleHome } from "./exampleHome.ts";
import { draftOf, keepDraft, planFragment } from "./files/draft.ts";
import { takeDrops } from "./files/dropArea.ts";
import { keptWork } from "./files/keptWork.ts";
import { workOfFragment } from "./files/shareLink.ts";
import { homeForm } from "./form/homeForm.ts";
import type { HomeFiles } from "./plannerMessages.ts";
import { type PlanSession, startSession } from "./planSession.ts";
import { comparison } from "./result/comparison.ts";
import { dayChart } from "./result/dayChart.ts";
import { forcingTools } from "./result/forcingTools.ts";
import { planActions } from "./result/planActions.ts";
import { planHead, planStatus } from "./result/planHead.ts";
import { planTables } from "./result/planTables.ts";
import { previousPlan } from "./result/previousPlan.ts";
import { slotInspector } from "./result/slotInspector.ts";
import { suiteSection } from "./result/suiteSection.ts";

/** The home at the left, its plan at the right; begins with the home of the link, or with the example. */
export function showView(panel: HTMLElement): void {
  const session = startSession();
  const example = exampleHome();
  panel.append(
    element(
      "div",
      { class: "plan-layout" },
      element("div", { class: "home-column" }, homeForm(session), exampleButton(session, example)),
      element(
        "div",
        { class: "plan-column" },
        planTitle(session, example),
        planHead(session),
        previousPlan(session),
        dayChart(session),
        slotInspector(session, "The day slot by slot", forcingTools(session)),
        comparison(session),
        suiteSection(session),
        planTables(session),
      ),
    ),
  );
  takeDrops(panel, session);
  void openFirst(session, example);
  openPasted(session, example);
  // Written when the page is left, not at every edit. Browsers of phones may end a page that is only hidden.
  const leave = (): void => {
    const { home, forced, previousJson } = session.get();
    keepDraft(() => sessionStorage, keptWork(home, forced, previousJson), planFragment(location.hash));
  };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
  });
}

/** Opens a link that is pasted into the address of the open page; going back to the address of before opens nothing. */
function openPasted(session: PlanSession, example: Promise<HomeFiles>): void {
  let former = "";
  addEventListener("hashchange", ({ oldURL }: HashChangeEvent) => {
    const left = planFragment(new URL(oldURL).hash);
    if (left !== "") former = left;
    const fragment = planFragment(location.hash);
    if (fragment !== "" && fragment !== former) void openLinked(session, example);
  });
}

/** Opens the home that was being worked on before a reload, else that of the link or the example. */
async function openFirst(session: PlanSession, example: Promise<HomeFiles>): Promise<void> {
  const draft = draftOf(() => sessionStorage, planFragment(location.hash));
  if (draft === undefined) await openLinked(session, example);
  else session.resume(draft);
}

/** The way from a home that reloads bring back to the example. */
function exampleButton(session: PlanSession, example: Promise<HomeFiles>): HTMLElement {
  const button = element("button", { type: "button", class: "quiet-button" }, "Begin anew with the example");
  button.addEventListener("click", async () => {
    history.replaceState(null, "", "#plan");
    session.open(await example);
  });
  return button;
}

function planTitle(session: PlanSession, example: Promise<HomeFiles>): HTMLElement {
  const title = element("h2", {}, "Example home");
  const span = element("p", { class: "hint" }, "\u00A0");
  session.watch(
    ({ plan }) => plan,
    (plan) => {
      if (plan === undefined) return;
      title.textContent = plan.homeName;
      span.textContent = plan.span;
    },
  );
  return element(
    "header",
    { class: "plan-title" },
    element("div", {}, title, span),
    planStatus(session),
    planActions(session, example),
  );
}

/** Opens the home that the address holds, else the example; a link that cannot be read is told. */
async function openLinked(session: PlanSession, example: Promise<HomeFiles>): Promise<void> {
  const shared = planFragment(location.hash);
  try {
    const home = await example;
    session.resume(shared === "" ? keptWork(home, [], undefined) : await workOfFragment(shared, home));
  } catch (error) {
    if (shared === "") return session.set({ isPlanning: false, problems: [loadProblem(error)] });
    session.open(await example);
    session.set({ fileProblems: [LINK_PROBLEM] });
  }
}

function loadProblem(error: unknown) {
  return {
    at: "example home",
    what: `could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
    mend: "reload the page, or drop a home file of your own",
  };
}

const LINK_PROBLEM: ProblemText = {
  at: "link",
  what: "holds no whole home: it was cut short, or changed on its way",
  mend: "copy the whole link again; the example home is shown instead",
};
