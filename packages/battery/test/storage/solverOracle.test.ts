import { expect, it } from "vitest";
import { highs } from "./milp.ts";
import { compareWithOracle } from "./oracleComparison.ts";
import { EXACT_FEATURES } from "./randomProblem.ts";

/** Seeds of the full gate's comparison begin at 0; these are others. */
const FIRST_SEED = 50_002;

it("costs what HiGHS finds, and never bounds it from above, on a few random problems", async () => {
  const solver = await highs();
  const compared = Array.from({ length: 10 }, (_, k) =>
    compareWithOracle(solver, FIRST_SEED + k, EXACT_FEATURES),
  );
  expect(compared.flatMap(({ faults }) => faults)).toEqual([]);
});
