import { element } from "../../page/element.ts";
import { problemList } from "../../page/problemList.ts";
import type { SuiteAnswer, SuiteLine } from "../plannerMessages.ts";
import type { PlanSession } from "../planSession.ts";
import { download } from "./download.ts";
import { suiteDay } from "./suiteDay.ts";

const HEADS = ["Home", "Metric, p", "Bound, p", "Above it, p", "Export, kWh", "Stored at the end, kWh"];

/** The homes of a dropped suite file, each with its plan's figures, and the day of the one that is picked. */
export function suiteSection(session: PlanSession): HTMLElement {
  const list = element("div", {});
  const section = element(
    "section",
    { class: "suite", "aria-label": "Many homes", hidden: true },
    list,
    suiteDay(session),
  );
  session.watch(
    ({ suite }) => suite,
    (suite) => {
      section.hidden = suite === undefined;
      if (suite === undefined) return;
      list.replaceChildren(...suiteNodes(suite, session));
      section.scrollIntoView();
    },
  );
  session.watch(
    ({ suiteHome }) => suiteHome,
    (home) => markPicked(list, home?.id),
  );
  return section;
}

function suiteNodes({ fileName, rows, json, problems }: SuiteAnswer, session: PlanSession): readonly Node[] {
  const close = element("button", { type: "button", class: "quiet-button" }, "Close");
  close.addEventListener("click", session.closeSuite);
  if (problems.length > 0) return [problemList(problems, `${fileName} cannot be planned`), close];
  const save = element("button", { type: "button", class: "button small" }, "Save results (JSON)");
  save.addEventListener("click", () => download("suite-result.json", json, "application/json"));
  const heads = HEADS.map((words) => element("th", { scope: "col" }, words));
  const body = rows.map((line) => homeRow(line, session));
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
      { class: "card scroll homes", tabindex: 0, role: "region", "aria-label": "Homes" },
      element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body)),
    ),
    element("p", { class: "hint" }, "Pick a home to see its day."),
  ];
}

function homeRow(line: SuiteLine, session: PlanSession): HTMLElement {
  const { id, metricPence, boundPence, gapPence, exportKwh, socFinalKwh } = line;
  const pick = element(
    "button",
    { type: "button", class: "quiet-button pick", "aria-pressed": "false", "data-home": id },
    `Home ${id}`,
  );
  const row = element(
    "tr",
    {},
    element("th", { scope: "row" }, pick),
    ...[metricPence, boundPence, gapPence, exportKwh, socFinalKwh].map((value) =>
      element("td", {}, value.toFixed(2)),
    ),
  );
  // The whole row may be pointed at; the keyboard has the button.
  row.addEventListener("click", () => session.showSuiteHome(id, session.get().pictureWidth));
  return row;
}

function markPicked(list: HTMLElement, picked: number | undefined): void {
  for (const button of list.querySelectorAll<HTMLElement>(".pick")) {
    button.setAttribute("aria-pressed", String(button.dataset.home === String(picked)));
  }
}
