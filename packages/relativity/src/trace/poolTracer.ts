import type { Engine, Kernel } from "@lightcone/parallel";
import { laneAnalyst } from "../lensMap/meshAnalyst.ts";
import { openRayPool, type RayPool } from "./rayPool.ts";
import { zeroResults } from "./rayTable.ts";
import type { TraceCensus } from "./traceCounters.ts";
import type { RayTracer, SampleColumns, TraceSetup } from "./tracer.ts";

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
  return {
    contextPointer: pool.scene.contextPointer,
    trace(samples) {
      if (samples.count <= slots) {
        pool.clear();
        pool.append(samples);
        pool.run();
        return pool.viewResults();
      }
      const results = zeroResults(samples.count);
      for (let begin = 0; begin < samples.count; begin += slots) {
        pool.clear();
        pool.append(part(samples, begin, Math.min(begin + slots, samples.count)));
        pool.run();
        pool.copyResults(results, begin);
      }
      return results;
    },
    census: () => pool.counters.census(),
    close: () => pool.close(),
  };
}

function part({ frame, x, y }: SampleColumns, begin: number, end: number): SampleColumns {
  return {
    count: end - begin,
    frame: frame.subarray(begin, end),
    x: x.subarray(begin, end),
    y: y.subarray(begin, end),
  };
}
