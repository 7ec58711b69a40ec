import { expect, test } from "vitest";
import { comparePlans, type Rated } from "./preference.ts";
import { demandSchedule, isSameSchedule, runsOf, type Schedule, segmentAt } from "./schedule.ts";
import { DEFAULT_BUDGET, type RateFanOut, searchSchedule } from "./search.ts";
import type { Action, SearchSpace } from "./searchSpace.ts";

const SLOT_STEPS = 6;
const CAPACITY_KWH = 10;
const RESERVE_KWH = 1;
const DEMAND: Action = { chargeTargetKwh: 0, exportTargetPercent: 100 };
const CHARGE: Action = { chargeTargetKwh: CAPACITY_KWH, exportTargetPercent: 100 };
const HOLD: Action = { chargeTargetKwh: RESERVE_KWH, exportTargetPercent: 100 };
const EXPORT: Action = { chargeTargetKwh: 0, exportTargetPercent: 0 };
const FREEZE: Action = { chargeTargetKwh: 0, exportTargetPercent: 99 };

function spaceOf(importPence: readonly number[], exportPence: readonly number[]): SearchSpace {
  return {
    stepCount: SLOT_STEPS * importPence.length,
    slots: importPence.map((importPencePerKwh, index) => ({
      beginStep: SLOT_STEPS * index,
      endStep: SLOT_STEPS * (index + 1),
      importPencePerKwh,
      exportPencePerKwh: exportPence[index] as number,
    })),
    demand: DEMAND,
    hold: HOLD,
    freezeExport: FREEZE,
    chargeFull: CHARGE,
    exportAll: EXPORT,
    chargePart: [],
    exportPart: [],
  };
}

/** A plain store: a slot charges 3 kWh, exports 3 kWh, or serves 1 kWh of load; nothing is stored at the start. */
function costPence(schedule: Schedule, space: SearchSpace): number {
  let storedKwh = 0;
  let pence = 0;
  for (const slot of space.slots) {
    for (let step = slot.beginStep; step < slot.endStep; step++) {
      const action = segmentAt(schedule, step);
      const loadKwh = 1 / SLOT_STEPS;
      if (action.chargeTargetKwh === CAPACITY_KWH) {
        const kwh = Math.min(3 / SLOT_STEPS, CAPACITY_KWH - storedKwh);
        storedKwh += kwh;
        pence += (kwh / 0.9 + loadKwh) * slot.importPencePerKwh;
      } else if (action.exportTargetPercent === 0) {
        const kwh = Math.min(3 / SLOT_STEPS, storedKwh);
        storedKwh -= kwh;
        pence += loadKwh * slot.importPencePerKwh - kwh * slot.exportPencePerKwh;
      } else {
        const isResting = action.chargeTargetKwh > 0 || action.exportTargetPercent < 100;
        const kwh = isResting ? 0 : Math.min(loadKwh, storedKwh);
        storedKwh -= kwh;
        pence += (loadKwh - kwh) * slot.importPencePerKwh;
      }
    }
  }
  return pence;
}

function rateBy(cost: (schedule: Schedule) => number): RateFanOut {
  return (schedules) =>
    schedules.map((schedule): Rated => {
      const metricPence = cost(schedule);
      return { schedule, metricPence, judgedPence: metricPence, throughputKwh: 0 };
    });
}

/** The best of every way to tell the slots one of the five actions. */
function bruteForce(space: SearchSpace, cost: (schedule: Schedule) => number): number {
  const actions = [DEMAND, CHARGE, HOLD, EXPORT, FREEZE];
  let best = Number.POSITIVE_INFINITY;
  for (let code = 0; code < actions.length ** space.slots.length; code++) {
    const schedule = space.slots.map((slot, index) => ({
      ...(actions[Math.floor(code / actions.length ** index) % actions.length] as Action),
      endStep: slot.endStep,
    }));
    best = Math.min(best, cost(schedule));
  }
  return best;
}

