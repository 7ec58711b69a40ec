import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BoostDemand, planBoosts } from "./diverterPlan.ts";

const prices = (priceOfHalfHour: (index: number) => number): Float64Array =>
  Float64Array.from({ length: 288 }, (_, step) => priceOfHalfHour(Math.floor(step / 6)));
const demand: BoostDemand = {
  nowMinute: 0,
  importPencePerKwh: prices((index) => 40 - index / 10),
  isSmart: true,
  maxEnergyKwhPerDay: 2,
  maxPowerKw: 1.2,
  todayKwh: 0,
};
const starts = (changes: Partial<BoostDemand>): number[] =>
  planBoosts({ ...demand, ...changes }).map(({ startMinute }) => startMinute);

describe("planned boosts of the diverter", () => {
  it("take the cheapest half-hours when smart, the earliest when not", () => {
    expect(starts({})).toEqual([1320, 1350, 1380, 1410]);
    expect(starts({ isSmart: false })).toEqual([0, 30, 60, 90]);
  });

  it("take the earlier of two half-hours at one price", () => {
    expect(starts({ importPencePerKwh: prices(() => 7) })).toEqual([0, 30, 60, 90]);
  });

  it("begin now in a half-hour that runs already, and cut the last one to whole steps", () => {
    const boosts = planBoosts({ ...demand, nowMinute: 20, isSmart: false, maxEnergyKwhPerDay: 0.93 });
    expect(boosts.slice(0, 3)).toEqual([
      { startMinute: 20, endMinute: 30, kwh: 0.2, meanPencePerKwh: 40, costPence: 8 },
      { startMinute: 30, endMinute: 60, kwh: 0.6, meanPencePerKwh: 39.97, costPence: 23.98 },
      { startMinute: 60, endMinute: 70, kwh: 0.13, meanPencePerKwh: 39.87, costPence: 5.18 },
    ]);
  });

  it("give each calendar day its own energy, today's less what it had", () => {
    const boosts = planBoosts({ ...demand, nowMinute: 720, isSmart: false, todayKwh: 1.7 });
    const taken = (from: number, to: number): number =>
      boosts.filter((b) => b.startMinute >= from && b.startMinute < to).reduce((a, b) => a + b.kwh, 0);
    expect(taken(0, 1440)).toBeCloseTo(0.3, 9);
    expect(taken(1440, 2880)).toBeCloseTo(2, 9);
  });

  it("never pass the day's energy, the power or their half-hour, and stand by start", () => {
    const arbitrary = fc.record({
      nowMinute: fc.integer({ min: 0, max: 287 }).map((step) => 5 * step),
      importPencePerKwh: fc.array(fc.integer({ min: -500, max: 5000 }), { minLength: 288, maxLength: 288 }),
      isSmart: fc.boolean(),
      maxEnergyKwhPerDay: fc.integer({ min: 0, max: 900 }).map((hundredths) => hundredths / 100),
      maxPowerKw: fc.integer({ min: 1, max: 400 }).map((hundredths) => hundredths / 100),
      todayKwh: fc.integer({ min: 0, max: 300 }).map((hundredths) => hundredths / 100),
    });
    const property = fc.property(arbitrary, (drawn) => {
      const own = {
        ...drawn,
        importPencePerKwh: Float64Array.from(drawn.importPencePerKwh, (price) => price / 100),
      };
      const boosts = planBoosts(own);
      const leftToday = Math.max(own.maxEnergyKwhPerDay - own.todayKwh, 0);
      const taken = [0, 0];
      for (const { startMinute, kwh } of boosts) taken[startMinute < 1440 ? 0 : 1]! += kwh;
      return (
        taken[0]! <= leftToday + 0.03 &&
        taken[1]! <= own.maxEnergyKwhPerDay + 0.03 &&
        boosts.every(({ startMinute, endMinute, kwh }, index) => {
          const minutes = endMinute - startMinute;
          return (
            minutes % 5 === 0 &&
            minutes > 0 &&
            Math.floor(startMinute / 30) === Math.floor((endMinute - 1) / 30) &&
            kwh <= (own.maxPowerKw * minutes) / 60 + 0.0006 &&
            (index === 0 || boosts[index - 1]!.endMinute <= startMinute)
          );
        })
      );
    });
    fc.assert(property);
  });
});
