import type { CommandIo } from "./command.ts";

/** A bar that a person watching sees once the work has taken a second; in a pipe it draws nothing. */
export interface Progress {
  /** Says that `done` of `count` parts are finished. */
  readonly show: (done: number, count: number) => void;
  /** Takes the bar away. */
  readonly end: () => void;
}

const BAR_CELLS = 24;
const PATIENCE_MS = 1000;
const ERASE_LINE = "\r\u001b[2K";

/**
 * Starts a progress bar on standard error.
 * @param what   what the parts are: `homes`
 * @param nowMs  milliseconds from any fixed moment
 */
export function startProgress(io: CommandIo, what: string, nowMs: () => number): Progress {
  const startMs = nowMs();
  let isDrawn = false;
  return {
    show: (done, count) => {
      if (!io.isTerminal || nowMs() - startMs < PATIENCE_MS) return;
      const filled = Math.floor((BAR_CELLS * done) / count);
      const bar = `${"#".repeat(filled)}${"-".repeat(BAR_CELLS - filled)}`;
      io.err(`${ERASE_LINE}[${bar}] ${done} of ${count} ${what}`);
      isDrawn = true;
    },
    end: () => {
      if (isDrawn) io.err(ERASE_LINE);
      isDrawn = false;
    },
  };
}
