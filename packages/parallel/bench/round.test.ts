import { expect, test } from "vitest";
import type { Batch, Block, Contestant } from "./contestant.ts";
import { SPIN_JOB_STRIDE } from "./kernel/layout.ts";
import { measureTurns, powerOfTwoUpTo } from "./round.ts";
import { createOracle, createSpinTable } from "./spinTable.ts";

const batch: Batch = { name: "planted", jobCount: 3, steps: 5, entry: "spinJobs", gapMicroseconds: 0 };
const effort = { roundCount: 2, blockMilliseconds: 0, budget: { left: 0, perBlock: 0 } };
const oracle = createOracle();

/** A contestant that answers at once with the given digest. */
function planted(digest: (callCount: number) => string): Contestant {
  const block = async (_: Batch, callCount: number): Promise<Block> => ({
    callCount,
    medianMicroseconds: 1,
    p95Microseconds: 1,
    cpuMicroseconds: 1,
    childCpuMicroseconds: 0,
    digest: digest(callCount),
  });
  return { name: "planted", block, close: async () => {} };
}

test("a contestant that did the work has a block a round", async () => {
  const honest = planted((callCount) => oracle(batch, callCount));
  const [result] = await measureTurns([{ label: "a", contestant: honest, batch }], effort, oracle);
  expect(result!.series.blocks).toHaveLength(2);
});

test("a contestant that made another number of calls is found out", async () => {
  const lazy = planted((callCount) => oracle(batch, callCount + 1));
  await expect(measureTurns([{ label: "a", contestant: lazy, batch }], effort, oracle)).rejects.toThrow(
    'planted left wrong bits after 1 calls of "planted"',
  );
});

test("a table on which an index was left out of a call does not end at the oracle's bits", () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const table = createSpinTable(memory, 0);
  const call = (jobs: readonly number[]): string => {
    table.prepare(3, 1);
    const values = new Float64Array(memory.buffer);
    const words = new Int32Array(memory.buffer);
    for (const job of jobs) {
      const at = (SPIN_JOB_STRIDE * job) / 8;
      const x = values[words[1]! / 8 + at]!;
      values[words[2]! / 8 + at] = 3.9 * x * (1 - x);
    }
    table.advance();
    return table.digest();
  };
  const wanted = createOracle()({ jobCount: 3, steps: 1 }, 1);
  expect(call([0, 1, 2])).toBe(wanted);
  expect(call([0, 1])).not.toBe(wanted);
});

test("blocks have a power of two of calls", () => {
  expect([0, 3, 4, 100, 1e9].map(powerOfTwoUpTo)).toEqual([1, 2, 4, 64, 65536]);
});
