import * as words from "../protocol/words.ts";
import { stateOf } from "../protocol/words.ts";
import type { JobSite } from "./jobs.ts";
import * as counter from "./laneCounters.ts";
import { park } from "./parking.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { LANE_PREWAKE, POSTED, SPIN_LANES, SPIN_SOON } = words;
const {
  BUSY_MS,
  CANCELLED_WAKES,
  PARKED_MS,
  PRE_WAKES_USED,
  PRE_WAKES_WASTED,
  SPIN_MS,
  SPURIOUS_WAKES,
  USEFUL_WAKES,
} = counter;

/** Longest time that a lane spins instead of sleeping: about two wake-ups of a parked thread. */
export const SPIN_BUDGET_MS = 0.14;
/** Rests without spinning at most, after spins that were in vain. */
const LONGEST_PAUSE = 8;
/** Loads between two looks at the clock: a batch that comes during such a look waits for its end. */
const LOADS_PER_LOOK = 256;

/** Looks between two batches of a rush before the clock is looked at: about 3 us. */
const LOOKS_IN_RUSH = 256;
/** Batches that may follow each other at once before the lane looks at its clock. */
const LONGEST_RUSH = 64;

/** How one lane rests between batches. Timing only: nothing here can change a result. */
export interface LaneRest {
  readonly site: JobSite;
  readonly clock: { now(): number };
  /** When the last rest was over, as far as the lane has looked at its clock. */
  endedMs: number;
  /** Batches since then. */
  served: number;
  /** Whether the last batch came within the first few looks: then the clock is not looked at before the next. */
  isRush: boolean;
  preWakesSeen: number;
  /** Rests still to go without spinning, and the length of the next such pause. */
  pause: number;
  nextPause: number;
}

/** A lane that has not rested yet. */
export function laneRest(site: JobSite, clock: { now(): number }): LaneRest {
  return { site, clock, endedMs: 0, served: 0, isRush: false, preWakesSeen: 0, pause: 0, nextPause: 1 };
}

/** The lane is back from its event loop. */
export function beginShift(state: LaneRest): void {
  state.endedMs = state.clock.now();
  state.served = 0;
}

/** Before the lane leaves for its event loop, or begins to rest: what it has done since its last rest counts as busy. */
export function endShift(state: LaneRest): void {
  const nowMs = state.clock.now();
  if (state.served > 0) state.site.counters[BUSY_MS]! += nowMs - state.endedMs;
  state.endedMs = nowMs;
  state.served = 0;
}

/** Rests while the word at `at` holds `value`: spins if a batch is likely to come soon, else sleeps. */
export function rest(state: LaneRest, at: number, value: number): void {
  const { shared, base, counters } = state.site;
  if (state.isRush) {
    if (state.served < LONGEST_RUSH && hasSoonChanged(shared, at, value, LOOKS_IN_RUSH)) return;
    state.isRush = false;
  }
  endShift(state);
  const preWakes = Atomics.load(shared, base + LANE_PREWAKE);
  const isPreWoken = preWakes !== state.preWakesSeen;
  state.preWakesSeen = preWakes;
  const came = maySpin(state, isPreWoken) && spin(state, at, value);
  if (isPreWoken) counters[came ? PRE_WAKES_USED : PRE_WAKES_WASTED]!++;
  if (!came) sleep(state, at, value);
}

/** Spins if the callers' batches follow each other fast, or on request; never when lanes outnumber the CPUs. */
function maySpin(state: LaneRest, isPreWoken: boolean): boolean {
  const { shared, lane } = state.site;
  if (lane >= Atomics.load(shared, SPIN_LANES)) return false;
  if (isPreWoken) return true;
  if (Atomics.load(shared, SPIN_SOON) === 0) return false;
  if (state.pause === 0) return true;
  state.pause--;
  return false;
}

/**
 * A spin in vain makes the lane do without, longer each time: where others use the CPUs, it may have kept the very
 * caller from its core for whose batch it waited.
 */
function noteSpin(state: LaneRest, came: boolean): void {
  state.pause = came ? 0 : state.nextPause;
  state.nextPause = came ? 1 : Math.min(LONGEST_PAUSE, 2 * state.nextPause);
}

/** Whether the word changes within a few looks, without a look at the clock. */
function hasSoonChanged(shared: Int32Array, at: number, value: number, looks = LOADS_PER_LOOK): boolean {
  for (let look = 0; look < looks; look++) {
    if (Atomics.load(shared, at) !== value) return true;
  }
  return false;
}

/**
 * Whether the word changed before the time was up. The clock is not looked at once more when it has: that would
 * come between the batch and its first job.
 */
function spin(state: LaneRest, at: number, value: number): boolean {
  const { shared, counters } = state.site;
  const beganMs = state.endedMs;
  let came = hasSoonChanged(shared, at, value);
  state.isRush = came;
  while (!came && state.endedMs - beganMs < SPIN_BUDGET_MS) {
    state.endedMs = state.clock.now();
    came = hasSoonChanged(shared, at, value);
  }
  counters[SPIN_MS]! += state.endedMs - beganMs;
  noteSpin(state, came);
  return came;
}

function sleep(state: LaneRest, at: number, value: number): void {
  const { shared, base, counters } = state.site;
  const parkedMs = state.endedMs;
  park(shared, base, value);
  state.endedMs = state.clock.now();
  counters[PARKED_MS]! += state.endedMs - parkedMs;
  noteWake(state, at, value);
}

function noteWake({ site, preWakesSeen }: LaneRest, at: number, value: number): void {
  const { shared, counters } = site;
  const word = Atomics.load(shared, at);
  if (word === value) {
    if (Atomics.load(shared, site.base + LANE_PREWAKE) === preWakesSeen) counters[SPURIOUS_WAKES]!++;
  } else if (stateOf(word) === POSTED) counters[USEFUL_WAKES]!++;
  else counters[CANCELLED_WAKES]!++;
}
