import { type Batch, createBatch, type Engine } from "@lightcone/parallel";
import { SPIN_JOB_WORDS } from "./kernel/layout.ts";
import { spinKernelSpec } from "./spinKernel.ts";

/** A job as a program queues it. */
interface SpinTrial {
  /** Where it starts, dimensionless. */
  readonly start: number;
  readonly steps: number;
}

/**
 * A batch of an engine whose trials are jobs of the spin kernel, without a cache; the answer is where a job ends.
 * @throws Error when the engine would run anything but the kernel
 */
export async function createSpinBatch(engine: Engine, name: string): Promise<Batch<SpinTrial, number>> {
  const kernel = await engine.loadKernel(spinKernelSpec);
  if (kernel.activeEngine !== "kernel") throw new Error(`${name} fell back: ${kernel.fallbackReason}`);
  return createBatch<SpinTrial, number>(engine, {
    kernel,
    entry: "spinBatch",
    contextPointer: 0,
    cacheEntries: 0,
    codec: {
      wordCount: () => SPIN_JOB_WORDS,
      write: ({ start, steps }, words, offset) => {
        words[offset] = start;
        words[offset + 1] = steps;
      },
      resultWords: 1,
      read: (words, offset) => words[offset]!,
    },
  });
}
