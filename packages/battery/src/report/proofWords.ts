import { fixed, rounded, roundedParts } from "./figures.ts";
import type { PlanReport } from "./planReport.ts";

/** Bills below this are no measure of a gap, in pence: a home that earns, or pays next to nothing. */
const LEAST_BILL_PENCE = 1;

/** A gap in pence as a share of the bill with the battery idle, in words; none where that bill is no measure. */
function shareWords(gapPence: number, { baselines }: PlanReport): string {
  const billPence = baselines.idle.costPence;
  if (billPence < LEAST_BILL_PENCE) return "";
  return ` (${fixed((100 * gapPence) / billPence, 1)} % of the bill with the battery idle)`;
}

/** How good the plan is beside the best that there can be, as sentences; none where the report does not hold it. */
export function proofWords(report: PlanReport): readonly string[] {
  const { proof, metricPence, currency } = report;
  if (proof === undefined) return [];
  const { lowerBoundPence, executabilityPricePence, hedgePricePence } = proof;
  const sum = (pence: number): string => `${fixed(pence, 1)} ${currency.minor}`;
  // So that the printed bound and gap add up to the printed metric.
  const [bound, gap] = roundedParts([lowerBoundPence, metricPence - lowerBoundPence], 1) as [number, number];
  const share = shareWords(metricPence - lowerBoundPence, report);
  const modes = isNothing(executabilityPricePence) ? "no more" : `${sum(executabilityPricePence)} more`;
  const hedge = isNothing(hedgePricePence) ? "costs the same" : `${sum(hedgePricePence)} more again`;
  return [
    `No plan can bring that below ${sum(bound)}. This one is ${sum(gap)} above it${share}, what knowing the future would be worth included.`,
    `Were the expected future certain, the best plan found for it would cost ${modes} than a battery free of the inverter's modes, and this plan, which prepares for weak and strong sun too, ${hedge}.`,
  ];
}

/** Whether a sum shows as nothing. */
function isNothing(pence: number): boolean {
  return rounded(pence, 1) === 0;
}
