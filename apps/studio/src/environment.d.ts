/// <reference types="vite/client" />

declare module "virtual:picture.css";

declare module "virtual:planner-words" {
  /** Every field of a home file, in the order of the file. */
  export const FORM_FIELDS: readonly import("@lightcone/battery").FormField[];
  /** One or two words for each action. */
  export const ACTION_NAMES: Readonly<Record<import("@lightcone/battery").SlotAction, string>>;
}
