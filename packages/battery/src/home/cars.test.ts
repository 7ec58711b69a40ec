import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { slotGrid } from "../clock/slots.ts";
import { planCar, readCar } from "./cars.ts";
import { Findings } from "./findings.ts";
import { Section } from "./section.ts";

const ZONE = "Europe/London";
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const NOW = at("2026-04-14T15:35Z");
const clock = { nowMs: NOW, firstMidnightMs: at("2026-04-13T23:00Z"), timeZone: ZONE };

/** Slots from now to an end, with a price for each slot. */
function priced(end: string, price: (slotIndex: number) => number) {
  const slots = slotGrid(NOW, at(end), 30, ZONE);
  const steps = slots.flatMap((slot, index) =>
    Array(Math.round((slot.endMs - slot.startMs) / 300_000)).fill(price(index)),
  );
  return { slots, nowMinute: 995, importPencePerKwh: Float64Array.from(steps) };
}

function readOne(fields: Record<string, unknown>) {
  const findings = new Findings();
  return { wish: readCar(new Section(fields, "cars[0]", "cars[]", findings), 0, clock), findings };
}

describe("a car", () => {
  test("is charged to a target or by an energy, at most until full", () => {
    expect(readOne({ batteryKwh: 60, socPercent: 45, targetPercent: 75 }).wish).toMatchObject({
      name: "Car 1",
      startKwh: 27,
      limitKwh: 45,
      chargeKw: 7.4,
      readyByMs: at("2026-04-15T06:00Z"),
    });
    expect(readOne({ batteryKwh: 60, socPercent: 45, needKwh: 10 }).wish.limitKwh).toBe(37);
    const over = readOne({ batteryKwh: 60, socPercent: 90, needKwh: 10 });
    expect(over.wish.limitKwh).toBe(60);
    expect(over.findings.notices[0]!.what).toContain("more than the 6 kWh that fit");
  });

  test("fuller than its target needs nothing", () => {
    const { wish } = readOne({ batteryKwh: 60, socPercent: 90, targetPercent: 80 });
    expect(
      planCar(
        wish,
        priced("2026-04-14T18:00Z", () => 10),
        new Findings(),
        ZONE,
      ).car.slots,
    ).toEqual([]);
  });

  test("draws its need and the loss on the way", () => {
    const { wish } = readOne({ batteryKwh: 60, needKwh: 9.2, chargeKw: 7, efficiency: 0.92 });
    const { car, plan } = planCar(
      wish,
      priced("2026-04-15T15:00Z", (index) => index),
      new Findings(),
      ZONE,
    );
    expect(car.slots.reduce((sum, slot) => sum + slot.kwh, 0)).toBeCloseTo(10, 9);
    expect(plan.plannedKwh).toBeCloseTo(9.2, 9);
  });

  test("that cannot be charged in time is told, and why", () => {
    const findings = new Findings();
    const { wish } = readOne({ batteryKwh: 60, needKwh: 40, chargeKw: 7 });
    planCar(
      wish,
      priced("2026-04-14T18:00Z", () => 10),
      findings,
      ZONE,
    );
    expect(findings.notices[0]!.what).toContain("because the plan ends at Tue 14 Apr 19:00");
  });

  test("charges from chargeFrom to readyBy alone, over midnight too, and is told what does not fit there", () => {
    const { wish } = readOne({
      batteryKwh: 60,
      needKwh: 40,
      chargeKw: 7,
      chargeFrom: "23:02",
      readyBy: "04:00",
    });
    expect(wish.chargeFromMs).toBe(at("2026-04-14T22:02Z"));
    const findings = new Findings();
    const market = priced("2026-04-15T15:00Z", (index) => index);
    const { car, plan } = planCar(wish, market, findings, ZONE);
    expect(car.slots[0]).toMatchObject({ startMinute: 23 * 60 + 5, endMinute: 23 * 60 + 30 });
    expect(car.slots.at(-1)).toMatchObject({ endMinute: 28 * 60 });
    expect(plan.plannedKwh).toBeCloseTo(((7 * 295) / 60) * 0.92, 9);
    expect(findings.notices[0]).toMatchObject({
      what: "Car 1 gets 31.7 of 40.0 kWh from Tue 14 Apr 23:02 by Wed 15 Apr 04:00",
      mend: "allow more time, more power, or ask for less",
    });
  });

  test("whose time to charge runs already has what is left of it", () => {
    const { wish } = readOne({
      batteryKwh: 60,
      needKwh: 40,
      chargeKw: 7,
      chargeFrom: "16:00",
      readyBy: "17:00",
    });
    const { car } = planCar(
      wish,
      priced("2026-04-15T15:00Z", () => 10),
      new Findings(),
      ZONE,
    );
    expect(car.slots.map(({ startMinute, endMinute }) => [startMinute, endMinute])).toEqual([[995, 1020]]);
  });

  test("with both chargeFrom and slots of its own is refused, and a time that is none", () => {
    const plan = [{ start: "16:00", end: "17:00" }];
    expect(
      readOne({ batteryKwh: 60, needKwh: 30, chargeFrom: "23:00", plan }).findings.problems,
    ).toMatchObject([
      { at: "cars[0].chargeFrom", what: 'is "23:00", and plan gives the slots to charge in' },
    ]);
    expect(readOne({ batteryKwh: 60, needKwh: 30, chargeFrom: "11pm" }).findings.problems).toMatchObject([
      { at: "cars[0].chargeFrom", what: 'is "11pm", but must be a time of day in quotes, such as "07:00"' },
    ]);
  });

  test("takes slots as given: times of day that run now or come next, or dates", () => {
    const plan = [
      { start: "16:00", end: "17:00", kwh: 6 },
      { start: "23:30", end: "05:30", pencePerKwh: 7 },
      { start: "2026-04-15T06:00:00+01:00", end: "2026-04-15T07:00:00+01:00" },
    ];
    const { wish, findings } = readOne({ batteryKwh: 60, needKwh: 30, chargeKw: 7, plan });
    expect(findings.problems).toEqual([]);
    expect(wish.givenSlots).toEqual([
      { startMinute: 960, endMinute: 1020, kwh: 6 },
      { startMinute: 1410, endMinute: 1770, kwh: 42, pencePerKwh: 7 },
      { startMinute: 1800, endMinute: 1860, kwh: 7 },
    ]);
  });

  test.each([
    [
      "a slot that is over",
      { start: "2026-04-14T10:00Z", end: "2026-04-14T11:00Z" },
      "before now",
      "notices",
    ],
    ["odd minutes", { start: "10:02", end: "11:00" }, "whole 5 minutes", "problems"],
    ["no length", { start: "2026-04-15T06:00Z", end: "2026-04-15T06:00Z" }, "whole 5 minutes", "problems"],
    ["no time", { start: "night", end: "morning" }, "neither a time of day", "problems"],
  ] as const)("with %s is told", (_, slot, what, kind) => {
    const { findings } = readOne({ batteryKwh: 60, needKwh: 30, plan: [slot] });
    expect(findings[kind].map((each) => each.what).join()).toContain(what);
  });
});
