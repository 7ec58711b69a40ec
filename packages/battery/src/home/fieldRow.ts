import type { QuantityName } from "./quantities.ts";

/** What may stand in a field. */
type FieldKind =
  | "number"
  | "text"
  | "flag"
  | "time of day"
  | "date and time"
  | "section"
  | "list"
  | "data"
  | "curve"
  | "choice";

/** One field of a home file. The same row is the check, the default and the help. */
export interface Field {
  /** `battery.capacityKwh`; `[]` stands for each item of a list. */
  readonly path: string;
  readonly kind: FieldKind;
  readonly what: string;
  readonly quantity?: QuantityName;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isRequired?: boolean;
  readonly fallback?: number | string | boolean;
  /** In words, where the default comes from other fields. */
  readonly fallbackWords?: string;
}

/** What a row may say beyond its path and meaning. */
export type Rest = Partial<Omit<Field, "path" | "kind" | "what" | "quantity">>;

/** Makes a row of one kind. */
type RowOf = (path: string, what: string, rest?: Rest) => Field;

const rowOf =
  (kind: FieldKind): RowOf =>
  (path, what, rest = {}) => ({ path, kind, what, ...rest });
/** Makers of rows, one for each kind. */
export const section: RowOf = rowOf("section");
export const list: RowOf = rowOf("list");
export const text: RowOf = rowOf("text");
export const flag: RowOf = rowOf("flag");
export const data: RowOf = rowOf("data");
export const curve: RowOf = rowOf("curve");
export const choice: RowOf = rowOf("choice");
export const timeOfDay: RowOf = rowOf("time of day");
export const dateTime: RowOf = rowOf("date and time");
/** Makes the row of a number. */
export const number = (path: string, quantity: QuantityName, what: string, rest: Rest = {}): Field => ({
  path,
  kind: "number",
  quantity,
  what,
  ...rest,
});
/** Marks a row as one that must be given. */
export const needed: Rest = { isRequired: true };
