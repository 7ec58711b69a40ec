import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { type LaidSearch, randomDesk } from "../../test/model/searchDesk.ts";
import { readTrialResult } from "../kernelTables/trial.ts";
import { threeFutureMetric } from "../plan/metric.ts";
import { FUTURE_COUNT, RESULT_FIELDS } from "./layout.ts";
import { beginChoice, tryChange } from "./searchChoice.ts";
import * as search from "./searchLayout.ts";
import { simulateChange, simulatePlan } from "./searchStates.ts";
import { addedRuns, finishTrial, pencePaid, screen, stateAt, storedPence } from "./searchTrial.ts";

function resultsOf({ memory, planner, desk, integer }: LaidSearch): Float64Array {
  const stepCount = integer(planner + search.PLANNER_STEP_COUNT);
  const words = new Float64Array(FUTURE_COUNT * RESULT_FIELDS);
  for (let future = 0; future < FUTURE_COUNT; future++) {
    const state = new Float64Array(memory.buffer, stateAt(planner, desk, future, stepCount), RESULT_FIELDS);
    words.set(state, RESULT_FIELDS * future);
  }
  return words;
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

test("a desk's plan has the three-future metric", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const laid = randomDesk(randomFrom(seed));
      const metric = threeFutureMetric(readTrialResult(resultsOf(laid), 0), laid.inputs);
      return Math.abs(laid.number(laid.desk + search.DESK_PENCE) - metric) < 1e-4;
    }),
    { numRuns: 30 },
  );
});

test("a change that is simulated until it merges with the plan costs what the changed plan costs", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = randomFrom(seed);
      const laid = randomDesk(random);
      const { planner, desk, codes, number, integer } = laid;
      const begin = random.whole(0, codes.length - 1);
      const end = Math.min(begin + random.whole(1, 20), codes.length);
      const code = random.whole(0, laid.actionCount - 1);
      if (codes.subarray(begin, end).every((told) => told === code)) return true;
      beginChoice(desk);
      new Float64Array(laid.memory.buffer, desk + search.DESK_MARGIN_PENCE, 1)[0] = 1e9;
      const runs = integer(desk + search.DESK_RUN_COUNT) + addedRuns(planner, desk, begin, end, code);
      tryChange(planner, desk, begin, end, code);
      const pence = number(desk + search.DESK_TRIED_PENCE);
      const throughput = number(desk + search.DESK_TRIED_THROUGHPUT_KWH);
      codes.fill(code, begin, end);
      simulateChange(planner, desk, begin, end);
      const resumed = number(desk + search.DESK_PENCE);
      simulatePlan(planner, desk);
      return (
        Math.abs(number(desk + search.DESK_PENCE) - resumed) < 1e-6 &&
        Math.abs(number(desk + search.DESK_PENCE) - pence) < 1e-6 &&
        Math.abs(number(desk + search.DESK_THROUGHPUT_KWH) - throughput) < 1e-6 &&
        integer(desk + search.DESK_RUN_COUNT) === runs
      );
    }),
    { numRuns: 80 },
  );
});

test("a trial that is given up falls short by what its first futures come to and what is expected of the others", () => {
  let givenUp = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = randomFrom(seed);
      const laid = randomDesk(random);
      const { planner, desk, codes, integer } = laid;
      const begin = random.whole(0, codes.length - 1);
      const end = Math.min(begin + random.whole(1, 20), codes.length);
      const code = random.whole(0, laid.actionCount - 1);
      const words = new Float64Array(laid.memory.buffer, desk, search.DESK_BYTES / 8);
      words[search.DESK_LEAST_PENCE / 8] = -1e9;
      const sharesBefore = sharesOf(laid);
      const least = screen(planner, desk, begin, end, code);
      words[search.DESK_LEAST_PENCE / 8] = least;
      const expected = words.slice(search.DESK_EXPECTED_BY_FUTURE / 8).subarray(0, FUTURE_COUNT);
      const trials = integer(desk + search.DESK_TRIAL_COUNT);
      const isFinished = finishTrial(planner, desk, end);
      if (!isFinished) givenUp++;
      codes.fill(code, begin, end);
      simulateChange(planner, desk, begin, end);
      const saved = sharesOf(laid).map((share, future) => sharesBefore[future]! - share);
      const isShort = [1, 2].some((known) => {
        const hoped = saved.map((pence, future) => (future < known ? pence : expected[future]!));
        return hoped.reduce((a, b) => a + b) < least - 0.1;
      });
      return (
        isFinished !== isShort && integer(desk + search.DESK_TRIAL_COUNT) === trials + (isFinished ? 1 : 0)
      );
    }),
    { numRuns: 60, seed: 2 },
  );
  expect(givenUp).toBeGreaterThan(1);
});

/** Each future's share of the metric of a desk's plan. */
function sharesOf({ planner, desk, integer }: LaidSearch): number[] {
  return Array.from({ length: FUTURE_COUNT }, (_, future) => {
    const last = stateAt(planner, desk, future, integer(planner + search.PLANNER_STEP_COUNT));
    return pencePaid(planner, future, last) - storedPence(planner, future, last);
  });
}
