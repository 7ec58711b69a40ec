import { type Batch, type BatchOptions, createBatch } from "../src/batch/batch.ts";
import { type Engine, engineOn } from "../src/engine.ts";
import type { Kernel } from "../src/kernel/kernel.ts";
import type { LoadOptions } from "../src/kernel/loadKernel.ts";
import { createLanePool, type LanePool, type RunReport, type RunRequest } from "../src/lanes/lanePool.ts";
import { type Trial, type TrialResult, trialCodec, trialKernelSpec, writeContext } from "./trialKernel.ts";

/** What went through a pool of lanes. */
export interface PoolSpy {
  /** Every request that reached the pool, blocking or not, in order. */
  readonly requests: RunRequest[];
  /** Every lane that was pre-woken, in order. */
  readonly preWakes: number[];
  /** Takes the place of the true report's fields, as if the lanes had answered so. */
  pretend: Partial<RunReport>;
  /** After so many requests the pool refuses all others. */
  refusesAfter?: number;
}

/** A trial batch on an engine whose pool is watched. */
export interface SpiedBatch {
  readonly engine: Engine;
  readonly kernel: Kernel;
  readonly batch: Batch<Trial, TrialResult>;
  readonly spy: PoolSpy;
  /** Another batch on the same kernel. */
  another(options?: Partial<BatchOptions<Trial, TrialResult>>): Batch<Trial, TrialResult>;
}

/** How the spied engine differs from one with one lane and its own kernel. */
export interface SpiedOptions {
  readonly lanes?: number;
  readonly loading?: Partial<LoadOptions>;
  readonly batch?: Partial<BatchOptions<Trial, TrialResult>>;
}

/** Makes a watched engine with the test kernel, a context of 40 coefficients and a batch on it. */
export async function spiedBatch({ lanes = 1, loading, batch }: SpiedOptions = {}): Promise<SpiedBatch> {
  const pool = await createLanePool({ lanes, costGate: false });
  const spy: PoolSpy = { requests: [], preWakes: [], pretend: {} };
  const defaults: LoadOptions = {
    engine: "kernel",
    debug: false,
    kernelDir: undefined,
    maximumPages: 16384,
    laneCount: pool.laneCount,
  };
  const engine = engineOn(spiedPool(pool, spy), { ...defaults, ...loading });
  const kernel = await engine.loadKernel(trialKernelSpec);
  const contextPointer = writeContext(kernel.arena, 40);
  const another = (options: Partial<BatchOptions<Trial, TrialResult>> = {}) =>
    createBatch(engine, {
      kernel,
      entry: "runTrials",
      contextPointer,
      codec: trialCodec,
      cacheEntries: 1000,
      ...options,
    });
  return { engine, kernel, batch: another(batch), spy, another };
}

/** What a pool says that refuses. */
export const REFUSAL = "the pool is gone";

function spiedPool(pool: LanePool, spy: PoolSpy): LanePool {
  return {
    get laneCount() {
      return pool.laneCount;
    },
    load: (program) => pool.load(program),
    run(request) {
      spy.requests.push(request);
      if (spy.requests.length > (spy.refusesAfter ?? Number.POSITIVE_INFINITY)) throw new Error(REFUSAL);
      return { ...pool.run(request), ...spy.pretend };
    },
    async runAsync(request) {
      spy.requests.push(request);
      return { ...(await pool.runAsync(request)), ...spy.pretend };
    },
    preWake(lane) {
      spy.preWakes.push(lane);
      pool.preWake(lane);
    },
    startLanes: () => pool.startLanes(),
    counters: () => pool.counters(),
    poolCounters: () => pool.poolCounters(),
    share: () => pool.share(),
    close: () => pool.close(),
  };
}
