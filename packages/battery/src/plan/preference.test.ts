import { expect, test } from "vitest";
import { COST_RESOLUTION_PENCE, THROUGHPUT_RESOLUTION_KWH } from "../kernel/searchChoice.ts";
import { comparePlans, type Rated } from "./preference.ts";
import { applyMove, demandSchedule, type Move, type Schedule } from "./schedule.ts";

const DEMAND: Schedule = demandSchedule(48);
const charge = (beginStep: number, endStep: number): Move => ({
  beginStep,
  endStep,
  chargeTargetKwh: 9.5,
  exportTargetPercent: 100,
});
const exporting = (beginStep: number, endStep: number): Move => ({
  beginStep,
  endStep,
  chargeTargetKwh: 0,
  exportTargetPercent: 0,
});
const hold = (beginStep: number, endStep: number): Move => ({
  ...charge(beginStep, endStep),
  chargeTargetKwh: 0.4,
});
const resting = (beginStep: number, endStep: number): Move => ({
  ...exporting(beginStep, endStep),
  exportTargetPercent: 99,
});
const rated = (moves: Move[], judgedPence = 100, throughputKwh = 10): Rated => ({
  schedule: moves.reduce<Schedule>(applyMove, DEMAND),
  metricPence: judgedPence,
  judgedPence,
  throughputKwh,
});

const order: readonly (readonly [string, Rated, Rated])[] = [
  ["cost comes first", rated([charge(0, 6), exporting(20, 30)], 99.9, 50), rated([], 100, 0)],
  ["then fewer mode changes", rated([charge(0, 6)], 100, 50), rated([charge(0, 6), charge(12, 18)], 100, 0)],
  // By what comes after, charging later, the other one would be better.
  ["then less throughput", rated([charge(6, 12)], 100, 9), rated([charge(12, 18)], 100, 10)],
  ["then export late", rated([exporting(30, 36)]), rated([exporting(24, 30)])],
  ["and what is exported late counts step by step", rated([exporting(36, 37)]), rated([exporting(43, 47)])],
  ["a hold is better than a rest that comes to the same", rated([hold(6, 12)]), rated([resting(6, 12)])],
  ["then charge late", rated([charge(12, 18)]), rated([charge(6, 12)])],
];

test.each(order)("%s", (_, better, worse) => {
  expect(comparePlans(better, worse)).toBeLessThan(0);
  expect(comparePlans(worse, better)).toBeGreaterThan(0);
});

test("costs closer than the resolution are equal, and equal plans are told apart by nothing", () => {
  const cost = 1000 * COST_RESOLUTION_PENCE;
  const near = cost + 0.4 * COST_RESOLUTION_PENCE;
  expect(comparePlans(rated([charge(0, 6)], cost), rated([charge(0, 6)], near))).toBe(0);
  expect(
    comparePlans(rated([charge(0, 6)], cost), rated([charge(0, 6)], cost + COST_RESOLUTION_PENCE)),
  ).toBeLessThan(0);
});

test("throughputs closer than the resolution are equal: charging late decides", () => {
  const throughputKwh = 1000 * THROUGHPUT_RESOLUTION_KWH;
  const near = throughputKwh + 0.4 * THROUGHPUT_RESOLUTION_KWH;
  const early = rated([charge(6, 12)], 100, throughputKwh);
  expect(comparePlans(early, rated([charge(12, 18)], 100, near))).toBeGreaterThan(0);
});

test("the order is transitive on a mixed lot", () => {
  const lot = order.flatMap(([, better, worse]) => [better, worse]);
  const holds = lot.every((a) =>
    lot.every((b) =>
      lot.every((c) => !(comparePlans(a, b) < 0 && comparePlans(b, c) < 0) || comparePlans(a, c) < 0),
    ),
  );
  expect(holds).toBe(true);
});
