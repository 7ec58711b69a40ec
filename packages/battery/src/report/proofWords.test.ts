import { expect, test } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { composeReport, type PlanReport } from "./planReport.ts";
import { proofWords } from "./proofWords.ts";

const report = composeReport(plausibleDay());
const idle = { ...report.baselines.idle, costPence: 200 };
const proven = (metricPence: number, proof: NonNullable<PlanReport["proof"]>): PlanReport => ({
  ...report,
  baselines: { ...report.baselines, idle },
  metricPence,
  proof,
});
const gap = { lowerBoundPence: 11.96, executabilityPricePence: 1.71, hedgePricePence: 0.64 };

test("bound and gap are printed so that they add up to the printed metric, 12.3 p", () => {
  expect(proofWords(proven(12.34, gap))[0]).toBe(
    "No plan can bring that below 12.0 p. This one is 0.3 p above it (0.2 % of the bill with the battery idle), " +
      "what knowing the future would be worth included.",
  );
});

test.each([-489.5, 0, 0.99])(
  "an idle bill of %d p is no measure: the gap is told as money alone",
  (costPence) => {
    const earning = {
      ...proven(12.34, gap),
      baselines: { ...report.baselines, idle: { ...idle, costPence } },
    };
    expect(proofWords(earning)[0]).toBe(
      "No plan can bring that below 12.0 p. This one is 0.3 p above it, what knowing the future would be worth included.",
    );
  },
);

test("says what modes and other weather cost, and when it is nothing", () => {
  expect(proofWords(proven(12.34, gap))[1]).toBe(
    "Were the expected future certain, the best plan found for it would cost 1.7 p more than a battery free of the " +
      "inverter's modes, and this plan, which prepares for weak and strong sun too, 0.6 p more again.",
  );
  const nothing = { ...gap, executabilityPricePence: 0.04, hedgePricePence: 0 };
  expect(proofWords(proven(12.34, nothing))[1]).toBe(
    "Were the expected future certain, the best plan found for it would cost no more than a battery free of the " +
      "inverter's modes, and this plan, which prepares for weak and strong sun too, costs the same.",
  );
});

test("says nothing of a report that holds no proof", () => {
  const { proof: _, ...older } = report;
  expect(proofWords(older)).toEqual([]);
});
