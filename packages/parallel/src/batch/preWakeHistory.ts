/** After this many batches without pre-wakes at the most, they are tried again. */
const LONGEST_PAUSE = 64;

/**
 * Whether waking lanes while a batch is still being queued has been worth it: a batch that the cost gate keeps on
 * the caller although its lanes were woken is too small, and so are probably the next ones. Timing only.
 */
export class PreWakeHistory {
  #pause = 0; // batches still to go without
  #nextPause = 1;

  get isWorthwhile(): boolean {
    return this.#pause === 0;
  }

  /** Learns from a batch that is over. `wasPreWoken`: whether a lane was pre-woken for it. */
  note(wasPreWoken: boolean, isGated: boolean): void {
    if (!wasPreWoken) {
      if (this.#pause > 0) this.#pause--;
    } else if (isGated) {
      this.#pause = this.#nextPause;
      this.#nextPause = Math.min(LONGEST_PAUSE, 2 * this.#nextPause);
    } else {
      this.#nextPause = 1;
    }
  }
}
