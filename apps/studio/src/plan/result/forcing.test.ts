import { expect, test } from "vitest";
import type { ShownSlot } from "../plannerMessages.ts";
import { actionRunAt, forcedIn, forcedTimes, movedRun } from "./forcing.ts";

const slot = (index: number, action: ShownSlot["action"], targetPercent?: number): ShownSlot => ({
  ...{ startMs: index * 100, endMs: index * 100 + 100, day: "", start: "", end: "", why: "", figures: [] },
  ...{ action, words: `${action} ${targetPercent ?? ""}` },
  ...(targetPercent === undefined ? {} : { targetPercent }),
});
const plan = {
  slots: [
    slot(0, "demand"),
    slot(1, "charge", 80),
    slot(2, "charge", 80),
    slot(3, "charge", 90),
    slot(4, "demand"),
  ],
};

test("a run holds the slots that tell the battery the same, and no others", () => {
  expect([0, 1, 2, 3, 4].map((index) => actionRunAt(plan, index))).toEqual([
    { begin: 0, end: 1 },
    { begin: 1, end: 3 },
    { begin: 1, end: 3 },
    { begin: 3, end: 4 },
    { begin: 4, end: 5 },
  ]);
});

test("a moved run leaves the home to the battery where it was, and keeps its target", () => {
  expect(movedRun(plan, { begin: 1, end: 3 }, { begin: 2, end: 4 })).toEqual([
    { startMs: 100, endMs: 300, action: "demand" },
    { startMs: 200, endMs: 400, action: "charge", targetPercent: 80 },
  ]);
});

test("an action is forced from the first slot's start to the last one's end", () => {
  expect(forcedIn(plan, { begin: 1, end: 4 }, "hold")).toEqual({ startMs: 100, endMs: 400, action: "hold" });
});

test("what is forced is told by the times that are in the plan", () => {
  const day = {
    slots: plan.slots.map((each, index) => ({ ...each, start: `${index}:00`, end: `${index + 1}:00` })),
  };
  const times = (startMs: number, endMs: number) => forcedTimes(day, { startMs, endMs, action: "hold" });
  expect(times(100, 300)).toBe("1:00 to 3:00");
  expect(times(-100, 150)).toBe("0:00 to 2:00");
  expect([times(-100, 0), times(500, 700)]).toEqual([undefined, undefined]);
});
