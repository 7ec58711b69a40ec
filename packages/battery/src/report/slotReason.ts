import type { ReportDraft } from "./planReport.ts";

/** Why a slot does what it does: a stable word for programs and one sentence for people. */
export interface Reason {
  readonly code: string;
  readonly text: string;
}

/** What a reason may be drawn from. */
export type ReasonDay = Pick<ReportDraft, "slots" | "battery" | "timeZone" | "terminalValue">;

/** Why slot `index` of the day does what it does, from the slot's own data and what comes after it. */
export function slotReason(day: ReasonDay, index: number): Reason {
  const slot = day.slots[index];
  if (slot === undefined)
    throw new RangeError(`slot ${index} of ${day.slots.length}; give an index of the day`);
  return { code: slot.action, text: "" };
}
