/** Middle value; of an even number of values the upper of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Summary of the blocks of one series, all in the unit of its values. */
export interface Summary {
  readonly best: number;
  readonly median: number;
  /** Largest minus smallest. */
  readonly spread: number;
}

/** Best (smallest), median and spread. */
export function summarise(values: readonly number[]): Summary {
  const best = Math.min(...values);
  return { best, median: median(values), spread: Math.max(...values) - best };
}

/** What a measurement says about a bound. */
export type Verdict = "held" | "not held" | "undecided";

/**
 * Judges "value <= bound" from one value per round. The lowest and the highest round are left out (from four
 * rounds on); when the bound lies among the others, their spread exceeds the difference, and nothing is decided.
 */
export function judge(values: readonly number[], bound: number): Verdict {
  const sorted = values.toSorted((a, b) => a - b);
  const inner = sorted.length >= 4 ? sorted.slice(1, -1) : sorted;
  const [lowest, highest] = [inner[0], inner.at(-1)];
  if (lowest === undefined || highest === undefined || !inner.every(Number.isFinite)) return "undecided";
  if (highest <= bound) return "held";
  return lowest > bound ? "not held" : "undecided";
}
