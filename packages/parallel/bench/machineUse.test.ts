import { expect, test } from "vitest";
import { foreignShare, parseMachineLook } from "./machineUse.ts";

const before = parseMachineLook("cpu  1000 20 300 5000 80 1 9 10 500 0\ncpu0 1 2 3\ncpu1 1 2 3\nintr 5\n", 7);
const after = (idle: number, ioWait: number, atSeconds: number) =>
  parseMachineLook(`cpu  1060 20 340 ${idle} ${ioWait} 1 9 10 900 0\ncpu0 1 2 3\ncpu1 1 2 3\n`, atSeconds);

test("idle and iowait are no use, and the cores are counted", () => {
  expect(before).toEqual({ atSeconds: 7, idleSeconds: 50.8, coreCount: 2 });
});

test("what others used is the cores' time less what was idle and less our own, as a share of all cores", () => {
  // Two cores for a second, of which 0.9 s were idle, 0.1 s waited for a disk and 0.6 s were ours.
  expect(foreignShare(before, after(5090, 90, 8), 0.6)).toBeCloseTo(0.2, 12);
});

test("threads of our own that spin on every core are not others, however the kernel counts its ticks", () => {
  expect(foreignShare(before, after(5000, 80, 7.12), 0.24)).toBeCloseTo(0, 12);
});

test("idle time counted in coarser steps than our own never gives less than nothing", () => {
  expect(foreignShare(before, after(5010, 80, 7.05), 0.004)).toBe(0);
  expect(foreignShare(before, before, 0)).toBe(0);
});
