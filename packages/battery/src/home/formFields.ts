import type { Field } from "./fieldRow.ts";
import { FIELDS, quantityOf } from "./fields.ts";
import { HOUSEHOLD, homeSize } from "./homeSize.ts";
import { tidy } from "./quantities.ts";
import { isFields } from "./section.ts";

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

/** Every field of a home file, in the order of the file, with the limits of a household. */
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

/** Least and most of number fields, by their paths in the table. */
export type FieldLimits = Readonly<Record<string, readonly [minimum: number, maximum: number]>>;

/**
 * The limits of numbers in a home of its battery's size; undefined where they are those of a household.
 * @param fields  of the home file, as YAML gives them
 */
export function fieldLimits(fields: unknown): FieldLimits | undefined {
  const size = isFields(fields) ? homeSize(fields.battery) : HOUSEHOLD;
  if (size.largest === 1 && size.smallest === 1) return undefined;
  const numbers = FIELDS.filter(({ kind }) => kind === "number");
  return Object.fromEntries(
    numbers.map((each) => {
      const { minimum, maximum } = quantityOf(each, size);
      return [each.path, [tidy(minimum), tidy(maximum)]] as const;
    }),
  );
}
