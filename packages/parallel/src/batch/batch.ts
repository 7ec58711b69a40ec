import type { Engine } from "../engine.ts";
import type { EngineRequest } from "../engineRequest.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { refuseInsideJob } from "../lanes/insideJob.ts";
import type { RunReport } from "../lanes/lanePool.ts";
import { ParallelError } from "../problem.ts";
import { DYNAMIC, parseSchedule, type Schedule, STATIC } from "../schedule.ts";
import { Flight } from "./flight.ts";
import { type FlightRunner, type Handle, JobHandle, KnownHandle } from "./handle.ts";
import { PreWakeHistory } from "./preWakeHistory.ts";
import { ResultCache } from "./resultCache.ts";
import { type EngineCall, type JobRun, type JobSink, runJobs } from "./runJobs.ts";
import { TableStore } from "./tableStore.ts";
import type { TrialCodec } from "./trialCodec.ts";
import { TrialQueue } from "./trialQueue.ts";

/** What a batch runs, on what, and how much it remembers. */
export interface BatchOptions<Trial, Result> {
  readonly kernel: Kernel;
  /** Name of the kernel's entry that runs jobs of a batch table. */
  readonly entry: string;
  /** Byte in the kernel's memory where all trials' common inputs stand; they may not change while it lives. */
  readonly contextPointer: number;
  readonly codec: TrialCodec<Trial, Result>;
  /** Most results that are remembered; 0 remembers none. */
  readonly cacheEntries: number;
  /** As words (`dynamic,32`) or as parseSchedule reads them. Default `dynamic,1`. */
  readonly schedule?: Schedule | string;
}

/** A queue of trials that runs itself when the first result is read. */
export interface Batch<Trial, Result> {
  /**
   * Copies what it needs of the trial and gives a handle. Nothing runs yet.
   * @throws ParallelError `inside-job` from inside a job, `inside-codec` from inside the codec, `closed`
   */
  enqueue(trial: Trial): Handle<Result>;
  /** Runs everything that is queued and blocks until it is done. Failures stay with their handles. */
  flush(): void;
  /** As {@link Batch.flush}, without blocking; keeps the process alive until it is done. */
  flushAsync(): Promise<void>;
  /** Gives its memory back. Handles that have not run fail; results that were there stay. */
  close(): void;
}

const DYNAMIC_ONE: Schedule = { kind: DYNAMIC, chunk: 1 };

/**
 * Makes a batch.
 * @throws RangeError for an entry that the kernel does not have, or a number of cache entries that is none
 */
export function createBatch<Trial, Result>(
  engine: Engine,
  options: BatchOptions<Trial, Result>,
): Batch<Trial, Result> {
  const { kernel, entry, cacheEntries } = options;
  if (!kernel.entries.includes(entry)) {
    throw new RangeError(`entry ${entry} is none of kernel ${kernel.name}'s: ${kernel.entries.join(", ")}`);
  }
  if (!Number.isInteger(cacheEntries) || cacheEntries < 0) {
    throw new RangeError(`cacheEntries is ${cacheEntries}: give a whole number, 0 for no cache`);
  }
  return new TrialBatch(engine, options);
}

class TrialBatch<Trial, Result> implements Batch<Trial, Result>, FlightRunner<Result> {
  readonly #engine: Engine;
  readonly #options: BatchOptions<Trial, Result>;
  readonly #codec: TrialCodec<Trial, Result>;
  readonly #schedule: Schedule;
  readonly #cache: ResultCache;
  readonly #tables: TableStore;
  readonly #history = new PreWakeHistory();
  readonly #spareQueues: TrialQueue[] = [];
  /** Where trials are queued; its flight is the next to run. */
  #queue: TrialQueue = new TrialQueue();
  #next: Flight;
  #preWokenLane = 0; // the highest lane pre-woken for the next flight
  #isWriting = false;
  #isClosed = false;

