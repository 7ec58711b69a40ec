import type { Engine, Kernel } from "@lightcone/parallel";
import { laneAnalyst } from "../lensMap/meshAnalyst.ts";
import { RayPool } from "./rayPool.ts";
import type { TraceCensus } from "./traceCounters.ts";
import {
  CROSSING_WORDS,
  MAXIMUM_CROSSINGS,
  type RayTracer,
  type ResultColumns,
  type SampleColumns,
  type TraceSetup,
} from "./tracer.ts";

/** Slots of a pool: what is followed at once. Any number gives the same results. */
export const POOL_SLOTS = 65_536;

/** A tracer on a ray pool; to be closed. */
export interface PoolTracer extends RayTracer {
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
  const pool = new RayPool(engine, kernel, setup);
  const traceAtOnce = (samples: SampleColumns): ResultColumns => {
    pool.clear();
    pool.append(samples);
    pool.run();
    return pool.results();
  };
  return {
    trace(samples) {
      if (samples.count <= slots) return traceAtOnce(samples);
      const parts: ResultColumns[] = [];
      for (let begin = 0; begin < samples.count; begin += slots) {
        parts.push(traceAtOnce(part(samples, begin, Math.min(begin + slots, samples.count))));
      }
      return joined(parts, samples.count);
    },
    analyst: laneAnalyst(engine, kernel),
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

type ColumnName = Exclude<keyof ResultColumns, "count">;
type F64ColumnName = { [N in ColumnName]: ResultColumns[N] extends Float64Array ? N : never }[ColumnName];
type I32ColumnName = Exclude<ColumnName, F64ColumnName>;

function joined(parts: readonly ResultColumns[], count: number): ResultColumns {
  const eachPart = (words: number, copy: (results: ResultColumns, at: number) => void): void => {
    let row = 0;
    for (const results of parts) {
      copy(results, row * words);
      row += results.count;
    }
  };
  const f64 = (name: F64ColumnName, words = 1): Float64Array => {
    const column = new Float64Array(count * words);
    eachPart(words, (results, at) => column.set(results[name], at));
    return column;
  };
  const i32 = (name: I32ColumnName): Int32Array => {
    const column = new Int32Array(count);
    eachPart(1, (results, at) => column.set(results[name], at));
    return column;
  };
  return {
    count,
    status: i32("status"),
    reason: i32("reason"),
    directionX: f64("directionX"),
    directionY: f64("directionY"),
    directionZ: f64("directionZ"),
    redshiftG: f64("redshiftG"),
    xi: f64("xi"),
    eta: f64("eta"),
    sweepRad: f64("sweepRad"),
    order: i32("order"),
    marginU: f64("marginU"),
    steps: i32("steps"),
    crossingCount: i32("crossingCount"),
    crossings: f64("crossings", MAXIMUM_CROSSINGS * CROSSING_WORDS),
  };
}
