import { createBareTable } from "./contestants/bareTable.ts";

const PROBE_STEPS = 50_000;
/** The kernel's optimised code replaces its first one in the background: late on a busy machine. */
const LEAST_MILLISECONDS = 500;
const MOST_MILLISECONDS = 4000;
/** Optimised code takes about seven cycles a step: less than this on any CPU above 2 GHz. */
const LONGEST_STEP_NANOSECONDS = 3.5;

/**
 * Time of one step of the spin kernel on this machine, in nanoseconds: the best of many runs, as others can only
 * slow it down.
 */
export function nanosecondsPerStep(module: WebAssembly.Module): number {
  const { kernel, table } = createBareTable(module);
  const beganMs = performance.now();
  let best = Number.POSITIVE_INFINITY;
  let spentMs = 0;
  while (spentMs < LEAST_MILLISECONDS || (best > LONGEST_STEP_NANOSECONDS && spentMs < MOST_MILLISECONDS)) {
    table.prepare(1, PROBE_STEPS);
    const probeMs = performance.now();
    kernel.spinJobs(table.paramsPointer, 0, 1, 0);
    const nowMs = performance.now();
    best = Math.min(best, ((nowMs - probeMs) * 1e6) / PROBE_STEPS);
    spentMs = nowMs - beganMs;
  }
  return best;
}
