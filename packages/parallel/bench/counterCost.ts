/** What the engine's counting costs, in nanoseconds. */
export interface CounterCost {
  readonly clockReadNs: number;
  readonly incrementNs: number;
  /** On the caller's way through a batch of six jobs that it shares with one lane. */
  readonly batchNs: number;
}

/**
 * What the counters do on the caller's thread in one shared batch: its beginning, the beginning and the end of the
 * caller's own jobs and the batch's end are read from the clock, which the cost gate needs as well; each chunk
 * adds to two counters, the batch to five.
 */
const CLOCK_READS = 4;
const INCREMENTS_PER_BATCH = 5;
const INCREMENTS_PER_CHUNK = 2;
const CHUNKS = 6;

const REPEATS = 200_000;
const PROBES = 20;

/** Measures one look at the clock and one addition to a counter in shared memory, the best of several probes. */
export function measureCounterCost(): CounterCost {
  const row = new Float64Array(new SharedArrayBuffer(8));
  let lastMs = 0;
  const clockReadNs = nanosecondsOf(() => {
    lastMs = performance.now();
  });
  const incrementNs = nanosecondsOf(() => {
    row[0]! += lastMs;
  });
  const increments = INCREMENTS_PER_BATCH + INCREMENTS_PER_CHUNK * CHUNKS;
  return { clockReadNs, incrementNs, batchNs: CLOCK_READS * clockReadNs + increments * incrementNs };
}

function nanosecondsOf(operation: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let probe = 0; probe < PROBES; probe++) {
    const beganMs = performance.now();
    for (let repeat = 0; repeat < REPEATS; repeat++) operation();
    best = Math.min(best, performance.now() - beganMs);
  }
  return (best * 1e6) / REPEATS;
}
