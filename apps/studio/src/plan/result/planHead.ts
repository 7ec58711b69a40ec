import { element } from "../../page/element.ts";
import { type ProblemText, problemList } from "../../page/problemList.ts";
import { placeLabel, tellingInFormWords } from "../form/fieldLabels.ts";
import type { ShownPlan } from "../plannerMessages.ts";
import type { PlanSession } from "../planSession.ts";
import { dayFigures } from "./dayFigures.ts";

/** What matters first: what to do now, what it costs and saves, and what is wrong where there is no plan. */
export function planHead(session: PlanSession): HTMLElement {
  const faults = element("div", { class: "faults" });
  const figures = dayFigures(session, "Planning the example home …");
  const showFaults = (): void => {
    const { problems, fileProblems, plan } = session.get();
    const heading =
      plan === undefined ? "This home cannot be planned yet" : "Not planned: below is the plan before this";
    faults.replaceChildren(
      ...(problems.length > 0 ? [problemList(problems.map(inForm), heading)] : []),
      ...(fileProblems.length > 0 ? [problemList(fileProblems, "Not everything could be used")] : []),
    );
  };
  session.watch(({ problems }) => problems, showFaults);
  session.watch(({ fileProblems }) => fileProblems, showFaults);
  const section = element("section", { class: "head", "aria-label": "In short" }, faults, ...figures);
  session.watch(
    ({ problems }) => problems,
    (problems) => section.classList.toggle("is-old", problems.length > 0),
  );
  return section;
}

/** A problem of the home by the names of the form, with its place in the file. */
function inForm({ at, what, mend }: ProblemText): ProblemText {
  const label = placeLabel(at);
  const tell = (words: string): string => tellingInFormWords(at, words);
  return { at: label === undefined ? at : `${label} (${at})`, what: tell(what), mend: tell(mend) };
}

/** How long planning took, on how many lanes; announced once it is known. */
export function planStatus(session: PlanSession): HTMLElement {
  const status = element("p", { class: "status", role: "status" }, "Planning …");
  const show = (): void => {
    const { plan, isPlanning, problems, shownMs } = session.get();
    status.classList.toggle("is-busy", isPlanning);
    if (problems.length > 0) status.textContent = "Not planned";
    else if (plan !== undefined) {
      status.textContent = statusWords(plan, shownMs ?? plan.planMs);
      status.title = [`Of it ${Math.round(plan.planMs)} ms to read and plan`, ...plan.laneNotes].join("\n");
    }
  };
  session.watch(({ plan }) => plan, show);
  session.watch(({ isPlanning }) => isPlanning, show);
  session.watch(({ shownMs }) => shownMs, show);
  return status;
}

function statusWords({ proofMs, laneCount, engine }: ShownPlan, shownMs: number): string {
  const lanes = laneCount === 1 ? "one lane" : `${laneCount} lanes`;
  const where = engine === "kernel" ? lanes : `${lanes}, without the compiled kernel`;
  const proof = proofMs > 0 ? `, proven in ${Math.round(proofMs)} ms` : "";
  return `Planned and shown in ${Math.round(shownMs)} ms on ${where}${proof}`;
}
