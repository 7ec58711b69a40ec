import { createBareTable } from "./contestants/bareTable.ts";

const PROBE_STEPS = 50_000;
/** Long enough for the kernel's optimised code to have replaced its first one, also on a busy machine. */
const CALIBRATION_MILLISECONDS = 500;

/**
 * Time of one step of the spin kernel on this machine, in nanoseconds: the best of many runs, as others can only
 * slow it down.
 */
export function nanosecondsPerStep(module: WebAssembly.Module): number {
  const { kernel, table } = createBareTable(module);
  const end = performance.now() + CALIBRATION_MILLISECONDS;
  let best = Number.POSITIVE_INFINITY;
  while (performance.now() < end) {
    table.prepare(1, PROBE_STEPS);
    const begin = performance.now();
    kernel.spinJobs(table.paramsPointer, 0, 1, 0);
    best = Math.min(best, performance.now() - begin);
  }
  return (best * 1e6) / PROBE_STEPS;
}
