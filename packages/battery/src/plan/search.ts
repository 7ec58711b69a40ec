import { type Change, coarseChanges, edgeMoves, fineChanges, levelSchedules } from "./moves.ts";
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
  /** Best neighbours that are rated again before all are. */
  readonly promisingCount: number;
  /** Best neighbours that are tried together. */
  readonly combinedCount: number;
  /** Least bad neighbours of which every two are tried, when none is better alone. */
  readonly pairedCount: number;
}

export const DEFAULT_BUDGET: SearchBudget = {
  seedCount: 2,
  roundCount: 30,
  promisingCount: 200,
  combinedCount: 24,
  pairedCount: 48,
};

/**
 * Searches the executable plans: follows the best first guesses down among coarse neighbours, then the best of
 * what they reach among all, until no neighbour and no pair of neighbours is better in the written order
 * (`comparePlans`).
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
  const coarse = { rate, budget, changesOf: (schedule: Schedule) => coarseChanges(schedule, space) };
  const fine = { rate, budget, changesOf: (schedule: Schedule) => fineChanges(schedule, space) };
  const best = bestOf(seeds.map((seed) => descend(seed, coarse))) as Rated;
  return descend(best, fine);
}

/** How a descent looks around. */
interface Descent {
  readonly rate: RateFanOut;
  readonly budget: SearchBudget;
  /** All neighbours of a schedule. */
  readonly changesOf: (schedule: Schedule) => Change[];
}

/**
 * Goes down from a schedule. A full round rates every neighbour; the rounds after it rate only the best of
 * those again, until none of them helps any more and a full round is due.
 */
function descend(seed: Rated, descent: Descent): Rated {
  const { rate, budget, changesOf } = descent;
  let incumbent = seed;
  for (let round = 0; round < budget.roundCount; round++) {
    const neighbours = rateChanges(incumbent, changesOf(incumbent.schedule), rate);
    let better = bestTogether(incumbent, neighbours, descent) ?? bestPair(incumbent, neighbours, descent);
    if (better === undefined) return incumbent;
    const promising = neighbours.slice(0, budget.promisingCount).map(({ change }) => change);
    while (better !== undefined) {
      incumbent = better;
      const again = [...promising, ...edgeMoves(incumbent.schedule)];
      better = bestTogether(incumbent, rateChanges(incumbent, again, rate), descent);
    }
  }
  return incumbent;
}

/** The best neighbour, or several of the best made together; nothing when no neighbour is better. */
function bestTogether(
  incumbent: Rated,
  neighbours: readonly RatedChange[],
  { rate, budget }: Descent,
): Rated | undefined {
  const improving = neighbours.filter(({ rated }) => comparePlans(rated, incumbent) < 0);
  if (improving.length === 0) return undefined;
  const together = rateChanges(incumbent, cumulated(improving.slice(0, budget.combinedCount)), rate);
  return bestOf([improving[0], together[0]].flatMap((candidate) => candidate?.rated ?? []));
}

/** Two neighbours that only help as a pair. */
function bestPair(
  incumbent: Rated,
  neighbours: readonly RatedChange[],
  { rate, budget }: Descent,
): Rated | undefined {
  const paired = rateChanges(incumbent, pairs(neighbours.slice(0, budget.pairedCount)), rate)[0];
  return paired !== undefined && comparePlans(paired.rated, incumbent) < 0 ? paired.rated : undefined;
}

/** The first of the best ones. */
function bestOf(candidates: readonly Rated[]): Rated | undefined {
  return [...candidates].sort(comparePlans)[0];
}

interface RatedChange {
  readonly change: Change;
  readonly rated: Rated;
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
function pairs(leastBad: readonly RatedChange[]): Change[] {
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
