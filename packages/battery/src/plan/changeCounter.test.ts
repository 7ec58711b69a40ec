import fc from "fast-check";
import { test } from "vitest";
import { ChangeCounter, changesOf } from "./changeCounter.ts";

const plans = fc.array(fc.nat(2), { minLength: 1, maxLength: 9 }).map((actions) => Uint8Array.from(actions));
const plainCount = (plan: Uint8Array): number =>
  plan.filter((action, slot) => slot > 0 && action !== plan[slot - 1]).length;

test("changes are counted as by looking at every slot", () => {
  fc.assert(fc.property(plans, (plan) => changesOf(plan) === plainCount(plan)));
});

test("a block told one action changes the count as if it were told", () => {
  fc.assert(
    fc.property(plans, fc.nat(8), fc.nat(8), fc.nat(2), (plan, a, b, action) => {
      const begin = Math.min(a, b, plan.length - 1);
      const end = Math.min(Math.max(a, b), plan.length - 1) + 1;
      const told = plan.slice().fill(action, begin, end);
      return new ChangeCounter(plan).withBlock(begin, end, action) === plainCount(told);
    }),
    { numRuns: 1000 },
  );
});

test("two slots told other actions change the count as if they were told", () => {
  fc.assert(
    fc.property(
      plans,
      fc.nat(8),
      fc.nat(8),
      fc.tuple(fc.nat(2), fc.nat(2)),
      (plan, a, b, [action, other]) => {
        const first = Math.min(a, b, plan.length - 1);
        const second = Math.min(Math.max(a, b), plan.length - 1);
        if (first === second) return true;
        const told = plan.slice();
        told[first] = action;
        told[second] = other;
        return new ChangeCounter(plan).withPair(first, action, second, other) === plainCount(told);
      },
    ),
    { numRuns: 2000 },
  );
});
