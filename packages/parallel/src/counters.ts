import { type SizeCensus, SizeTally } from "./batch/census.ts";
import type { ArenaUsage } from "./kernel/arena.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { KernelFinding } from "./kernel/loadKernel.ts";
import type { LaneCounters } from "./lanes/laneCounters.ts";
import type { LanePool, PoolCounters } from "./lanes/lanePool.ts";

/** What an engine did since it was created, ready for JSON. No result depends on any of it. */
export interface EngineCounters {
  /** Lanes that a run can have at present, the caller counted. */
  readonly laneCount: number;
  /**
   * Time inside `run` and `runAsync`, in milliseconds; of runs at the same time each counts. Runs of a few
   * microseconds are timed by samples.
   */
  readonly wallMs: number;
  /** The longest single run, in milliseconds. */
  readonly longestRunMs: number;
  /** Calls, jobs, runs kept on the caller by the cost gate, lanes created, refused and dead. */
  readonly pool: PoolCounters;
  /** Sizes of the batches that were run, in jobs left over after cache and folding. */
  readonly batchSizes: SizeCensus;
  /** Trials that a batch answered from its cache. */
  readonly cacheHits: number;
  /** Trials that were folded onto one with the same words in the same batch. */
  readonly duplicates: number;
  readonly kernels: readonly KernelCounters[];
  /** What each lane did; lane 0 is the caller. */
  readonly lanes: readonly LaneCounters[];
}

/** The state of one kernel of an engine. */
export interface KernelCounters {
  readonly name: string;
  readonly activeEngine: "kernel" | "reference";
  /** Null when the engine that was asked for is active. */
  readonly fallbackReason: string | null;
  readonly finding: KernelFinding;
  /** Lanes that scratch was allocated for; it is allocated once, so this does not grow. */
  readonly scratchCount: number;
  readonly memory: ArenaUsage;
}

/** What batches and runs add to as they go; plain numbers, because it lies on the hot path. */
export interface EngineTally {
  wallMs: number;
  longestRunMs: number;
  cacheHits: number;
  duplicates: number;
  readonly batchSizes: SizeTally;
}

/** A tally of nothing yet. */
export function createTally(): EngineTally {
  return { wallMs: 0, longestRunMs: 0, cacheHits: 0, duplicates: 0, batchSizes: new SizeTally() };
}

/** Adds the time of one run, in milliseconds. */
export function noteRun(tally: EngineTally, ms: number): void {
  tally.wallMs += ms;
  if (ms > tally.longestRunMs) tally.longestRunMs = ms;
}

/** Reads everything that is counted. */
export function readCounters(
  tally: EngineTally,
  pool: LanePool,
  kernels: readonly Kernel[],
  scratchCount: number,
): EngineCounters {
  return {
    laneCount: pool.laneCount,
    wallMs: tally.wallMs,
    longestRunMs: tally.longestRunMs,
    pool: pool.poolCounters(),
    batchSizes: tally.batchSizes.census(),
    cacheHits: tally.cacheHits,
    duplicates: tally.duplicates,
    kernels: kernels.map((kernel) => ({
      name: kernel.name,
      activeEngine: kernel.activeEngine,
      fallbackReason: kernel.fallbackReason ?? null,
      finding: kernel.finding,
      scratchCount,
      memory: kernel.arena.usage(),
    })),
    lanes: pool.counters(),
  };
}
