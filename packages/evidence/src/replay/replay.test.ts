import { parseSchedule } from "@lightcone/parallel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { replayRuns } from "./replayRuns.ts";
import { replaySlabs, slotsOf } from "./replaySlabs.ts";
import { shareOut, timeOn } from "./shareOut.ts";

const schedules = ["static", "static,3", "dynamic,1", "dynamic,4", "guided", "guided,2"];
const costs = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });

test("every index has one lane, the last lane takes no less than the mean and no more than everything", () => {
  fc.assert(
    fc.property(
      costs,
      fc.constantFrom(...schedules),
      fc.integer({ min: 1, max: 9 }),
      (list, words, lanes) => {
        const { owners, makespan } = shareOut(list, parseSchedule(words), lanes, 0);
        const total = list.reduce((sum, cost) => sum + cost, 0);
        const isOwned = owners.length === list.length && owners.every((lane) => lane >= 0 && lane < lanes);
        return isOwned && makespan >= total / lanes && makespan <= total && (lanes > 1 || makespan === total);
      },
    ),
  );
});

test("claims one by one stay within twice the best possible", () => {
  // Graham 1966: list scheduling takes at most (2 - 1 / lanes) times the optimum, which is at least the mean and the largest.
  fc.assert(
    fc.property(costs, fc.integer({ min: 1, max: 9 }), (list, lanes) => {
      const { makespan } = shareOut(list, parseSchedule("dynamic,1"), lanes, 0);
      const total = list.reduce((sum, cost) => sum + cost, 0);
      return makespan <= (2 - 1 / lanes) * Math.max(total / lanes, ...list, 0) + 1e-9;
    }),
  );
});

test("schedules share out as their words say", () => {
  const owners = (words: string): string =>
    shareOut([1, 1, 1, 1, 1, 1, 1], parseSchedule(words), 3, 0).owners.join("");
  expect(owners("static")).toBe("0011222");
  expect(owners("static,2")).toBe("0011220");
  expect(owners("dynamic,2")).toBe("0011220");
  expect(owners("guided")).toBe("0001122");
  expect(shareOut([9, 1, 1, 1], parseSchedule("dynamic,1"), 2, 0).owners.join("")).toBe("0111");
});

test("one contiguous range a lane leaves most lanes without an active ray; chunks do not", () => {
  const slab = { slots: 1600, active: [0, 300], steps: new Array<number>(300).fill(10) };
  expect(replaySlabs([slab], "static", 16).firstSlabLanes).toBe(3);
  expect(replaySlabs([slab], "static,16", 16).firstSlabLanes).toBe(16);
  expect(replaySlabs([slab], "dynamic,16", 16).firstSlabLanes).toBe(16);
  expect(replaySlabs([slab], "active,16", 16).firstSlabLanes).toBe(16);
  expect(replaySlabs([slab], "static", 16).balance).toBeCloseTo(100 / (300 / 16), 12);
});

test("lanes without a core of their own gain nothing over as many as there are cores", () => {
  const list = new Array<number>(64).fill(2);
  const on = (lanes: number, cores: number): number =>
    timeOn(shareOut(list, parseSchedule("dynamic,1"), lanes, 0), cores);
  expect([on(1, 2), on(2, 2), on(4, 2), on(16, 2), on(16, 16)]).toEqual([128, 64, 64, 64, 8]);
  // Lanes that have nothing to do take nobody's core.
  expect(timeOn(shareOut([5, 5], parseSchedule("dynamic,1"), 16, 0), 2)).toBe(5);
  const slab = { slots: 64, active: [0, 64], steps: list };
  expect(replaySlabs([slab], "active,16", 4, 2).speedUp).toBeCloseTo(2, 1);
  expect(replaySlabs([slab], "active,16", 4).speedUp).toBeCloseTo(4, 1);
});

test("steps and visits are shared out whole, and barriers add up", () => {
  const slabs = [
    { slots: 8, active: [0, 2, 5, 6], steps: [4, 0, 2] },
    { slots: 8, active: [5, 6], steps: [9] },
  ];
  expect(slotsOf(slabs[0]!)).toEqual([0, 1, 5]);
  for (const schedule of [...schedules, "active,1", "active,2"]) {
    const { stepsByLane, visitsByLane, speedUp } = replaySlabs(slabs, schedule, 3);
    expect(stepsByLane.reduce((sum, count) => sum + count, 0)).toBe(15);
    expect(visitsByLane.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(speedUp).toBeLessThanOrEqual(3);
  }
});

test("runs of a program gain up to their jobs and no further, and are kept where waking costs more", () => {
  const quick = { cores: 64, wakeMs: 0.1, startMs: 0 };
  expect(replayRuns([{ jobs: 6, nanosecondsPerJob: 1e6 }], 10, 6, quick)).toMatchObject({
    engineMs: 1.1,
    wallMs: 11.1,
  });
  expect(replayRuns([{ jobs: 6, nanosecondsPerJob: 1e6 }], 10, 64, quick)).toMatchObject({ engineMs: 1.1 });
  expect(replayRuns([{ jobs: 1, nanosecondsPerJob: 1e6 }], 10, 8, quick)).toMatchObject({
    engineMs: 1,
    speedUp: 1,
  });
  expect(replayRuns([], 10, 8, quick)).toMatchObject({ engineMs: 0, wallMs: 10, busyLanes: 1 });
});
