import { expect, test } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { boostWords } from "./boostWords.ts";
import { planJson } from "./planJson.ts";
import { composeReport } from "./planReport.ts";
import { readPlanJson } from "./readPlanJson.ts";

const report = composeReport(plausibleDay());

test("says when water is heated and what that saves, and a plan file holds it", () => {
  expect(boostWords(report)).toEqual([]);
  const moved = {
    ...report,
    boostChoice: { chosenBy: "marginalCost", boostKwh: 2.25, savedPence: 5.25 },
  } as const;
  expect(boostWords(moved)).toEqual([
    "Boosts of 2.3 kWh heat the water where heating costs least beside the battery's plan, which saves 5.3 p beside the slots of the cheapest import.",
  ]);
  const stayed = {
    ...report,
    boostChoice: { chosenBy: "importPrice", boostKwh: 2, savedPence: 0 },
  } as const;
  expect(boostWords(stayed)[0]).toMatch(
    /^Boosts of 2\.0 kWh heat the water where import is cheapest; .* no other slots cost less\.$/,
  );
  const withCars = { ...moved, carChoice: { chosenBy: "spareSun", savedPence: 5.25 } } as const;
  expect(boostWords(withCars)[0]).toMatch(/; what that saves is told above\.$/);
  expect(readPlanJson(planJson(moved)).boostChoice).toEqual(moved.boostChoice);
});
