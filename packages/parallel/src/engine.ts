import { userKernelDir } from "#kernelFiles";
import { MAXIMUM_PAGES, PAGE_BYTES } from "../assembly/memoryMap.ts";
import { createTally, type EngineCounters, type EngineTally, noteRun, readCounters } from "./counters.ts";
import type { EngineRequest } from "./engineRequest.ts";
import { attachArena } from "./kernel/arena.ts";
import type { Kernel } from "./kernel/kernel.ts";
import { entriesOf, identityOf, programOf } from "./kernel/kernelProgram.ts";
import type { KernelSpec } from "./kernel/kernelSpec.ts";
import type { KernelFinding } from "./kernel/loadKernel.ts";
import { type LoadOptions, loadKernel } from "./kernel/loadKernel.ts";
import {
  createLanePool,
  joinLanePool,
  type LanePool,
  type RunReport,
  type RunRequest,
  type SharedLanePool,
} from "./lanes/lanePool.ts";
import { ParallelError } from "./problem.ts";
import { DYNAMIC, parseSchedule, type Schedule } from "./schedule.ts";

/** How an engine is created. All of it has a default. */
export interface EngineOptions {
  /** Lanes, the caller counted: 0 and 1 the caller alone, `auto` (default) what the machine really gives. */
  readonly lanes?: "auto" | number | undefined;
  /** Whether lanes are woken while a batch is still being queued. Default true. */
  readonly preWake?: boolean | undefined;
  /** Whether batches too small to gain from more lanes stay on the caller. Default true. */
  readonly costGate?: boolean | undefined;
  /** `reference` runs every kernel's TypeScript twin. Default `kernel`. */
  readonly engine?: "kernel" | "reference" | undefined;
  /** The reference engine with assertions: scratch is poisoned before each call, canary and scratch guard looked at after it. */
  readonly debug?: boolean | undefined;
  /** Folder that holds NAME.wasm in place of each package's own. Default: what LIGHTCONE_KERNEL_DIR names. */
  readonly kernelDir?: string | undefined;
  /** How far each kernel's memory may grow, in bytes. Default 1 GiB. */
  readonly memoryLimitBytes?: number | undefined;
  /** Told in one sentence when a kernel is refused, or a lane is refused or dies. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Lanes and kernels, held by one thread. Other threads join it by what {@link Engine.share} gives. */
export interface Engine {
  /** Lanes that a run can have at present, the caller counted. */
  readonly laneCount: number;
  /** What batches add to; read it through {@link Engine.counters}. */
  readonly tally: EngineTally;
  /**
   * Loads a kernel; one that is refused is reported once and its reference engine serves. A second call with the
   * same spec gives the same kernel.
   * @throws ParallelError `kernel-name` for another spec of the same name, `reference-broken`
   */
  loadKernel(spec: KernelSpec): Promise<Kernel>;
  /**
   * Runs and blocks until all results stand. What a job throws is in the report, not thrown.
   * @param meanwhile  work of the caller's own that is no job, such as putting down what the run before has left: done
   *                   once the other lanes are woken, before the caller takes part; it may not use the engine
   * @throws ParallelError `inside-job`, `closed`, `cannot-block`, `strange-kernel`; when the run is over, what
   *         `meanwhile` threw
   */
  run(request: EngineRequest, meanwhile?: () => void): RunReport;
  /** As {@link Engine.run}, without blocking this thread; keeps the process alive until it is done. */
  runAsync(request: EngineRequest): Promise<RunReport>;
  /** Says that a run for this lane is about to come: a hint that costs a parked lane's wake-up. */
  preWake(lane: number): void;
  /** Starts lanes that have not been needed yet, without waiting for them. Best after kernels are loaded. */
  startLanes(): void;
  counters(): EngineCounters;
  /** The engine as plain data, to be posted to a thread that calls {@link joinEngine}. */
  share(): SharedEngine;
  /** Ends the lanes (of a joined engine: leaves it). Waits for runs that were begun. */
  close(): Promise<void>;
}

/** An engine as another thread gets it. */
export interface SharedEngine {
  readonly pool: SharedLanePool;
  readonly loading: LoadOptions;
  readonly kernels: readonly SharedKernel[];
}

/** A kernel as another thread gets it. */
interface SharedKernel {
  readonly name: string;
  readonly activeEngine: "kernel" | "reference";
  readonly fallbackReason: string | undefined;
  readonly finding: KernelFinding;
  readonly entries: readonly string[];
  readonly memory: WebAssembly.Memory;
  readonly arenaPointer: number;
  readonly scratchBase: number;
  readonly scratchBytes: number;
  readonly program: number;
  /** What tells this kernel's spec from another of its name. */
  readonly identity: string;
}

/**
 * Creates an engine. Its lanes start when a run first needs them.
 * @throws ParallelError `lanes`, `engine-option` for options that are none
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const loading = loadOptions(options);
  const pool = await createLanePool(options);
  // Lanes are never more than now, so this is how many need scratch.
  return engineOn(pool, { ...loading, laneCount: pool.laneCount }, options.warn);
}

/**
 * Takes part in another thread's engine, as one more caller: the same lanes, the same kernels and memories.
 * The engine's creator must stay alive, and lets its event loop turn when kernels are loaded here.
 */
export async function joinEngine(
  shared: SharedEngine,
  options: Pick<EngineOptions, "warn"> = {},
): Promise<Engine> {
  const pool = await joinLanePool(shared.pool, options);
  const engine = engineOn(pool, shared.loading, options.warn);
  for (const kernel of shared.kernels) engine.adopt(kernel);
  return engine;
}

/** An engine on a pool of lanes that stands; for tests that watch or replace the lanes. */
export function engineOn(pool: LanePool, loading: LoadOptions, warn?: (message: string) => void): LaneEngine {
  return new LaneEngine(pool, loading, warn);
}

function loadOptions(options: EngineOptions): Omit<LoadOptions, "laneCount"> {
  const { engine = "kernel", debug = false, kernelDir = userKernelDir() } = options;
  const { memoryLimitBytes = MAXIMUM_PAGES * PAGE_BYTES } = options;
  if (engine !== "kernel" && engine !== "reference") {
    throw wrongOption("engine", engine, 'use "kernel" or "reference"');
  }
  const maximumPages = Math.floor(memoryLimitBytes / PAGE_BYTES);
  if (!(maximumPages >= LEAST_PAGES && maximumPages <= MAXIMUM_PAGES)) {
    const range = `${LEAST_PAGES * PAGE_BYTES} to ${MAXIMUM_PAGES * PAGE_BYTES}`;
    throw wrongOption("memoryLimitBytes", memoryLimitBytes, `use ${range} bytes`);
  }
  return { engine, debug, kernelDir, maximumPages };
}

/** A kernel's memory starts with this many pages, so it may not be limited to less. */
const LEAST_PAGES = 16;

function strangeKernel({ name }: Kernel): ParallelError {
  const mend = "give the kernel that this engine's own loadKernel gave";
  return new ParallelError("strange-kernel", {
    at: `kernel ${name}`,
    what: "was loaded by another engine",
    mend,
  });
}

function wrongOption(at: string, value: unknown, mend: string): ParallelError {
  return new ParallelError("engine-option", { at, what: `is ${value}`, mend });
}

const DYNAMIC_ONE: Schedule = { kind: DYNAMIC, chunk: 1 };

/** A kernel that is loaded or being loaded under its name. */
interface KernelPlace {
  readonly identity: string;
  readonly kernel: Promise<Kernel>;
  /** The kernel as other threads get it, once it is there. */
  shared: SharedKernel | undefined;
}

class LaneEngine implements Engine {
  readonly tally: EngineTally = createTally();
  readonly #pool: LanePool;
  readonly #loading: LoadOptions;
  readonly #warn: (message: string) => void;
  readonly #places = new Map<string, KernelPlace>();
  readonly #kernels: Kernel[] = [];

