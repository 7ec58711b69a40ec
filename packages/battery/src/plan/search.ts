import {
  blockMoves,
  type Change,
  edgeMoves,
  lateStartMoves,
  levelSchedules,
  runMoves,
  slotMoves,
} from "./moves.ts";
import { comparePlans, type Rated } from "./preference.ts";
import { applyMove, demandSchedule, isSameSchedule, type Move, type Schedule } from "./schedule.ts";
import type { SearchSpace } from "./searchSpace.ts";

/** Rates a fan-out of schedules, all changed from `incumbent`; the answers stand in the order given. */
export type RateFanOut = (schedules: readonly Schedule[], incumbent: Schedule) => Rated[];

/** Budgets of the search; counts, never the clock, so that every machine finds the same plan. */
export interface SearchBudget {
  /** First guesses that are followed down. */
  readonly seedCount: number;
  /** Rounds of fan-outs from one first guess. */
  readonly roundCount: number;
  /** Best neighbours that are tried together, and in pairs. */
  readonly combinedCount: number;
}

export const DEFAULT_BUDGET: SearchBudget = { seedCount: 3, roundCount: 60, combinedCount: 24 };

/**
 * Searches the executable plans: follows the best first guesses down, by fan-outs of all neighbours, until
 * no neighbour and no pair of neighbours is better in the written order (`comparePlans`).
 * @returns the best schedule found, rated
 */
export function searchSchedule(
  space: SearchSpace,
  rate: RateFanOut,
  budget: SearchBudget = DEFAULT_BUDGET,
): Rated {
  const idle = demandSchedule(space.stepCount);
  const guesses = rate(levelSchedules(idle, space), idle).sort(comparePlans);
  const seeds = distinct(guesses).slice(0, budget.seedCount);
  const reached = seeds.map((seed) => descend(seed, space, rate, budget));
  return reached.reduce((best, other) => (comparePlans(other, best) < 0 ? other : best));
}

function descend(seed: Rated, space: SearchSpace, rate: RateFanOut, budget: SearchBudget): Rated {
  let incumbent = seed;
  for (let round = 0; round < budget.roundCount; round++) {
    const better = bestNeighbour(incumbent, space, rate, budget);
    if (better === undefined) return incumbent;
    incumbent = better;
  }
  return incumbent;
}

/** A neighbour that is better, several of the best made together, or two that only help as a pair. */
function bestNeighbour(
  incumbent: Rated,
  space: SearchSpace,
  rate: RateFanOut,
  budget: SearchBudget,
): Rated | undefined {
  const neighbours = rateChanges(incumbent, allChanges(incumbent.schedule, space), rate);
  const improving = neighbours.filter(({ rated }) => comparePlans(rated, incumbent) < 0);
  const changes =
    improving.length > 0
      ? cumulated(improving.slice(0, budget.combinedCount))
      : pairs(neighbours.slice(0, PAIR_POOL), budget.combinedCount);
  const combined = rateChanges(incumbent, changes, rate);
  const best = [improving[0], combined[0]]
    .filter((candidate) => candidate !== undefined)
    .sort((a, b) => comparePlans(a.rated, b.rated))[0];
  return best !== undefined && comparePlans(best.rated, incumbent) < 0 ? best.rated : undefined;
}

/** Neighbours that are not better alone but may be in a pair. */
const PAIR_POOL = 96;

interface RatedChange {
  readonly change: Change;
  readonly rated: Rated;
}

function allChanges(schedule: Schedule, space: SearchSpace): Change[] {
  return [
    ...slotMoves(space),
    ...lateStartMoves(space),
    ...blockMoves(space),
    ...edgeMoves(schedule),
    ...runMoves(schedule, space),
  ];
}

/** Rates changes of one schedule, best first; those that change nothing are left out. */
function rateChanges(incumbent: Rated, changes: readonly Change[], rate: RateFanOut): RatedChange[] {
  const candidates = changes
    .map((change) => ({ change, schedule: change.reduce<Schedule>(applyMove, incumbent.schedule) }))
    .filter(({ schedule }) => !isSameSchedule(schedule, incumbent.schedule));
  const rated = rate(
    candidates.map(({ schedule }) => schedule),
    incumbent.schedule,
  );
  return candidates
    .map(({ change }, index) => ({ change, rated: rated[index] as Rated }))
    .sort((a, b) => comparePlans(a.rated, b.rated));
}

/** The best one with the second, with the third, ...: changes that do not touch each other, made together. */
function cumulated(best: readonly RatedChange[]): Change[] {
  const together: Move[] = [];
  const changes: Change[] = [];
  for (const { change } of best) {
    if (change.some((move) => together.some((other) => touches(move, other)))) continue;
    together.push(...change);
    changes.push([...together]);
  }
  return changes.slice(1);
}

/** Every two of the least bad changes that do not touch each other. */
function pairs(leastBad: readonly RatedChange[], _count: number): Change[] {
  return leastBad.flatMap(({ change: first }, index) =>
    leastBad
      .slice(index + 1)
      .filter(({ change: second }) => !second.some((move) => first.some((other) => touches(move, other))))
      .map(({ change: second }) => [...first, ...second]),
  );
}

function touches(a: Move, b: Move): boolean {
  return a.beginStep < b.endStep && b.beginStep < a.endStep;
}

function distinct(rated: readonly Rated[]): Rated[] {
  return rated.filter(
    (one, index) => !rated.slice(0, index).some((other) => isSameSchedule(one.schedule, other.schedule)),
  );
}
