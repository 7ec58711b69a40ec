import { LANE_PARKED, LANE_PREWAKE, POSTED, SPIN_LANES, stateOf } from "../protocol/words.ts";
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

/** Longest time that a lane spins instead of sleeping: about two wake-ups of a parked thread. */
export const SPIN_BUDGET_MS = 0.14;
/** Weight of the newest gap in the average gap between batches. */
const GAP_WEIGHT = 0.25;
/** Loads between two looks at the clock, which costs as much as four of them. */
const LOADS_PER_LOOK = 32;

/** How one lane rests between batches. Timing only: nothing here can change a result. */
export interface LaneRest {
  readonly site: JobSite;
  readonly clock: { now(): number };
  /** Average time between two batches, or Infinity before the second. */
  gapMs: number;
  restedAtMs: number;
  preWakesSeen: number;
}

/** A lane that has not rested yet. */
export function laneRest(site: JobSite, clock: { now(): number }): LaneRest {
  return { site, clock, gapMs: Number.POSITIVE_INFINITY, restedAtMs: 0, preWakesSeen: 0 };
}

/** Rests while the word at `at` holds `value`: spins if a batch is likely to come soon, else sleeps. */
export function rest(state: LaneRest, at: number, value: number): void {
  const { shared, base, counters } = state.site;
  const beganMs = state.clock.now();
  const preWakes = Atomics.load(shared, base + LANE_PREWAKE);
  const isPreWoken = preWakes !== state.preWakesSeen;
  state.preWakesSeen = preWakes;
  const budgetMs = spinBudgetMs(state, isPreWoken);
  const came = budgetMs > 0 && spin(state, at, value, beganMs + budgetMs);
  if (isPreWoken) counters[came ? PRE_WAKES_USED : PRE_WAKES_WASTED]!++;
  if (came) {
    noteGap(state, state.clock.now() - beganMs);
    return;
  }
  const parkedMs = state.clock.now();
  Atomics.store(shared, base + LANE_PARKED, 1);
  Atomics.wait(shared, at, value);
  Atomics.store(shared, base + LANE_PARKED, 0);
  const wokeMs = state.clock.now();
  counters[PARKED_MS]! += wokeMs - parkedMs;
  noteWake(state, at, value);
  noteGap(state, wokeMs - beganMs);
}

/** Spins if the average gap fits the budget, or on request; never when lanes outnumber the CPUs. */
function spinBudgetMs({ site, gapMs }: LaneRest, isPreWoken: boolean): number {
  if (site.lane >= Atomics.load(site.shared, SPIN_LANES)) return 0;
  return isPreWoken || gapMs < SPIN_BUDGET_MS ? SPIN_BUDGET_MS : 0;
}

/** Whether the word changed before the time was up. */
function spin({ site, clock }: LaneRest, at: number, value: number, untilMs: number): boolean {
  const { shared, counters } = site;
  const beganMs = clock.now();
  let came = false;
  let nowMs = beganMs;
  while (!came && nowMs < untilMs) {
    for (let look = 0; look < LOADS_PER_LOOK && !came; look++) came = Atomics.load(shared, at) !== value;
    nowMs = clock.now();
  }
  counters[SPIN_MS]! += nowMs - beganMs;
  return came;
}

function noteWake({ site, preWakesSeen }: LaneRest, at: number, value: number): void {
  const { shared, counters } = site;
  const word = Atomics.load(shared, at);
  if (word === value) {
    if (Atomics.load(shared, site.base + LANE_PREWAKE) === preWakesSeen) counters[SPURIOUS_WAKES]!++;
  } else if (stateOf(word) === POSTED) counters[USEFUL_WAKES]!++;
  else counters[CANCELLED_WAKES]!++;
}

function noteGap(state: LaneRest, gapMs: number): void {
  state.gapMs = Number.isFinite(state.gapMs) ? state.gapMs + GAP_WEIGHT * (gapMs - state.gapMs) : gapMs;
}
