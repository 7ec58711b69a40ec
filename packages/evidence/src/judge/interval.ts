import { median, quantileSorted, sampleWithReplacement } from "simple-statistics";

/** An interval of a median by resampling. */
export interface Interval {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** Pairs that it is made of. */
  readonly pairs: number;
  /** How sure the interval can be at most, 0 to 1: with few pairs less than the 95 % aimed at. */
  readonly confidence: number;
}

/** Fewer pairs decide nothing. */
export const LEAST_PAIRS = 3;
/** Of the generator that draws the resamples: the same figures from the same runs. */
export const BOOTSTRAP_SEED = 0x11_9e_c0_4e;
const RESAMPLES = 2000;
const CONFIDENCE = 0.95;

/**
 * Bootstrap interval (percentiles of resampled medians) of paired ratios.
 * With n pairs the true median lies outside the smallest and the largest with probability 2^(1 - n), and no resample
 * reaches beyond them: the interval is never surer than that.
 * @returns undefined for fewer than {@link LEAST_PAIRS}
 * @see Efron, Tibshirani 1993, chapter 13
 */
export function medianInterval(ratios: readonly number[]): Interval | undefined {
  if (ratios.length < LEAST_PAIRS) return undefined;
  const random = randomFrom(BOOTSTRAP_SEED);
  const values = [...ratios];
  const medians = Array.from({ length: RESAMPLES }, () => {
    return median(sampleWithReplacement(values, values.length, random));
  }).sort((a, b) => a - b);
  return {
    low: quantileSorted(medians, (1 - CONFIDENCE) / 2),
    middle: median(values),
    high: quantileSorted(medians, (1 + CONFIDENCE) / 2),
    pairs: values.length,
    confidence: Math.min(CONFIDENCE, 1 - 2 ** (1 - values.length)),
  };
}

/** Weyl sequence with a mixer; numbers in [0, 1). @see Vigna 2015, splitmix; here of 32 bits */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0) / 2 ** 32;
  };
}
