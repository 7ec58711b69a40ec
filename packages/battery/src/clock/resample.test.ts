import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { energySteps, meanSteps, powerToEnergySteps, priceSteps, solarEnergySteps } from "./resample.ts";
import { MINUTE_MS } from "./slots.ts";
import type { TimeSeries } from "./timeSeries.ts";

/** Spans of equal length from minute 0. */
function series(values: readonly number[], minutes: number): TimeSeries {
  const spans = values.map((value, index) => ({
    fromMs: index * minutes * MINUTE_MS,
    untilMs: (index + 1) * minutes * MINUTE_MS,
    value,
  }));
  return { unit: "", spans, gaps: [] };
}

const steps = (fromMinute: number, stepCount: number, stepMinutes = 5) => ({
  startMs: fromMinute * MINUTE_MS,
  stepMinutes,
  stepCount,
});
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

describe("prices", () => {
  test("keep their very value on steps inside a span", () => {
    const stepped = priceSteps(series([0.1, 0.7], 30), steps(20, 4), "mean");
    expect([...stepped.prices]).toEqual([0.1, 0.1, 0.7, 0.7]);
    expect(stepped.mixedStepCount).toBe(0);
    const prices = Array.from({ length: 200 }, (_, index) => (index + 1) / 97);
    expect([...priceSteps(series(prices, 5), steps(0, 200), "mean").prices]).toEqual(prices);
  });

  test("that change inside a step are weighed by time, or the first is taken, and counted", () => {
    const uneven = series([10, 20], 3);
    expect(priceSteps(uneven, steps(0, 1), "mean")).toEqual({
      prices: Float64Array.of(14),
      mixedStepCount: 1,
    });
    expect(priceSteps(uneven, steps(0, 1), "first").prices[0]).toBe(10);
  });

  test("are not extended: a step after the last value has none", () => {
    expect(priceSteps(series([10], 30), steps(25, 2), "mean").prices[1]).toBeNaN();
  });
});

describe("energy and power", () => {
  test("energy is split by overlap", () => {
    expect([...energySteps(series([6, 12], 30), steps(25, 2))]).toEqual([1, 2]);
    expect([...energySteps(series([6, 12], 30), steps(15, 1, 30))]).toEqual([9]);
  });

  test("power becomes energy by overlap", () => {
    expect([...powerToEnergySteps(series([6, 12], 30), steps(15, 1, 30))]).toEqual([4.5]);
  });

  test("a mean is weighed by overlap", () => {
    expect([...meanSteps(series([6, 12], 30), steps(20, 1, 30))]).toEqual([10]);
  });
});

describe("sun inside its half-hours", () => {
  test("keeps the energy of every span and is never negative", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(15, 30, 60),
        (tenWatts, minutes) => {
          const powers = tenWatts.map((power) => power / 100);
          const perSpan = minutes / 5;
          const energies = solarEnergySteps(series(powers, minutes), steps(0, powers.length * perSpan));
          if (energies.some((kwh) => !(kwh >= 0))) return false;
          return powers.every((power, index) => {
            const kept = total(energies.slice(index * perSpan, (index + 1) * perSpan));
            return Math.abs(kept - (power * minutes) / 60) <= 1e-12;
          });
        },
      ),
    );
  });

  test("rises inside a half-hour between a lower and a higher one, and is level at a peak", () => {
    const energies = solarEnergySteps(series([1, 2, 3, 2], 30), steps(0, 24));
    const rising = [...energies.slice(6, 12)];
    expect(rising.every((kwh, index) => index === 0 || kwh > rising[index - 1]!)).toBe(true);
    expect(new Set([...energies.slice(12, 18)].map((kwh) => kwh.toFixed(12))).size).toBe(1);
  });

  test("of a rest of a half-hour is the rest's part of the line", () => {
    const whole = solarEnergySteps(series([1, 2, 3], 30), steps(30, 6));
    const rest = solarEnergySteps(series([1, 2, 3], 30), steps(40, 4));
    expect([...rest]).toEqual([...whole.slice(2)]);
  });
});
