import { checkEnd, checkSleepers, Violation } from "./checks.ts";
import { isBoundToHappen, type Move, makeMove, possibleMoves } from "./moves.ts";
import { describeMove } from "./stepNames.ts";
import { createWorld, engineSteps, type Scenario, type Steps } from "./world.ts";

/** What an exploration found. */
export interface Findings {
  /** Different states that can be reached. */
  readonly states: number;
  readonly moves: number;
  /** Undefined: every order of events keeps every promise. */
  readonly violation?: string;
  /** The events that led to the violation. */
  readonly trace?: readonly string[];
}

interface Fork {
  readonly saved: Int32Array;
  readonly moves: readonly Move[];
  next: number;
}

/**
 * Goes through every order in which the threads of a scenario can take their steps; depth first, each state once.
 * Of orders that differ only in when a thread touched words that nobody else looks at, one is taken
 * (see `ownSteps`).
 */
export function explore(scenario: Scenario, steps: Steps = engineSteps): Findings {
  // A weakened step may touch more than the engine's own does: no order is left out then.
  const isReduced = steps === engineSteps;
  const world = createWorld(scenario, steps);
  const seen = new Set<string>();
  const path: Fork[] = [];
  let moveCount = 0;
  const visit = (): void => {
    const sizeBefore = seen.size;
    if (seen.add(world.key()).size === sizeBefore) return;
    checkSleepers(world);
    const moves = possibleMoves(world, isReduced);
    if (moves.every(({ what }) => !isBoundToHappen(world, what))) checkEnd(world);
    if (moves.length > 0) path.push({ saved: world.save(), moves, next: 0 });
  };
  try {
    visit();
    for (;;) {
      const fork = path.at(-1);
      if (fork === undefined) break;
      if (fork.next === fork.moves.length) {
        path.pop();
        continue;
      }
      world.restore(fork.saved);
      moveCount++;
      makeMove(world, fork.moves[fork.next++]!);
      visit();
    }
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const trace = path.map(({ saved, moves, next }) => {
      world.restore(saved);
      return describeMove(moves[next - 1]!);
    });
    return { states: seen.size, moves: moveCount, violation: error.message, trace };
  }
  return { states: seen.size, moves: moveCount };
}
