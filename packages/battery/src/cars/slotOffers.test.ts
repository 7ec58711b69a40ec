import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { slotGrid } from "../clock/slots.ts";
import { type ChargeWish, cheapestOffers, filledSlots, type PricedSlots } from "./slotOffers.ts";

const ZONE = "Europe/London";
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const NOW = at("2026-04-14T15:35Z");
const cheapestSlots = (wish: ChargeWish, drawnKwh: number, priced: PricedSlots) =>
  filledSlots(wish, drawnKwh, cheapestOffers(wish, priced));

/** Slots from now to an end, with a price for each slot. */
function priced(end: string, price: (slotIndex: number) => number) {
  const slots = slotGrid(NOW, at(end), 30, ZONE);
  const steps = slots.flatMap((slot, index) =>
    Array(Math.round((slot.endMs - slot.startMs) / 300_000)).fill(price(index)),
  );
  return { slots, nowMinute: 995, importPencePerKwh: Float64Array.from(steps) };
}

const deadline = { chargeKw: 6, minimumKw: 0, readyByMs: at("2026-04-15T06:00Z") };

describe("the cheapest slots", () => {
  test("are the cheapest, the dearest of them cut to what is left, in order of time", () => {
    const prices = [30, 20, 10, 20, 5];
    const market = priced("2026-04-14T18:00Z", (index) => prices[index]!);
    expect(cheapestSlots(deadline, 7, market)).toEqual([
      { startMinute: 1020, endMinute: 1030, kwh: 1 },
      { startMinute: 1050, endMinute: 1080, kwh: 3 },
      { startMinute: 1110, endMinute: 1140, kwh: 3 },
    ]);
  });

  test("end by the deadline, also when it cuts a slot", () => {
    const market = priced("2026-04-14T18:00Z", (index) => 30 - index);
    const early = { chargeKw: 6, minimumKw: 0, readyByMs: at("2026-04-14T17:10Z") };
    expect(cheapestSlots(early, 100, market).at(-1)).toEqual({ startMinute: 1080, endMinute: 1090, kwh: 1 });
  });

  test("draw exactly what is wanted, at no more than full power, and cost no more than any other choice", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 5, maxLength: 5 }),
        fc.double({ min: 0.01, max: 14, noNaN: true }),
        (prices, drawnKwh) => {
          const market = priced("2026-04-14T18:00Z", (index) => prices[index]!);
          const chosen = cheapestSlots(deadline, drawnKwh, market);
          const drawn = chosen.reduce((sum, slot) => sum + slot.kwh, 0);
          const isAtPower = chosen.every(
            (slot) => slot.kwh <= (6 * (slot.endMinute - slot.startMinute)) / 60 + 1e-9,
          );
          const cost = chosen.reduce((sum, slot) => sum + slot.kwh * priceAt(market, slot.startMinute), 0);
          return (
            isAtPower &&
            Math.abs(drawn - drawnKwh) < 1e-9 &&
            Math.abs(cost - cheapestCost(market, drawnKwh)) < 1e-6
          );
        },
      ),
    );
  });
});

function priceAt(market: Market, minute: number): number {
  return market.importPencePerKwh[(minute - market.nowMinute) / 5]!;
}

type Market = ReturnType<typeof priced>;

/** By another method: steps of 5 minutes, each its own half kWh, cheapest first. */
function cheapestCost(market: Market, drawnKwh: number): number {
  let left = drawnKwh;
  let cost = 0;
  for (const price of [...market.importPencePerKwh].sort((a, b) => a - b)) {
    const kwh = Math.min(left, 0.5);
    cost += kwh * price;
    left -= kwh;
  }
  return cost;
}

describe("a car's lowest power", () => {
  const market = priced("2026-04-14T18:00Z", (index) => 30 - index);

  test("is kept in every step, whatever is left for the last one", () => {
    const wish = { ...deadline, minimumKw: 1.5 };
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 14, noNaN: true }), (drawnKwh) =>
        cheapestSlots(wish, drawnKwh, market).every(({ startMinute, endMinute, kwh }) => {
          const powerKw = (60 * kwh) / (endMinute - startMinute);
          return powerKw >= 1.5 - 1e-9 && powerKw <= 6 + 1e-9;
        }),
      ),
    );
  });

  test("and gentle offers are left for full power where they do not hold all", () => {
    const gentle = cheapestOffers(deadline, market).map((offer) => ({ ...offer, powerKw: 1 }));
    expect(
      filledSlots(deadline, 1, gentle).every(
        ({ kwh, startMinute, endMinute }) => kwh * 60 <= endMinute - startMinute + 1e-9,
      ),
    ).toBe(true);
    expect(filledSlots(deadline, 10, gentle)).toEqual(cheapestSlots(deadline, 10, market));
  });
});
