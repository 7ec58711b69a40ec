import type { Experiment, Side } from "../claim/claim.ts";
import { findFaults } from "./faults.ts";
import type { RawRun, Run } from "./run.ts";

/** Above this share of all cores used by others, a run says more about them than about the side. */
export const MAXIMUM_FOREIGN_SHARE = 0.06;
/** Times that a disturbed run is made again, at most. */
const REPEATS_A_RUN = 2;

/** Makes runs. */
export interface Bench {
  /** Makes one run in a fresh folder. */
  readonly run: (side: Side, experiment: Experiment) => Promise<RawRun>;
  /** Hears of every run when it is made: keeps it, shows how far things are. */
  readonly onRun: (run: Run, experiment: Experiment) => void;
  readonly cpuCount: number;
  /** Number of the first run. */
  readonly firstNumber: number;
}

/**
 * Sides in the order of their turns: A B C, C B A, A B C ... so that a drift of the machine meets all alike.
 * @returns one list for each round
 */
export function turnOrder<Item>(items: readonly Item[], roundCount: number): Item[][] {
  return Array.from({ length: roundCount }, (_, round) =>
    round % 2 === 0 ? [...items] : items.toReversed(),
  );
}

/**
 * Runs the sides of an experiment in turns, warm-ups first. A run that others disturbed is thrown away and made again
 * while there are repeats: twice at most, and over the whole experiment no more than it has sides and rounds. A side
 * with a faulty run is not run again.
 */
export async function takeTurns(experiment: Experiment, bench: Bench): Promise<Run[]> {
  const { sides, rounds, warmups } = experiment;
  const turns = new Turns(experiment, bench);
  for (let warmup = 0; warmup < warmups; warmup++) {
    for (const side of sides) await turns.take(side, 0);
  }
  for (const [index, order] of turnOrder(sides, rounds).entries()) {
    for (const side of order) await turns.take(side, index + 1);
  }
  return turns.runs;
}

class Turns {
  readonly runs: Run[] = [];
  readonly #experiment: Experiment;
  readonly #bench: Bench;
  readonly #faulty = new Set<string>();
  #repeatsLeft: number;

  constructor(experiment: Experiment, bench: Bench) {
    this.#experiment = experiment;
    this.#bench = bench;
    this.#repeatsLeft = Math.max(experiment.sides.length, experiment.rounds);
  }

  async take(side: Side, round: number): Promise<void> {
    for (let repeat = 0; !this.#faulty.has(side.name); repeat++) {
      const { use } = await this.#make(side, round);
      if (use === "faulty") this.#faulty.add(side.name);
      if (use !== "thrown away" || repeat === REPEATS_A_RUN || this.#repeatsLeft === 0) return;
      this.#repeatsLeft--;
    }
  }

  async #make(side: Side, round: number): Promise<Run> {
    const { run: makeRun, onRun, cpuCount, firstNumber } = this.#bench;
    const raw = await makeRun(side, this.#experiment);
    const faults = findFaults(raw, side, this.#experiment, cpuCount);
    const isNoisy = raw.foreignShare !== null && raw.foreignShare > MAXIMUM_FOREIGN_SHARE;
    const use = faults.length > 0 ? "faulty" : round === 0 ? "warm-up" : isNoisy ? "thrown away" : "counted";
    const run: Run = { ...raw, number: firstNumber + this.runs.length, side: side.name, round, use, faults };
    this.runs.push(run);
    onRun(run, this.#experiment);
    return run;
  }
}
