import type { Field } from "./fieldRow.ts";
import { FIELDS, quantityOf } from "./fields.ts";

/** A field of a home file for a form: what the checks, the defaults and the help know of it. */
export interface FormField {
  /** `battery.capacityKwh`; `[]` stands for each item of a list. */
  readonly path: string;
  readonly kind: Field["kind"];
  readonly what: string;
  /** Empty for a bare factor and for what is no number. */
  readonly unit: string;
  /** Both only for numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isRequired: boolean;
  /** The default, in words; empty when there is none. */
  readonly fallback: string;
}

/** Every field of a home file, in the order of the file. */
export function formFields(): readonly FormField[] {
  return FIELDS.map((each) => {
    const { path, kind, what, isRequired = false, fallback, fallbackWords } = each;
    const words = fallback === undefined ? (fallbackWords ?? "") : String(fallback);
    const common = { path, kind, what, isRequired, fallback: words };
    if (kind !== "number") return { ...common, unit: "" };
    const { unit, minimum, maximum } = quantityOf(each);
    return { ...common, unit, minimum, maximum };
  });
}
