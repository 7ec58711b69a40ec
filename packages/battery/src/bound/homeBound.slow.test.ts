import { readFileSync } from "node:fs";
import { createEngine } from "@lightcone/parallel";
import { describe, expect, test } from "vitest";
import { certain, ROUNDED_PENCE, undercutBounds } from "../../test/boundedPlans.ts";
import { scheduleFinderOn } from "../plan/planHome.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../scenario/readSuite.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { type BoundEffort, metricBoundPence } from "./homeBound.ts";

const readSuite = (name: string): string =>
  readFileSync(new URL(`../../test/home-suite/${name}`, import.meta.url), "utf8");

test("no plan of 100 homes of every kind costs less than the bound", { timeout: 600_000 }, () => {
  expect(undercutBounds(1000, 100)).toEqual([]);
});

const suiteHomes = readSuiteScenarios(readSuite("scenarios.json"));
const suiteBounds = new Map<BoundEffort, readonly number[]>();
/** The bound of every home of the suite, found once. */
function boundsOf(effort: BoundEffort): readonly number[] {
  const bounds =
    suiteBounds.get(effort) ??
    suiteHomes.map((home) => metricBoundPence(deriveInputs(home, "predbat"), effort));
  suiteBounds.set(effort, bounds);
  return bounds;
}

/** Homes of the suite with a plan, the peer's or ours, that costs less than the bound once that is raised. */
function suiteUndercuts(effort: BoundEffort, raisedPence: number): number[] {
  const peers: { scenarios: { vectors: { metric3: number }[] }[] } = JSON.parse(
    readSuite("conformance.json"),
  );
  const own: { results: { metric3: number }[] } = JSON.parse(readSuite("plans.json"));
  return boundsOf(effort).flatMap((bound, index) => {
    const known = [...peers.scenarios[index]!.vectors, own.results[index]!];
    return known.some(({ metric3 }) => metric3 < bound + raisedPence) ? [suiteHomes[index]!.id] : [];
  });
}

describe.each(["exact", "quick"] as const)("the %s bound of the suite's homes", (effort) => {
  test("no known plan costs less, ours or the peer's", { timeout: 120_000 }, () => {
    expect(suiteUndercuts(effort, 0)).toEqual([]);
  });

  test("a bound that were 1 p too high would be seen", { timeout: 120_000 }, () => {
    const tight = { exact: [0, 5, 6, 19], quick: [0, 5, 6, 19] };
    expect(suiteUndercuts(effort, 1)).toEqual(tight[effort]);
  });
});

const generated = generateSuite({ count: 60, seed: 1 });

// A home in either profile: what the bound makes of a profile does not depend on the home's kind, of which thirty hold all.
test.each([
  { profile: "predbat", homes: generated.slice(0, 30) },
  { profile: "physical", homes: generated.slice(30) },
] as const)(
  "no plan that the search finds for generated homes costs less, one future certain or three, in the $profile profile",
  { timeout: 400_000 },
  async ({ profile, homes: scenarios }) => {
    const engine = await createEngine({ lanes: 1 });
    try {
      const open = scenarios.map((home) => deriveInputs(home, profile));
      const homes = [...open, ...open.map(certain)];
      const found = (await scheduleFinderOn(engine))(homes, 0);
      const undercut = homes.filter((inputs, index) => {
        const quick = metricBoundPence(inputs, "quick");
        const bound = index < open.length ? quick : metricBoundPence(inputs, "exact");
        return !(quick <= bound + ROUNDED_PENCE && bound <= found[index]!.metricPence);
      });
      expect(undercut).toEqual([]);
    } finally {
      await engine.close();
    }
  },
);
