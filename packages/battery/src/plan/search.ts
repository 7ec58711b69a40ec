import { type Change, edgeMoves, neighbourChanges } from "./moves.ts";
import { comparePlans, type Rated } from "./preference.ts";
import { applyMove, demandSchedule, isSameSchedule, type Move, type Schedule } from "./schedule.ts";
import type { SearchSpace } from "./searchSpace.ts";

/** Rates a fan-out of schedules, all changed from `incumbent`; the answers stand in the order given. */
export type RateFanOut = (schedules: readonly Schedule[], incumbent: Schedule) => Rated[];

/** Budgets of the search; counts, never the clock, so that every machine finds the same plan. */
export interface SearchBudget {
  /** Full rounds. */
  readonly roundCount: number;
  /** Best neighbours that are rated again before all are. */
  readonly promisingCount: number;
  /** Best neighbours that are tried together. */
  readonly combinedCount: number;
}

const DEFAULT_BUDGET: SearchBudget = { roundCount: 30, promisingCount: 200, combinedCount: 24 };

/**
 * Searches the executable plans: from the best of the first guesses goes down by fan-outs of all neighbours, until
 * none is better in the written order (`comparePlans`). A full round rates every neighbour; the rounds after it
 * rate only the best of those again, until none of them helps any more and a full round is due.
 * @param guesses  schedules to begin from; demand all the way is always one
 * @returns the best schedule found, rated
 */
export function searchSchedule(
  guesses: readonly Schedule[],
  space: SearchSpace,
  rate: RateFanOut,
  budget: SearchBudget = DEFAULT_BUDGET,
): Rated {
  const demand = demandSchedule(space.stepCount);
  let incumbent = rate([...guesses, demand], demand).sort(comparePlans)[0] as Rated;
  for (let round = 0; round < budget.roundCount; round++) {
    const neighbours = rateChanges(incumbent, neighbourChanges(incumbent.schedule, space), rate);
    const promising = neighbours.slice(0, budget.promisingCount).map(({ change }) => change);
    let better = bestTogether(incumbent, neighbours, rate, budget);
    if (better === undefined) return incumbent;
    while (better !== undefined) {
      incumbent = better;
      const again = [...promising, ...edgeMoves(incumbent.schedule)];
      better = bestTogether(incumbent, rateChanges(incumbent, again, rate), rate, budget);
    }
  }
  return incumbent;
}

/** The best neighbour, or several of the best made together; nothing when no neighbour is better. */
function bestTogether(
  incumbent: Rated,
  neighbours: readonly RatedChange[],
  rate: RateFanOut,
  { combinedCount }: SearchBudget,
): Rated | undefined {
  const improving = neighbours.filter(({ rated }) => comparePlans(rated, incumbent) < 0);
  const [alone] = improving;
  if (alone === undefined) return undefined;
  const [together] = rateChanges(incumbent, cumulated(improving.slice(0, combinedCount)), rate);
  return together !== undefined && comparePlans(together.rated, alone.rated) < 0
    ? together.rated
    : alone.rated;
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

function touches(a: Move, b: Move): boolean {
  return a.beginStep < b.endStep && b.beginStep < a.endStep;
}
