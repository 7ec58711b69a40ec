import type { Engine, Kernel } from "@lightcone/parallel";
import { RAY_SLOPE_COUNT } from "../kernel/layout.ts";
import { laneAnalyst } from "../lensMap/meshAnalyst.ts";
import { openRayPool, type RayPool } from "./rayPool.ts";
import { zeroResults } from "./rayTable.ts";
import type { TraceCensus } from "./traceCounters.ts";
import { partOf, type RayTracer, type SampleColumns, type SlopedColumns, type TraceSetup } from "./tracer.ts";

/** Slots of a pool: what is followed at once. Any number gives the same results. */
const POOL_SLOTS = 65_536;

/** A tracer on a ray pool; to be closed. */
export interface PoolTracer extends RayTracer {
  /** The scene's context in the kernel's memory. */
  readonly contextPointer: number;
  census(): TraceCensus;
  /** Gives the kernel's memory back. */
  close(): void;
}

/**
 * Follows samples through a pool, as many at once as it has slots.
 * @throws InputError `trace`, ParallelError `schedule` for a setup that is none
 */
export function poolTracer(
  engine: Engine,
  kernel: Kernel,
  setup: TraceSetup,
  slots: number = POOL_SLOTS,
): PoolTracer {
  return { ...tracerOf(openRayPool(engine, kernel, setup), slots), analyst: laneAnalyst(engine, kernel) };
}

/** Follows samples through a pool, as many at once as `slots` says; closing closes the pool. */
export function tracerOf(pool: RayPool, slots: number): PoolTracer {
  const follow = (samples: SampleColumns, run: () => void): void => {
    pool.clear();
    pool.append(samples);
    run();
  };
  const traceSlopes = (samples: SampleColumns): SlopedColumns => {
    const run = (): void => pool.runSlopes();
    if (samples.count <= slots) {
      follow(samples, run);
      return pool.viewSlopes();
    }
    const slopes = Array.from({ length: RAY_SLOPE_COUNT }, () => new Float64Array(samples.count));
    const results = zeroResults(samples.count);
    for (let begin = 0; begin < samples.count; begin += slots) {
      follow(partOf(samples, begin, Math.min(begin + slots, samples.count)), run);
      pool.copyResults(results, begin);
      pool.viewSlopes().slopes.forEach((column, k) => {
        slopes[k]!.set(column, begin);
      });
    }
    return { ...results, slopes };
  };
  return {
    contextPointer: pool.scene.contextPointer,
    trace(samples) {
      const run = (): void => pool.run();
      if (samples.count <= slots) {
        follow(samples, run);
        return pool.viewResults();
      }
      const results = zeroResults(samples.count);
      for (let begin = 0; begin < samples.count; begin += slots) {
        follow(partOf(samples, begin, Math.min(begin + slots, samples.count)), run);
        pool.copyResults(results, begin);
      }
      return results;
    },
    traceSlopes: pool.scene.hasSlopes ? traceSlopes : undefined,
    aimRays: pool.canAim ? (images, scale) => pool.aim(images, scale) : undefined,
    census: () => pool.counters.census(),
    close: () => pool.close(),
  };
}
