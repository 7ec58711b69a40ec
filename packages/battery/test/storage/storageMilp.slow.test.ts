import { describe, expect, it } from "vitest";
import { highs, Milp } from "./milp.ts";
import { OPEN_CASES, type OpenCase } from "./openCases.ts";
import { piecewiseTerms } from "./piecewise.ts";
import { solveByMilp } from "./storageMilp.ts";

/** The published objectives have four decimals; the bills are sums of flows that were rounded first. */
const OBJECTIVE_DIGIT = 0.6e-4;
const BILL_DIGIT = 5e-4;

const known = OPEN_CASES.filter(({ objective }) => !Number.isNaN(objective));

describe("the oracle", () => {
  it.each(known)("knows the published answer of case $name", async (openCase: OpenCase) => {
    const answer = solveByMilp(await highs(), openCase.problem);
    const { objective, bill, endKwh } = openCase;
    expect(answer.isProven).toBe(true);
    expect(Math.abs(answer.objective - objective)).toBeLessThan(OBJECTIVE_DIGIT);
    if (bill !== undefined) expect(Math.abs(answer.bill - bill)).toBeLessThan(BILL_DIGIT);
    if (endKwh !== undefined) expect(answer.flows.socKwh.at(-1)).toBeCloseTo(endKwh, 4);
  });

  it("follows a curve that is neither convex nor concave", async () => {
    // Least of f(x) - x/2 on the points (0, 0), (1, 2), (2, 0.5), (3, 3): the kink at 2, where it is -0.5.
    const milp = new Milp();
    const x = milp.column(0, 3, -0.5);
    for (const [column, factor] of piecewiseTerms(milp, x, { x: [0, 1, 2, 3], y: [0, 2, 0.5, 3] })) {
      milp.addCost(column, factor);
    }
    const { objective, values } = milp.solve(await highs());
    expect(objective).toBeCloseTo(-0.5, 9);
    expect(values[x]).toBeCloseTo(2, 9);
  });

  it("says so when its nodes run out, and when there is no solution", async () => {
    const knapsack = new Milp();
    const weights = Array.from({ length: 30 }, (_, k) => 1000 + ((k * 7919) % 997));
    const columns = weights.map((weight) => knapsack.binary(-weight - ((weight * 31) % 17)));
    knapsack.atMost(
      columns.map((column, k) => [column, weights[k]!]),
      weights.reduce((sum, weight) => sum + weight, 0) / 2 + 0.5,
    );
    const stopped = knapsack.solve(await highs(), 1);
    expect(stopped.bestBound).toBeLessThanOrEqual(stopped.objective);
    const impossible = new Milp();
    impossible.equal([[impossible.column(0, 1), 1]], 2);
    expect(impossible.solve(await highs()).isFeasible).toBe(false);
  });
});
