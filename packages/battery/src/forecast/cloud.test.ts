import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { round4 } from "../model/decimalRounding.ts";
import { cloudedByPeer, cloudedKeepingSum, cloudShare } from "./cloud.ts";

/** Ten-thousandths of a kWh: integers, so that sums are exact. */
const units = (kwh: Float64Array): number[] => Array.from(kwh, (value) => Math.round(value * 10_000));
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const daylight = fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 1, maxLength: 288 });
const share = fc.integer({ min: 20, max: 100 }).map((percent) => percent / 100);
const nowMinute = fc.integer({ min: 0, max: 287 }).map((step) => 5 * step);
const sun = (tenThousandths: readonly number[]): Float64Array =>
  Float64Array.from(tenThousandths, (value) => value / 10_000);

describe("passing clouds", () => {
  it("move a fifth and half the shortfall of the PV10 day, at most everything", () => {
    expect(cloudShare(10, 6)).toBeCloseTo(0.4, 15);
    expect(cloudShare(10, 10)).toBe(0.2);
    expect(cloudShare(3, 0)).toBe(0.7);
    expect(cloudShare(10, -20)).toBe(1);
    expect(cloudShare(0, 0)).toBe(0.2);
  });

  it("keep the day's sum to the last ten-thousandth of a kWh in the physical profile", () => {
    const property = fc.property(daylight, share, nowMinute, (day, c, now) => {
      const clouded = units(cloudedKeepingSum({ pvKwh: sun(day), nowMinute: now }, c));
      return sum(clouded) === sum(day) && clouded.every((value) => value >= 0);
    });
    fc.assert(property);
  });

  it("move what the peer's clouds move wherever the next step gives it back", () => {
    const property = fc.property(daylight, share, (day, c) => {
      const pvKwh = sun(day.length % 2 === 0 ? day : [...day, 0]);
      const own = cloudedKeepingSum({ pvKwh, nowMinute: 0 }, c);
      const peers = cloudedByPeer({ pvKwh, afterKwh: 0, nowMinute: 0 }, c);
      // The peer rounds each step by itself, so a ten-thousandth may go either way.
      return own.every((kwh, step) => Math.abs(kwh - peers[step]!) < 0.00011);
    });
    fc.assert(property);
  });

  it("brighten the steps with an even number of steps since midnight", () => {
    const pvKwh = Float64Array.of(0.1, 0.1, 0.2, 0.1);
    const even = cloudedByPeer({ pvKwh, afterKwh: 0, nowMinute: 10 }, 0.5);
    expect(Array.from(even)).toEqual([0.15, 0.05, 0.25, 0.05]);
    const odd = cloudedByPeer({ pvKwh, afterKwh: 0, nowMinute: 5 }, 0.5);
    expect(Array.from(odd)).toEqual([0.1, 0.15, 0.15, 0.1]);
    expect(Array.from(cloudedKeepingSum({ pvKwh, nowMinute: 10 }, 0.5))).toEqual(Array.from(even));
    expect(Array.from(cloudedKeepingSum({ pvKwh, nowMinute: 5 }, 0.5))).toEqual(Array.from(odd));
  });

  it("take from the step after the last in the peer's model, and only there", () => {
    const pvKwh = Float64Array.of(0.1, 0.2);
    expect(Array.from(cloudedByPeer({ pvKwh, afterKwh: 0.08, nowMinute: 5 }, 0.5))).toEqual([0.1, 0.24]);
    expect(Array.from(cloudedByPeer({ pvKwh, afterKwh: 0.08, nowMinute: 0 }, 0.5))).toEqual([0.15, 0.15]);
    expect(Array.from(cloudedKeepingSum({ pvKwh, nowMinute: 5 }, 0.5))).toEqual([0.1, 0.2]);
  });

  it("leave a dark day dark", () => {
    const dark = new Float64Array(288);
    expect(cloudedByPeer({ pvKwh: dark, afterKwh: 0, nowMinute: 5 }, 0.4)).toEqual(dark);
    expect(cloudedKeepingSum({ pvKwh: dark, nowMinute: 5 }, 0.4)).toEqual(dark);
  });

  it("round every step to 4 decimals", () => {
    const property = fc.property(daylight, share, nowMinute, (day, c, now) => {
      const clear = { pvKwh: sun(day), nowMinute: now };
      return [cloudedKeepingSum(clear, c), cloudedByPeer({ ...clear, afterKwh: 0.3 }, c)].every((clouded) =>
        clouded.every((kwh) => kwh === round4(kwh)),
      );
    });
    fc.assert(property);
  });
});
