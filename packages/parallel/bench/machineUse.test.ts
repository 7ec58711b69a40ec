import { expect, test } from "vitest";
import { foreignShare, parseMachineTime } from "./machineUse.ts";

const before = parseMachineTime("cpu  1000 20 300 5000 80 1 9 10 500 0\ncpu0 1 2 3\n");

test("everything but idle and iowait is busy, stolen time too, and guest time is not counted twice", () => {
  expect(before).toEqual({ busy: 13.4, total: 64.2 });
});

test("what others used is the busy time less our own, as a share of all cores", () => {
  const after = parseMachineTime("cpu  1060 20 340 5100 80 1 9 10 900 0\n");
  expect(foreignShare(before, after, 0.6)).toBeCloseTo(0.2, 12);
});

test("stolen time counts as others' use", () => {
  const after = parseMachineTime("cpu  1000 20 300 5090 80 1 9 20 500 0\n");
  expect(foreignShare(before, after, 0)).toBeCloseTo(0.1, 12);
});

test("own time counted in finer steps than the machine's never gives less than nothing", () => {
  const after = parseMachineTime("cpu  1010 20 300 5090 80 1 9 10 500 0\n");
  expect(foreignShare(before, after, 0.104)).toBe(0);
  expect(foreignShare(before, before, 0)).toBe(0);
});
