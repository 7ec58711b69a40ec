import { expect, test } from "vitest";
import { collectRayCosts, rangesOf } from "./rayCosts.ts";

test("active slots are told as half-open ranges", () => {
  expect(rangesOf(Int32Array.of(0, 1, 2, 5, 7, 8))).toEqual([0, 3, 5, 6, 7, 9]);
  expect(rangesOf(new Int32Array(0))).toEqual([]);
});

test("each slab is told in its order", () => {
  const { onSlab, slabs } = collectRayCosts();
  onSlab({ slots: 9, active: Int32Array.of(3, 4), steps: Int32Array.of(7, 1) });
  onSlab({ slots: 9, active: Int32Array.of(4), steps: Int32Array.of(2) });
  expect(slabs).toEqual([
    { slots: 9, active: [3, 5], steps: [7, 1] },
    { slots: 9, active: [4, 5], steps: [2] },
  ]);
});
