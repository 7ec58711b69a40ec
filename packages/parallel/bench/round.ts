import { setTimeout as delay } from "node:timers/promises";
import { measureInterleaved, type RepeatBudget, type Series } from "./blocks.ts";
import type { Batch, Block, Contestant } from "./contestant.ts";
import { watchForeignShare } from "./machineUse.ts";
import type { createOracle } from "./spinTable.ts";

/** A contestant with the batch that it is to run; two turns may be the same contestant with different batches. */
export interface Turn {
  /** Name in the report. */
  readonly label: string;
  readonly contestant: Contestant;
  readonly batch: Batch;
}

/** What a turn came to. */
export interface TurnResult {
  readonly label: string;
  readonly series: Series<Block>;
}

/** How long and how often is measured. */
export interface Effort {
  readonly roundCount: number;
  /** Wall time that a block should last, milliseconds. */
  readonly blockMilliseconds: number;
  readonly budget: RepeatBudget;
}

/** Pause before a block, so that threads of the one before stop spinning. */
const SETTLE_MILLISECONDS = 3;
/** Calls that a block has at least and at most; blocks have a power of two of calls. */
const LEAST_CALLS = 1;
const MOST_CALLS = 1 << 16;

/**
 * Measures turns against each other in interleaved blocks, each about as long as the others.
 * @param oracle  what the jobs must end at
 * @throws Error when a contestant did other work than was asked
 */
export async function measureTurns(
  turns: readonly Turn[],
  effort: Effort,
  oracle: ReturnType<typeof createOracle>,
): Promise<TurnResult[]> {
  const callCounts: number[] = [];
  for (const turn of turns) callCounts.push(await callsFor(turn, effort.blockMilliseconds));
  const series = await measureInterleaved(turns.length, effort.roundCount, effort.budget, async (index) => {
    const { contestant, batch } = turns[index]!;
    await delay(SETTLE_MILLISECONDS);
    const foreignShare = watchForeignShare();
    const block = await contestant.block(batch, callCounts[index]!);
    const share = foreignShare(block.childCpuMicroseconds / 1e6) ?? 0;
    if (block.digest !== oracle(batch, block.callCount)) {
      throw new Error(`${contestant.name} left wrong bits after ${block.callCount} calls of "${batch.name}"`);
    }
    return { value: block, foreignShare: share };
  });
  return turns.map(({ label }, index) => ({ label, series: series[index]! }));
}

/** Warms a turn up and finds how many of its calls fill a block. */
async function callsFor({ contestant, batch }: Turn, blockMilliseconds: number): Promise<number> {
  const millisecondsOf = async (calls: number): Promise<number> => {
    const begin = performance.now();
    await contestant.block(batch, calls);
    return performance.now() - begin;
  };
  let callCount = LEAST_CALLS;
  for (;;) {
    const [first, second] = [await millisecondsOf(callCount), await millisecondsOf(callCount)];
    const milliseconds = Math.min(first, second);
    if (milliseconds * 2 > blockMilliseconds || callCount === MOST_CALLS) return callCount;
    const wanted = (callCount * blockMilliseconds) / milliseconds;
    // The first calls are the slowest: no more than sixteen times as many in one go.
    callCount = powerOfTwoUpTo(Math.min(wanted, callCount * 16));
  }
}

/** The largest power of two that is not above `value`, kept within the calls of a block. */
export function powerOfTwoUpTo(value: number): number {
  let power = LEAST_CALLS;
  while (power * 2 <= value && power < MOST_CALLS) power *= 2;
  return power;
}
