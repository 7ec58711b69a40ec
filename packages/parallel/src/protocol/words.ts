/**
 * The control block that all threads of a pool share: i32 words, cut into lines of 128 bytes (a pair of cache
 * lines, as prefetchers fetch them), so that words with different writers never share one.
 * Who writes which word, and in what order, stands in README.md beside this file.
 */

/** Words of one line: 128 bytes. */
export const LINE_WORDS = 32;

/** Line 0: the next index that no lane has claimed. */
export const NEXT = 0;

/** Line 1: the batch. Written by the lock's holder while no lane runs. */
export const PARAM_PROGRAM = 32;
export const PARAM_ENTRY = 33;
export const PARAM_POINTER = 34;
export const PARAM_COUNT = 35;
export const PARAM_KIND = 36;
export const PARAM_CHUNK = 37;
/** How many lanes share the batch: the divisor of static parts and of guided chunks. */
export const PARAM_RANKS = 38;
/** Byte of the list of active indices in the program's memory; 0 without one. */
export const PARAM_ACTIVE = 39;

/** Line 2: which caller holds the pool (0: none), and how many callers wait for it. */
export const LOCK = 64;
export const LOCK_WAITERS = 65;

/** Line 3: how many messages each lane must have read before it may park. */
export const MAIL = 96;
/** Line 3: lanes with a smaller number may spin while they wait: as many as there are CPUs for. */
export const SPIN_LANES = 97;
/** Line 3: 1 while batches follow each other so fast that lanes may spin between them. A hint, written by callers. */
export const SPIN_SOON = 98;
/** Line 3: not 0 once nobody starts lanes or loads programs any more, for one of the reasons below. */
export const MAKER_LEFT = 99;
/** The pool's maker has closed it, or its thread has ended without. */
export const MAKER_CLOSED = 1;
export const MAKER_ENDED = 2;
/** Line 3: OS thread of the pool's maker; 0 where the system does not tell. */
export const MAKER_THREAD = 100;

/** Lines 4 and 5: OS thread of caller c at CALLER_THREADS + c, c from 1; 0 no such caller, -1 ended. */
export const CALLER_THREADS = 128;
/** Callers that can hold one pool, numbered from 1. */
export const MAXIMUM_CALLERS = 63;

const HEADER_WORDS = 192;
/** Words of one lane: ten lines. */
export const LANE_WORDS = 320;

// What changes with every batch stands apart from what hardly ever does, and from the word on which a lane spins:
// a line that another core has written costs a third of a microsecond to read.

/** Lane line A: (sequence << 2) | state. Lane and lock's holder write it, in turns. */
export const LANE_STATE = 0;
/** Lane line B: written by callers just before they post. Which part of the batch this lane has. */
export const LANE_RANK = 32;
/** Lane line B: 1 while a caller sleeps, or is about to, until this lane is done. */
export const LANE_AWAITED = 33;
/** Lane line C: written by the lane. The claim it is about to make, or made and has not finished. */
export const CLAIM_BEGIN = 64;
export const CLAIM_END = 65;
/** Lane line D: ranges of jobs that threw in the batch: a count, then begin and end of each. */
export const FAILURE_COUNT = 96;
export const FAILURE_RANGES = 97;
/** Ranges that fit; more are folded into the last. */
export const MAXIMUM_FAILURES = 15;
/** Lane lines E and F: counters, f64 words, written by the lane. */
export const LANE_COUNTERS = 128;
/** Lane lines G and H: the message of the batch's first failure: its length, then UTF-16 units, two a word. */
export const FAILURE_TEXT = 192;
/** UTF-16 units that fit into a failure's message. */
export const MAXIMUM_TEXT_UNITS = 126;
/** Lane line I: written by the lane. Its OS thread, 0 before it has started or where the system does not tell. */
export const LANE_THREAD = 256;
/** Lane line I: 0 until the lane is up, then one of the HEALTH_ constants. */
export const LANE_HEALTH = 257;
/** Lane line I: 1 while the lane is parked in a wait, 0 while it runs or spins. */
export const LANE_PARKED = 258;
/** Lane line J: written by callers. Raised to ask the lane to spin for a batch that is about to come. */
export const LANE_PREWAKE = 288;

export const HEALTH_ALIVE = 1;
/** The thread has ended, or is past its last job. Nothing of this lane runs any more. */
export const HEALTH_DEAD = 2;

export const IDLE = 0;
export const POSTED = 1;
export const RUNNING = 2;
export const DONE = 3;

/** First word of a lane; lane 0 is the caller, whose line A is unused. */
export function laneBase(lane: number): number {
  return HEADER_WORDS + lane * LANE_WORDS;
}

/** Size of the control block of a pool, in words. */
export function controlWords(laneCount: number): number {
  return laneBase(laneCount);
}

/** State part of a lane's word. */
export function stateOf(word: number): number {
  return word & 3;
}

/** The word after `word` with the next sequence number and the given state. Wraps after 2^30 sequences. */
export function nextWord(word: number, state: number): number {
  return ((word & ~3) + 4) | state;
}
