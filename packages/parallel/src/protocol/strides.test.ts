import { expect, test } from "vitest";
import { type Answers, forEveryAnswer } from "../../test/scriptedWords.ts";
import { ACTIVE, DYNAMIC, GUIDED, STATIC, STATIC_CYCLIC } from "../schedule.ts";
import { CALLER_CANCEL_LOOK, CALLER_LOCK, CALLER_RELEASE } from "./callerOrder.ts";
import { takeCallerStep } from "./callerSteps.ts";
import { closeBatch, lookAtTeam, openBatch } from "./callerStrides.ts";
import { LANE_LOOK, takeLaneStep } from "./laneSteps.ts";
import { takeBatch } from "./laneStrides.ts";
import * as machine from "./machine.ts";
import { CONTINUE, callerRegisters, LANE_REGISTERS, STEP, type Step } from "./machine.ts";
import * as words from "./words.ts";
import { DONE, IDLE, LANE_STATE, laneBase, POSTED, RUNNING } from "./words.ts";

// A stride and its steps are given the same registers and the same answers to their reads, whatever these may be. They
// have to make the same accesses in the same order, and to end with the same effect and the same registers.

type Take = (step: number, shared: Int32Array, r: Int32Array) => number;

/** Steps in a stride at most: more, and it has lost its way. */
const MOST_STEPS = 40;

/** Ways in which the stride can be told from its steps; and how many rows of answers were tried. */
function differences(
  stride: Step,
  take: Take,
  before: Int32Array,
  answers: Answers,
): { rows: number; found: string[] } {
  const found: string[] = [];
  const rows = forEveryAnswer(answers, (open) => {
    const [fast, slow] = [open(), open()];
    const [after, r] = [before.slice(), before.slice()];
    const effect = stride(fast.shared, after);
    let stepEffect: number;
    let steps = 0;
    do {
      stepEffect = take(r[STEP]!, slow.shared, r);
      steps++;
    } while (stepEffect === CONTINUE && steps < MOST_STEPS && !isReached(after, fast.log, r, slow.log));
    const [wanted, got] = [
      JSON.stringify([stepEffect, slow.log, [...r]]),
      JSON.stringify([effect, fast.log, [...after]]),
    ];
    if (wanted !== got) found.push(`${wanted} but ${got}`);
  });
  return { rows, found: found.slice(0, 1) };
}

function isReached(
  after: Int32Array,
  log: readonly unknown[],
  r: Int32Array,
  stepLog: readonly unknown[],
): boolean {
  return r[STEP] === after[STEP] && stepLog.length === log.length;
}

/** Registers each of which holds another value, but for those that are given. */
function registers(
  count: number,
  given: readonly (readonly [register: number, value: number])[],
): Int32Array {
  const r = Int32Array.from({ length: count }, (_, register) => 1000 + register);
  for (const [register, value] of given) r[register] = value;
  return r;
}

/** Every choice of one value from each list. */
function choices(...lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  );
}

const kinds = [STATIC, STATIC_CYCLIC, DYNAMIC, GUIDED, ACTIVE];
const counts = [0, 5];
const SEQUENCE = 44;
const laneStates = [IDLE, POSTED, RUNNING, DONE].map((state) => SEQUENCE + state);
const firstParameter = words.PARAM_PROGRAM;
const lastParameter = words.PARAM_ACTIVE;

