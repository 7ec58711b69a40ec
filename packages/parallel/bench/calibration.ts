import { createBareTable } from "./contestants/bareTable.ts";

const PROBE_STEPS = 200_000;
const PROBE_COUNT = 9;

/**
 * Time of one step of the spin kernel on this machine, in nanoseconds: the best of several runs, as others can
 * only slow it down.
 */
export function nanosecondsPerStep(module: WebAssembly.Module): number {
  const { kernel, table } = createBareTable(module);
  let best = Number.POSITIVE_INFINITY;
  for (let probe = 0; probe < PROBE_COUNT; probe++) {
    table.prepare(1, PROBE_STEPS);
    const begin = performance.now();
    kernel.spinJobs(table.paramsPointer, 0, 1, 0);
    best = Math.min(best, performance.now() - begin);
  }
  return (best * 1e6) / PROBE_STEPS;
}
