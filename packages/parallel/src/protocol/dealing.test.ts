import { expect, test } from "vitest";
import { STATIC, STATIC_CYCLIC } from "../schedule.ts";
import { dealNext } from "./dealing.ts";
import { BEGIN, CHUNK, COUNT, callerRegisters, END, KIND, RANK, RANKS } from "./machine.ts";

/** All ranges that one of the ranks of a batch is dealt. */
function dealt(kind: number, count: number, rank: number, { ranks = 3, chunk = 4 } = {}): number[][] {
  const r = new Int32Array(callerRegisters(ranks));
  Object.assign(r, { [KIND]: kind, [COUNT]: count, [RANK]: rank, [RANKS]: ranks, [CHUNK]: chunk });
  const ranges: number[][] = [];
  while (ranges.length <= count && dealNext(r)) ranges.push([r[BEGIN]!, r[END]!]);
  return ranges;
}

test("chunks are dealt in turn until the count is reached, and never an empty one", () => {
  expect([0, 1, 2].map((rank) => dealt(STATIC_CYCLIC, 24, rank))).toEqual([
    [
      [0, 4],
      [12, 16],
    ],
    [
      [4, 8],
      [16, 20],
    ],
    [
      [8, 12],
      [20, 24],
    ],
  ]);
  expect([0, 1, 2].map((rank) => dealt(STATIC_CYCLIC, 13, rank))).toEqual([
    [
      [0, 4],
      [12, 13],
    ],
    [[4, 8]],
    [[8, 12]],
  ]);
});

test("one range each is dealt once, and none where there are fewer jobs than ranks", () => {
  expect([0, 1, 2].flatMap((rank) => dealt(STATIC, 10, rank)).map(([begin, end]) => end! - begin!)).toEqual([
    3, 3, 4,
  ]);
  expect([0, 1, 2].map((rank) => dealt(STATIC, 1, rank).length).toSorted()).toEqual([0, 0, 1]);
});
