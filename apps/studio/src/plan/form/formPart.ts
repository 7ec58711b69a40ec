import type { FieldLimits, HomeEdit } from "@lightcone/battery";
import type { ProblemText } from "../../page/problemList.ts";

/** The home file as a form needs it. */
export interface FormState {
  /** As YAML gives it. */
  readonly fields: unknown;
  /** Limits of its numbers, where they are not those of a household. */
  readonly limits: FieldLimits | undefined;
  readonly problems: readonly ProblemText[];
  /** Sign of the home's minor unit of money, such as p. */
  readonly minorSign: string;
}

/** A part of the form: made once, shown anew whenever the home changes. */
export interface FormPart {
  readonly element: HTMLElement;
  readonly show: (state: FormState) => void;
}

/** A unit of the table in the home's own money. */
export function unitIn(unit: string, minorSign: string): string {
  return unit.replace(/^p(?=\/|$)/, minorSign);
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
