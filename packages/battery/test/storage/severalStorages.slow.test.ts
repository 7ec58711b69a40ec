import { expect, test } from "vitest";
import { solveSeveralStorages } from "../../src/storage/severalStorages.ts";
import { highs } from "./milp.ts";
import { randomShared } from "./randomShared.ts";
import { solveSharedMeterByMilp } from "./sharedMeterMilp.ts";

const NODE_LIMIT = 5000;

test("a battery and a car: no plan costs less than the bound, and ours costs no more than its gap admits", {
  timeout: 300_000,
}, async () => {
  const solver = await highs();
  let excess = 0;
  let gap = 0;
  for (let seed = 100; seed < 160; seed++) {
    const problem = randomShared(seed, 2);
    const { objective, isProven } = solveSharedMeterByMilp(solver, problem, NODE_LIMIT);
    const answer = solveSeveralStorages(problem);
    const total = answer.objective + answer.violationPenalty;
    expect(isProven).toBe(true);
    expect(total).toBeGreaterThan(objective - 1e-6);
    expect(total - answer.gap).toBeLessThan(objective + 1e-6);
    excess += total - objective;
    gap += answer.gap;
  }
  expect(excess).toBeLessThanOrEqual(gap + 1e-6);
});
