import { FORM_FIELDS } from "virtual:planner-words";
import type { FormField } from "@lightcone/battery";
import { element, setWords } from "../../page/element.ts";
import { faultWords } from "../../page/problemList.ts";
import { fieldLabel, inFormWords, tellingInFormWords } from "./fieldLabels.ts";
import {
  type Edit,
  type FieldPath,
  type FormPart,
  pathWords,
  tablePath,
  unitIn,
  valueAt,
} from "./formPart.ts";
import { numberInput } from "./typedNumber.ts";

const BY_PATH: ReadonlyMap<string, FormField> = new Map(FORM_FIELDS.map((each) => [each.path, each]));

/** One field of the home file with its unit, its limits, its default, and what is wrong with it. */
export function formField(
  path: FieldPath,
  edit: Edit,
  { isExplained = false }: { readonly isExplained?: boolean } = {},
): FormPart {
  const place = pathWords(path);
  const field = BY_PATH.get(tablePath(path));
  if (field === undefined) throw new RangeError(`no field ${place} in the table of the home file`);
  const meaning = meaningOf(field);
  const id = `field-${place.replace(/\W+/g, "-")}`;
  const control = controlOf(field, id, (value) => edit({ path, value }));
  const hint = element("p", { id: `${id}-hint`, class: "hint" });
  const unit = element("span", { class: "unit", "aria-hidden": true });
  const fault = element("p", { id: `${id}-fault`, class: "fault", hidden: true });
  const label = element("label", { for: id, title: field.what }, fieldLabel(field.path));
  const box = element("div", { class: "control" }, control.input);
  if (field.unit !== "") box.append(unit);
  control.input.setAttribute("aria-describedby", `${id}-hint ${id}-fault`);
  return {
    element: element(
      "div",
      { class: `field is-${field.kind.replaceAll(" ", "-")}` },
      label,
      box,
      hint,
      fault,
    ),
    show: ({ fields, limits, problems, minorSign }) => {
      const [minimum = field.minimum, maximum = field.maximum] =
        (SAYS_SIZE.has(field.path) ? undefined : limits?.[field.path]) ?? [];
      setWords(unit, unitIn(field.unit, minorSign));
      const words = hintOf({ ...field, minimum, maximum, unit: unitIn(field.unit, minorSign) });
      setWords(hint, [...(isExplained ? [meaning] : []), ...(words === "" ? [] : [words])].join(" "));
      control.show(valueAt(fields, path));
      const own = problems.filter(({ at }) => at === place);
      setWords(fault, tellingInFormWords(place, faultWords(own)));
      fault.hidden = own.length === 0;
      control.input.setAttribute("aria-invalid", String(own.length > 0));
    },
  };
}

interface Control {
  readonly input: HTMLInputElement;
  readonly show: (value: unknown) => void;
}

function controlOf(field: FormField, id: string, take: (value: unknown) => void): Control {
  if (field.kind === "flag") return flagControl(field, id, take);
  const input = element("input", {
    ...{ id, type: field.kind === "time of day" ? "time" : "text", placeholder: placeholderOf(field) },
    ...{ autocomplete: "off", spellcheck: "false" },
  });
  if (field.kind === "number") return numberInput(input, take);
  input.addEventListener("input", () => take(input.value === "" ? undefined : input.value));
  return {
    input,
    show: (value) => {
      const text = value === undefined || value === null ? "" : String(value);
      if (document.activeElement !== input && input.value !== text) input.value = text;
    },
  };
}

function flagControl(field: FormField, id: string, take: (value: unknown) => void): Control {
  const input = element("input", { id, type: "checkbox", role: "switch" });
  input.addEventListener("change", () => take(input.checked));
  return {
    input,
    show: (value) => {
      if (document.activeElement === input) return;
      input.checked = typeof value === "boolean" ? value : field.fallback === "true";
    },
  };
}

/** The default stands in an empty field where it is short enough to be read there. */
function placeholderOf({ kind, fallback }: FormField): string {
  return kind === "text" || fallback.length <= 8 ? fallback : "default";
}

/** What the table says of a field, in the words of the form. */
function meaningOf({ path, kind, what }: FormField): string {
  const words = tellingInFormWords(path, what);
  return kind === "flag" ? words.replace(/^true: /, "On: ").replace("; false: ", "; off: ") : words;
}

/** Homes of other sizes have other limits, and what a battery holds and gives says which size a home has. */
const SAYS_SIZE: ReadonlySet<string> = new Set(["battery.capacityKwh", "battery.chargeKw"]);

/** Kinds whose default does not stand in the empty field, or is no words for it. */
const SAYS_DEFAULT: ReadonlySet<FormField["kind"]> = new Set(["time of day", "date and time"]);

/** Limits and default in words. Limits are told for the home's size; those of the size itself are a household's. */
function hintOf({ path, kind, minimum, maximum, unit, fallback }: HintedField): string {
  if (SAYS_DEFAULT.has(kind) && fallback !== "") return `Empty: ${inFormWords(fallback)}`;
  const otherwise = fallback.length > 8 && kind !== "text" ? `, else ${inFormWords(fallback)}` : "";
  if (kind !== "number" || minimum === undefined || maximum === undefined) return otherwise.slice(2);
  const range = `${minimum} to ${maximum}${unit === "" ? "" : ` ${unit}`}`;
  return SAYS_SIZE.has(path) ? `${range} in most homes` : `${range}${otherwise}`;
}

type HintedField = Pick<FormField, "path" | "kind" | "unit" | "fallback"> & {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
};
