import { judge, type Verdict } from "./statistics.ts";

/** A bound with what was measured for it. */
export interface BoundResult {
  readonly name: string;
  readonly bound: number;
  /** Of bound and values: "" for a ratio, else with a space in front. */
  readonly unit: string;
  /** One of each round that counts. */
  readonly values: readonly number[];
  readonly verdict: Verdict;
  /** What a reader must know beside it. */
  readonly notes: readonly string[];
}

/** What was measured in one round, and whether others used too much of the machine meanwhile. */
export interface RoundValue {
  readonly value: number;
  readonly isNoisy: boolean;
}

/** Rounds that must have been quiet for a verdict. */
const LEAST_QUIET_ROUNDS = 3;

/**
 * Judges the quiet rounds against the bound. With too few of them all are shown and nothing is decided: what is
 * measured beside others says as much about them.
 */
export function judgeRounds(
  { name, bound, unit }: Pick<BoundResult, "name" | "bound" | "unit">,
  rounds: readonly RoundValue[],
  notes: readonly string[] = [],
): BoundResult {
  const quiet = rounds.filter(({ isNoisy }) => !isNoisy);
  const noisyCount = rounds.length - quiet.length;
  const allNotes =
    noisyCount === 0 ? notes : [...notes, `${noisyCount} of ${rounds.length} rounds disturbed`];
  const isEnough = noisyCount === 0 || quiet.length >= LEAST_QUIET_ROUNDS;
  const values = (isEnough ? quiet : rounds).map(({ value }) => value);
  return {
    name,
    bound,
    unit,
    values,
    verdict: isEnough ? judge(values, bound) : "undecided",
    notes: allNotes,
  };
}
