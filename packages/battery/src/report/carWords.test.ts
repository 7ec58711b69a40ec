import { expect, test } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { carWords } from "./carWords.ts";
import { planJson } from "./planJson.ts";
import { composeReport } from "./planReport.ts";
import { readPlanJson } from "./readPlanJson.ts";

const report = composeReport(plausibleDay({ carKwh: 7 }));

test("says where cars charge and what that saves, and a plan file holds it", () => {
  expect(carWords(report)).toEqual([]);
  const moved = { ...report, carChoice: { chosenBy: "marginalCost", savedPence: 5.25 } } as const;
  expect(carWords(moved)).toEqual([
    "Cars charge where charging costs least beside the battery's plan, which saves 5.3 p beside the slots of the cheapest import.",
  ]);
  const stayed = { ...report, carChoice: { chosenBy: "importPrice", savedPence: 0 } } as const;
  expect(carWords(stayed)[0]).toMatch(
    /^Cars charge where import is cheapest; .* no other slots cost less\.$/,
  );
  expect(readPlanJson(planJson(moved)).carChoice).toEqual(moved.carChoice);
});
