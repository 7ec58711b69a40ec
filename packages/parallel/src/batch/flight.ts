import type { TrialQueue } from "./trialQueue.ts";

/** The jobs of one flush, from their queueing until the last handle lets go of them. */
export class Flight {
  /** Their words; undefined once they have run, for then the queue serves a later flight. */
  queue: TrialQueue | undefined;
  /** Jobs [firstJob, firstJob + jobCount) of the queue; fixed when the flight takes off. */
  firstJob = 0;
  jobCount = 0;
  /** Whether lanes were woken for it while it was queued. */
  wasPreWoken = false;
  /** Settles, never rejects, when an asynchronous run is over; undefined before one begins. */
  settled: Promise<void> | undefined;
  readonly #resultWords: number;
  #results: Float64Array | undefined;
  /** Jobs before this one have a result or an error: results are kept in the order of the queue. */
  #outcomeEnd = 0;
  #errors: Map<number, unknown> | undefined;
  #fatal: unknown;

  constructor(queue: TrialQueue, resultWords: number) {
    this.queue = queue;
    this.#resultWords = resultWords;
  }

  get isOver(): boolean {
    return this.queue === undefined;
  }

  get hasOutcomes(): boolean {
    return this.#outcomeEnd > 0 || this.#errors !== undefined;
  }

  /** Copies results out of a run's tables, where those of `firstJob` stand first; gives all results so far. */
  keep(tableResults: Float64Array, firstJob: number, count: number): Float64Array {
    this.#results ??= new Float64Array(this.jobCount * this.#resultWords);
    this.#results.set(tableResults.subarray(0, count * this.#resultWords), this.offsetOf(firstJob));
    this.#outcomeEnd = firstJob + count;
    return this.#results;
  }

  fail(job: number, error: unknown): void {
    this.#errors ??= new Map();
    this.#errors.set(job, error);
  }

  hasFailed(job: number): boolean {
    return this.#errors?.has(job) ?? false;
  }

  /** Ends the flight; after an error of the engine itself, jobs without an outcome have that error. */
  finish(fatal: unknown): void {
    this.queue = undefined;
    this.#fatal = fatal;
  }

  /** Where a job's result starts among {@link Flight.resultsFor}. */
  offsetOf(job: number): number {
    return (job - this.firstJob) * this.#resultWords;
  }

  /** The results, for a job that has one; throws the error of one that has none. */
  resultsFor(job: number): Float64Array {
    if (this.#errors?.has(job)) throw this.#errors.get(job);
    if (job >= this.#outcomeEnd || this.#results === undefined) throw this.#fatal;
    return this.#results;
  }
}
