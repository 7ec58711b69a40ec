import type { Engine, LaneCounters } from "@lightcone/parallel";

/** What one lane did in a trace; no result depends on it. */
export interface TraceLaneCounters {
  readonly lane: number;
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
}

/** Counts what a pool does. */
export class TraceCounters {
  slabs = 0;
  visits = 0;
  #rays = 0;
  #steps = 0;
  #runs = 0;
  readonly #engine: Engine;
  readonly #before: readonly LaneCounters[];

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#before = engine.counters().lanes;
  }

  /** Adds a slab in which so many rays were active. */
  noteSlab(activeCount: number): void {
    this.slabs++;
    this.visits += activeCount;
  }

  /** Adds a run of so many rays, and the integrator steps they took. */
  noteRun(rays: number, steps: number): void {
    this.#runs++;
    this.#rays += rays;
    this.#steps += steps;
  }

  /** All that was counted; the lanes' part also counts what else the engine did meanwhile. */
  census(): TraceCensus {
    const lanes = this.#engine.counters().lanes.map(({ lane, jobs, chunks, busyMs }) => {
      const before = this.#before.find((row) => row.lane === lane);
      return {
        lane,
        slots: jobs - (before?.jobs ?? 0),
        chunks: chunks - (before?.chunks ?? 0),
        loopMs: busyMs - (before?.busyMs ?? 0),
      };
    });
    const { slabs, visits } = this;
    return { runs: this.#runs, rays: this.#rays, slabs, visits, steps: this.#steps, lanes };
  }
}
