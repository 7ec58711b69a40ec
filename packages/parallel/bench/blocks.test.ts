import fc from "fast-check";
import { expect, test } from "vitest";
import { interleavedOrder, MAXIMUM_FOREIGN_SHARE, measureInterleaved } from "./blocks.ts";

test("contestants take turns A B C, C B A, A B C", () => {
  expect(interleavedOrder(3, 3)).toEqual([
    [0, 1, 2],
    [2, 1, 0],
    [0, 1, 2],
  ]);
});

test("no contestant is measured earlier than another on the whole: over two rounds all places sum alike", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
      const [there, back] = interleavedOrder(count, 2);
      return there!.every((contestant, place) => back!.indexOf(contestant) + place === count - 1);
    }),
  );
});

/** Measures with planted shares of foreign CPU, one after the other; the value of a block is its number. */
async function withPlantedShares(shares: readonly number[], left: number, perBlock = 3) {
  let made = 0;
  const budget = { left, perBlock };
  const [series] = await measureInterleaved(1, 1, budget, async () => {
    const number = made++;
    return { value: number, foreignShare: shares[number] ?? 0 };
  });
  return { series: series!, budget, made };
}

test("a quiet block counts at once", async () => {
  const { series, made } = await withPlantedShares([MAXIMUM_FOREIGN_SHARE], 10);
  expect(series).toEqual({ blocks: [0], rejectedCount: 0, isNoisy: [false] });
  expect(made).toBe(1);
});

test("a block that others disturbed is thrown away and measured again", async () => {
  const { series, budget } = await withPlantedShares([0.5, 0.3, 0.01], 10);
  expect(series).toEqual({ blocks: [2], rejectedCount: 2, isNoisy: [false] });
  expect(budget.left).toBe(8);
});

test("repeats are bounded, the quietest block then counts, and the series says that it is noisy", async () => {
  const { series, made } = await withPlantedShares([0.5, 0.2, 0.3, 0.4, 0], 10);
  expect(series).toEqual({ blocks: [1], rejectedCount: 3, isNoisy: [true] });
  expect(made).toBe(4);
});

test("an exhausted budget ends all repeats", async () => {
  const { series, made } = await withPlantedShares([0.5, 0.4, 0.3], 1);
  expect(series).toEqual({ blocks: [1], rejectedCount: 1, isNoisy: [true] });
  expect(made).toBe(2);
});

test("every contestant gets one block a round, in the order of the turns", async () => {
  const turns: number[] = [];
  const series = await measureInterleaved(2, 4, { left: 0, perBlock: 0 }, async (contestant) => {
    turns.push(contestant);
    return { value: turns.length, foreignShare: 0 };
  });
  expect(turns).toEqual([0, 1, 1, 0, 0, 1, 1, 0]);
  expect(series.map(({ blocks }) => blocks)).toEqual([
    [1, 4, 5, 8],
    [2, 3, 6, 7],
  ]);
});