test("opening a batch is its steps, whoever has the pool and whatever the batch before was", () => {
  let rows = 0;
  const teams = [0, 1, 3];
  for (const [kind, count, team, helps, mail] of choices(kinds, counts, teams, [0, 1], [0, 2])) {
    const before = registers(callerRegisters(4), [
      ...([
        [STEP, CALLER_LOCK],
        [machine.CALLER, 3],
        [machine.MAIL_WANTED, mail!],
      ] as const),
      ...([
        [machine.KIND, kind!],
        [machine.COUNT, count!],
        [machine.TEAM_SIZE, team!],
      ] as const),
      ...([
        [machine.HELPS, team === 0 ? 1 : helps!],
        [machine.CHUNK, 2],
      ] as const),
      ...([
        [machine.RANKS, team === 0 ? 1 : team! + helps!],
        [machine.PROGRAM, 1],
      ] as const),
      ...([
        [machine.TEAM, 2],
        [machine.TEAM + machine.TEAM_STRIDE, 1],
      ] as const),
    ]);
    const same = new Map([
      [words.PARAM_ENTRY, before[machine.ENTRY]!],
      [words.PARAM_POINTER, before[machine.POINTER]!],
      [words.PARAM_COUNT, count!],
      [words.PARAM_KIND, kind!],
      [words.PARAM_CHUNK, 2],
      [words.PARAM_RANKS, before[machine.RANKS]!],
      [words.PARAM_ACTIVE, before[machine.ACTIVE_LIST]!],
    ]);
    for (const isLikeBefore of [true, false]) {
      const { rows: tried, found } = differences(openBatch, takeCallerStep, before, (word) => {
        if (word === words.LOCK) return [0, 7];
        if (word === words.PARAM_PROGRAM) return [1, 0];
        if (word > firstParameter && word <= lastParameter) return [isLikeBefore ? same.get(word)! : -5];
        if (word === laneBase(2) + LANE_STATE) return laneStates;
        // The rank of the lane, its failures.
        return [0, 1];
      });
      expect(found).toEqual([]);
      rows += tried;
    }
  }
  expect(rows).toBeGreaterThan(2000);
});

test("looking at a team is its steps, from whichever lane on, and whether lanes have started, ended or not", () => {
  let rows = 0;
  for (const [team, place] of choices([1, 2, 3], [0, 1, 2])) {
    if (place! >= team!) continue;
    const member = (index: number): number => machine.TEAM + machine.TEAM_STRIDE * index;
    const before = registers(callerRegisters(4), [
      ...([
        [STEP, CALLER_CANCEL_LOOK],
        [machine.TEAM_SIZE, team!],
        [machine.PLACE, place!],
      ] as const),
      [machine.UNFINISHED, team! - place!],
      ...[0, 1, 2].map((index) => [member(index) + machine.TEAM_LANE, 3 - index] as const),
      ...[0, 1, 2].map((index) => [member(index) + machine.TEAM_WORD, SEQUENCE + POSTED] as const),
    ]);
    const { rows: tried, found } = differences(lookAtTeam, takeCallerStep, before, () => laneStates);
    expect(found).toEqual([]);
    rows += tried;
  }
  expect(rows).toBeGreaterThan(50);
});

test("closing a batch is its steps, whether others wait for the pool or not", () => {
  const before = registers(callerRegisters(2), [[STEP, CALLER_RELEASE]]);
  const { rows, found } = differences(closeBatch, takeCallerStep, before, () => [0, 1, 2]);
  expect(found).toEqual([]);
  expect(rows).toBe(3);
});

test("taking a batch is its steps, whatever the lane's word says, whoever changes it, and whatever the batch is", () => {
  const base = laneBase(2);
  const before = registers(LANE_REGISTERS, [
    ...([
      [STEP, LANE_LOOK],
      [machine.BASE, base],
      [machine.MAIL_READ, 2],
    ] as const),
  ]);
  const values = new Map([
    [base + LANE_STATE, [...laneStates, SEQUENCE + 4 + POSTED]],
    [words.PARAM_PROGRAM, [0, 1, 2]],
    [words.MAIL, [2, 3]],
    [words.PARAM_COUNT, counts],
    [words.PARAM_KIND, kinds],
    [words.PARAM_CHUNK, [2]],
    [words.PARAM_RANKS, [2, 3]],
    [base + words.LANE_RANK, [0, 1, 2]],
  ]);
  const { rows, found } = differences(takeBatch, takeLaneStep, before, (word) => values.get(word)!);
  expect(found).toEqual([]);
  expect(rows).toBeGreaterThan(200);
});
