import { LANE_PREWAKE, POSTED, SPIN_LANES, SPIN_SOON, stateOf } from "../protocol/words.ts";
import type { JobSite } from "./jobs.ts";
import {
  CANCELLED_WAKES,
  PARKED_MS,
  PRE_WAKES_USED,
  PRE_WAKES_WASTED,
  SPIN_MS,
  SPURIOUS_WAKES,
  USEFUL_WAKES,
} from "./laneCounters.ts";
import { park } from "./parking.ts";

/** Longest time that a lane spins instead of sleeping: about two wake-ups of a parked thread. */
export const SPIN_BUDGET_MS = 0.14;
/** Rests without spinning at most, after spins that were in vain. */
const LONGEST_PAUSE = 8;
/** Loads between two looks at the clock, which costs as much as eight of them. */
const LOADS_PER_LOOK = 32;

/** How one lane rests between batches. Timing only: nothing here can change a result. */
export interface LaneRest {
  readonly site: JobSite;
  readonly clock: { now(): number };
  /** When the last rest was over, as far as the lane has looked at its clock. */
  endedMs: number;
  preWakesSeen: number;
  /** Rests still to go without spinning, and the length of the next such pause. */
  pause: number;
  nextPause: number;
}

/** A lane that has not rested yet. */
export function laneRest(site: JobSite, clock: { now(): number }): LaneRest {
  return { site, clock, endedMs: 0, preWakesSeen: 0, pause: 0, nextPause: 1 };
}

/** Rests while the word at `at` holds `value`: spins if a batch is likely to come soon, else sleeps. */
export function rest(state: LaneRest, at: number, value: number): void {
  const { shared, base, counters } = state.site;
  state.endedMs = state.clock.now();
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

/**
 * Whether the word changed before the time was up. The clock is not looked at once more when it has: that would
 * come between the batch and its first job.
 */
function spin(state: LaneRest, at: number, value: number): boolean {
  const { shared, counters } = state.site;
  const beganMs = state.endedMs;
  let came = false;
  while (!came && state.endedMs - beganMs < SPIN_BUDGET_MS) {
    for (let look = 0; look < LOADS_PER_LOOK && !came; look++) came = Atomics.load(shared, at) !== value;
    if (!came) state.endedMs = state.clock.now();
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
