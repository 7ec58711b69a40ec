/** How trials and results of one kind are written as f64 words. */
export interface TrialCodec<Trial, Result> {
  /** f64 words that the trial takes. */
  wordCount(trial: Trial): number;
  /**
   * Writes all of the trial's words from `offset`. They are the kernel's whole input beside the context, and
   * the key of the cache: two trials with the same words must have the same result.
   */
  write(trial: Trial, words: Float64Array, offset: number): void;
  /** f64 words of every result. */
  readonly resultWords: number;
  /** Reads a result whose words stand from `offset`; it may keep nothing of `words`. */
  read(words: Float64Array, offset: number): Result;
}
