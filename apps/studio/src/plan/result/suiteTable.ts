import { element } from "../../page/element.ts";
import { problemList } from "../../page/problemList.ts";
import type { SuiteAnswer } from "../plannerMessages.ts";
import type { PlanSession } from "../planSession.ts";
import { download } from "./download.ts";

const HEADS = ["Home", "Metric, p", "Bound, p", "Above it, p", "Export, kWh", "Stored at the end, kWh"];

/** The homes of a dropped suite file, each with its plan's figures. */
export function suiteTable(session: PlanSession): HTMLElement {
  const section = element("section", { class: "suite", "aria-label": "Many homes", hidden: true });
  session.watch(
    ({ suite }) => suite,
    (suite) => {
      section.hidden = suite === undefined;
      if (suite !== undefined) section.replaceChildren(...suiteNodes(suite, session));
    },
  );
  return section;
}

function suiteNodes({ fileName, rows, json, problems }: SuiteAnswer, session: PlanSession): readonly Node[] {
  if (problems.length > 0) return [problemList(problems, `${fileName} cannot be planned`)];
  const save = element("button", { type: "button", class: "button small" }, "Save results (JSON)");
  save.addEventListener("click", () => download("suite-result.json", json, "application/json"));
  const close = element("button", { type: "button", class: "quiet-button" }, "Close");
  close.addEventListener("click", () => session.set({ suite: undefined }));
  const body = rows.map(({ id, metricPence, boundPence, gapPence, exportKwh, socFinalKwh }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(id)),
      ...[metricPence, boundPence, gapPence, exportKwh, socFinalKwh].map((value) =>
        element("td", {}, value.toFixed(2)),
      ),
    ),
  );
  const heads = HEADS.map((words) => element("th", { scope: "col" }, words));
  return [
    element(
      "div",
      { class: "section-head" },
      element("h3", {}, `${rows.length} homes of ${fileName}`),
      save,
      close,
    ),
    element(
      "div",
      { class: "card scroll", tabindex: 0, role: "region", "aria-label": "Homes" },
      element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body)),
    ),
  ];
}
