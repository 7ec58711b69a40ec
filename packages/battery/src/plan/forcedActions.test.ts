import { describe, expect, test } from "vitest";
import { type ForcedAction, forceActions } from "./forcedActions.ts";
import { demandSchedule, segmentAt } from "./schedule.ts";

const STEP_MS = 300_000;
const NOW_MS = 1_700_000_100_000;
const home = {
  nowMs: NOW_MS,
  inputs: { stepCount: 12, battery: { capacityKwh: 10, reserveKwh: 1 } },
} as Parameters<typeof forceActions>[2];

const forced = (action: ForcedAction["action"], begin: number, end: number, targetPercent?: number) => ({
  ...{ action, startMs: NOW_MS + begin * STEP_MS, endMs: NOW_MS + end * STEP_MS },
  ...(targetPercent === undefined ? {} : { targetPercent }),
});
const told = (actions: readonly ForcedAction[]) => {
  const schedule = forceActions(demandSchedule(12), actions, home);
  return Array.from({ length: 12 }, (_, step) => {
    const { chargeTargetKwh, exportTargetPercent } = segmentAt(schedule, step);
    return `${chargeTargetKwh}/${exportTargetPercent}`;
  });
};

test("each action becomes what the inverter is told, at its times alone", () => {
  const steps = told([
    forced("charge", 0, 2),
    forced("charge", 2, 3, 55),
    forced("hold", 3, 5),
    forced("export", 5, 6),
    forced("export", 6, 7, 30.7),
    forced("freezeExport", 7, 9),
  ]);
  const plan = ["10/100", "10/100", "5.5/100", "1/100", "1/100", "0/0", "0/30", "0/99", "0/99"];
  expect(steps).toEqual([...plan, "0/100", "0/100", "0/100"]);
});

test("the later of two that overlap counts, and demand takes a forced action back", () => {
  const steps = told([forced("charge", 1, 6), forced("hold", 4, 8), forced("demand", 0, 3)]);
  expect(steps.map((each) => each.split("/")[0])).toEqual([
    ...["0", "0", "0", "10", "1", "1", "1", "1"],
    ...["0", "0", "0", "0"],
  ]);
});

test("what lies before now or after the end is left out", () => {
  const outside = [forced("charge", -5, 0), forced("charge", 12, 20)];
  expect(forceActions(demandSchedule(12), outside, home)).toEqual(demandSchedule(12));
  const across = forceActions(demandSchedule(12), [forced("hold", 11, 20)], home);
  expect(across.map(({ endStep }) => endStep)).toEqual([11, 12]);
  expect(told([forced("charge", -5, 1), forced("hold", 11, 20)]).map((each) => each !== "0/100")).toEqual([
    true,
    ...Array(10).fill(false),
    true,
  ]);
});

describe("targets that the battery has not", () => {
  test.for([
    ["charge", 10],
    ["charge", 101],
    ["charge", Number.NaN],
    ["export", -1],
    ["export", 99],
  ] as const)("%s to %s percent is refused with the value and the range", ([action, percent]) => {
    expect(() => told([forced(action, 0, 2, percent)])).toThrow(
      new RegExp(`${percent} %.*give a target from`),
    );
  });
});
