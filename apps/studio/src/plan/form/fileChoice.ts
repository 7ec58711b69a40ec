import { element, setWords } from "../../page/element.ts";
import { faultWords, type ProblemText } from "../../page/problemList.ts";
import { takeFiles } from "../files/droppedFiles.ts";
import type { PlanSession } from "../planSession.ts";
import { tellingInFormWords } from "./fieldLabels.ts";
import { type FormPart, valueAt } from "./formPart.ts";

/** Forms of a section that name files, in the order in which they are looked for. */
const FORMS = {
  solar: ["solcast", "csv"],
  load: ["history", "forecast"],
} as const;

const WHAT = {
  solar: "Solcast JSON, or CSV with start, kw",
  load: "CSV with start, kwh: two weeks or more",
} as const;

/** Where the data of a section come from, and a button to choose a file in their place. */
export function fileChoice(section: keyof typeof FORMS, session: PlanSession): FormPart {
  const name = element("output", { class: "file-name" });
  const choose = fileButton(session, section);
  const fault = element("p", { class: "fault", hidden: true });
  return {
    element: element(
      "div",
      { class: "file-choice" },
      element("div", { class: "file-line" }, name, choose),
      element("p", { class: "hint" }, WHAT[section]),
      fault,
    ),
    show: ({ fields, problems }) => {
      const given = FORMS[section].map((form) => valueAt(fields, [section, form]));
      setWords(name, sourceWords(given));
      const own = problems.filter(({ at }) => isOfSource(at, section, given));
      setWords(fault, fileFaultWords(section, own));
      fault.hidden = own.length === 0;
    },
  };
}

/** Whether a place is that of a section as a whole, of its source, or inside one of the files that it names. */
export function isOfSource(at: string, section: string, given: readonly unknown[]): boolean {
  const files = given.flat().filter((each) => typeof each === "string");
  const isOwn = at === section || FORM_NAMES.some((form) => at.startsWith(`${section}.${form}`));
  return isOwn || files.some((file) => at === file || at.startsWith(`${file}: `));
}

/** Forms in which data are given, in any section. */
const FORM_NAMES: readonly string[] = ["octopus", "solcast", "csv", "rows", "history", "forecast"];

/** Problems of a source, each with its place inside the file where it has one. */
export function fileFaultWords(section: string, problems: readonly ProblemText[]): string {
  return problems
    .map((problem) => {
      const place = /: (.*)$/.exec(problem.at)?.[1];
      const words = faultWords([problem]);
      return tellingInFormWords(section, place === undefined ? words : words.replace(/^It /, `“${place}” `));
    })
    .join(" ");
}

/** What a source is called: its file, or that it stands in the home file. */
export function sourceWords(values: readonly unknown[]): string {
  const given = values.find((value) => value !== undefined);
  if (given === undefined) return "no file";
  const names = (Array.isArray(given) ? given : [given]).filter((each) => typeof each === "string");
  const isNamed = names.length > 0 && names.every((each) => !/[\n[{]/.test(each));
  return isNamed ? names.map((each) => each.replace(/^.*\//, "")).join(", ") : "in the home file";
}

/** A button that opens the browser's choice of files. */
export function fileButton(session: PlanSession, use: "import" | "export" | "solar" | "load"): HTMLElement {
  const input = element("input", { type: "file", hidden: true, tabindex: -1, multiple: true });
  input.addEventListener("change", () => {
    if (input.files !== null) void takeFiles([...input.files], session, use);
    input.value = "";
  });
  const button = element("button", { type: "button", class: "button small" }, "Choose file …", input);
  button.addEventListener("click", (event) => {
    if (event.target !== input) input.click();
  });
  return button;
}
