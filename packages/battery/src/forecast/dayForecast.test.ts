import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadForecast, pvForecast } from "./dayForecast.ts";

const day = (valueAt: (minute: number) => number): Float64Array =>
  Float64Array.from({ length: 1440 }, (_, minute) => valueAt(minute));
const factors = { scale: 1, inDayFactor: 1, baseLoadKw: 0.1 };

describe("load of each step", () => {
  it("sums the step's minutes and goes on with the same day after midnight", () => {
    const perMinute = day((minute) => (minute < 5 ? 0.02 : minute >= 1435 ? 0.03 : 0.01));
    const load = loadForecast({ perMinute, nowMinute: 1430, stepCount: 4 }, factors);
    expect(Array.from(load)).toEqual([0.05, 0.15, 0.1, 0.05]);
  });

  it("never falls below the base load, before any scaling", () => {
    const perMinute = day(() => 0.0001);
    const load = loadForecast({ perMinute, nowMinute: 0, stepCount: 1 }, { ...factors, scale: 2 });
    expect(Array.from(load)).toEqual([0.0167]);
  });

  it("takes the in-day factor until midnight, the step that starts at midnight included", () => {
    const perMinute = day(() => 0.02);
    const load = loadForecast({ perMinute, nowMinute: 1430, stepCount: 4 }, { ...factors, inDayFactor: 1.5 });
    expect(Array.from(load)).toEqual([0.15, 0.15, 0.15, 0.1]);
  });
});

describe("panels' energy of each step", () => {
  it("turns kW over five minutes into kWh, for any factor", () => {
    const pv = pvForecast({ perMinute: day(() => 1.2), nowMinute: 600, stepCount: 2 }, 0.6);
    expect(Array.from(pv.pvKwh)).toEqual([0.06, 0.06]);
  });

  it("ends with one minute's energy after the last step", () => {
    const perMinute = day((minute) => (minute === 10 ? 3 : 1));
    expect(pvForecast({ perMinute, nowMinute: 0, stepCount: 2 }, 1).afterKwh).toBe(0.05);
    expect(pvForecast({ perMinute, nowMinute: 10, stepCount: 288 }, 1).afterKwh).toBe(0.05);
  });

  it("keeps the day's energy, whatever the start", () => {
    const property = fc.property(fc.integer({ min: 0, max: 287 }), fc.nat({ max: 5000 }), (start, watts) => {
      const perMinute = day((minute) => (watts * (minute % 7)) / 1000);
      const { pvKwh } = pvForecast({ perMinute, nowMinute: 5 * start, stepCount: 288 }, 1);
      const energyKwh = perMinute.reduce((a, b) => a + b) / 60;
      return Math.abs(pvKwh.reduce((a, b) => a + b) - energyKwh) <= 288 * 0.00005 + 1e-9;
    });
    fc.assert(property);
  });
});
