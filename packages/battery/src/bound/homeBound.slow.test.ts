import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROUNDED_PENCE, undercutBounds } from "../../test/boundedPlans.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../scenario/readSuite.ts";
import { metricBoundPence } from "./homeBound.ts";

const readSuite = (name: string): string =>
  readFileSync(new URL(`../../test/home-suite/${name}`, import.meta.url), "utf8");

test("no plan of 60 homes of every kind costs less than the bound", { timeout: 600_000 }, () => {
  expect(undercutBounds(1000, 60)).toEqual([]);
});

test("in the homes of the suite no plan costs less either, whose plans by the peer are known", {
  timeout: 60_000,
}, () => {
  const known: { scenarios: { vectors: { metric3: number }[] }[] } = JSON.parse(
    readSuite("conformance.json"),
  );
  const homes = readSuiteScenarios(readSuite("scenarios.json"));
  const undercut = homes.filter((home, index) => {
    const bound = metricBoundPence(deriveInputs(home, "predbat"));
    return known.scenarios[index]!.vectors.some(({ metric3 }) => metric3 < bound - ROUNDED_PENCE);
  });
  expect(undercut).toEqual([]);
});
