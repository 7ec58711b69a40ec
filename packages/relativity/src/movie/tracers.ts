import type { Engine, Kernel } from "@lightcone/parallel";
import type { FrameCamera } from "../camera/frameCamera.ts";
import { type PoolTracer, poolTracer } from "../trace/poolTracer.ts";
import type { FirstSlab, TraceLaneCounters } from "../trace/traceCounters.ts";
import type { SlabCosts } from "../trace/tracer.ts";
import type { PaintedCounts } from "./frameBlock.ts";
import type { MoviePlan } from "./moviePlan.ts";

/** What all tracing of a movie took, and its point spreads: counts that no result depends on. */
export interface TraceTotals {
  readonly runs: number;
  readonly rays: number;
  readonly slabs: number;
  /** Active rays over all slabs. */
  readonly visits: number;
  readonly steps: number;
  /** Stamps of the point spread that were made, each lane's own, and that were there already. */
  readonly psf: { readonly builds: number; readonly hits: number };
  /** By lane: active rays that it advanced, and their integrator steps. */
  readonly lanes: readonly LaneRays[];
  /** What the pools that all lanes share did, rays of painted frames left out: what a schedule decides. */
  readonly pools: {
    readonly rays: number;
    readonly visits: number;
    readonly steps: number;
    readonly slabs: number;
    /** Wall time in the engine's calls of all slabs, in milliseconds. */
    readonly batchMs: number;
    /** Of the first pool that had a slab. */
    readonly firstSlab: FirstSlab;
    readonly lanes: readonly TraceLaneCounters[];
  };
}

/** Rays of one lane, those of pools and of frames that it painted. */
type LaneRays = Pick<TraceLaneCounters, "lane" | "visits" | "steps">;

/** Opens tracers of a movie's rays and adds up what they did. */
export interface Tracers {
  /** A tracer for these cameras; its counts are added when it is closed. */
  readonly open: (cameras: readonly FrameCamera[]) => PoolTracer;
  /** Adds the rays that a lane followed for a frame that it painted. */
  readonly addPainted: (lane: number, counts: PaintedCounts) => void;
  readonly totals: () => TraceTotals;
}

/** How rays are traced and who hears of it; no result depends on it. */
export interface TracingWishes {
  readonly schedule?: string | undefined;
  readonly onSlab?: ((costs: SlabCosts) => void) | undefined;
}

/** Tracers on an engine, with the settings of a plan. */
export function tracersOn(engine: Engine, kernel: Kernel, plan: MoviePlan, how: TracingWishes = {}): Tracers {
  const { scene, header, disk } = plan;
  const sums = { runs: 0, rays: 0, slabs: 0, visits: 0, steps: 0 };
  const psf = { builds: 0, hits: 0 };
  const lanes = new Map<number, LaneRays>();
  const pools = { rays: 0, visits: 0, steps: 0, slabs: 0, batchMs: 0, firstSlab: { active: 0, lanes: 0 } };
  const poolLanes = new Map<number, TraceLaneCounters>();
  const add = (tracer: PoolTracer): void => {
    const census = tracer.census();
    for (const name of SUMS) sums[name] += census[name];
    for (const name of POOL_SUMS) pools[name] += census[name];
    if (pools.firstSlab.active === 0) pools.firstSlab = census.firstSlab;
    for (const more of census.lanes) {
      addRays(lanes, more);
      const row = poolLanes.get(more.lane);
      poolLanes.set(more.lane, row === undefined ? more : addedLane(row, more));
    }
  };
  const { backend, tolerance, stepBudget, slab } = header;
  const settings = {
    spacetime: scene.spacetime,
    backend,
    tolerance,
    stepBudget,
    ...(slab === undefined ? {} : { slab }),
    ...(disk === undefined ? {} : { disk }),
    ...(how.schedule === undefined ? {} : { schedule: how.schedule }),
    onSlab: how.onSlab,
  };
  return {
    open: (frames) => {
      const tracer = poolTracer(engine, kernel, { ...settings, frames });
      return {
        ...tracer,
        close: () => {
          add(tracer);
          tracer.close();
        },
      };
    },
    addPainted: (lane, { rays, psf: stamps }) => {
      for (const name of SUMS) sums[name] += rays[name];
      psf.builds += stamps.builds;
      psf.hits += stamps.hits;
      addRays(lanes, { lane, visits: rays.visits, steps: rays.steps });
    },
    totals: () => ({
      ...sums,
      psf,
      lanes: [...lanes.values()],
      pools: { ...pools, lanes: [...poolLanes.values()] },
    }),
  };
}

const SUMS = ["runs", "rays", "slabs", "visits", "steps"] as const;
const POOL_SUMS = ["rays", "slabs", "visits", "steps", "batchMs"] as const;

function addRays(lanes: Map<number, LaneRays>, { lane, visits, steps }: LaneRays): void {
  const row = lanes.get(lane);
  lanes.set(lane, { lane, visits: visits + (row?.visits ?? 0), steps: steps + (row?.steps ?? 0) });
}

function addedLane(a: TraceLaneCounters, b: TraceLaneCounters): TraceLaneCounters {
  return {
    lane: a.lane,
    visits: a.visits + b.visits,
    steps: a.steps + b.steps,
    slots: a.slots + b.slots,
    chunks: a.chunks + b.chunks,
    loopMs: a.loopMs + b.loopMs,
  };
}
