import { expect, test } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import type { Stickiness } from "../replan/keptPlan.ts";
import { planJson } from "./planJson.ts";
import { composeReport } from "./planReport.ts";
import { planTable } from "./planTable.ts";
import { previousWords } from "./previousWords.ts";
import { readPlanJson } from "./readPlanJson.ts";

const report = composeReport(plausibleDay());
const kept: Stickiness = {
  decision: "kept",
  fromMs: report.nowMs - 300_000,
  untilMs: report.nowMs + 86_400_000,
  stayingPence: 0.125,
  keepPence: 0.5,
};

test("says what became of the previous plan, and what staying costs", () => {
  const words = (previous: Stickiness) => previousWords({ ...report, previous }).join(" ");
  expect(words(kept)).toBe(
    "Kept the plan of Tue 28 Apr 22:55: the best one found now saves 0.125 p, and staying may cost 0.500 p (plan.keepPence).",
  );
  expect(words({ ...kept, stayingPence: -2 })).toBe(
    "Kept the plan of Tue 28 Apr 22:55: no better one was found.",
  );
  expect(words({ ...kept, decision: "replaced", stayingPence: 0.6 })).toBe(
    "Planned afresh: staying with the plan of Tue 28 Apr 22:55 would cost 0.600 p, and may cost 0.500 p (plan.keepPence).",
  );
  expect(words({ ...kept, decision: "expired", untilMs: report.nowMs - 60_000 })).toBe(
    "Planned afresh: the plan of Tue 28 Apr 22:55 ended Tue 28 Apr 22:59, before now.",
  );
  expect(previousWords(report)).toEqual([]);
});

test("the table says it, and a plan file holds it", () => {
  const told = { ...report, previous: kept };
  const look = { width: 120, hasColour: false, mergesEqualSlots: true, showsReasons: false };
  expect(planTable(told, look)).toContain("Kept the plan of Tue 28 Apr 22:55");
  expect(JSON.parse(planJson(told)).previousPlan).toEqual({
    from: "2026-04-28T22:55:00+01:00",
    until: "2026-04-29T23:00:00+01:00",
    decision: "kept",
    stayingPence: 0.125,
    keepPence: 0.5,
  });
  expect(readPlanJson(planJson(told)).previous).toEqual(kept);
});
