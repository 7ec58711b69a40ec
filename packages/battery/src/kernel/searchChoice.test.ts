import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { deskPlan, randomDesk } from "../../test/model/searchDesk.ts";
import { comparePlans } from "../plan/preference.ts";
import { beginChoice, tryChange } from "./searchChoice.ts";
import * as search from "./searchLayout.ts";
import { simulatePlan } from "./searchStates.ts";

test("a change is chosen exactly when the changed plan comes first in the written order of plans", () => {
  let chosenCount = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const random = randomFrom(seed);
      const laid = randomDesk(random);
      const { planner, desk, codes, integer } = laid;
      const begin = random.whole(0, codes.length - 1);
      const end = Math.min(begin + random.whole(1, 12), codes.length);
      const code = random.whole(0, laid.actionCount - 1);
      const before = deskPlan(laid);
      new Float64Array(laid.memory.buffer, desk + search.DESK_MARGIN_PENCE, 1)[0] = 1e9;
      beginChoice(desk);
      tryChange(planner, desk, begin, end, code);
      const isChosen = integer(desk + search.DESK_CHOSEN_CODE) >= 0;
      codes.fill(code, begin, end);
      simulatePlan(planner, desk);
      if (isChosen) chosenCount++;
      return isChosen === comparePlans(deskPlan(laid), before) < 0;
    }),
    { numRuns: 60, seed: 3 },
  );
  expect(chosenCount).toBeGreaterThan(10);
});
