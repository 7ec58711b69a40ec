import { expect, test } from "vitest";
import { randomShared } from "../../test/storage/randomShared.ts";
import { planBothWays, storagesAtRest } from "./alternatePlans.ts";
import { sharedMeterCosts } from "./sharedMeterPlan.ts";
import { improveBySlots } from "./slotMoves.ts";

const problems = Array.from({ length: 30 }, (_, seed) => randomShared(seed, 2));
const planned = problems.map((problem) => {
  const inTurn = planBothWays(problem, storagesAtRest(problem));
  return { problem, inTurn, improved: improveBySlots(problem, inTurn) };
});

test("changing a charger's slots makes no plan dearer, and some much cheaper that planning in turn leaves", () => {
  const saved = planned.map(({ inTurn, improved }) => inTurn.totalCost - improved.totalCost);
  expect(Math.min(...saved)).toBeGreaterThanOrEqual(0);
  expect(saved.filter((each) => each > 1).length).toBeGreaterThanOrEqual(4);
});

test("what a changed plan is said to cost is what its flows cost", () => {
  for (const { problem, improved } of planned) {
    const { objective, violationPenalty } = sharedMeterCosts(problem, improved.plan);
    expect(improved.totalCost).toBe(objective + violationPenalty);
  }
});

test("where no charger has a lowest power, a plan stays what it is", () => {
  for (const { problem, inTurn } of planned) {
    const storages = problem.storages.map((storage) => ({
      ...storage,
      battery: { ...storage.battery, leastChargeKw: 0 },
    }));
    expect(improveBySlots({ ...problem, storages }, inTurn)).toBe(inTurn);
  }
});
