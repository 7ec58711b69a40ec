import { expect, test } from "vitest";
import { callerAlone } from "../../test/callerAlone.ts";
import * as order from "./callerOrder.ts";
import {
  AT,
  CALLER,
  CONTINUE,
  DEATH,
  FINISH,
  MAIL_WANTED,
  NOTIFY,
  PLACE,
  STEP,
  VALUE,
  WAIT,
} from "./machine.ts";
import { DONE, IDLE, LANE_STATE, LOCK, LOCK_WAITERS, laneBase, POSTED, RUNNING } from "./words.ts";

// A caller's death and what others make of it, which undisturbed batches never come to.

const SEQUENCE = 44;
const HOLDER = 9;

/** A caller that finds the pool held by another. */
function shutOut(laneCount = 5) {
  const caller = callerAlone(laneCount, { [STEP]: order.CALLER_LOCK });
  caller.shared[LOCK] = HOLDER;
  return caller;
}

/** A caller that has just heard of the holder's death. */
function bereaved(states: readonly number[]) {
  const caller = shutOut(states.length + 1);
  states.forEach((state, index) => {
    caller.setWord(index + 1, SEQUENCE + state);
  });
  expect(caller.run()).toBe(WAIT);
  caller.r[DEATH] = 1;
  return caller;
}

test("who finds the pool taken is counted before it sleeps, until the holder that it saw is another", () => {
  const { shared, r, step } = shutOut();
  expect([step(), r[STEP]]).toEqual([CONTINUE, order.CALLER_ENLIST]);
  expect(step()).toBe(WAIT);
  expect([r[AT], r[VALUE], shared[LOCK_WAITERS]]).toEqual([LOCK, HOLDER, 1]);
  expect([step(), r[STEP]]).toEqual([CONTINUE, order.CALLER_LOCK]);
  expect([shared[LOCK], shared[LOCK_WAITERS]]).toEqual([HOLDER, 0]);
});

test("the pool of a holder that died is taken, and every lane it left posted or running comes to rest", () => {
  const caller = bereaved([POSTED, RUNNING, DONE, IDLE]);
  const { shared, r } = caller;
  expect(caller.run()).toBe(WAIT);
  expect([shared[LOCK], shared[LOCK_WAITERS]]).toEqual([r[CALLER], 0]);
  expect([r[AT], r[VALUE]]).toEqual([laneBase(2) + LANE_STATE, SEQUENCE + RUNNING]);
  caller.setWord(2, SEQUENCE + DONE);
  expect(caller.run(order.CALLER_PARAMS)).toBe(CONTINUE);
  expect([r[STEP], r[PLACE], r[DEATH]]).toEqual([order.CALLER_PARAMS, 0, 0]);
  expect([1, 2, 3, 4].map(caller.word)).toEqual([IDLE, DONE, DONE, IDLE].map((state) => SEQUENCE + state));
});

test("a lane that died with its caller is waited for no longer, the next one is", () => {
  const caller = bereaved([RUNNING, RUNNING]);
  expect(caller.run()).toBe(WAIT);
  caller.r[DEATH] = 1;
  expect(caller.run()).toBe(WAIT);
  expect(caller.r[AT]).toBe(laneBase(2) + LANE_STATE);
  caller.setWord(2, SEQUENCE + DONE);
  expect(caller.run(order.CALLER_PARAMS)).toBe(CONTINUE);
});

test("a lane that takes a dead caller's batch while it is taken back is waited for", () => {
  const caller = bereaved([POSTED]);
  expect(caller.run(order.CALLER_SETTLE_CANCEL)).toBe(CONTINUE);
  caller.setWord(1, SEQUENCE + RUNNING);
  expect(caller.run()).toBe(WAIT);
  expect(caller.word(1)).toBe(SEQUENCE + RUNNING);
});

test("of several callers that wait for a dead one, one takes the pool and the others wait for it", () => {
  const caller = bereaved([POSTED]);
  const { shared, r, step } = caller;
  expect([step(), r[STEP]]).toEqual([CONTINUE, order.CALLER_SEIZE]);
  shared[LOCK] = 4;
  expect(caller.run()).toBe(WAIT);
  expect([shared[LOCK], r[VALUE], caller.word(1)]).toEqual([4, 4, SEQUENCE + POSTED]);
});

test("mail goes out once the pool is taken, from a dead holder too", () => {
  const free = callerAlone(2, { [STEP]: order.CALLER_LOCK, [MAIL_WANTED]: 3 });
  expect([free.step(), free.r[STEP]]).toEqual([CONTINUE, order.CALLER_MAIL]);
  const caller = bereaved([IDLE]);
  caller.r[MAIL_WANTED] = 3;
  expect(caller.run(order.CALLER_MAIL)).toBe(CONTINUE);
});

test("giving the pool back wakes those that wait, and nobody where none does", () => {
  const { shared, r, step } = callerAlone(2, { [STEP]: order.CALLER_RELEASE });
  shared[LOCK] = r[CALLER]!;
  expect([step(), shared[LOCK]]).toEqual([CONTINUE, 0]);
  expect(step()).toBe(FINISH);
  r[STEP] = order.CALLER_RELEASE_CHECK;
  shared[LOCK_WAITERS] = 1;
  expect([step(), r[AT]]).toEqual([NOTIFY, LOCK]);
  expect(step()).toBe(FINISH);
});
