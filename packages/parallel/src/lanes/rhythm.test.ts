import { expect, test } from "vitest";
import { SPIN_BUDGET_MS } from "./rest.ts";
import { BatchRhythm } from "./rhythm.ts";

/** Lets batches of no length follow each other after the given gaps; whether the last one's next is soon. */
function afterGaps(gapsMs: readonly number[]): boolean {
  const rhythm = new BatchRhythm();
  let nowMs = 1000;
  let isSoon = rhythm.begin(nowMs);
  for (const gapMs of gapsMs) {
    rhythm.end(nowMs);
    nowMs += gapMs;
    isSoon = rhythm.begin(nowMs);
  }
  return isSoon;
}

const fast = Array.from({ length: 30 }, () => SPIN_BUDGET_MS / 10);

test("nothing is expected after the first batch", () => {
  expect(afterGaps([])).toBe(false);
});

test("batches that follow each other fast are expected to go on", () => {
  expect(afterGaps(fast)).toBe(true);
});

test("batches further apart than lanes would spin are not waited for", () => {
  expect(afterGaps(Array.from({ length: 30 }, () => SPIN_BUDGET_MS))).toBe(false);
});

test("after a pause, however long, a dozen fast batches are enough to expect more", () => {
  expect(afterGaps([...fast, 1e9])).toBe(false);
  expect(afterGaps([...fast, 1e9, ...fast.slice(0, 12)])).toBe(true);
});

test("batches between two that are timed share the time between these", () => {
  const rhythm = new BatchRhythm();
  const isSoon = (gapMs: number, batches: number): boolean => {
    rhythm.end(0);
    return rhythm.begin(gapMs, batches);
  };
  expect(isSoon(4 * SPIN_BUDGET_MS, 11)).toBe(true);
  expect(isSoon(4 * SPIN_BUDGET_MS, 4)).toBe(false);
});
