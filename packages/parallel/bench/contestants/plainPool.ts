import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { LocalContestant } from "../contestant.ts";
import { createBareTable } from "./bareTable.ts";
import type { TaskWorkerData } from "./taskWorker.ts";

/**
 * Words of the control block, one per pair of cache lines. The caller writes COUNT and RANKS, then NEXT and
 * RUNNING, then the sequence (of each needed worker, or the shared one); workers claim by adding to NEXT and
 * leave by subtracting from RUNNING; whoever brings it to 0 wakes the caller.
 */
const NEXT = 0;
const COUNT = 32;
export const RANKS = 64;
export const RUNNING = 96;
const SHARED_SEQUENCE = 128;
/** Sequence word of worker w, from 1: OWN_SEQUENCE + 32 w. */
const OWN_SEQUENCE = 160;
const LINE_WORDS = 32;

/** Loads of RUNNING before the caller parks, about 14 microseconds. */
const CALLER_SPINS = 2_000;

/** What a worker of the plain pool is given. */
export interface PlainWorkerData extends TaskWorkerData {
  readonly control: SharedArrayBuffer;
  readonly worker: number;
  /** Word on which this worker parks. */
  readonly sequenceWord: number;
}

/**
 * The textbook pool, for comparison only: parked workers, claims one by one, and a barrier that waits for every
 * worker that was woken, whether or not it still found work. `broadcast` wakes all workers on one shared word;
 * `flag` wakes those needed, each on its own.
 */
export async function createPlainPool(
  module: WebAssembly.Module,
  laneCount: number,
  wake: "flag" | "broadcast",
): Promise<LocalContestant> {
  const { memory, kernel, table } = createBareTable(module);
  const control = new Int32Array(new SharedArrayBuffer(4 * (OWN_SEQUENCE + LINE_WORDS * (laneCount + 1))));
  const sequenceWord = (worker: number): number =>
    wake === "flag" ? OWN_SEQUENCE + LINE_WORDS * worker : SHARED_SEQUENCE;
  const workers = await Promise.all(
    Array.from({ length: laneCount - 1 }, async (_, index) => {
      const workerData: PlainWorkerData = {
        ...{ module, memory, paramsPointer: table.paramsPointer },
        ...{ control: control.buffer, worker: index + 1, sequenceWord: sequenceWord(index + 1) },
      };
      const worker = new Worker(new URL("./plainPoolThread.ts", import.meta.url), { workerData });
      await once(worker, "online");
      worker.unref();
      return worker;
    }),
  );
  return {
    name: `plain barrier, ${wake === "flag" ? "a flag a worker" : "broadcast"}`,
    table,
    run: ({ jobCount }) => {
      const woken = Math.min(jobCount, laneCount) - 1;
      Atomics.store(control, COUNT, jobCount);
      Atomics.store(control, RANKS, woken);
      Atomics.store(control, NEXT, 0);
      Atomics.store(control, RUNNING, wake === "flag" ? woken : workers.length);
      wakeWorkers(control, wake, woken);
      claimJobs(control, (job) => kernel.spinJobs(table.paramsPointer, job, job + 1, 0));
      waitForWorkers(control);
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function wakeWorkers(
  control: Int32Array<SharedArrayBuffer>,
  wake: "flag" | "broadcast",
  woken: number,
): void {
  if (wake === "broadcast") {
    Atomics.add(control, SHARED_SEQUENCE, 1);
    Atomics.notify(control, SHARED_SEQUENCE);
    return;
  }
  for (let worker = 1; worker <= woken; worker++) {
    Atomics.add(control, OWN_SEQUENCE + LINE_WORDS * worker, 1);
    Atomics.notify(control, OWN_SEQUENCE + LINE_WORDS * worker, 1);
  }
}

/** Claims and runs jobs one by one until none is left. */
export function claimJobs(control: Int32Array, run: (job: number) => void): void {
  const count = Atomics.load(control, COUNT);
  for (let job = Atomics.add(control, NEXT, 1); job < count; job = Atomics.add(control, NEXT, 1)) run(job);
}

function waitForWorkers(control: Int32Array<SharedArrayBuffer>): void {
  for (let spin = 0; spin < CALLER_SPINS; spin++) if (Atomics.load(control, RUNNING) === 0) return;
  for (;;) {
    const running = Atomics.load(control, RUNNING);
    if (running === 0) return;
    Atomics.wait(control, RUNNING, running);
  }
}
