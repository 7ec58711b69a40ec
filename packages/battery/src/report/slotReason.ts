import { NOTHING_KWH, percentOf, showsDearer } from "./figures.ts";
import { clockSeenFrom } from "./localTime.ts";
import { chargeByWorth, exportByWorth, holdByWorth, serveByWorth } from "./marginalReason.ts";
import { minorSum } from "./money.ts";
import type { PlannedSlot, ReportDraft } from "./planReport.ts";
import {
  chargesFromGrid,
  chargesFromSun,
  costFromBattery,
  costOfStored,
  dearestLaterUse,
  endsEmpty,
  isMissedLater,
  type LaterUse,
  lastsToTheEnd,
  makesRoom,
  nextCharge,
  sellsStored,
  servesHome,
  worthOfKept,
} from "./storedEnergy.ts";

/** Why a slot does what it does: a stable word for programs and one sentence for people. */
export interface Reason {
  readonly code: string;
  readonly text: string;
}

/** What a reason may be drawn from. */
export type ReasonDay = Pick<ReportDraft, "slots" | "battery" | "timeZone" | "currency" | "terminalValue">;

/**
 * Why slot `index` of the day does what it does, from its own figures and those after it: every price in the
 * sentence is one of the day's, or follows from one by the battery's losses and wear.
 * @throws RangeError when the day has no such slot
 */
export function slotReason(day: ReasonDay, index: number): Reason {
  const slot = day.slots[index];
  if (slot === undefined)
    throw new RangeError(`slot ${index} of ${day.slots.length}: give an index of the day`);
  const view: SlotView = { day, index, slot, sum: (pence) => minorSum(pence, day.currency) };
  switch (slot.action) {
    case "charge":
      return chargeReason(view);
    case "hold":
      return holdReason(view);
    case "export":
      return exportReason(view);
    case "freezeExport":
      return freezeExportReason(view);
    case "demand":
      return demandReason(view);
  }
}

interface SlotView {
  readonly day: ReasonDay;
  readonly index: number;
  readonly slot: PlannedSlot;
  /** A price in words. */
  readonly sum: (pence: number) => string;
}

/** The plan is chosen by all three futures, so a slot need not pay in the nominal one. */
const WEIGHED = "weighed over all three futures";

function chargeReason(view: SlotView): Reason {
  const { day, index, slot } = view;
  if (!chargesFromGrid(slot)) return chargeWithoutGridReason(view);
  const price = slot.importPencePerKwh;
  if (price < 0) return { code: "charge-paid", text: `Importing earns ${view.sum(-price)} a kWh` };
  const cost = costFromBattery(price, day.battery);
  const use = dearestLaterUse(day, index, cost);
  if (use !== undefined) {
    const after = `${lossWords(day)} a kWh from the battery costs ${view.sum(cost)}`;
    const gain = use.kind === "home" ? "instead of" : "to export at";
    const code = use.kind === "home" ? "charge-cheap" : "charge-to-export";
    return { code, text: `Import ${view.sum(price)} now ${gain} ${atClock(view, use)}; ${after}` };
  }
  const endValue = day.terminalValue.pencePerKwh;
  const storedCost = costOfStored(price, day.battery);
  if (lastsToTheEnd(day, index) && showsDearer(endValue, storedCost)) {
    const costs = `${lossWords(day)} it costs ${view.sum(storedCost)}`;
    return { code: "charge-keep", text: `A kWh stored at the end counts ${view.sum(endValue)}; ${costs}` };
  }
  const byWorth = chargeByWorth(view);
  if (byWorth !== undefined) return byWorth;
  return { code: "charge-hedge", text: `Does not pay on the forecast alone; ${WEIGHED}` };
}

function chargeWithoutGridReason(view: SlotView): Reason {
  const { day, slot } = view;
  if (chargesFromSun(slot))
    return { code: "charge-sun", text: "The sun charges the battery; nothing is bought for it" };
  const targetKwh = slot.targetKwh ?? day.battery.capacityKwh;
  if (slot.socStartKwh >= targetKwh - NOTHING_KWH) {
    const level = percentOf(slot.socStartKwh, day.battery.capacityKwh);
    return { code: "charge-done", text: `Already charged to ${level}${buysWords(view)}` };
  }
  return { code: "charge-none", text: "Nothing is charged on the forecast day" };
}