  constructor(pool: LanePool, loading: LoadOptions, warn: ((message: string) => void) | undefined) {
    this.#pool = pool;
    this.#loading = loading;
    this.#warn = warn ?? (() => {});
  }

  get laneCount(): number {
    return this.#pool.laneCount;
  }

  /** Takes over a kernel that another thread loaded. */
  adopt(shared: SharedKernel): Kernel {
    const { arenaPointer, identity, ...rest } = shared;
    const kernel = { ...rest, arena: attachArena(shared.memory, arenaPointer) };
    this.#kernels.push(kernel);
    this.#places.set(shared.name, { identity, kernel: Promise.resolve(kernel), shared });
    return kernel;
  }

  async loadKernel(spec: KernelSpec): Promise<Kernel> {
    const identity = identityOf(spec);
    const place = this.#places.get(spec.name);
    if (place?.identity === identity) return place.kernel;
    if (place !== undefined) {
      throw new ParallelError("kernel-name", {
        at: `kernel ${spec.name}`,
        what: `is loaded as ${place.identity}, and asked for as ${identity}`,
        mend: "give each kernel a name of its own",
      });
    }
    const kernel = this.#load(spec, identity);
    this.#places.set(spec.name, { identity, kernel, shared: undefined });
    return kernel;
  }

