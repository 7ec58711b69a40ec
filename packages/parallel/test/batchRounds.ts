import { createBatch, type Engine } from "@lightcone/parallel";
import { computing, type TrialResult, trialCodec, trialKernelSpec, writeContext } from "./trialKernel.ts";

/**
 * Runs rounds of batches of different sizes on a context of the caller's own.
 * @param length  coefficients of the context
 * @param rounds  how many batches
 * @returns every result of every round, in order
 */
export async function batchRounds(engine: Engine, length: number, rounds: number): Promise<TrialResult[]> {
  const kernel = await engine.loadKernel(trialKernelSpec);
  const contextPointer = writeContext(kernel.arena, length);
  const batch = createBatch(engine, {
    kernel,
    entry: "runTrials",
    contextPointer,
    codec: trialCodec,
    cacheEntries: 0,
  });
  const results: TrialResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const size = 1 + ((round * 5 + length) % 9);
    const handles = Array.from({ length: size }, (_, job) =>
      batch.enqueue(computing(...new Array(1 + ((job + round) % 6)).fill(round + job / 8))),
    );
    for (const handle of handles) results.push(handle.get());
  }
  batch.close();
  kernel.arena.free(contextPointer);
  return results;
}
