import {
  BATCH_JOB_STARTS,
  BATCH_JOB_WORDS,
  BATCH_RESULT_WORDS,
  BATCH_RESULTS,
  BATCH_STATUS,
  JOB_DONE,
} from "@lightcone/parallel/assembly/batchTable";
import {
  ABI_VERSION,
  MEET_ARRIVALS,
  MEET_EXPECTED,
  MEET_MISSED,
  MEET_PARKED,
  MEET_PATIENCE_MILLISECONDS,
  MEET_SPINS,
  PARITY_REVISION,
  SPIN_ENDS,
  SPIN_JOB_STRIDE,
  SPIN_STARTS,
  SPIN_STEPS,
} from "./layout";
import { logisticStep } from "./physics";

// biome-ignore lint/style/useExportType: a number that the compiler knows, where the arena may start
export { __heap_base };

export function abiVersion(): i32 {
  return ABI_VERSION;
}

export function parityRevision(): i32 {
  return PARITY_REVISION;
}

function spin(start: f64, steps: i32): f64 {
  let x = start;
  for (let step = 0; step < steps; step++) x = logisticStep(x);
  return x;
}

/** Each job: SPIN_STEPS steps from its own start. */
export function spinJobs(params: i32, begin: i32, end: i32, _scratch: i32): void {
  const steps = load<i32>(params, SPIN_STEPS);
  const starts = load<i32>(params, SPIN_STARTS);
  const ends = load<i32>(params, SPIN_ENDS);
  for (let job = begin; job < end; job++) {
    const at = SPIN_JOB_STRIDE * job;
    store<f64>(ends + at, spin(load<f64>(starts + at), steps));
  }
}

/** As spinJobs, and job 0 ends only when every other job has arrived: the round trip to every lane. */
export function meet(params: i32, begin: i32, end: i32, scratch: i32): void {
  spinJobs(params, begin, end, scratch);
  const expected = load<i32>(params, MEET_EXPECTED);
  for (let job = begin; job < end; job++) {
    if (job === 0) waitForOthers(params, expected);
    else if (atomic.add<i32>(params, 1, MEET_ARRIVALS) + 1 === expected) {
      if (atomic.load<i32>(params, MEET_PARKED) !== 0) atomic.notify(params + MEET_ARRIVALS, 1);
    }
  }
}

function waitForOthers(params: i32, expected: i32): void {
  for (let spins = 0; spins < MEET_SPINS; spins++) {
    if (atomic.load<i32>(params, MEET_ARRIVALS) === expected) return;
  }
  const nanoseconds: i64 = 1_000_000;
  atomic.store<i32>(params, 1, MEET_PARKED);
  for (let waits = 0; waits < MEET_PATIENCE_MILLISECONDS; waits++) {
    const arrivals = atomic.load<i32>(params, MEET_ARRIVALS);
    if (arrivals === expected) {
      atomic.store<i32>(params, 0, MEET_PARKED);
      return;
    }
    atomic.wait<i32>(params + MEET_ARRIVALS, arrivals, nanoseconds);
  }
  store<i32>(params, 1, MEET_MISSED);
}

/** The same arithmetic for a batch: a job's words are its start and its steps, its result is its end. */
export function spinBatch(params: i32, begin: i32, end: i32, _scratch: i32): void {
  const jobStarts = load<i32>(params, BATCH_JOB_STARTS);
  const jobWords = load<i32>(params, BATCH_JOB_WORDS);
  const results = load<i32>(params, BATCH_RESULTS);
  const resultBytes = 8 * load<i32>(params, BATCH_RESULT_WORDS);
  const statuses = load<i32>(params, BATCH_STATUS);
  for (let job = begin; job < end; job++) {
    const words = jobWords + 8 * load<i32>(jobStarts + 4 * job);
    store<f64>(results + resultBytes * job, spin(load<f64>(words), <i32>load<f64>(words, 8)));
    store<i32>(statuses + 4 * job, JOB_DONE);
  }
}
