import { judge, type Verdict } from "./statistics.ts";

/** A bound with what was measured for it in each round. */
export interface BoundResult {
  readonly name: string;
  readonly bound: number;
  /** Of bound and values: "" for a ratio, else with a space in front. */
  readonly unit: string;
  readonly values: readonly number[];
  readonly verdict: Verdict;
  /** What a reader must know beside it. */
  readonly note?: string;
}

/** Judges the values of the rounds against the bound. */
export function boundResult(result: Omit<BoundResult, "verdict">): BoundResult {
  return { ...result, verdict: judge(result.values, result.bound) };
}
