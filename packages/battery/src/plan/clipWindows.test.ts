import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { clipChargeWindows } from "./clipWindows.ts";

type Pair = readonly [start: number, end: number];

/** Bounds of what exports leave of charge windows; exports to 10 percent unless told. */
function clip(charges: readonly Pair[], exports: readonly Pair[], targetPercent = 10): Pair[] {
  return clipChargeWindows({
    charge: charges.map(([startMinute, endMinute]) => ({ startMinute, endMinute, targetKwh: 5 })),
    export: exports.map(([startMinute, endMinute]) => ({ startMinute, endMinute, targetPercent })),
  }).map(({ startMinute, endMinute }) => [startMinute, endMinute]);
}

describe("an export window", () => {
  it("cuts a charge window's head, tail or middle, or takes all of it", () => {
    expect(clip([[100, 200]], [[80, 120]])).toEqual([[120, 200]]);
    expect(clip([[100, 200]], [[180, 250]])).toEqual([[100, 180]]);
    expect(clip([[100, 200]], [[130, 150]])).toEqual([
      [100, 130],
      [150, 200],
    ]);
    expect(clip([[100, 200]], [[100, 200]])).toEqual([]);
    expect(clip([[100, 200]], [[90, 210]])).toEqual([]);
  });

  it("that only touches changes nothing, however short the charge window", () => {
    expect(clip([[100, 103]], [[103, 150]])).toEqual([[100, 103]]);
    expect(clip([[100, 103]], [[50, 100]])).toEqual([[100, 103]]);
  });

  it("leaves no remainder under five minutes, and keeps one of five", () => {
    expect(clip([[100, 200]], [[104, 196]])).toEqual([]);
    expect(clip([[100, 200]], [[105, 195]])).toEqual([
      [100, 105],
      [195, 200],
    ]);
    expect(clip([[100, 200]], [[80, 196]])).toEqual([]);
  });

  it("cuts in the order of time, whatever the order of the list", () => {
    const pieces = [
      [110, 120],
      [160, 170],
    ];
    const exports: Pair[] = [
      [170, 300],
      [0, 110],
      [120, 160],
    ];
    expect(clip([[100, 200]], exports)).toEqual(pieces);
    expect(clip([[100, 200]], exports.reverse())).toEqual(pieces);
  });

  it("cuts when it freezes, and not when it is switched off", () => {
    expect(clip([[100, 200]], [[80, 120]], 99)).toEqual([[120, 200]]);
    expect(clip([[100, 200]], [[80, 120]], 100)).toEqual([[100, 200]]);
  });

  it("leaves charge windows that are switched off, and its inputs, as they are", () => {
    const off = { startMinute: 100, endMinute: 200, targetKwh: 0 };
    const plan = { charge: [off], export: [{ startMinute: 80, endMinute: 220, targetPercent: 5 }] };
    const copy = structuredClone(plan);
    expect(clipChargeWindows(plan)).toEqual([off]);
    expect(plan).toEqual(copy);
  });
});

it("what is left equals the minutes that no export covers, in runs of five or more", () => {
  const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
    const random = randomFrom(seed);
    const pair = (): Pair => {
      const start = random.whole(0, 90);
      return [start, start + random.whole(1, 40)];
    };
    const charge = pair();
    const exports = Array.from({ length: random.whole(1, 5) }, pair);
    return JSON.stringify(clip([charge], exports)) === JSON.stringify(uncovered(charge, exports));
  });
  fc.assert(property, { numRuns: 3000 });
});

/** Minute by minute: the slow way. */
function uncovered([start, end]: Pair, exports: readonly Pair[]): Pair[] {
  const isCovered = (minute: number): boolean => exports.some(([from, to]) => from <= minute && minute < to);
  const runs: [number, number][] = [];
  for (let minute = start; minute < end; minute++) {
    if (isCovered(minute)) continue;
    const last = runs.at(-1);
    if (last?.[1] === minute) last[1] = minute + 1;
    else runs.push([minute, minute + 1]);
  }
  const isWhole = runs.length === 1 && runs[0]![0] === start && runs[0]![1] === end;
  return isWhole ? runs : runs.filter(([from, to]) => to - from >= 5);
}
