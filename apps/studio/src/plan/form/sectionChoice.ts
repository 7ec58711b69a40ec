import { element } from "../../page/element.ts";
import { type Edit, type FormPart, valueAt } from "./formPart.ts";

/** One way in which a section of the home file can be given. */
export interface SectionForm {
  readonly name: string;
  readonly words: string;
  /** Whether the section is given in this way. */
  readonly isOf: (value: unknown) => boolean;
  /** What the form puts there when it is chosen first; absent where a file has to be chosen for it. */
  readonly first?: { readonly value: unknown };
  /** Shown only while the section is given in this way. */
  readonly parts: readonly FormPart[];
}

/**
 * How a section of the home file is given, and the fields of that way: what stood there is put back when it is chosen
 * again.
 * @param forms  one of them is of every value; the first that is counts
 */
export function sectionChoice(
  section: string,
  label: string,
  forms: readonly SectionForm[],
  edit: Edit,
): FormPart {
  const id = `choice-${section}`;
  const select = element(
    "select",
    { id },
    ...forms.map(({ name, words }) => element("option", { value: name }, words)),
  );
  const boxes = forms.map(({ parts }) =>
    element("div", { class: "section-fields" }, ...parts.map((part) => part.element)),
  );
  const remembered = new Map<SectionForm, unknown>();
  const choose = (chosen: SectionForm | undefined): void => {
    select.value = chosen?.name ?? "";
    for (const [index, box] of boxes.entries()) box.hidden = forms[index] !== chosen;
  };
  select.addEventListener("change", () => {
    const chosen = forms.find(({ name }) => name === select.value);
    choose(chosen);
    if (chosen === undefined) return;
    if (remembered.has(chosen)) edit({ path: [section], value: remembered.get(chosen) });
    else if (chosen.first !== undefined) edit({ path: [section], value: chosen.first.value });
  });
  return {
    element: element(
      "div",
      { class: "section-choice" },
      element("div", { class: "field" }, element("label", { for: id }, label), select),
      ...boxes,
    ),
    show: (state) => {
      const value = valueAt(state.fields, [section]);
      const given = forms.find(({ isOf }) => isOf(value));
      if (given !== undefined) remembered.set(given, value);
      choose(given);
      for (const part of given?.parts ?? []) part.show(state);
    },
  };
}
