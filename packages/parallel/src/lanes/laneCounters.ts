import { LANE_COUNTERS, laneBase } from "../protocol/words.ts";

/**
 * What one lane did since the pool was made; lane 0 is the caller (all callers of a shared pool together).
 * Times are milliseconds of the lane's own clock.
 *
 * What they cost: up to three looks at the clock a batch (60 to 90 ns each) and two plain additions a chunk (about
 * 2 ns, where the claim itself takes 70). Batches of less than 5 us would feel the clock, so the caller times one of
 * eleven of them and counts it eleven times, and a lane to which one comes within 3 us of the other
 * counts that gap as busy.
 */
export interface LaneCounters {
  readonly lane: number;
  /** Batches it had a part in. */
  readonly batches: number;
  /** Jobs it ran, repeats for a dead lane included. */
  readonly jobs: number;
  /** Chunks it claimed or was dealt. */
  readonly chunks: number;
  readonly busyMs: number;
  readonly spinMs: number;
  readonly parkedMs: number;
  /** Wake-ups that led to a batch. */
  readonly usefulWakes: number;
  /** Wake-ups whose batch had been taken back before the lane got to it, or that were for mail. */
  readonly cancelledWakes: number;
  /** Wake-ups with neither a new word nor a pre-wake. */
  readonly spuriousWakes: number;
  /** Batches taken of which nothing was left. */
  readonly lateStarts: number;
  /** Chunks of which a job threw or trapped. */
  readonly errors: number;
  /** Pre-wakes after which a batch came while the lane still spun, and those after which none did. */
  readonly preWakesUsed: number;
  readonly preWakesWasted: number;
  /** From the beginning of its thread until its programs were loaded; 0 for a caller and before it is up. */
  readonly startMs: number;
}

// Places of the counters in a lane's row of f64 words.
export const BATCHES = 0;
export const JOBS = 1;
export const CHUNKS = 2;
export const BUSY_MS = 3;
export const SPIN_MS = 4;
export const PARKED_MS = 5;
export const USEFUL_WAKES = 6;
export const CANCELLED_WAKES = 7;
export const SPURIOUS_WAKES = 8;
export const LATE_STARTS = 9;
export const ERRORS = 10;
export const PRE_WAKES_USED = 11;
export const PRE_WAKES_WASTED = 12;
export const START_MS = 13;
const COUNTER_COUNT = 14;

/**
 * A lane's row of counters: plain words that the lane alone writes, off the path of results. Readers of other
 * threads see a value that was true a moment ago.
 */
export function counterRow(shared: Int32Array, lane: number): Float64Array {
  const byte = shared.byteOffset + 4 * (laneBase(lane) + LANE_COUNTERS);
  return new Float64Array(shared.buffer, byte, COUNTER_COUNT);
}

/** Reads the counters of one lane. */
export function readCounters(shared: Int32Array, lane: number): LaneCounters {
  const row = counterRow(shared, lane);
  return {
    lane,
    batches: row[BATCHES]!,
    jobs: row[JOBS]!,
    chunks: row[CHUNKS]!,
    busyMs: row[BUSY_MS]!,
    spinMs: row[SPIN_MS]!,
    parkedMs: row[PARKED_MS]!,
    usefulWakes: row[USEFUL_WAKES]!,
    cancelledWakes: row[CANCELLED_WAKES]!,
    spuriousWakes: row[SPURIOUS_WAKES]!,
    lateStarts: row[LATE_STARTS]!,
    errors: row[ERRORS]!,
    preWakesUsed: row[PRE_WAKES_USED]!,
    preWakesWasted: row[PRE_WAKES_WASTED]!,
    startMs: row[START_MS]!,
  };
}
