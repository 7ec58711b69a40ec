import { showsDearer } from "./figures.ts";
import type { PlannedSlot } from "./planReport.ts";
import type { Reason, ReasonDay } from "./slotReason.ts";
import { costOfStored, worthOut } from "./storedEnergy.ts";

/** A slot and what a reason by marginal value needs of its day. */
export interface ValuedSlot {
  readonly day: Pick<ReasonDay, "battery">;
  readonly slot: PlannedSlot;
  /** A price in words. */
  readonly sum: (pence: number) => string;
}

/*
 * Reasons from what one more stored kWh is worth, used in the best way from here on. Each compares two prices and is
 * given only where they show what it says; none where the plan is a hedge, or the value is not known.
 */

/** Why importing to store pays. */
export function chargeByWorth({ day, slot, sum }: ValuedSlot): Reason | undefined {
  const { storedPencePerKwh: worth } = slot;
  const cost = costOfStored(slot.importPencePerKwh, day.battery);
  if (worth === undefined || !showsDearer(worth, cost)) return undefined;
  const text = `A stored kWh is worth ${sum(worth)} later; charging one here costs ${sum(cost)}`;
  return { code: "charge-worth", text };
}

/** Why importing beats discharging. */
export function holdByWorth(view: ValuedSlot): Reason | undefined {
  const { slot, sum } = view;
  const worth = worthFromBattery(view);
  if (worth === undefined || !showsDearer(worth, slot.importPencePerKwh)) return undefined;
  const text = `A kWh from the battery is worth ${sum(worth)} later, importing costs ${sum(slot.importPencePerKwh)}: keep it`;
  return { code: "hold-worth", text };
}

/** Why selling beats keeping. */
export function exportByWorth(view: ValuedSlot): Reason | undefined {
  const { slot, sum } = view;
  const worth = worthFromBattery(view);
  if (worth === undefined || !showsDearer(slot.exportPencePerKwh, worth)) return undefined;
  const text = `Exporting earns ${sum(slot.exportPencePerKwh)}; kept, a kWh from the battery is worth ${sum(worth)}`;
  return { code: "export-worth", text };
}

/**
 * Why discharging beats importing.
 * @param isInPart  whether some is imported all the same
 */
export function serveByWorth(view: ValuedSlot, code: string, isInPart: boolean): Reason | undefined {
  const { slot, sum } = view;
  const worth = worthFromBattery(view);
  if (worth === undefined || !showsDearer(slot.importPencePerKwh, worth)) return undefined;
  const costs = `importing costs ${sum(slot.importPencePerKwh)}`;
  const serves = isInPart ? "it serves the home as far as it can" : "it serves the home";
  return { code, text: `A kWh from the battery is worth ${sum(worth)} later, ${costs}: ${serves}` };
}

/** What a kWh out of the battery is worth if it is kept. */
function worthFromBattery({ day, slot }: ValuedSlot): number | undefined {
  const { storedPencePerKwh } = slot;
  return storedPencePerKwh === undefined ? undefined : worthOut(storedPencePerKwh, day.battery);
}
