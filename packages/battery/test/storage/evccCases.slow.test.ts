import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEvccRequest } from "../../src/storage/readEvccRequest.ts";
import { solveSeveralStorages } from "../../src/storage/severalStorages.ts";
import type { SharedMeterProblem } from "../../src/storage/sharedMeter.ts";
import { highs } from "./milp.ts";
import { solveSharedMeterByMilp } from "./sharedMeterMilp.ts";

/** Test cases of evcc's optimiser (MIT): each a request, and the answer of the hosted service as `expected_response`. */
const folder = process.env.EVCC_CASES_DIR;
const isThere = folder !== undefined && existsSync(folder);

interface StoredCase {
  readonly request: {
    readonly batteries: readonly { readonly p_a: number; readonly s_initial: number }[];
    readonly time_series: { readonly p_N: readonly number[]; readonly p_E: readonly number[] };
  };
  readonly expected_response: {
    readonly grid_import: readonly number[];
    readonly grid_export: readonly number[];
    readonly grid_import_overshoot?: readonly number[];
    readonly batteries: readonly { readonly state_of_charge: readonly number[] }[];
  };
}

/** What may lie between our value and the stored answer's. */
interface Difference {
  readonly file: string;
  /** Our value less the stored one, in money: from, to; both 0 where nothing but rounding differs. */
  readonly more: readonly [number, number];
  readonly why?: string;
  /** The gap is no larger, in money; 0 where the bound closes. */
  readonly gap?: number;
}

const DIFFERENCES: readonly Difference[] = [
  { file: "009-discharge-before-import", more: [0, 0], gap: 0.0393 },
  {
    file: "011-infeasible-charge-demand",
    more: [0.0006, 0.0006],
    gap: 0.0011,
    why: "changed slot by slot, the car's charging earns a trace more than in the stored answer",
  },
  { file: "012-early-charging-not-perfect", more: [0, 0] },
  { file: "013-grid-export-limit-hit", more: [0, 0] },
  { file: "014-grid-import-limit-violation", more: [0, 0] },
  { file: "015-low-soc-initial", more: [0, 0] },
  { file: "016-battery-charge-priotization-1", more: [0, 0], gap: 0.0393 },
  {
    file: "018-high-soc-initial",
    more: [0.5745, 0.5745],
    gap: 0.17,
    why: "the stored answer empties the second battery down to its maximum at once; over the maximum ours is not charged, but what is there may stay, and a kWh of it is worth 1.4",
  },
  {
    file: "020-weird-charging-at-night",
    more: [0.24233, 0.24233],
    why: "the stored answer buys for the battery in every slot with a demand, even right after emptying it; ours reads a demand as energy that must be stored by then, and so need not have emptied it",
  },
  { file: "021-min-pv-use-case-with-weird-behavior", more: [0, 0] },
  { file: "022-feed-in-cap-recovery", more: [0, 0] },
  { file: "024-attenuate-demand-peaks", more: [0, 0] },
  { file: "025-attenuate-feedin-peaks", more: [0, 0] },
  { file: "026-attenuate-grid-peaks", more: [0, 0] },
];

/** Stored flows have three or four decimals of a Wh; prices of up to 0.3 a Wh multiply their rounding. */
const ROUNDING = 5e-4;
/** A gap below this is none, in money. */
const CLOSED = 1e-6;
/** Files with one battery only: there our value is never smaller. */
const SINGLE = /^(015|022|024|025|026)/;
/** Nodes that HiGHS may open: the best plan that it has found by then is above every true bound. */
const NODE_LIMIT = 50;

function load(file: string): { readonly stored: StoredCase; readonly problem: SharedMeterProblem } {
  const text = readFileSync(join(folder!, `${file}.json`), "utf8");
  return { stored: JSON.parse(text) as StoredCase, problem: readEvccRequest(text, file).problem };
}

/** What an answer earns: export less import, and what the stored energy is worth more than at the start. */
function storedValue({ request, expected_response: answer }: StoredCase): number {
  const { p_E, p_N } = request.time_series;
  let value = 0;
  for (const [t, bought] of answer.grid_import.entries()) {
    // Energy over the import limit is kept apart in the stored flows; it is bought all the same.
    const overshoot = answer.grid_import_overshoot?.[t] ?? 0;
    value += answer.grid_export[t]! * p_E[t]! - (bought + overshoot) * p_N[t]!;
  }
  for (const [index, { p_a, s_initial }] of request.batteries.entries()) {
    value += p_a * (answer.batteries[index]!.state_of_charge.at(-1)! - s_initial);
  }
  return value;
}

function startValue({ storages }: SharedMeterProblem): number {
  return storages.reduce(
    (sum, { battery, terminalValue }) => sum + battery.startKwh * terminalValue.valuePerKwh[0]!,
    0,
  );
}

const notRun = isThere ? "" : " (not run: EVCC_CASES_DIR names no folder)";

describe.skipIf(!isThere)(`requests of evcc's optimiser${notRun}`, () => {
  it.each(DIFFERENCES)(
    "$file: what differs from the stored answer is explained",
    ({ file, more: [from, to], why, gap = 0 }) => {
      const { stored, problem } = load(file);
      const answer = solveSeveralStorages(problem);
      const ours = -answer.objective - startValue(problem);
      const theirs = storedValue(stored);
      if (SINGLE.test(file)) expect(ours).toBeGreaterThanOrEqual(theirs - ROUNDING);
      expect(ours - theirs).toBeGreaterThan(from - ROUNDING);
      expect(ours - theirs).toBeLessThan(to + ROUNDING);
      expect(why === undefined).toBe(from === 0 && to === 0);
      // What is missing to the stored answer is no more than our own gap admits.
      expect(answer.gap).toBeGreaterThanOrEqual(theirs - ours - ROUNDING);
      expect(answer.gap).toBeLessThan(gap + CLOSED);
    },
  );

  it("never bounds the best plan from above, by HiGHS", { timeout: 300_000 }, async () => {
    const solver = await highs();
    const crossed = DIFFERENCES.flatMap(({ file }) => {
      const { problem } = load(file);
      const { objective, isFeasible } = solveSharedMeterByMilp(solver, problem, NODE_LIMIT);
      const answer = solveSeveralStorages(problem);
      const bound = answer.lowerBound + answer.violationPenalty;
      return isFeasible && bound > objective + 1e-6 * Math.abs(objective)
        ? [`${file}: ${bound} > ${objective}`]
        : [];
    });
    expect(crossed).toEqual([]);
  });
});