  constructor(engine: Engine, options: BatchOptions<Trial, Result>) {
    const { kernel, contextPointer, codec, cacheEntries, schedule = DYNAMIC_ONE } = options;
    this.#engine = engine;
    this.#options = options;
    this.#codec = codec;
    this.#schedule = typeof schedule === "string" ? parseSchedule(schedule) : schedule;
    this.#cache = new ResultCache(cacheEntries, codec.resultWords);
    this.#tables = new TableStore(kernel.arena, codec.resultWords, contextPointer);
    this.#next = new Flight(this.#queue, codec.resultWords);
  }

  enqueue(trial: Trial): Handle<Result> {
    this.#refuseWrongUse("enqueue");
    const queue = this.#queue;
    const wordCount = this.#write(trial, queue);
    const key = queue.key(wordCount);
    const slot = this.#cache.find(key);
    if (slot >= 0) {
      this.#engine.tally.cacheHits++;
      return new KnownHandle(this.#codec.read(this.#cache.results, this.#cache.resultOffset(slot)));
    }
    let job = queue.find(key);
    if (job >= 0) this.#engine.tally.duplicates++;
    else {
      job = queue.push(key);
      this.#preWakeFor(job);
    }
    return new JobHandle(this, this.#next, job);
  }

  /** Writes the trial behind the queue's last job, and gives how many words it took. */
  #write(trial: Trial, queue: TrialQueue): number {
    this.#isWriting = true;
    try {
      const wordCount = this.#codec.wordCount(trial);
      if (!Number.isInteger(wordCount) || wordCount < 0) {
        throw new RangeError(`the codec gives a trial ${wordCount} words: give a whole number, at least 0`);
      }
      const offset = queue.reserve(wordCount);
      this.#codec.write(trial, queue.words, offset);
      return wordCount;
    } finally {
      this.#isWriting = false;
    }
  }

  /** The k-th job pre-wakes at most lane k - 1, so a batch never wakes more lanes than it can use. */
  #preWakeFor(job: number): void {
    const lane = this.#schedule.kind === STATIC ? job : Math.floor(job / this.#schedule.chunk);
    if (lane <= this.#preWokenLane || lane >= this.#engine.laneCount || !this.#history.isWorthwhile) return;
    this.#preWokenLane = lane;
    this.#engine.preWake(lane);
  }

  flush(): void {
    this.#refuseWrongUse("flush");
    if (this.#queue.jobCount === 0) return;
    const flight = this.#takeFlight();
    const run = runJobs(flight.queue!, 0, flight.jobCount, this.#sinkOf(flight));
    try {
      this.#driveBlocking(run, flight);
    } catch (error) {
      // The engine itself refused: what it has not touched waits for a better time.
      if (flight.hasOutcomes) this.#finish(flight, error);
      else this.#putBack(flight);
      throw error;
    }
    this.#finish(flight);
  }

  async flushAsync(): Promise<void> {
    this.#refuseWrongUse("flushAsync");
    if (this.#queue.jobCount > 0) await this.#takeOff();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#finish(this.#next, closed("its batch"));
    this.#tables.close();
  }

  resultOf(flight: Flight, job: number): Result {
    if (!flight.isOver) {
      this.#refuseWrongUse("get");
      if (flight !== this.#next) return this.#runAlone(flight, job);
      this.flush();
    }
    return this.#codec.read(flight.resultsFor(job), flight.offsetOf(job));
  }

  async begin(flight: Flight): Promise<void> {
    refuseInsideJob("result");
    await (flight === this.#next ? this.#takeOff() : flight.settled);
  }

  /** Starts what is queued, without blocking; the promise never rejects. */
  #takeOff(): Promise<void> {
    const flight = this.#takeFlight();
    const run = runJobs(flight.queue!, 0, flight.jobCount, this.#sinkOf(flight));
    flight.settled = this.#driveAsync(run, flight).then(
      () => this.#finish(flight),
      (error: unknown) => this.#finish(flight, error),
    );
    return flight.settled;
  }

  /** Takes what is queued out of the queue before any of it runs, so that more can be queued meanwhile. */
  #takeFlight(): Flight {
    const flight = this.#next;
    flight.jobCount = this.#queue.jobCount;
    flight.wasPreWoken = this.#preWokenLane > 0;
    this.#queue = this.#spareQueues.pop() ?? new TrialQueue();
    this.#next = new Flight(this.#queue, this.#codec.resultWords);
    this.#preWokenLane = 0;
    return flight;
  }

  #putBack(flight: Flight): void {
    this.#spareQueues.push(this.#queue);
    this.#queue = flight.queue!;
    this.#next = flight;
  }

  #finish(flight: Flight, fatal?: unknown): void {
    const { queue } = flight;
    flight.finish(fatal);
    if (flight.jobCount > 0) this.#engine.tally.batchSizes.add(flight.jobCount);
    if (queue === undefined) return;
    queue.clear();
    this.#spareQueues.push(queue);
  }

  /** A job of an asynchronous flight that somebody cannot wait for: it runs once more, by itself. */
  #runAlone(flight: Flight, job: number): Result {
    const alone = new Flight(flight.queue!, this.#codec.resultWords);
    alone.firstJob = job;
    alone.jobCount = 1;
    this.#driveBlocking(runJobs(flight.queue!, job, job + 1, this.#sinkOf(alone)), alone);
    return this.#codec.read(alone.resultsFor(job), alone.offsetOf(job));
  }

  #driveBlocking(run: JobRun, flight: Flight): void {
    for (let step = run.next(); !step.done; ) {
      let report: RunReport;
      try {
        report = this.#engine.run(this.#requestOf(step.value));
      } catch (error) {
        step = run.throw(error);
        continue;
      }
      this.#history.note(flight.wasPreWoken, report.isGated);
      step = run.next(report);
    }
  }

  async #driveAsync(run: JobRun, flight: Flight): Promise<void> {
    for (let step = run.next(); !step.done; ) {
      let report: RunReport;
      try {
        report = await this.#engine.runAsync(this.#requestOf(step.value));
      } catch (error) {
        step = run.throw(error);
        continue;
      }
      this.#history.note(flight.wasPreWoken, report.isGated);
      step = run.next(report);
    }
  }

