import { element, setWords } from "../../page/element.ts";
import { takeFiles } from "../files/droppedFiles.ts";
import type { PlanSession } from "../planSession.ts";
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
  return {
    element: element(
      "div",
      { class: "file-choice" },
      element("div", { class: "file-line" }, name, choose),
      element("p", { class: "hint" }, WHAT[section]),
    ),
    show: ({ fields }) => {
      setWords(name, sourceWords(FORMS[section].map((form) => valueAt(fields, [section, form]))));
    },
  };
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
