import { MINUTE_MS, type Slot } from "../clock/slots.ts";
import { type CarSlot, STEP_MINUTES } from "../model/inputs.ts";

/** What is wanted of a charge: powers in kW, times in UTC epoch milliseconds. */
export interface ChargeWish {
  readonly chargeKw: number;
  readonly minimumKw: number;
  /** Begin of the time to charge in; absent where it may begin at once. */
  readonly chargeFromMs?: number;
  readonly readyByMs: number;
}

/** The plan's slots and what import costs in each step of 5 minutes. */
export interface PricedSlots {
  readonly slots: readonly Slot[];
  readonly nowMinute: number;
  readonly importPencePerKwh: Float64Array;
}

/** A slot that a car may charge in, cut to the time that it has, and what a kWh is taken to cost there. */
export interface SlotOffer {
  readonly startMinute: number;
  readonly stepCount: number;
  readonly pencePerKwh: number;
  readonly powerKw: number;
}

/** What is said of a stretch of steps: what a kWh costs, and at which power. */
export type OfferOf = (beginStep: number, endStep: number) => Pick<SlotOffer, "pencePerKwh" | "powerKw">;

const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** What lies of the slots between the wish's begin and its deadline, in whole steps. */
export function offersWithin(
  { chargeFromMs = Number.NEGATIVE_INFINITY, readyByMs }: ChargeWish,
  { slots, nowMinute }: PricedSlots,
  offerOf: OfferOf,
): SlotOffer[] {
  return slots.flatMap((slot) => {
    const lateSteps = Math.max(Math.ceil((chargeFromMs - slot.startMs) / STEP_MS), 0);
    const endMs = Math.min(slot.endMs, readyByMs);
    const stepCount = Math.floor((endMs - slot.startMs) / STEP_MS) - lateSteps;
    if (stepCount <= 0) return [];
    const startMinute = slot.startMinute + lateSteps * STEP_MINUTES;
    const begin = (startMinute - nowMinute) / STEP_MINUTES;
    return [{ startMinute, stepCount, ...offerOf(begin, begin + stepCount) }];
  });
}

/** Each slot at full power, for its mean import price. */
export function cheapestOffers(wish: ChargeWish, priced: PricedSlots): SlotOffer[] {
  return offersWithin(wish, priced, (begin, end) => {
    let sum = 0;
    for (let step = begin; step < end; step++) sum += priced.importPencePerKwh[step]!;
    return { pencePerKwh: sum / (end - begin), powerKw: wish.chargeKw };
  });
}

/**
 * Fills the cheapest offers, earlier ones first among equals; the dearest one taken is cut to the whole steps that the
 * rest needs, at no less than the car's lowest power (a car stops by itself when it has what it wants). Where gentle
 * offers do not hold all, they are filled at full power. In order of time.
 * @param drawnKwh  energy to draw in all
 */
export function filledSlots(wish: ChargeWish, drawnKwh: number, offers: readonly SlotOffer[]): CarSlot[] {
  const order = [...offers].sort((a, b) => a.pencePerKwh - b.pencePerKwh || a.startMinute - b.startMinute);
  const offeredKwh = order.reduce((sum, { stepCount, powerKw }) => sum + stepCount * stepKwhAt(powerKw), 0);
  const isEnough = offeredKwh >= drawnKwh * (1 - NOTHING_SHARE);
  let leftKwh = drawnKwh;
  const chosen: CarSlot[] = [];
  for (const { startMinute, stepCount, powerKw } of order) {
    if (leftKwh <= drawnKwh * NOTHING_SHARE) break;
    const stepKwh = stepKwhAt(isEnough ? powerKw : wish.chargeKw);
    const kwh = Math.min(stepCount * stepKwh, leftKwh);
    const takenSteps = Math.min(Math.ceil(kwh / stepKwh - NOTHING_SHARE), stepCount);
    const leastKwh = takenSteps * stepKwhAt(wish.minimumKw);
    chosen.push({
      startMinute,
      endMinute: startMinute + takenSteps * STEP_MINUTES,
      kwh: Math.max(kwh, leastKwh),
    });
    leftKwh -= kwh;
  }
  return chosen.sort((a, b) => a.startMinute - b.startMinute);
}

/** Rounding, as a share of an energy or of a step. */
const NOTHING_SHARE = 1e-9;

function stepKwhAt(powerKw: number): number {
  return (powerKw * STEP_MINUTES) / 60;
}