function holdReason(view: SlotView): Reason {
  const { day, index, slot } = view;
  const price = slot.importPencePerKwh;
  if (slot.importKwh <= NOTHING_KWH) return holdWithoutImportReason(slot);
  if (price < 0)
    return {
      code: "hold-paid",
      text: `Importing earns ${view.sum(-price)} a kWh; the battery keeps its charge`,
    };
  if (endsEmpty(slot, day.battery)) {
    return { code: "hold-empty", text: `Nothing stored to use; the home buys at ${view.sum(price)}` };
  }
  const use = dearestLaterUse(day, index, price);
  if (use !== undefined) {
    const purpose = use.kind === "home" ? "for" : "to export at";
    return {
      code: "hold-dearer",
      text: `Buy at ${view.sum(price)} now, keep what is stored ${purpose} ${atClock(view, use)}`,
    };
  }
  const endValue = worthOfKept(day);
  if (lastsToTheEnd(day, index) && showsDearer(endValue, price)) {
    return {
      code: "hold-keep",
      text: `Buy at ${view.sum(price)} now; a kWh kept to the end counts ${view.sum(endValue)}`,
    };
  }
  const byWorth = holdByWorth(view);
  if (byWorth !== undefined) return byWorth;
  return { code: "hold-hedge", text: `Keeps what is stored; ${WEIGHED}` };
}

function holdWithoutImportReason(slot: PlannedSlot): Reason {
  if (slot.chargeKwh > NOTHING_KWH)
    return { code: "hold-sun", text: "The sun serves the home and charges the battery" };
  if (slot.dischargeKwh > NOTHING_KWH)
    return { code: "hold-served", text: "The home is served without buying" };
  return { code: "hold-idle", text: "Nothing is bought; the battery keeps its charge" };
}

function exportReason(view: SlotView): Reason {
  const { day, index, slot } = view;
  if (!sellsStored(slot)) return exportWithoutSaleReason(view);
  const price = slot.exportPencePerKwh;
  const gain = isMissedLater(day, index, price) ? undefined : exportGainReason(view);
  if (gain !== undefined) return gain;
  const byWorth = exportByWorth(view);
  if (byWorth !== undefined) return byWorth;
  if (day.slots.slice(index + 1).every((later) => !showsDearer(later.exportPencePerKwh, price))) {
    return { code: "export-best", text: `No later export price is above this ${view.sum(price)}` };
  }
  return { code: "export-hedge", text: `Export at ${view.sum(price)}; ${WEIGHED}` };
}

/** What the sale is better than: refilling from the grid, the sun that fills the room, keeping to the end. */
function exportGainReason(view: SlotView): Reason | undefined {
  const { day, index, slot } = view;
  const price = slot.exportPencePerKwh;
  const sale = `Export at ${view.sum(price)}`;
  const charge = nextCharge(day, index);
  if (charge === undefined) {
    const endValue = worthOfKept(day);
    if (!lastsToTheEnd(day, index) || !showsDearer(price, endValue)) return undefined;
    return {
      code: "export-over-keep",
      text: `${sale} beats the ${view.sum(endValue)} a kWh kept to the end counts`,
    };
  }
  const clock = clockIn(view, charge);
  if (chargesFromGrid(charge)) {
    const cost = costFromBattery(charge.importPencePerKwh, day.battery);
    if (!showsDearer(price, cost)) return undefined;
    return {
      code: "export-refill",
      text: `${sale} beats the ${view.sum(cost)} it costs to refill at ${clock}`,
    };
  }
  const isForSun = chargesFromSun(charge) && makesRoom(day, index, charge);
  if (!isForSun || !showsDearer(price, charge.exportPencePerKwh)) return undefined;
  const sun = `the sun at ${clock}, which would earn ${view.sum(charge.exportPencePerKwh)}`;
  return { code: "export-room", text: `${sale} makes room for ${sun}` };
}

function exportWithoutSaleReason(view: SlotView): Reason {
  const { day, slot } = view;
  const targetKwh = slot.targetKwh ?? day.battery.reserveKwh;
  if (slot.socStartKwh <= targetKwh + NOTHING_KWH) {
    const level = percentOf(slot.socStartKwh, day.battery.capacityKwh);
    return { code: "export-done", text: `Already down to ${level}${buysWords(view)}` };
  }
  if (servesHome(slot)) return serveReason(view, "export-serve");
  return { code: "export-none", text: "Nothing stored is exported on the forecast day" };
}