  async #load(spec: KernelSpec, identity: string): Promise<Kernel> {
    try {
      const loaded = await loadKernel(spec, this.#loading);
      if (loaded.fallbackReason !== undefined) {
        this.#warn(`${loaded.fallbackReason}; the reference engine runs instead: same results, but slower`);
      }
      const program = await this.#pool.load(programOf(spec, loaded, this.#loading.debug));
      return this.adopt({
        name: spec.name,
        identity,
        activeEngine: loaded.activeEngine,
        fallbackReason: loaded.fallbackReason,
        finding: loaded.finding,
        entries: entriesOf(spec),
        memory: loaded.arena.memory,
        arenaPointer: loaded.arena.basePointer,
        scratchBase: loaded.scratchBase,
        scratchBytes: loaded.scratchBytes,
        program,
      });
    } catch (error) {
      this.#places.delete(spec.name);
      throw error;
    }
  }

  run(request: EngineRequest, meanwhile?: () => void): RunReport {
    const report = this.#pool.run(this.#poolRequest(request), meanwhile);
    noteRun(this.tally, report.wallMs);
    return report;
  }

  async runAsync(request: EngineRequest): Promise<RunReport> {
    const report = await this.#pool.runAsync(this.#poolRequest(request));
    noteRun(this.tally, report.wallMs);
    return report;
  }

  preWake(lane: number): void {
    this.#pool.preWake(lane);
  }

  startLanes(): void {
    this.#pool.startLanes();
  }

  counters(): EngineCounters {
    return readCounters(this.tally, this.#pool, this.#kernels, this.#loading.laneCount);
  }

  #poolRequest(request: EngineRequest): RunRequest {
    const { kernel, entry, paramsPointer, count, schedule = DYNAMIC_ONE, activePointer } = request;
    if (!this.#kernels.includes(kernel)) throw strangeKernel(kernel);
    return {
      program: kernel.program,
      entry: placeOf(kernel.entries, entry),
      paramsPointer,
      count,
      schedule: typeof schedule === "string" ? parseSchedule(schedule) : schedule,
      activePointer,
    };
  }

  share(): SharedEngine {
    const kernels = [...this.#places.values()].flatMap(({ shared }) =>
      shared === undefined ? [] : [shared],
    );
    return { pool: this.#pool.share(), loading: this.#loading, kernels };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** As indexOf, which compares long-windedly what is the same text at the same address. */
function placeOf(entries: readonly string[], entry: string): number {
  for (let place = 0; place < entries.length; place++) if (entries[place] === entry) return place;
  return -1;
}
