import { COST_RESOLUTION_PENCE } from "../kernel/searchChoice.ts";
import { fixed } from "./figures.ts";
import { localTime } from "./localTime.ts";
import type { PlanReport } from "./planReport.ts";

/** What became of the plan that was told before, as a sentence; none where there was none. */
export function previousWords(report: PlanReport): readonly string[] {
  const { previous, currency, timeZone } = report;
  if (previous === undefined) return [];
  const stamp = (epochMs: number): string => {
    const { dayLabel, clock } = localTime(epochMs, timeZone);
    return `${dayLabel} ${clock}`;
  };
  // Three decimals: what plans are told apart by.
  const sum = (pence: number): string => `${fixed(pence, 3)} ${currency.minor}`;
  const { decision, stayingPence, keepPence } = previous;
  const made = `the plan of ${stamp(previous.fromMs)}`;
  const budget = `may cost ${sum(keepPence)} (plan.keepPence)`;
  if (decision === "expired") {
    return [`Planned afresh: ${made} ended ${stamp(previous.untilMs)}, before now.`];
  }
  if (decision === "replaced") {
    return [`Planned afresh: staying with ${made} would cost ${sum(stayingPence)}, and ${budget}.`];
  }
  if (stayingPence < COST_RESOLUTION_PENCE) return [`Kept ${made}: no better one was found.`];
  return [`Kept ${made}: the best one found now saves ${sum(stayingPence)}, and staying ${budget}.`];
}
