import fc from "fast-check";
import { expect, test } from "vitest";
import { damagedJson, damagedText } from "../test/damagedText.ts";
import { plausibleDay } from "../test/plausibleDay.ts";
import { InputError } from "./problem.ts";
import { planJson } from "./report/planJson.ts";
import { composeReport } from "./report/planReport.ts";
import { readPlanJson } from "./report/readPlanJson.ts";
import { deriveInputs } from "./scenario/deriveInputs.ts";
import { readSuiteScenarios } from "./scenario/readSuite.ts";
import { writeSuiteScenarios } from "./scenario/writeSuite.ts";
import { generateSuite } from "./suite/generateSuite.ts";
import { readPlanFile } from "./suite/planFile.ts";

const PLAN = planJson(composeReport(plausibleDay({ carKwh: 7, slotCount: 12 })));
const SUITE = writeSuiteScenarios(generateSuite({ count: 1, seed: 4 }));
const PLANS = JSON.stringify({
  results: [
    {
      id: 0,
      plan: {
        charge: [[0, 30, 7.5]],
        charge_limit: [5],
        export: [[60, 90, 15]],
        export_limit: [99],
      },
    },
  ],
});

/** True when a text is read to something usable, or refused with place, fault and remedy. */
function isReadOrTold(read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return (
      error.problems.length > 0 &&
      error.problems.every(
        ({ at, what, mend }) => at !== "" && what !== "" && mend !== "" && !/undefined/.test(what),
      )
    );
  }
}

/** True when what was read has been written down as something that can be read: nothing in it is missing or no number. */
function isReadAgain(text: string): boolean {
  try {
    return planJson(readPlanJson(text)) === text;
  } catch {
    return false;
  }
}

const readers: readonly (readonly [name: string, text: string, read: (text: string) => boolean])[] = [
  ["plan", PLAN, (text) => isReadAgain(planJson(readPlanJson(text)))],
  ["plans of a suite", PLANS, (text) => readPlanFile(text, "plans.json").every(({ id }) => id >= 0)],
  [
    "suite",
    SUITE,
    (text) =>
      readSuiteScenarios(text).every((home) =>
        deriveInputs(home, "physical").importPencePerKwh.every((price) => Number.isFinite(price)),
      ),
  ],
];

test.each(readers)("a damaged %s file is read, or refused with place and remedy", (name, text, read) => {
  const runs = name === "suite" ? 15 : 150;
  for (const damaged of [damagedJson(text), damagedText(text)]) {
    fc.assert(
      fc.property(damaged, (broken) => isReadOrTold(() => read(broken))),
      { numRuns: runs },
    );
  }
});

test.each(readers)("an undamaged %s file is read", (_, text, read) => {
  expect(read(text)).toBe(true);
});

test("a reader is silent: what is odd is told in its answer, not on the process's own channel", async () => {
  const warnings: unknown[] = [];
  const listen = (warning: unknown): void => {
    warnings.push(warning);
  };
  process.on("warning", listen);
  isReadOrTold(() => readPlanFile('!odd results":[]', "plans.yaml").length === 0);
  await new Promise((resolve) => setTimeout(resolve, 0));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});