test.each([
  ["a cheap hour before a dear one", [5, 20, 30, 20], [2, 2, 2, 2]],
  ["an export peak worth charging for", [10, 12, 11, 30], [3, 3, 25, 3]],
  ["two cheap hours apart", [5, 30, 6, 40, 20], [1, 8, 1, 28, 1]],
  ["nothing to gain", [20, 20, 20, 20], [5, 5, 5, 5]],
])("finds what trying everything finds, or better: %s", (_, importPence, exportPence) => {
  const space = spaceOf(importPence, exportPence);
  const cost = (schedule: Schedule): number => costPence(schedule, space);
  expect(searchSchedule(space, rateBy(cost)).metricPence).toBeLessThanOrEqual(bruteForce(space, cost) + 1e-9);
});

test("two changes that only help together are found", () => {
  const space = spaceOf([10, 11, 12, 13], [10, 11, 12, 13]);
  // Only charging in slot 1 and exporting in slot 3 pays; each alone costs, as does anything else.
  const cost = (schedule: Schedule): number => {
    const wanted = [DEMAND, CHARGE, DEMAND, EXPORT];
    const right = space.slots.filter((slot, index) => {
      const told = segmentAt(schedule, slot.beginStep);
      const want = wanted[index] as Action;
      return (
        told.chargeTargetKwh === want.chargeTargetKwh && told.exportTargetPercent === want.exportTargetPercent
      );
    }).length;
    const isWhole = runsOf(schedule).every((run) => run.beginStep % SLOT_STEPS === 0);
    return right === space.slots.length && isWhole ? -10 : runsOf(schedule).length;
  };
  expect(searchSchedule(space, rateBy(cost), { ...DEFAULT_BUDGET, seedCount: 1 }).metricPence).toBe(-10);
  const withoutPairs = { ...DEFAULT_BUDGET, seedCount: 1, pairedCount: 0 };
  expect(searchSchedule(space, rateBy(cost), withoutPairs).metricPence).toBeGreaterThan(-10);
});

test("where all plans cost the same, nothing is told", () => {
  const space = spaceOf([10, 10, 10], [5, 5, 5]);
  const best = searchSchedule(
    space,
    rateBy(() => 7),
  );
  expect(isSameSchedule(best.schedule, demandSchedule(space.stepCount))).toBe(true);
});

test("the same search gives the same plan, and asks for the same fan-outs", () => {
  const space = spaceOf([5, 30, 6, 40, 20], [1, 8, 1, 28, 1]);
  const asked: string[] = [];
  const run = (): Rated =>
    searchSchedule(space, (schedules, incumbent) => {
      asked.push(JSON.stringify([schedules, incumbent]));
      return rateBy((schedule) => costPence(schedule, space))(schedules, incumbent);
    });
  const first = run();
  const fanOuts = asked.splice(0);
  const second = run();
  expect(second).toEqual(first);
  expect(asked).toEqual(fanOuts);
});

test("fan-outs are wide", () => {
  const space = spaceOf(
    Array.from({ length: 48 }, (_, index) => 10 + (index % 7)),
    Array(48).fill(5),
  );
  const widths: number[] = [];
  searchSchedule(space, (schedules, incumbent) => {
    widths.push(schedules.length);
    return rateBy((schedule) => costPence(schedule, space))(schedules, incumbent);
  });
  expect(Math.max(...widths)).toBeGreaterThan(500);
});

test("no schedule that was rated is better than the one that is returned", () => {
  const space = spaceOf([5, 30, 6, 40, 20, 12], [1, 8, 1, 28, 1, 9]);
  const seen: Rated[] = [];
  const best = searchSchedule(space, (schedules, incumbent) => {
    const rated = rateBy((schedule) => costPence(schedule, space))(schedules, incumbent);
    seen.push(...rated);
    return rated;
  });
  expect(seen.filter((other) => comparePlans(other, best) < 0)).toEqual([]);
});
