import { expect, test } from "vitest";
import { neighbourChanges } from "./moves.ts";
import { comparePlans, type Rated } from "./preference.ts";
import { applyMove, demandSchedule, isSameSchedule, type Schedule, segmentAt } from "./schedule.ts";
import { type RateFanOut, searchSchedule } from "./search.ts";
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

const PRICES: readonly (readonly [what: string, importPence: number[], exportPence: number[]])[] = [
  ["a cheap hour before a dear one", [5, 20, 30, 20], [2, 2, 2, 2]],
  ["an export peak worth charging for", [10, 12, 11, 30], [3, 3, 25, 3]],
  ["two cheap hours apart", [5, 30, 6, 40, 20], [1, 8, 1, 28, 1]],
];

test.each(PRICES)("ends where no neighbour is better: %s", (_, importPence, exportPence) => {
  const space = spaceOf(importPence, exportPence);
  const rate = rateBy((schedule) => costPence(schedule, space));
  const best = searchSchedule([], space, rate);
  const neighbours = neighbourChanges(best.schedule, space).map((change) =>
    change.reduce<Schedule>(applyMove, best.schedule),
  );
  expect(neighbours.length).toBeGreaterThan(20);
  expect(rate(neighbours, best.schedule).filter((other) => comparePlans(other, best) < 0)).toEqual([]);
  expect(best.metricPence).toBeLessThan(costPence(demandSchedule(space.stepCount), space));
});

test("begins from the best guess", () => {
  const space = spaceOf([10, 10, 10], [5, 5, 5]);
  const wanted = applyMove(applyMove(demandSchedule(18), { ...CHARGE, beginStep: 0, endStep: 6 }), {
    ...EXPORT,
    beginStep: 12,
    endStep: 18,
  });
  // A hole that no single change leads into.
  const rate = rateBy((schedule) => (isSameSchedule(schedule, wanted) ? -10 : schedule.length));
  expect(searchSchedule([], space, rate).metricPence).toBe(1);
  expect(searchSchedule([demandSchedule(18), wanted], space, rate).metricPence).toBe(-10);
});

test("where all plans cost the same, nothing is told", () => {
  const space = spaceOf([10, 10, 10], [5, 5, 5]);
  const guess = applyMove(demandSchedule(space.stepCount), { ...CHARGE, beginStep: 3, endStep: 9 });
  const best = searchSchedule(
    [guess],
    space,
    rateBy(() => 7),
  );
  expect(isSameSchedule(best.schedule, demandSchedule(space.stepCount))).toBe(true);
});

test("the same search gives the same plan, and asks for the same fan-outs", () => {
  const space = spaceOf([5, 30, 6, 40, 20], [1, 8, 1, 28, 1]);
  const asked: string[] = [];
  const run = (): Rated =>
    searchSchedule([], space, (schedules, incumbent) => {
      asked.push(JSON.stringify([schedules, incumbent]));
      return rateBy((schedule) => costPence(schedule, space))(schedules, incumbent);
    });
  const first = run();
  const fanOuts = asked.splice(0);
  const second = run();
  expect(second).toEqual(first);
  expect(asked).toEqual(fanOuts);
});

test("fan-outs are wide, and no schedule that was rated is better than the one that is returned", () => {
  const importPence = Array.from({ length: 48 }, (_, index) => 10 + (index % 7));
  const space = spaceOf(importPence, new Array(48).fill(5));
  const widths: number[] = [];
  const seen: Rated[] = [];
  const best = searchSchedule([], space, (schedules, incumbent) => {
    const rated = rateBy((schedule) => costPence(schedule, space))(schedules, incumbent);
    widths.push(schedules.length);
    seen.push(...rated);
    return rated;
  });
  expect(Math.max(...widths)).toBeGreaterThan(500);
  expect(seen.filter((other) => comparePlans(other, best) < 0)).toEqual([]);
});
