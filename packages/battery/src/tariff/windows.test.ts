import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWindows, meanPencePerKwh, type PricedWindow, type WindowSearch } from "./windows.ts";

const day = (valueAt: (minute: number) => number): Float64Array =>
  Float64Array.from({ length: 1440 }, (_, minute) => valueAt(minute));
const search = (changes: Partial<WindowSearch> = {}): WindowSearch => ({
  importPencePerKwh: day((minute) => (minute < 420 ? 8 : 28)),
  exportPencePerKwh: day((minute) => (minute >= 960 && minute < 1140 ? 25 : 5)),
  nowMinute: 0,
  horizonMinutes: 1440,
  carCount: 0,
  ...changes,
});
const spans = (windows: readonly PricedWindow[]): number[][] =>
  windows.map(({ startMinute, endMinute }) => [startMinute, endMinute]);

describe("windows of cheap import and dear export", () => {
  it("leave out the dearest import and the cheapest export, half a penny around", () => {
    const windows = findWindows(search());
    expect(spans(windows.charge)).toEqual(Array.from({ length: 14 }, (_, i) => [30 * i, 30 * i + 30]));
    expect(spans(windows.export)).toEqual(Array.from({ length: 6 }, (_, i) => [960 + 30 * i, 990 + 30 * i]));
  });

  it("take everything of a flat tariff", () => {
    const flat = search({ importPencePerKwh: day(() => 20), exportPencePerKwh: day(() => 4) });
    expect(findWindows(flat).charge).toHaveLength(48);
    expect(findWindows(flat).export).toHaveLength(48);
  });

  it("take every import price when an export pays more than the dearest import, and every export above cheap import", () => {
    expect(findWindows(search({ exportPencePerKwh: day((m) => (m < 30 ? 29 : 9)) })).charge).toHaveLength(48);
    expect(findWindows(search({ exportPencePerKwh: day((m) => (m < 30 ? 29 : 9)) })).export).toHaveLength(48);
    expect(findWindows(search({ exportPencePerKwh: day((m) => (m < 30 ? 27 : 7)) })).charge).toHaveLength(14);
    expect(findWindows(search({ exportPencePerKwh: day((m) => (m < 30 ? 27 : 7)) })).export).toHaveLength(1);
  });

  it("take no export that pays nothing", () => {
    expect(findWindows(search({ exportPencePerKwh: day(() => 0) })).export).toEqual([]);
    expect(findWindows(search({ exportPencePerKwh: day(() => -2) })).export).toEqual([]);
  });

  it("take imports up to a tenth of a penny where cars charge for nothing", () => {
    const paid = {
      importPencePerKwh: day((m) => (m < 60 ? -9 : m < 120 ? 0 : 0.3)),
      exportPencePerKwh: day(() => -1),
    };
    expect(spans(findWindows(search({ ...paid })).charge)).toEqual([
      [0, 30],
      [30, 60],
    ]);
    expect(spans(findWindows(search({ ...paid, carCount: 1 })).charge)).toEqual([
      [0, 30],
      [30, 60],
      [60, 90],
      [90, 120],
    ]);
  });

  it("close where the price changes, inside the half-hour too", () => {
    const importPencePerKwh = day((minute) => (minute < 45 ? 5 : minute < 60 ? 6 : 30));
    expect(findWindows(search({ importPencePerKwh })).charge).toEqual([
      { startMinute: 0, endMinute: 30, pencePerKwh: 5 },
      { startMinute: 30, endMinute: 45, pencePerKwh: 5 },
      { startMinute: 45, endMinute: 60, pencePerKwh: 6 },
    ]);
  });

  it("may begin before now and end after the horizon, and go on with the next day's prices", () => {
    const windows = findWindows(search({ nowMinute: 95, horizonMinutes: 1440 })).charge;
    expect(windows[0]).toEqual({ startMinute: 90, endMinute: 120, pencePerKwh: 8 });
    expect(windows.at(-1)).toEqual({ startMinute: 1530, endMinute: 1560, pencePerKwh: 8 });
  });

  it("partition exactly the steps whose price is in the band, one price each, at most half an hour", () => {
    const price = fc.integer({ min: -300, max: 3000 }).map((hundredths) => hundredths / 100);
    const blocks = fc.array(fc.tuple(price, fc.integer({ min: 1, max: 20 })), {
      minLength: 1,
      maxLength: 30,
    });
    const property = fc.property(blocks, fc.integer({ min: 0, max: 287 }), (drawn, start) => {
      const steps = drawn.flatMap(([pence, count]) => new Array<number>(count).fill(pence));
      const importPencePerKwh = day((minute) => steps[Math.floor(minute / 5) % steps.length]!);
      const own = search({ importPencePerKwh, exportPencePerKwh: day(() => -1), nowMinute: 5 * start });
      const { charge } = findWindows(own);
      const covered = new Map<number, number>();
      for (const { startMinute, endMinute, pencePerKwh } of charge) {
        if (endMinute - startMinute > 30) return false;
        for (let minute = startMinute; minute < endMinute; minute += 5) {
          if (covered.has(minute) || pencePerKwh !== importPencePerKwh[minute % 1440]) return false;
          covered.set(minute, pencePerKwh);
        }
      }
      const dearest = Math.max(...importPencePerKwh);
      // Every price may be used where all are equal, and where export earns more than any import costs.
      const isFlat = importPencePerKwh.every((pence) => pence === dearest) || -1 > dearest;
      for (let minute = own.nowMinute; minute < own.nowMinute + 1440; minute += 5) {
        const isInBand = importPencePerKwh[minute % 1440]! <= (isFlat ? dearest + 0.1 : dearest - 0.5);
        if (covered.has(minute) !== isInBand) return false;
      }
      return true;
    });
    fc.assert(property);
  });
});

describe("mean price of a stretch", () => {
  it("is over 5-minute samples, to 2 decimals, past midnight too", () => {
    const perMinute = day((minute) => (minute < 5 ? 10 : minute >= 1435 ? 15 : minute % 5 === 0 ? 20 : 99));
    expect(meanPencePerKwh(perMinute, 1430, 1445)).toBe(15);
    expect(meanPencePerKwh(perMinute, 1435, 1440)).toBe(15);
  });
});
