import { expect, test } from "vitest";
import { callerAlone } from "../../test/callerAlone.ts";
import { DYNAMIC, STATIC, STATIC_CYCLIC } from "../schedule.ts";
import * as order from "./callerOrder.ts";
import {
  AT,
  BEGIN,
  CANCELLED,
  CHUNK,
  CONTINUE,
  COUNT,
  DEATH,
  DIED,
  END,
  FINISHED,
  HELPS,
  KIND,
  PENDING,
  RANKS,
  RUN,
  STEP,
  TEAM,
  TEAM_LANE,
  TEAM_OUTCOME,
  TEAM_SIZE,
  TEAM_STRIDE,
  UNFINISHED,
  WAIT,
} from "./machine.ts";
import { CLAIM_BEGIN, CLAIM_END, DONE, LANE_STATE, laneBase, RUNNING } from "./words.ts";

// What lanes that were taken back or died left over, which undisturbed batches never come to.

const SEQUENCE = 44;
const COUNT_ALL = 20;

/** A caller whose own part is over, with lanes 2, 3 ... of these outcomes. */
function collecting(outcomes: readonly number[], registers: Readonly<Record<number, number>>) {
  const caller = callerAlone(outcomes.length + 2, {
    [TEAM_SIZE]: outcomes.length,
    [COUNT]: COUNT_ALL,
    [HELPS]: 1,
    [RANKS]: outcomes.length + 1,
    [UNFINISHED]: outcomes.filter((outcome) => outcome !== FINISHED).length,
    ...registers,
  });
  outcomes.forEach((outcome, place) => {
    caller.r[TEAM + TEAM_STRIDE * place + TEAM_LANE] = place + 2;
    caller.r[TEAM + TEAM_STRIDE * place + TEAM_OUTCOME] = outcome;
  });
  return caller;
}

type Caller = ReturnType<typeof collecting>;

/** What the caller runs until it gives the pool back. */
function rangesOf(caller: Caller): [number, number][] {
  const ranges: [number, number][] = [];
  while (caller.run(order.CALLER_RELEASE) === RUN) ranges.push([caller.r[BEGIN]!, caller.r[END]!]);
  expect(caller.r[STEP]).toBe(order.CALLER_RELEASE);
  return ranges;
}

function leaveClaim({ shared }: Caller, lane: number, begin: number, end: number): void {
  shared[laneBase(lane) + CLAIM_BEGIN] = begin;
  shared[laneBase(lane) + CLAIM_END] = end;
}

test("what a dead lane had claimed is run again, no further than the batch goes", () => {
  const caller = collecting([DIED, FINISHED, DIED, DIED, CANCELLED], {
    [STEP]: order.CALLER_LEFTOVER,
    [KIND]: DYNAMIC,
    [CHUNK]: 4,
  });
  leaveClaim(caller, 2, 8, 12);
  leaveClaim(caller, 3, 0, 4);
  leaveClaim(caller, 4, 16, 24);
  // It had claimed nothing of this batch, and the claim of one that was taken back is none of this batch.
  leaveClaim(caller, 5, 0, 0);
  leaveClaim(caller, 6, 12, 16);
  expect(rangesOf(caller)).toEqual([
    [8, 12],
    [16, COUNT_ALL],
  ]);
});

test("the whole part that was dealt to a lane which did not finish is the caller's", () => {
  const dealt = (kind: number, helps: number): [number, number][] =>
    rangesOf(
      collecting([FINISHED, CANCELLED, DIED], {
        [STEP]: order.CALLER_LEFTOVER,
        [KIND]: kind,
        [CHUNK]: 3,
        [HELPS]: helps,
        [RANKS]: 3 + helps,
      }),
    );
  expect(dealt(STATIC, 1)).toEqual([
    [10, 15],
    [15, 20],
  ]);
  expect(dealt(STATIC, 0)).toEqual([
    [6, 13],
    [13, 20],
  ]);
  expect(dealt(STATIC_CYCLIC, 1)).toEqual([
    [6, 9],
    [18, 20],
    [9, 12],
  ]);
});

test("a lane is waited for until it is done or its thread has ended, and what it left is looked for then", () => {
  const caller = collecting([PENDING, FINISHED, PENDING], {
    [STEP]: order.CALLER_COLLECT,
    [KIND]: DYNAMIC,
  });
  const { r } = caller;
  for (const lane of [2, 4]) caller.setWord(lane, SEQUENCE + RUNNING);
  leaveClaim(caller, 4, 5, 6);
  expect(caller.run()).toBe(WAIT);
  expect(r[AT]).toBe(laneBase(2) + LANE_STATE);
  // Woken for no reason.
  expect(caller.run()).toBe(WAIT);
  // It was done before its thread ended: nothing is left over.
  caller.setWord(2, SEQUENCE + DONE);
  r[DEATH] = 1;
  expect(caller.run()).toBe(WAIT);
  expect([r[DEATH], r[AT], r[UNFINISHED]]).toEqual([0, laneBase(4) + LANE_STATE, 1]);
  r[DEATH] = 1;
  expect(caller.run(order.CALLER_LEFTOVER)).toBe(CONTINUE);
  const outcomes = [0, 1, 2].map((place) => r[TEAM + TEAM_STRIDE * place + TEAM_OUTCOME]);
  expect(outcomes).toEqual([FINISHED, FINISHED, DIED]);
  expect(rangesOf(caller)).toEqual([[5, 6]]);
});

test("nothing is looked for where all lanes finished", () => {
  const caller = collecting([PENDING, FINISHED], { [STEP]: order.CALLER_COLLECT, [KIND]: DYNAMIC });
  caller.setWord(2, SEQUENCE + DONE);
  let leftovers = 0;
  while (caller.r[STEP] !== order.CALLER_RELEASE) {
    if (caller.r[STEP] === order.CALLER_LEFTOVER) leftovers++;
    expect(caller.step()).toBe(CONTINUE);
  }
  expect(leftovers).toBe(0);
});