  #requestOf({ paramsPointer, count }: EngineCall): EngineRequest {
    const { kernel, entry } = this.#options;
    return { kernel, entry, paramsPointer, count, schedule: this.#schedule };
  }

  #sinkOf(flight: Flight): JobSink {
    const { kernel, entry } = this.#options;
    return {
      place: { kernel: kernel.name, engine: kernel.activeEngine, entry },
      takeTables: (room) => this.#tables.take(room),
      giveBackTables: (tables) => this.#tables.giveBack(tables),
      fail: (job, error) => flight.fail(job, error),
      keepResults: (tables, firstJob, count) => {
        const results = flight.keep(tables.results, firstJob, count);
        const queue = flight.queue!;
        for (let job = firstJob; job < firstJob + count; job++) {
          if (!flight.hasFailed(job)) this.#cache.keep(queue.keyOf(job), results, flight.offsetOf(job));
        }
      },
    };
  }

  #refuseWrongUse(what: string): void {
    refuseInsideJob(what);
    if (this.#isClosed) throw closed(what);
    if (!this.#isWriting) return;
    throw new ParallelError("inside-codec", {
      at: what,
      what: "was called from inside the codec, while it writes another trial into the queue",
      mend: "let the codec only count, write and read words",
    });
  }
}

function closed(what: string): ParallelError {
  return new ParallelError("closed", {
    at: what,
    what: "was called on a batch that is closed",
    mend: "read all results before the batch is closed, or make a new one",
  });
}
