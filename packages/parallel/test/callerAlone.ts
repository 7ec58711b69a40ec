import { takeCallerStep } from "../src/protocol/callerSteps.ts";
import { CALLER, CONTINUE, callerRegisters, POOL_LANES, STEP } from "../src/protocol/machine.ts";
import { controlWords, LANE_STATE, laneBase } from "../src/protocol/words.ts";

/** One caller's machine on shared words that a test sets up and changes between its steps: rare moments, one by one. */
export interface CallerAlone {
  readonly shared: Int32Array;
  readonly r: Int32Array;
  /** Takes one step and gives its effect. */
  step(): number;
  /** Takes steps as long as they go on by themselves, and gives the effect of the last; or stops before a step. */
  run(before?: number): number;
  /** The word of a lane. */
  word(lane: number): number;
  setWord(lane: number, word: number): void;
}

/** @param registers  by their numbers, what the machine begins with; all others hold 0 */
export function callerAlone(laneCount: number, registers: Readonly<Record<number, number>>): CallerAlone {
  const shared = new Int32Array(new SharedArrayBuffer(4 * controlWords(laneCount)));
  const r = new Int32Array(callerRegisters(laneCount));
  r[POOL_LANES] = laneCount;
  r[CALLER] = 2;
  for (const [register, value] of Object.entries(registers)) r[Number(register)] = value;
  const step = (): number => takeCallerStep(r[STEP]!, shared, r);
  return {
    shared,
    r,
    step,
    run(before = -1) {
      for (let steps = 0; steps < 1000; steps++) {
        if (r[STEP] === before) return CONTINUE;
        const effect = step();
        if (effect !== CONTINUE) return effect;
      }
      throw new Error(`the machine goes round in step ${r[STEP]}`);
    },
    word: (lane) => shared[laneBase(lane) + LANE_STATE]!,
    setWord: (lane, word) => {
      shared[laneBase(lane) + LANE_STATE] = word;
    },
  };
}
