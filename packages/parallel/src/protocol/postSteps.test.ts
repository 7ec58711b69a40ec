import { expect, test } from "vitest";
import { callerAlone } from "../../test/callerAlone.ts";
import { DYNAMIC, STATIC } from "../schedule.ts";
import * as order from "./callerOrder.ts";
import {
  AT,
  CONTINUE,
  DEATH,
  KIND,
  MAIL_WANTED,
  NOTIFY,
  PLACE,
  RANK,
  STEP,
  TEAM,
  TEAM_LANE,
  TEAM_SIZE,
  TEAM_STRIDE,
  TEAM_WORD,
  TURN,
  VALUE,
  WAIT,
} from "./machine.ts";
import { DONE, IDLE, LANE_STATE, laneBase, MAIL, nextWord, POSTED, RUNNING } from "./words.ts";

// Mail to lanes, and the wait of a caller that does not block: no stride does either.

const SEQUENCE = 44;
const stateWord = (lane: number): number => laneBase(lane) + LANE_STATE;

/** A caller with a team of lanes in these states; the first is not lane 1, so that places and lanes differ. */
function withTeam(states: readonly number[], registers: Readonly<Record<number, number>>) {
  const caller = callerAlone(states.length + 2, { [TEAM_SIZE]: states.length, ...registers });
  states.forEach((state, place) => {
    const member = TEAM + TEAM_STRIDE * place;
    caller.r[member + TEAM_LANE] = place + 2;
    caller.r[member + TEAM_WORD] = SEQUENCE + POSTED;
    caller.setWord(place + 2, SEQUENCE + state);
  });
  return caller;
}

/** A caller that waits for its team, about to look at it. */
function waiting(kind: number, states: readonly number[]) {
  const caller = withTeam(states, { [KIND]: kind, [RANK]: 7, [TURN]: 7 });
  // As the last post leaves it: the whole team is to be looked at.
  caller.r[STEP] = order.CALLER_AWAIT_LATE;
  caller.step();
  return caller;
}

test("mail is counted up before any lane's word changes, and each lane is woken by a new word that posts nothing", () => {
  const caller = withTeam([IDLE, DONE], { [STEP]: order.CALLER_MAIL, [MAIL_WANTED]: 3 });
  const { shared, r } = caller;
  expect([caller.step(), shared[MAIL]]).toEqual([CONTINUE, 3]);
  expect([2, 3].map(caller.word)).toEqual([SEQUENCE + IDLE, SEQUENCE + DONE]);
  for (const lane of [2, 3]) {
    expect(caller.run()).toBe(NOTIFY);
    expect([r[AT], caller.word(lane)]).toEqual([stateWord(lane), nextWord(SEQUENCE, IDLE)]);
  }
  expect(caller.run(order.CALLER_RELEASE)).toBe(CONTINUE);
  const alone = withTeam([], { [STEP]: order.CALLER_MAIL, [MAIL_WANTED]: 3 });
  expect([alone.step(), alone.r[STEP]]).toEqual([CONTINUE, order.CALLER_RELEASE]);
});

test("a caller that does not block sleeps on the first lane that runs, whatever the schedule", () => {
  for (const kind of [STATIC, DYNAMIC]) {
    const caller = waiting(kind, [POSTED, RUNNING, RUNNING]);
    expect(caller.run()).toBe(WAIT);
    expect([caller.r[AT], caller.r[VALUE]]).toEqual([stateWord(3), SEQUENCE + RUNNING]);
    caller.setWord(3, SEQUENCE + DONE);
    expect(caller.run()).toBe(WAIT);
    expect(caller.r[AT]).toBe(stateWord(4));
  }
});

test("once no lane runs, a lane that has not started is waited for where it was dealt a part", () => {
  const caller = waiting(STATIC, [DONE, POSTED, POSTED]);
  expect(caller.run()).toBe(WAIT);
  expect([caller.r[AT], caller.r[VALUE]]).toEqual([stateWord(3), SEQUENCE + POSTED]);
  // It has started and ended meanwhile: the whole team is looked at again.
  caller.setWord(3, SEQUENCE + DONE);
  expect(caller.run()).toBe(WAIT);
  expect(caller.r[AT]).toBe(stateWord(4));
});

test("where indices are claimed, a lane that has not started is waited for only until another has finished", () => {
  const caller = waiting(DYNAMIC, [POSTED, POSTED]);
  expect(caller.run()).toBe(WAIT);
  expect(caller.r[AT]).toBe(stateWord(2));
  caller.setWord(3, SEQUENCE + DONE);
  expect(caller.run(order.CALLER_CLAIM)).toBe(CONTINUE);
  expect([caller.r[RANK], caller.r[TURN]]).toEqual([0, 0]);
});

test("when all lanes are done the caller looks for what is left", () => {
  const caller = waiting(STATIC, [DONE, DONE]);
  expect(caller.run(order.CALLER_CLAIM)).toBe(CONTINUE);
});

test("the death of a lane, running or not started, ends the wait", () => {
  for (const states of [[RUNNING], [POSTED]]) {
    const caller = waiting(STATIC, states);
    expect(caller.run()).toBe(WAIT);
    caller.r[DEATH] = 1;
    expect(caller.run(order.CALLER_CLAIM)).toBe(CONTINUE);
    expect([caller.r[DEATH], caller.r[RANK], caller.r[TURN]]).toEqual([0, 0, 0]);
    expect(caller.r[PLACE]).toBeLessThanOrEqual(1);
  }
});
