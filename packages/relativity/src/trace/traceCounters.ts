import type { RayEngine, RayKernel } from "./rayEngine.ts";

/** What one lane did in a trace; no result depends on it. */
export interface TraceLaneCounters {
  readonly lane: number;
  /** Active rays that it advanced, over all slabs. */
  readonly visits: number;
  /** Integrator steps. */
  readonly steps: number;
  /** Indices that it ran: under `active,n` the rays that it started and visited, else idle slots too. */
  readonly slots: number;
  readonly chunks: number;
  /** Time in its loops, the wait at barriers left out, in milliseconds. */
  readonly loopMs: number;
}

/** What a pool did since it was made, ready for JSON. */
export interface TraceCensus {
  /** Calls of `run`: a generation each, unless it is larger than the pool. */
  readonly runs: number;
  readonly rays: number;
  /** Advances of all active rays, each with its barrier. */
  readonly slabs: number;
  /** Active rays over all slabs. */
  readonly visits: number;
  /** Integrator steps. */
  readonly steps: number;
  readonly lanes: readonly TraceLaneCounters[];
  /** Wall time in the engine's calls, barriers and what a `--repeat-work` adds among it, in milliseconds. */
  readonly batchMs: number;
  /** The first slab: rays that were active in it, and lanes that had one of them. */
  readonly firstSlab: FirstSlab;
}

/** What the first slab was like. */
export interface FirstSlab {
  readonly active: number;
  readonly lanes: number;
}

/** Counts what a pool does. */
export class TraceCounters {
  slabs = 0;
  visits = 0;
  #rays = 0;
  #steps = 0;
  #runs = 0;
  #firstActive = 0;
  readonly #firstVisitors = new Set<number>();
  readonly #byScratch = new Map<number, { visits: number; steps: number }>();
  readonly #byLane = new Map<number, LaneWork>();
  readonly #engine: RayEngine;
  readonly #kernel: RayKernel;
  #batchMs = 0;
  /** What the engine had counted when the run began. */
  #begun: EngineWork;

  constructor(engine: RayEngine, kernel: RayKernel) {
    this.#engine = engine;
    this.#kernel = kernel;
    this.#begun = engine.counters();
  }

  /** A run begins: what the engine does until {@link noteRun} is the pool's, what it does between two runs is not. */
  beginRun(): void {
    this.#begun = this.#engine.counters();
  }

  /** Adds a slab in which so many rays were active. */
  noteSlab(activeCount: number): void {
    this.slabs++;
    this.visits += activeCount;
    if (this.slabs === 1) this.#firstActive = activeCount;
  }

  /**
   * Adds what a lane did in a slab.
   * @param scratchPointer  of the lane, which tells lanes apart
   */
  noteVisits(scratchPointer: number, visits: number, steps: number): void {
    if (visits === 0) return;
    if (this.slabs === 1) this.#firstVisitors.add(scratchPointer);
    let row = this.#byScratch.get(scratchPointer);
    if (row === undefined) {
      row = { visits: 0, steps: 0 };
      this.#byScratch.set(scratchPointer, row);
    }
    row.visits += visits;
    row.steps += steps;
  }

  /** Adds a run of so many rays, and the integrator steps they took. */
  noteRun(rays: number, steps: number): void {
    this.#runs++;
    this.#rays += rays;
    this.#steps += steps;
    const { wallMs, lanes } = this.#engine.counters();
    this.#batchMs += wallMs - this.#begun.wallMs;
    for (const { lane, jobs, chunks, busyMs } of lanes) {
      const before = this.#begun.lanes.find((row) => row.lane === lane);
      const row = this.#byLane.get(lane) ?? { slots: 0, chunks: 0, loopMs: 0 };
      row.slots += jobs - (before?.jobs ?? 0);
      row.chunks += chunks - (before?.chunks ?? 0);
      row.loopMs += busyMs - (before?.busyMs ?? 0);
      this.#byLane.set(lane, row);
    }
  }

  /** All that was counted. */
  census(): TraceCensus {
    const { scratchBase, scratchBytes } = this.#kernel;
    const lanes = [...this.#byLane].map(([lane, work]) => {
      const row = this.#byScratch.get(scratchBase + lane * scratchBytes);
      return { lane, visits: row?.visits ?? 0, steps: row?.steps ?? 0, ...work };
    });
    const { slabs, visits } = this;
    return {
      runs: this.#runs,
      rays: this.#rays,
      slabs,
      visits,
      steps: this.#steps,
      lanes,
      batchMs: this.#batchMs,
      firstSlab: { active: this.#firstActive, lanes: this.#firstVisitors.size },
    };
  }
}

/** What a lane ran, of which time in loops in milliseconds. */
interface LaneWork {
  slots: number;
  chunks: number;
  loopMs: number;
}

type EngineWork = ReturnType<RayEngine["counters"]>;