function freezeExportReason(view: SlotView): Reason {
  const { day, index, slot } = view;
  if (slot.pvKwh <= NOTHING_KWH) return restWithoutSunReason(view);
  if (slot.exportKwh <= NOTHING_KWH)
    return { code: "sun-used", text: `The home takes all the sun${buysWords(view)}` };
  const price = slot.exportPencePerKwh;
  const refill = isMissedLater(day, index, price) ? undefined : nextCharge(day, index);
  if (isFull(view)) return spillReason(view);
  const sold = `Sell the sun at ${view.sum(price)} now`;
  if (refill !== undefined && chargesFromGrid(refill)) {
    const cost = costOfStored(refill.importPencePerKwh, day.battery);
    if (showsDearer(price, cost)) {
      return {
        code: "sun-refill",
        text: `${sold}; ${lossWords(day)} a kWh stored at ${clockIn(view, refill)} costs ${view.sum(cost)}`,
      };
    }
  }
  if (refill !== undefined && chargesFromSun(refill)) {
    return {
      code: "sun-later",
      text: `${sold}; the sun still charges the battery at ${clockIn(view, refill)}`,
    };
  }
  return { code: "sun-sold", text: sold };
}

/** A battery that rests while there is no sun holds: what it is kept for is the reason, where that is known. */
function restWithoutSunReason(view: SlotView): Reason {
  const kept = holdReason(view);
  if (kept.code === "hold-dearer" || kept.code === "hold-keep") return kept;
  return { code: "sun-none", text: `No sun; the battery rests${buysWords(view)}` };
}

function serveReason(view: SlotView, code: string): Reason {
  const { importKwh, importPencePerKwh: price } = view.slot;
  const rest = importKwh > NOTHING_KWH ? "as far as it can, " : "";
  if (price <= 0) return { code, text: "The battery serves the home" };
  const byWorth = serveByWorth(view, code, rest !== "");
  if (byWorth !== undefined) return byWorth;
  return { code, text: `The battery serves the home ${rest}instead of buying at ${view.sum(price)}` };
}

function demandReason(view: SlotView): Reason {
  const { day, slot } = view;
  const price = slot.importPencePerKwh;
  if (servesHome(slot)) return serveReason(view, "demand-serve");
  if (slot.chargeKwh > NOTHING_KWH) return storeSunReason(view);
  if (slot.exportKwh > NOTHING_KWH) return spillReason(view);
  if (slot.importKwh > NOTHING_KWH) {
    const battery = endsEmpty(slot, day.battery) ? "The battery is at its reserve; the" : "The";
    return { code: "demand-buy", text: `${battery} home buys at ${view.sum(price)}` };
  }
  return { code: "demand-even", text: "The home needs nothing from the battery or the grid" };
}

function spillReason(view: SlotView): Reason {
  const battery = isFull(view) ? "The battery is full; the" : "The";
  return {
    code: "spill",
    text: `${battery} sun's excess is sold at ${view.sum(view.slot.exportPencePerKwh)}`,
  };
}

function isFull({ day, slot }: SlotView): boolean {
  return slot.socEndKwh >= day.battery.capacityKwh - NOTHING_KWH;
}

function storeSunReason(view: SlotView): Reason {
  const { day, index, slot } = view;
  const exportPrice = slot.exportPencePerKwh;
  const use = dearestLaterUse(day, index, costFromBattery(exportPrice, day.battery));
  if (use === undefined || slot.importKwh > NOTHING_KWH) {
    return { code: "demand-store", text: "The sun's excess is stored" };
  }
  const purpose = use.kind === "home" ? "Store the sun for" : "Store the sun to sell it at";
  const instead = `rather than sell it at ${view.sum(exportPrice)} now`;
  return { code: "demand-store-dearer", text: `${purpose} ${atClock(view, use)} ${instead}` };
}

/** `31.0 p at 17:00`. */
function atClock(view: SlotView, use: LaterUse): string {
  return `${view.sum(use.pencePerKwh)} at ${clockIn(view, use.slot)}`;
}

function clockIn({ day, slot }: SlotView, later: PlannedSlot): string {
  return clockSeenFrom(later.startMs, slot.startMs, day.timeZone);
}

function buysWords(view: SlotView): string {
  const { slot } = view;
  return slot.importKwh > NOTHING_KWH ? `; the home buys at ${view.sum(slot.importPencePerKwh)}` : "";
}

function lossWords({ battery }: ReasonDay): string {
  return battery.wearPencePerStoredKwh > 0 ? "after losses and wear" : "after losses";
}
