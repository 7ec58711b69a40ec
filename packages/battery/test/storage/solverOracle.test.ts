import { expect, it } from "vitest";
import { highs } from "./milp.ts";
import { compareWithOracle } from "./oracleComparison.ts";
import { FEATURES, randomProblem } from "./randomProblem.ts";

/** Seeds of the full gate's comparison begin at 0; these are others. */
const FIRST_SEED = 50_000;
/** Short problems only, of which HiGHS makes short work. */
const MAX_SLOT_COUNT = 7;

it("costs what HiGHS finds, and never bounds it from above, on a few short random problems", async () => {
  const solver = await highs();
  const seeds = Array.from({ length: 100 }, (_, k) => FIRST_SEED + k).filter(
    (seed) => randomProblem(seed).problem.importPerKwh.length <= MAX_SLOT_COUNT,
  );
  const compared = seeds.map((seed) => compareWithOracle(solver, seed, FEATURES));
  expect(compared.flatMap(({ faults }) => faults)).toEqual([]);
  const drawn = new Set(compared.flatMap(({ features }) => [...features]));
  expect(FEATURES.filter((feature) => !drawn.has(feature))).toEqual([]);
});
