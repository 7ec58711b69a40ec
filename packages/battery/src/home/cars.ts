import { cheapestOffers, filledSlots, type PricedSlots } from "../cars/slotOffers.ts";
import { formatLocal, lastWallMinute, nextWallMinute } from "../clock/zone.ts";
import type { Car, CarSlot } from "../model/inputs.ts";
import type { Findings } from "./findings.ts";
import type { CarPlan } from "./home.ts";
import { type PlanClock, readPlannedTime } from "./plannedTimes.ts";
import { type Section, shown } from "./section.ts";

/** One car as its owner wants it charged. */
export interface CarWish {
  readonly at: string;
  readonly name: string;
  readonly startKwh: number;
  /** Charge at which it is done. */
  readonly limitKwh: number;
  readonly chargeKw: number;
  /** Lowest power that it charges at, in kW. */
  readonly minimumKw: number;
  readonly efficiency: number;
  /** Begin of the time to charge in, UTC epoch milliseconds; absent where it may begin at once. */
  readonly chargeFromMs?: number;
  readonly readyByMs: number;
  /** Slots that the file gives; absent means the cheapest in that time. */
  readonly givenSlots?: readonly CarSlot[];
}

/** Reads what is wanted for one car. */
export function readCar(section: Section, index: number, clock: PlanClock): CarWish {
  const batteryKwh = section.number("batteryKwh");
  const startKwh = (batteryKwh * section.number("socPercent")) / 100;
  const chargeKw = section.number("chargeKw");
  const minimumKw = readMinimum(section, chargeKw);
  const times = readTimes(section, clock);
  const limitKwh = readLimit(section, batteryKwh, startKwh);
  const isCheapest = !Array.isArray(section.fields.plan);
  if (isCheapest) section.choice("plan", ["cheapest"]);
  else if (section.has("chargeFrom")) refuseTwoTimes(section);
  return {
    at: section.path,
    name: section.has("name") ? section.text("name") : `Car ${index + 1}`,
    startKwh,
    limitKwh,
    chargeKw,
    minimumKw,
    efficiency: section.number("efficiency"),
    ...times,
    ...(isCheapest ? {} : { givenSlots: readGivenSlots(section, chargeKw, clock) }),
  };
}

/** The coming time to charge in: up to the next readyBy, from the last chargeFrom before it. */
function readTimes(
  section: Section,
  { nowMs, timeZone }: PlanClock,
): Pick<CarWish, "chargeFromMs" | "readyByMs"> {
  const readyByMs = nextWallMinute(nowMs + 1, section.timeOfDay("readyBy") ?? 0, timeZone);
  const from = section.timeOfDay("chargeFrom");
  return from === undefined
    ? { readyByMs }
    : { chargeFromMs: lastWallMinute(readyByMs, from, timeZone), readyByMs };
}

function refuseTwoTimes(section: Section): void {
  section.findings.problem({
    at: section.at("chargeFrom"),
    what: `is ${shown(section.fields.chargeFrom)}, and plan gives the slots to charge in`,
    mend: "give one of chargeFrom and plan",
  });
}

function readMinimum(section: Section, chargeKw: number): number {
  const minimumKw = section.number("minimumKw");
  if (minimumKw <= chargeKw) return minimumKw;
  section.findings.problem({
    at: section.at("minimumKw"),
    what: `is ${minimumKw} kW, above the car's chargeKw ${chargeKw}`,
    mend: "lower it, or raise chargeKw",
  });
  return chargeKw;
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

/** A car whose slots are the plan's to choose. */
export interface FlexibleCar {
  /** Which of the home's cars it is. */
  readonly carIndex: number;
  readonly wish: CarWish;
  /** Energy to draw in all, in kWh. */
  readonly drawnKwh: number;
}

/** The cars whose slots the file does not give. */
export function flexibleCars(wishes: readonly CarWish[]): FlexibleCar[] {
  return wishes.flatMap((wish, carIndex) =>
    wish.givenSlots === undefined && wish.limitKwh > wish.startKwh
      ? [{ carIndex, wish, drawnKwh: (wish.limitKwh - wish.startKwh) / wish.efficiency }]
      : [],
  );
}

/** When a car charges: in its given slots, else in the cheapest, from which planning may move it. */
export function planCar(
  wish: CarWish,
  priced: PricedSlots,
  findings: Findings,
  timeZone: string,
): { readonly car: Car; readonly plan: CarPlan } {
  const needKwh = wish.limitKwh - wish.startKwh;
  const slots = wish.givenSlots ?? filledSlots(wish, needKwh / wish.efficiency, cheapestOffers(wish, priced));
  const horizonEndMs = priced.slots.at(-1)?.endMs ?? 0;
  const drawnKwh = slots.reduce((sum, slot) => sum + slot.kwh, 0);
  const plannedKwh = Math.min(drawnKwh * wish.efficiency, needKwh);
  if (plannedKwh < needKwh - 0.01) {
    const isShortHorizon = horizonEndMs < wish.readyByMs;
    findings.notice({
      kind: "shortened",
      at: wish.at,
      what: `${wish.name} gets ${plannedKwh.toFixed(1)} of ${needKwh.toFixed(1)} kWh ${timesWords(wish, timeZone)}${isShortHorizon ? `, because the plan ends at ${formatLocal(horizonEndMs, timeZone)}` : ""}`,
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

function timesWords({ chargeFromMs, readyByMs }: CarWish, timeZone: string): string {
  const from = chargeFromMs === undefined ? "" : `from ${formatLocal(chargeFromMs, timeZone)} `;
  return `${from}by ${formatLocal(readyByMs, timeZone)}`;
}
