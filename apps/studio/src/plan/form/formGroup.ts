import { FORM_FIELDS } from "virtual:planner-words";
import { element } from "../../page/element.ts";
import { formField } from "./formField.ts";
import type { Edit, FormPart } from "./formPart.ts";

/** A part of the form that can be folded. */
export function foldedGroup(
  title: string,
  isOpen: boolean,
  ...children: readonly HTMLElement[]
): HTMLElement {
  return element(
    "details",
    { class: "group", open: isOpen },
    element("summary", {}, element("h2", {}, title)),
    element("div", { class: "group-body" }, ...children),
  );
}

/**
 * The fields of sections that one input holds, each with what it means.
 * @param known  fields that stand elsewhere
 */
export function simpleFields(
  sections: readonly string[],
  known: readonly string[],
  edit: Edit,
): readonly FormPart[] {
  return FORM_FIELDS.filter(({ path, kind }) => {
    const [section, ...rest] = path.split(".");
    const isOwn = sections.includes(section ?? "") && rest.length === 1 && !path.includes("[]");
    return isOwn && !known.includes(path) && SIMPLE_KINDS.includes(kind);
  }).map(({ path }) => formField(path.split("."), edit, { isExplained: true }));
}

/** Kinds of fields that one input holds. */
const SIMPLE_KINDS: readonly string[] = ["number", "flag", "time of day"];

/** Shows every part. */
export function showAll(parts: readonly FormPart[]): FormPart["show"] {
  return (state) => {
    for (const part of parts) part.show(state);
  };
}
