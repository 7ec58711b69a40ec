import { ParallelError } from "../problem.ts";

let isInside = false;

/** Marks this thread as running a job, or no longer. Jobs do not nest, so there is nothing to count. */
export function markInsideJob(inside: boolean): void {
  isInside = inside;
}

/**
 * Refuses use of a pool from within one of its jobs: the job would wait for lanes that wait for the job.
 * @param what  what was tried, such as `run`
 * @throws ParallelError `inside-job`
 */
export function refuseInsideJob(what: string): void {
  if (!isInside) return;
  throw new ParallelError("inside-job", {
    at: what,
    what: "was called from inside a job, where it could only wait for itself",
    mend: "queue follow-up work after the batch's results are back, from the caller",
  });
}
