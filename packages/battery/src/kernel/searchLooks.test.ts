import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { type RandomDesk, randomDesk } from "../../test/model/searchDesk.ts";
import { FUTURE_COUNT, RESULT_SOC_FINAL_KWH, STATE_WORDS } from "./layout.ts";
import * as search from "./searchLayout.ts";
import { forgetLooks, mustLook } from "./searchLooks.ts";
import { simulateChange } from "./searchStates.ts";
import { stateAt } from "./searchTrial.ts";

/** Charges this close, in kWh, go on alike. */
const MERGED_KWH = 1e-9;

/** The charge of every future before each step. */
function chargesOf({ memory, planner, desk }: RandomDesk, stepCount: number): number[][] {
  return Array.from({ length: stepCount }, (_, step) =>
    Array.from({ length: FUTURE_COUNT }, (_, future) => {
      const state = new Float64Array(memory.buffer, stateAt(planner, desk, future, step), STATE_WORDS);
      return state[RESULT_SOC_FINAL_KWH]!;
    }),
  );
}

/** Looks at every step; gives which of them the sweep of steps would try. */
function looksAt({ planner, desk, codes }: RandomDesk): boolean[] {
  return Array.from(codes, (_, step) => mustLook(planner, desk, search.LOOK_STEP, step, step, step + 1));
}

test("a sweep looks again at all that a change told something else or led elsewhere, and not at what lies far from it", () => {
  let passed = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const random = randomFrom(seed);
      const laid = randomDesk(random);
      const { planner, desk, codes } = laid;
      forgetLooks(planner, desk);
      const areFirst = looksAt(laid).every((isLook) => isLook) && !looksAt(laid).some((isLook) => isLook);
      const before = chargesOf(laid, codes.length);
      const told = codes.slice();
      const begin = random.whole(0, codes.length - 1);
      const end = Math.min(begin + random.whole(1, 12), codes.length);
      codes.fill(random.whole(0, laid.actionCount - 1), begin, end);
      simulateChange(planner, desk, begin, end);
      const after = chargesOf(laid, codes.length);
      const looks = looksAt(laid);
      passed += looks.filter((isLook) => !isLook).length;
      return (
        areFirst &&
        looks.every((isLook, step) => {
          const isMoved = before[step]!.some((kWh, at) => Math.abs(kWh - after[step]![at]!) > MERGED_KWH);
          return isLook || !(isMoved || codes[step] !== told[step]);
        }) &&
        !looks.slice(0, Math.max(begin - 60, 0)).some((isLook) => isLook)
      );
    }),
    { numRuns: 40, seed: 5 },
  );
  expect(passed).toBeGreaterThan(300);
});
