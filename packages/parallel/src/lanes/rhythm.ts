import { SPIN_BUDGET_MS } from "./rest.ts";

/** Average gap up to which the next batch counts as soon: lanes that spin their budget will still be at it. */
const SOON_MS = (2 / 3) * SPIN_BUDGET_MS;
/** A pause, however long, counts as this much, so that a few batches after it the rhythm is found again. */
const LONGEST_GAP_MS = 10 * SPIN_BUDGET_MS;
/** Weight of the newest gap in the average. */
const GAP_WEIGHT = 0.25;

/** How fast one caller's batches follow each other. Timing only: no result depends on it. */
export class BatchRhythm {
  #gapMs = LONGEST_GAP_MS;
  #endedMs = Number.NEGATIVE_INFINITY;

  /**
   * A batch begins.
   * @param batches  how many have begun since the last end that was noted, this one counted
   * @returns whether the one after it is likely to come soon
   */
  begin(nowMs: number, batches = 1): boolean {
    const gapMs = Math.min(nowMs - this.#endedMs, LONGEST_GAP_MS) / batches;
    this.#gapMs += Math.min(1, batches * GAP_WEIGHT) * (gapMs - this.#gapMs);
    return this.#gapMs < SOON_MS;
  }

  /** A batch has ended. */
  end(nowMs: number): void {
    this.#endedMs = nowMs;
  }
}
