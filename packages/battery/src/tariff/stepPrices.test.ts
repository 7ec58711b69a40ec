import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averagedOverStep, pricesWithoutRun, sampledAtStart } from "./stepPrices.ts";

const day = (valueAt: (minute: number) => number): Float64Array =>
  Float64Array.from({ length: 1440 }, (_, minute) => valueAt(minute));

describe("prices of each step", () => {
  it("are those of its first minute, and wrap at midnight", () => {
    const perMinute = day((minute) => minute);
    expect(Array.from(sampledAtStart({ perMinute, nowMinute: 1430, stepCount: 3 }))).toEqual([1430, 1435, 0]);
  });

  it("are the mean of its minutes in the physical profile", () => {
    const perMinute = day((minute) => (minute < 27 ? 30 : 10));
    const averaged = averagedOverStep({ perMinute, nowMinute: 20, stepCount: 3 });
    expect(Array.from(averaged)).toEqual([30, 18, 10]);
  });

  it("are exactly the price where it does not change within a step", () => {
    const anyPrice = fc.double({ noNaN: true, min: -500, max: 500 });
    const property = fc.property(anyPrice, (price) => {
      const profile = { perMinute: day(() => price), nowMinute: 0, stepCount: 288 };
      return averagedOverStep(profile).every((mean) => Object.is(mean + 0, price + 0));
    });
    fc.assert(property, { numRuns: 50 });
  });
});

describe("prices of a future in which the cheap slots vanish", () => {
  const perMinute = day((minute) => (minute >= 1410 ? 7 : minute === 600 ? 31.999 : 25));
  const profile = { perMinute, nowMinute: 1380, stepCount: 288 };
  const promised = sampledAtStart(profile);

  it("are the dearest minute's, rounded to 2 decimals, in the flagged half-hours of every day", () => {
    const prices = pricesWithoutRun(promised, { startMinute: 1410, slotCount: 2 }, profile);
    const changed = Array.from(prices.keys()).filter((step) => prices[step] !== promised[step]);
    // Flagged are 1410 to 1470; the first thirty minutes from now, step 6 included, are safe.
    expect(changed).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(prices[7]).toBe(32);
  });

  it("come back the next day", () => {
    const prices = pricesWithoutRun(promised, { startMinute: 1375, slotCount: 1 }, profile);
    expect(prices[286]).toBe(promised[286]);
    expect(prices[287]).toBe(32);
  });

  it("are at least 0", () => {
    const cheap = { perMinute: day(() => -4), nowMinute: 0, stepCount: 288 };
    const prices = pricesWithoutRun(sampledAtStart(cheap), { startMinute: 60, slotCount: 1 }, cheap);
    expect([prices[11], prices[12], prices[17], prices[18]]).toEqual([-4, 0, 0, -4]);
  });
});
