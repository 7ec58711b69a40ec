/** A block as measured, and how much of the machine others used meanwhile. */
export interface MeasuredBlock<T> {
  readonly value: T;
  /** Share of all cores that other processes had, 0 to 1. */
  readonly foreignShare: number;
}

/** The blocks of one contestant, in the order of the rounds. */
export interface Series<T> {
  readonly blocks: T[];
  /** Blocks thrown away because others used too much of the machine. */
  rejectedCount: number;
  /** For each block: whether it counts although others used too much, because no repeat was left. */
  readonly isNoisy: boolean[];
}

/** How often a run may repeat what others disturbed; shared by all series of a run. */
export interface RepeatBudget {
  /** Repeats left in the whole run. */
  left: number;
  /** Repeats of one block at most. */
  readonly perBlock: number;
}

/** Above this share of all cores used by others, a block says more about them than about the contestant. */
export const MAXIMUM_FOREIGN_SHARE = 0.06;

/**
 * Order in which contestants take their turns: A B C, C B A, A B C ... so that a drift of the machine meets
 * them all alike.
 * @returns one list of contestants' indices per round
 */
export function interleavedOrder(contestantCount: number, roundCount: number): number[][] {
  const forward = Array.from({ length: contestantCount }, (_, index) => index);
  return Array.from({ length: roundCount }, (_, round) => (round % 2 === 0 ? forward : forward.toReversed()));
}

/**
 * Measures all contestants in interleaved rounds. A block in which others used more than
 * {@link MAXIMUM_FOREIGN_SHARE} is measured again while the budget lasts; after that the quietest one counts,
 * and is counted as noisy.
 * @param measure  makes one block of the contestant with the given index
 */
export async function measureInterleaved<T>(
  contestantCount: number,
  roundCount: number,
  budget: RepeatBudget,
  measure: (contestant: number) => Promise<MeasuredBlock<T>>,
): Promise<Series<T>[]> {
  const series = Array.from({ length: contestantCount }, (): Series<T> => {
    return { blocks: [], rejectedCount: 0, isNoisy: [] };
  });
  for (const turn of interleavedOrder(contestantCount, roundCount)) {
    for (const contestant of turn) {
      await addQuietBlock(series[contestant]!, budget, () => measure(contestant));
    }
  }
  return series;
}

async function addQuietBlock<T>(
  series: Series<T>,
  budget: RepeatBudget,
  measure: () => Promise<MeasuredBlock<T>>,
): Promise<void> {
  let best = await measure();
  for (let repeat = 0; repeat < budget.perBlock; repeat++) {
    if (best.foreignShare <= MAXIMUM_FOREIGN_SHARE || budget.left === 0) break;
    budget.left--;
    series.rejectedCount++;
    const again = await measure();
    if (again.foreignShare < best.foreignShare) best = again;
  }
  series.blocks.push(best.value);
  series.isNoisy.push(best.foreignShare > MAXIMUM_FOREIGN_SHARE);
}
