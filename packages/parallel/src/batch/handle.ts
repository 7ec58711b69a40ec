import type { Flight } from "./flight.ts";

/** The result to come of one trial. */
export interface Handle<Result> {
  /**
   * The result; the first `get` of a batch runs everything that is queued, and blocks until it is there.
   * @throws JobError when this job has none; ParallelError `inside-job`, `closed`, `cannot-block`
   */
  get(): Result;
  /** The result, without blocking; works on every thread. Rejects where {@link Handle.get} would throw. */
  result(): Promise<Result>;
}

/** What a handle asks of its batch. */
export interface FlightRunner<Result> {
  /** Blocks until the job's outcome is known; gives its result or throws. */
  resultOf(flight: Flight, job: number): Result;
  /** Starts the flight if it has not started, without blocking. Settles when it is over; never rejects. */
  begin(flight: Flight): Promise<void>;
}

/** The handle of a job in a flight. */
export class JobHandle<Result> implements Handle<Result> {
  readonly #runner: FlightRunner<Result>;
  readonly #job: number;
  #flight: Flight | undefined;
  #value: Result | undefined;

  constructor(runner: FlightRunner<Result>, flight: Flight, job: number) {
    this.#runner = runner;
    this.#flight = flight;
    this.#job = job;
  }

  get(): Result {
    if (this.#flight !== undefined) {
      this.#value = this.#runner.resultOf(this.#flight, this.#job);
      this.#flight = undefined; // so that the flight's results can go while this handle stays
    }
    return this.#value as Result;
  }

  async result(): Promise<Result> {
    if (this.#flight !== undefined && !this.#flight.isOver) await this.#runner.begin(this.#flight);
    return this.get();
  }
}

/** The handle of a trial whose result was in the cache. */
export class KnownHandle<Result> implements Handle<Result> {
  readonly #value: Result;

  constructor(value: Result) {
    this.#value = value;
  }

  get(): Result {
    return this.#value;
  }

  async result(): Promise<Result> {
    return this.#value;
  }
}
