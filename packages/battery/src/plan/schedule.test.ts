import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyMove,
  demandSchedule,
  firstDifferentStep,
  isSameAction,
  type Move,
  planOf,
  type Schedule,
  segmentAt,
} from "./schedule.ts";

const STEP_COUNT = 24;
const actions = [
  { chargeTargetKwh: 0, exportTargetPercent: 100 },
  { chargeTargetKwh: 5, exportTargetPercent: 100 },
  { chargeTargetKwh: 0.38, exportTargetPercent: 100 },
  { chargeTargetKwh: 0, exportTargetPercent: 99 },
  { chargeTargetKwh: 0, exportTargetPercent: 5.3 },
] as const;

const moves = fc
  .tuple(fc.nat(STEP_COUNT - 1), fc.nat(STEP_COUNT - 1), fc.constantFrom(...actions))
  .map(([a, b, action]): Move => ({ ...action, beginStep: Math.min(a, b), endStep: Math.max(a, b) + 1 }));
const moveLists = fc.array(moves, { maxLength: 8 });
const scheduled = (list: readonly Move[]): Schedule =>
  list.reduce<Schedule>(applyMove, demandSchedule(STEP_COUNT));

/** The same thing done the plain way: one action a step. */
function perStep(list: readonly Move[]): (typeof actions)[number][] {
  const steps: (typeof actions)[number][] = new Array(STEP_COUNT).fill(actions[0]);
  for (const { beginStep, endStep, ...action } of list)
    steps.fill(action as (typeof actions)[number], beginStep, endStep);
  return steps;
}

test("moves tell each step what the last of them says", () => {
  fc.assert(
    fc.property(moveLists, (list) =>
      perStep(list).every((action, step) => isSameAction(action, segmentAt(scheduled(list), step))),
    ),
  );
});

test("a schedule covers all steps, rising, and no two neighbours say the same", () => {
  fc.assert(
    fc.property(moveLists, (list) => {
      const schedule = scheduled(list);
      return (
        schedule.at(-1)?.endStep === STEP_COUNT &&
        schedule.every((segment, index) => {
          const next = schedule[index + 1];
          return next === undefined || (segment.endStep < next.endStep && !isSameAction(segment, next));
        })
      );
    }),
  );
});

test("a move leaves the schedule that it changes as it was", () => {
  fc.assert(
    fc.property(moveLists, moves, (list, move) => {
      const schedule = scheduled(list);
      const before = JSON.stringify(schedule);
      applyMove(schedule, move);
      return JSON.stringify(schedule) === before;
    }),
  );
});

test("the first different step is the first one that two schedules tell differently", () => {
  fc.assert(
    fc.property(moveLists, moveLists, (left, right) => {
      const rightSteps = perStep(right);
      const found = perStep(left).findIndex(
        (action, step) => !isSameAction(action, rightSteps[step] as typeof action),
      );
      return firstDifferentStep(scheduled(left), scheduled(right)) === (found === -1 ? STEP_COUNT : found);
    }),
  );
  expect(scheduled([])).toEqual(demandSchedule(STEP_COUNT));
});

test("windows say in absolute minutes what the segments say in steps", () => {
  const schedule = scheduled([
    { beginStep: 2, endStep: 4, chargeTargetKwh: 5, exportTargetPercent: 100 },
    { beginStep: 10, endStep: 12, chargeTargetKwh: 0, exportTargetPercent: 99 },
    { beginStep: 12, endStep: 13, chargeTargetKwh: 0, exportTargetPercent: 5.3 },
  ]);
  expect(planOf(schedule, 600)).toEqual({
    charge: [{ startMinute: 610, endMinute: 620, targetKwh: 5 }],
    export: [
      { startMinute: 650, endMinute: 660, targetPercent: 99 },
      { startMinute: 660, endMinute: 665, targetPercent: 5.3 },
    ],
  });
});
