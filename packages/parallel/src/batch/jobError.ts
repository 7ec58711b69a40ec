import { ParallelError, type Problem } from "../problem.ts";

/** Why one job of a batch has no result; the other jobs of its batch are not touched by it. */
export class JobError extends ParallelError {
  /** The kernel's refusal code, above 0; 0 when the job threw, trapped or never said that it was done. */
  readonly status: number;

  /**
   * @param status   the kernel's refusal code, or 0
   * @param problem  where, what, how to mend
   */
  constructor(status: number, problem: Problem, options?: ErrorOptions) {
    super(status > 0 ? "job-refused" : "job-failed", problem, options);
    this.status = status;
  }
}

/** Names a job for messages: its place in its batch, its kernel and entry. */
export interface JobPlace {
  readonly kernel: string;
  readonly engine: "kernel" | "reference";
  readonly entry: string;
}

/** The kernel said that it does not serve this job. */
export function refusedJob(place: JobPlace, job: number, status: number): JobError {
  return new JobError(status, {
    at: nameOf(place, job),
    what: `was refused by the kernel with status ${status}`,
    mend: "see the kernel's list of refusal codes for what this trial asks that it cannot do",
  });
}

/** The job threw or trapped when it ran alone. */
export function thrownJob(place: JobPlace, job: number, message: string): JobError {
  return new JobError(0, {
    at: nameOf(place, job),
    what: `failed: ${message}`,
    mend: "check this trial's values; run it with the reference engine (engine: reference) to see where",
  });
}

/** The entry returned without a word about the job. */
export function silentJob(place: JobPlace, job: number): JobError {
  return new JobError(0, {
    at: nameOf(place, job),
    what: "was given no status by the kernel, which returned as if it had run",
    mend: "make the entry write a status for every index from begin to end - 1",
  });
}

function nameOf({ kernel, engine, entry }: JobPlace, job: number): string {
  return `job ${job} of its batch (${engine} ${kernel}, entry ${entry})`;
}
