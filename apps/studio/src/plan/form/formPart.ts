import type { HomeEdit } from "@lightcone/battery";
import type { ProblemText } from "../../page/problemList.ts";

/** The home file as a form needs it. */
export interface FormState {
  /** As YAML gives it. */
  readonly fields: unknown;
  readonly problems: readonly ProblemText[];
}

/** A part of the form: made once, shown anew whenever the home changes. */
export interface FormPart {
  readonly element: HTMLElement;
  readonly show: (state: FormState) => void;
}

/** Changes the home. */
export type Edit = (...edits: readonly HomeEdit[]) => void;

/** Where a field stands: names and indices from the top. */
export type FieldPath = readonly (string | number)[];

/** The path as readers tell it: `cars[0].chargeKw`. */
export function pathWords(path: FieldPath): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");
}

/** The path as the table of fields has it: `cars[].chargeKw`. */
export function tablePath(path: FieldPath): string {
  return pathWords(path).replace(/\[\d+\]/g, "[]");
}

/** What stands at a path; undefined when nothing does. */
export function valueAt(fields: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    fields,
  );
}
