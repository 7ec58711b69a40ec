import { expect, test } from "vitest";
import { DYNAMIC, GUIDED } from "../schedule.ts";
import { LANE_LOOK, takeLaneStep } from "./laneSteps.ts";
import { BASE, BEGIN, CONTINUE, END, LANE_REGISTERS, MAIL_READ, NOTIFY, RUN, STEP, WAIT } from "./machine.ts";
import * as words from "./words.ts";

const LANE = 2;
const SEQUENCE = 44;

/** A lane that has one program, and a batch posted to it. */
function posted(kind: number, count: number, chunk: number) {
  const shared = new Int32Array(new SharedArrayBuffer(4 * words.controlWords(LANE + 1)));
  const base = words.laneBase(LANE);
  shared[words.PARAM_COUNT] = count;
  shared[words.PARAM_KIND] = kind;
  shared[words.PARAM_CHUNK] = chunk;
  shared[words.PARAM_RANKS] = 2;
  shared[base + words.LANE_STATE] = SEQUENCE + words.POSTED;
  const r = new Int32Array(LANE_REGISTERS);
  r[BASE] = base;
  r[MAIL_READ] = 1;
  r[STEP] = LANE_LOOK;
  const run = (): number => {
    for (let steps = 0; steps < 100; steps++) {
      const effect = takeLaneStep(r[STEP]!, shared, r);
      if (effect !== CONTINUE) return effect;
    }
    throw new Error(`the lane goes round in step ${r[STEP]}`);
  };
  return { shared, r, base, run };
}

test("a lane alone claims a whole batch in order, names what it has while it has it, and ends with nothing named", () => {
  for (const [kind, wanted] of [
    [DYNAMIC, [0, 4, 8, 10]],
    [GUIDED, [0, 5, 9, 10]],
  ] as const) {
    const { shared, r, base, run } = posted(kind, 10, 4);
    const begins: number[] = [];
    let effect = run();
    for (; effect === RUN; effect = run()) {
      begins.push(r[BEGIN]!);
      const named = [shared[base + words.CLAIM_BEGIN], shared[base + words.CLAIM_END]];
      expect([...named, shared[words.NEXT]]).toEqual([r[BEGIN], r[END], r[END]]);
      expect(shared[base + words.LANE_STATE]).toBe(SEQUENCE + words.RUNNING);
    }
    expect([...begins, r[BEGIN]]).toEqual(wanted);
    expect(effect).toBe(NOTIFY);
    expect(shared[base + words.LANE_STATE]).toBe(SEQUENCE + words.DONE);
    expect(shared[base + words.CLAIM_END]).toBe(0);
    expect(run()).toBe(WAIT);
  }
});

test("a claim that another made first is made again from where that one ended", () => {
  const { shared, r, run } = posted(DYNAMIC, 10, 4);
  const { compareExchange } = Atomics;
  let isFirst = true;
  Atomics.compareExchange = ((array: Int32Array, word: number, from: number, to: number): number => {
    if (word === words.NEXT && isFirst) {
      isFirst = false;
      array[word] = 6;
    }
    return compareExchange(array, word, from, to);
  }) as typeof Atomics.compareExchange;
  try {
    expect(run()).toBe(RUN);
  } finally {
    Atomics.compareExchange = compareExchange;
  }
  expect([r[BEGIN], r[END], shared[words.NEXT]]).toEqual([6, 10, 10]);
});
