import { NOTHING_KWH, showsDearer } from "./figures.ts";
import type { PlannedSlot, ReportBattery } from "./planReport.ts";
import type { ReasonDay } from "./slotReason.ts";

/** What stored energy does in one later slot, and what a kWh of it is worth there. */
export interface LaterUse {
  readonly slot: PlannedSlot;
  /** `home`: instead of an import at the price; `export`: sold at the price. */
  readonly kind: "home" | "export";
  readonly pencePerKwh: number;
}

/** What the home, its cars and its diverter need beyond the sun, in kWh. */
function needKwh(slot: PlannedSlot): number {
  return Math.max(slot.loadKwh + slot.carKwh + slot.diverterKwh - slot.pvKwh, 0);
}

/** Whether the slot buys energy to store it. */
export function chargesFromGrid(slot: PlannedSlot): boolean {
  return slot.chargeKwh > NOTHING_KWH && slot.importKwh - needKwh(slot) > NOTHING_KWH;
}

/** Whether the slot stores energy of the sun alone. */
export function chargesFromSun(slot: PlannedSlot): boolean {
  return slot.chargeKwh > NOTHING_KWH && slot.pvKwh > NOTHING_KWH && !chargesFromGrid(slot);
}

/** Whether stored energy stands in for an import. */
export function servesHome(slot: PlannedSlot): boolean {
  return slot.dischargeKwh > NOTHING_KWH && needKwh(slot) > NOTHING_KWH;
}

/** Whether stored energy is sold. */
export function sellsStored(slot: PlannedSlot): boolean {
  return slot.action === "export" && slot.dischargeKwh > NOTHING_KWH && slot.exportKwh > NOTHING_KWH;
}

/** Whether nothing usable is stored at the end of a slot. */
export function endsEmpty(slot: PlannedSlot, battery: ReportBattery): boolean {
  return slot.socEndKwh <= battery.reserveKwh + NOTHING_KWH;
}

/**
 * The dearest use, above a price, of what is stored at the end of slot `index`; the earliest of equals. Looked for
 * until the battery is next empty, since what is used after that was stored after that; and no further than
 * the next purchase once there is a use before it, since that purchase can serve what follows it.
 */
export function dearestLaterUse(
  day: ReasonDay,
  index: number,
  abovePencePerKwh: number,
): LaterUse | undefined {
  let dearest: LaterUse | undefined;
  for (const slot of untilEmpty(day, index)) {
    if (dearest !== undefined && chargesFromGrid(slot)) return dearest;
    for (const use of usesIn(slot)) {
      if (showsDearer(use.pencePerKwh, dearest?.pencePerKwh ?? abovePencePerKwh)) dearest = use;
    }
  }
  return dearest;
}

/** Whether some of what is stored at the end of slot `index` is still there at the end of the day. */
export function lastsToTheEnd(day: ReasonDay, index: number): boolean {
  return day.slots.slice(index).every((slot) => !endsEmpty(slot, day.battery));
}

/** The first slot after `index` that leaves more in the battery than it finds. */
export function nextCharge(day: ReasonDay, index: number): PlannedSlot | undefined {
  return day.slots.slice(index + 1).find(fillsUp);
}

function fillsUp({ chargeKwh, dischargeKwh }: PlannedSlot): boolean {
  return chargeKwh - dischargeKwh > NOTHING_KWH;
}

/**
 * Whether what slot `index` takes out of the battery would not have fitted beside what a later charge brings:
 * with it the battery would be full before it is next empty.
 */
export function makesRoom(day: ReasonDay, index: number, charge: PlannedSlot): boolean {
  const chargeAt = day.slots.indexOf(charge);
  const takenKwh = day.slots[index]?.dischargeKwh ?? 0;
  const fullKwh = day.battery.capacityKwh - NOTHING_KWH;
  return [charge, ...untilEmpty(day, chargeAt)].some(({ socEndKwh }) => socEndKwh + takenKwh >= fullKwh);
}

/**
 * Whether the home buys, or runs on the battery, at more than a price before the battery next charges: what is
 * sold at that price in slot `index` is missed there, and filling up later does not make up for it.
 */
export function isMissedLater(day: ReasonDay, index: number, pencePerKwh: number): boolean {
  const later = day.slots.slice(index + 1);
  const chargeAt = later.findIndex(fillsUp);
  const before = chargeAt < 0 ? later : later.slice(0, chargeAt);
  return before.some((slot) => {
    const isNeeded = servesHome(slot) || slot.importKwh > NOTHING_KWH;
    return isNeeded && slot.importPencePerKwh > pencePerKwh;
  });
}

/** What a kWh out of the battery costs when it is bought at a price, losses and wear counted. */
export function costFromBattery(importPencePerKwh: number, battery: ReportBattery): number {
  return (costOfStored(importPencePerKwh, battery) + givingWear(battery)) / battery.storeToHomeEfficiency;
}

/** What a stored kWh costs when it is bought at a price: losses counted, and the wear of storing it. */
export function costOfStored(importPencePerKwh: number, battery: ReportBattery): number {
  return importPencePerKwh / battery.gridToStoreEfficiency + battery.storingWearPencePerStoredKwh;
}

/** What it counts to keep, to the end, the energy of a kWh out of the battery: its worth there, and the wear it saves. */
export function worthOfKept({ battery, terminalValue }: ReasonDay): number {
  return worthOut(terminalValue.pencePerKwh, battery);
}

/** What a kWh out of the battery takes away where a stored one is worth a price: losses counted, and the wear of giving. */
export function worthOut(storedPencePerKwh: number, battery: ReportBattery): number {
  return (storedPencePerKwh + givingWear(battery)) / battery.storeToHomeEfficiency;
}

/** Wear of giving back a stored kWh, in pence. */
function givingWear({ wearPencePerStoredKwh, storingWearPencePerStoredKwh }: ReportBattery): number {
  return wearPencePerStoredKwh - storingWearPencePerStoredKwh;
}

function untilEmpty(day: ReasonDay, index: number): readonly PlannedSlot[] {
  const later = day.slots.slice(index + 1);
  const emptyAt = later.findIndex((slot) => endsEmpty(slot, day.battery));
  return emptyAt < 0 ? later : later.slice(0, emptyAt + 1);
}

function usesIn(slot: PlannedSlot): readonly LaterUse[] {
  const uses: LaterUse[] = [];
  if (servesHome(slot)) uses.push({ slot, kind: "home", pencePerKwh: slot.importPencePerKwh });
  if (sellsStored(slot)) uses.push({ slot, kind: "export", pencePerKwh: slot.exportPencePerKwh });
  return uses;
}
