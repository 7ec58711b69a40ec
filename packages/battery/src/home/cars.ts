import { MINUTE_MS, type Slot } from "../clock/slots.ts";
import { formatLocal, nextWallMinute } from "../clock/zone.ts";
import { type Car, type CarSlot, STEP_MINUTES } from "../model/inputs.ts";
import type { Findings } from "./findings.ts";
import type { CarPlan } from "./home.ts";
import { type PlanClock, readPlannedTime } from "./plannedTimes.ts";
import type { Section } from "./section.ts";

/** One car as its owner wants it charged. */
export interface CarWish {
  readonly at: string;
  readonly name: string;
  readonly startKwh: number;
  /** Charge at which it is done. */
  readonly limitKwh: number;
  readonly chargeKw: number;
  readonly efficiency: number;
  readonly readyByMs: number;
  /** Slots that the file gives; absent means the cheapest before readyByMs. */
  readonly givenSlots?: readonly CarSlot[];
}

/** Reads what is wanted for one car. */
export function readCar(section: Section, index: number, clock: PlanClock): CarWish {
  const batteryKwh = section.number("batteryKwh");
  const startKwh = (batteryKwh * section.number("socPercent")) / 100;
  const chargeKw = section.number("chargeKw");
  const readyBy = section.timeOfDay("readyBy") ?? 0;
  const limitKwh = readLimit(section, batteryKwh, startKwh);
  const isCheapest = !Array.isArray(section.fields.plan);
  if (isCheapest) section.choice("plan", ["cheapest"]);
  return {
    at: section.path,
    name: section.has("name") ? section.text("name") : `Car ${index + 1}`,
    startKwh,
    limitKwh,
    chargeKw,
    efficiency: section.number("efficiency"),
    readyByMs: nextWallMinute(clock.nowMs + 1, readyBy, clock.timeZone),
    ...(isCheapest ? {} : { givenSlots: readGivenSlots(section, chargeKw, clock) }),
  };
}

function readLimit(section: Section, batteryKwh: number, startKwh: number): number {
  const form = section.oneOf(["needKwh", "targetPercent"]);
  if (form === undefined) return startKwh;
  const value = section.optionalNumber(form) ?? 0;
  if (form === "targetPercent") return Math.max((batteryKwh * value) / 100, startKwh);
  if (startKwh + value <= batteryKwh) return startKwh + value;
  section.findings.notice({
    kind: "mended",
    at: section.at("needKwh"),
    what: `is ${value} kWh, more than the ${Number((batteryKwh - startKwh).toFixed(2))} kWh that fit; planned until full`,
    mend: "lower needKwh, or correct batteryKwh or socPercent",
  });
  return batteryKwh;
}

function readGivenSlots(section: Section, chargeKw: number, clock: PlanClock): CarSlot[] {
  return section.sections("plan").flatMap((item): CarSlot[] => {
    const time = readPlannedTime(item, clock);
    const given = item.optionalNumber("kwh");
    const pencePerKwh = item.optionalNumber("pencePerKwh");
    if (time === undefined) return [];
    const kwh = given ?? (chargeKw * (time.endMinute - time.startMinute)) / 60;
    return [{ ...time, kwh, ...(pencePerKwh === undefined ? {} : { pencePerKwh }) }];
  });
}

/** The plan's slots and what import costs in each step of 5 minutes. */
export interface PricedSlots {
  readonly slots: readonly Slot[];
  readonly nowMinute: number;
  readonly importPencePerKwh: Float64Array;
}

/**
 * Fills the cheapest slots that end by the deadline, earlier ones first among equals, each at full power; the
 * dearest one taken is cut to the whole steps that the rest needs. In order of time.
 * @param drawnKwh  energy to draw in all
 */
export function cheapestSlots(
  wish: Pick<CarWish, "chargeKw" | "readyByMs">,
  drawnKwh: number,
  priced: PricedSlots,
): CarSlot[] {
  const candidates = priced.slots.flatMap((slot) => {
    const endMs = Math.min(slot.endMs, wish.readyByMs);
    const stepCount = Math.floor((endMs - slot.startMs) / (STEP_MINUTES * MINUTE_MS));
    if (stepCount <= 0) return [];
    return [{ startMinute: slot.startMinute, stepCount, price: meanPrice(priced, slot, stepCount) }];
  });
  candidates.sort((a, b) => a.price - b.price || a.startMinute - b.startMinute);
  const stepKwh = (wish.chargeKw * STEP_MINUTES) / 60;
  let leftKwh = drawnKwh;
  const chosen: CarSlot[] = [];
  for (const { startMinute, stepCount } of candidates) {
    if (leftKwh <= drawnKwh * 1e-9) break;
    const fullKwh = stepCount * stepKwh;
    const kwh = Math.min(fullKwh, leftKwh);
    const neededSteps = Math.ceil(kwh / stepKwh - 1e-9);
    const takenSteps = Math.min(neededSteps, stepCount);
    chosen.push({ startMinute, endMinute: startMinute + takenSteps * STEP_MINUTES, kwh });
    leftKwh -= kwh;
  }
  return chosen.sort((a, b) => a.startMinute - b.startMinute);
}

function meanPrice({ nowMinute, importPencePerKwh }: PricedSlots, slot: Slot, stepCount: number): number {
  const begin = (slot.startMinute - nowMinute) / STEP_MINUTES;
  let sum = 0;
  for (let step = begin; step < begin + stepCount; step++) sum += importPencePerKwh[step]!;
  return sum / stepCount;
}

/** Fixes when a car charges; in this version the plan takes these slots as given. */
export function planCar(
  wish: CarWish,
  priced: PricedSlots,
  findings: Findings,
  timeZone: string,
): { readonly car: Car; readonly plan: CarPlan } {
  const needKwh = wish.limitKwh - wish.startKwh;
  const slots = wish.givenSlots ?? cheapestSlots(wish, needKwh / wish.efficiency, priced);
  const horizonEndMs = priced.slots.at(-1)?.endMs ?? 0;
  const drawnKwh = slots.reduce((sum, slot) => sum + slot.kwh, 0);
  const plannedKwh = Math.min(drawnKwh * wish.efficiency, needKwh);
  if (plannedKwh < needKwh - 0.01) {
    const isShortHorizon = horizonEndMs < wish.readyByMs;
    findings.notice({
      kind: "shortened",
      at: wish.at,
      what: `${wish.name} gets ${plannedKwh.toFixed(1)} of ${needKwh.toFixed(1)} kWh by ${formatLocal(wish.readyByMs, timeZone)}${isShortHorizon ? `, because the plan ends at ${formatLocal(horizonEndMs, timeZone)}` : ""}`,
      mend: isShortHorizon
        ? "plan again when later prices are known"
        : "allow more time, more power, or ask for less",
    });
  }
  return {
    car: { slots, startKwh: wish.startKwh, limitKwh: wish.limitKwh, efficiency: wish.efficiency },
    plan: { name: wish.name, needKwh, plannedKwh, readyByMs: wish.readyByMs },
  };
}
