/** What may stand in a field of a shot file. */
type FieldKind = "number" | "whole number" | "text" | "flag" | "choice" | "section";

/** One field of a shot file. The same row is the check, the default and the help. */
export interface Field {
  /** `camera.hfovDeg`. */
  readonly path: string;
  readonly kind: FieldKind;
  readonly what: string;
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** True where the minimum (maximum) itself is not allowed. */
  readonly isOpen?: boolean;
  readonly choices?: readonly string[];
  /** A word that may stand for a number. */
  readonly word?: string;
  readonly isRequired?: boolean;
  readonly fallback?: number | string | boolean;
  /** In words, where the default comes from other fields. */
  readonly fallbackWords?: string;
}

/** What a row may say beyond its path, kind and meaning. */
export type Rest = Partial<Omit<Field, "path" | "kind" | "what">>;

/** Makes a row of one kind. */
export type RowOf = (path: string, what: string, rest?: Rest) => Field;

const rowOf =
  (kind: FieldKind): RowOf =>
  (path, what, rest = {}) => ({ path, kind, what, ...rest });

export const section: RowOf = rowOf("section");
export const number: RowOf = rowOf("number");
export const whole: RowOf = rowOf("whole number");
export const text: RowOf = rowOf("text");
export const flag: RowOf = rowOf("flag");
/** Makes the row of a field that takes one of a few words. */
export const choice = (path: string, choices: readonly string[], what: string, rest: Rest = {}): Field => ({
  path,
  kind: "choice",
  what,
  choices,
  ...rest,
});

/** Bounds and unit of a number, for a row: `range(0, 90, "deg")`. */
export function range(minimum: number, maximum: number, unit?: string): Rest {
  return unit === undefined ? { minimum, maximum } : { minimum, maximum, unit };
}

/** What a number of this row may be, in words: `from 1 to 170 deg`. */
export function rangeWords({ minimum, maximum, isOpen, unit }: Field): string {
  const unitWords = unit === undefined ? "" : ` ${unit}`;
  const lower = minimum === undefined ? "" : isOpen === true ? `above ${minimum}` : `from ${minimum}`;
  const upper = maximum === undefined ? "" : isOpen === true ? `up to ${maximum}` : `to ${maximum}`;
  return `${[lower, upper].filter((part) => part !== "").join(" ")}${unitWords}`.trim();
}
