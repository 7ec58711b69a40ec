/**
 * Table of the benchmark's spin kernel: pointers and counts as i32, bytes from the start of the memory.
 * Job i starts from the f64 at SPIN_STARTS + SPIN_JOB_STRIDE i and leaves its end at SPIN_ENDS + SPIN_JOB_STRIDE i. Whoever calls swaps the
 * two pointers between calls, so that each call goes on from the last one: an index left out of any call, or
 * run from a stale start, shows in the final bits.
 */

/** Raised when the table or a pointer obligation changes. */
export const ABI_VERSION = 1;
/** Raised when results can change. */
export const PARITY_REVISION = 1;

/** Bytes from one job's f64 to the next: a pair of cache lines, so that an empty batch measures its dispatch alone. */
export const SPIN_JOB_STRIDE = 128;
/** Byte offset of the i32 that counts a job's steps. */
export const SPIN_STEPS = 0;
/** Byte offset of the i32 pointer to one f64 per job: where it starts. */
export const SPIN_STARTS = 4;
/** Byte offset of the i32 pointer to one f64 per job: where it ends. */
export const SPIN_ENDS = 8;
/** Byte offset of the i32 that is 1 when a lane is to die in its next job (mortal reference module only). */
export const SPIN_DEADLY = 12;
/** Byte offset of the i32 that counts arrivals at a meeting; a cache line pair of its own. */
export const MEET_ARRIVALS = 128;
/** Byte offset of the i32 that is 1 while job 0 of a meeting is parked: only then a lane that arrives wakes it. */
export const MEET_PARKED = 132;
/** Byte offset of the i32: arrivals for which job 0 of a meeting waits. */
export const MEET_EXPECTED = 16;
/** Byte offset of the i32 that becomes 1 when job 0 of a meeting gave up waiting. */
export const MEET_MISSED = 20;
/** Bytes of the table. */
export const SPIN_TABLE_BYTES = 256;

/** Loads of the arrivals word before job 0 of a meeting parks: about 14 microseconds, as the parked pools spin. */
export const MEET_SPINS = 5_000;
/** How long job 0 of a meeting waits at all, milliseconds: only a lane that will never come takes longer. */
export const MEET_PATIENCE_MILLISECONDS = 2_000;

/** f64 words of a job of `spinBatch`: where it starts, and its steps. */
export const SPIN_JOB_WORDS = 2;
