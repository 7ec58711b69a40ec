import { expect, test } from "vitest";
import { callerAlone } from "../../test/callerAlone.ts";
import { DYNAMIC, STATIC } from "../schedule.ts";
import * as order from "./callerOrder.ts";
import {
  ACTIVE_LIST,
  AT,
  CHUNK,
  CONTINUE,
  COUNT,
  DEATH,
  ENTRY,
  HELPS,
  KIND,
  MAIL_WANTED,
  NOTIFY,
  PLACE,
  POINTER,
  PROGRAM,
  RANK,
  RANKS,
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
import {
  DONE,
  IDLE,
  LANE_STATE,
  laneBase,
  MAIL,
  nextWord,
  PARAM_ACTIVE,
  PARAM_CHUNK,
  PARAM_COUNT,
  PARAM_ENTRY,
  PARAM_KIND,
  PARAM_POINTER,
  PARAM_PROGRAM,
  PARAM_RANKS,
  POSTED,
  RUNNING,
} from "./words.ts";

// Mail to lanes, and the wait of a caller that does not block: no stride does either. And what lanes read of a batch,
// which the explorer's lanes do not look at.

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

test("all that a batch is called with stands where lanes read it", () => {
  const parameters = [
    [ENTRY, PARAM_ENTRY],
    [POINTER, PARAM_POINTER],
    [COUNT, PARAM_COUNT],
    [KIND, PARAM_KIND],
    [CHUNK, PARAM_CHUNK],
    [RANKS, PARAM_RANKS],
    [ACTIVE_LIST, PARAM_ACTIVE],
    [PROGRAM, PARAM_PROGRAM],
  ] as const;
  // Of a kind that is dealt out: the other parameters are numbers that stand for themselves.
  const values = parameters.map(([register], place) => (register === KIND ? STATIC : 11 + place));
  const registers = Object.fromEntries(parameters.map(([register], place) => [register, values[place]!]));
  const caller = withTeam([], { ...registers, [HELPS]: 1, [STEP]: order.CALLER_PARAMS });
  expect(caller.run(order.CALLER_CLAIM)).toBe(CONTINUE);
  expect(parameters.map(([, word]) => caller.shared[word])).toEqual(values);
});

test("after the last post a caller that blocks does its own part, one that does not looks at its team", () => {
  for (const [helps, next] of [
    [1, order.CALLER_CLAIM],
    [0, order.CALLER_AWAIT],
  ] as const) {
    const caller = withTeam([IDLE], { [KIND]: DYNAMIC, [HELPS]: helps, [STEP]: order.CALLER_POST_READ });
    expect(caller.run()).toBe(NOTIFY);
    expect(caller.r[STEP]).toBe(next);
  }
});

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
