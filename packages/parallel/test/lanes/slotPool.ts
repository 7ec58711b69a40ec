import type { LaneHost, LaneThread } from "../../src/host/laneHost.ts";
import { createHost, type NodeHostOptions } from "../../src/host/node.ts";
import {
  createLanePool,
  type LanePool,
  type LanePoolOptions,
  type RunReport,
  type RunRequest,
} from "../../src/lanes/lanePool.ts";
import type { LaneProgram } from "../../src/lanes/program.ts";
import { isParked } from "../../src/lanes/team.ts";
import { parseSchedule } from "../../src/schedule.ts";
import { FILL, SLOT_ENTRIES, slotValue } from "./slotProgram.ts";

// A pool with the program of slotProgram.ts on a memory of its own.

const PARAMS_POINTER = 1024;
const LIST_POINTER = 4096;
const SLOTS_POINTER = 65536;
/** Slots that fit. */
export const MAXIMUM_SLOTS = 16384;

/** A batch of slots. */
export interface SlotBatch {
  readonly count: number;
  readonly schedule: string;
  readonly entry?: number;
  /** How dear each job is. */
  readonly loops?: number;
  /** Index at which the entry goes wrong. */
  readonly accidentAt?: number;
  readonly lanes?: number;
  /** For schedule `active`. */
  readonly active?: readonly number[];
}

/** A pool under test. */
export interface SlotPool {
  readonly pool: LanePool;
  readonly warnings: string[];
  /** The threads of the lanes that were started, by number. */
  readonly threads: Map<number, LaneThread>;
  readonly slots: Float64Array;
  run(batch: SlotBatch, meanwhile?: () => void): RunReport;
  runAsync(batch: SlotBatch): Promise<RunReport>;
  /** Indices of [0, count) whose slot is not what `fill` puts there. */
  wrongSlots(batch: SlotBatch): number[];
  /** Waits until the lanes sleep. */
  untilParked(...lanes: readonly number[]): Promise<void>;
}

/** Options of a pool under test. */
export interface SlotPoolOptions extends LanePoolOptions {
  readonly resourceLimits?: NodeHostOptions["resourceLimits"];
  /** Lanes with this number and above are refused. */
  readonly refusedFrom?: number;
  /** First byte after the others' slots, if several programs share a memory. */
  readonly memory?: WebAssembly.Memory;
}

/** The program on a memory. */
export function slotProgram(memory: WebAssembly.Memory): LaneProgram {
  return {
    memory,
    referenceUrl: new URL("./slotProgram.ts", import.meta.url).href,
    entries: SLOT_ENTRIES,
    scratchBase: 0,
    scratchBytes: 0,
  };
}

/** A memory that holds the slots of a few programs. */
export function slotMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 8, maximum: 8, shared: true });
}

/** Makes a pool and loads the program. The cost gate is off, so that the lanes take part. */
export async function createSlotPool(options: SlotPoolOptions = {}): Promise<SlotPool> {
  const { resourceLimits, refusedFrom, memory = slotMemory(), ...poolOptions } = options;
  const platform = options.host ?? createHost(resourceLimits && { resourceLimits });
  const warnings: string[] = [];
  const threads = new Map<number, LaneThread>();
  const host = watchedHost(platform, { threads, refusedFrom });
  const warn = (message: string): void => void warnings.push(message);
  const pool = await createLanePool({ costGate: false, warn, ...poolOptions, host });
  const program = await pool.load(slotProgram(memory));
  return { pool, warnings, threads, ...slotRuns(pool, program, memory) };
}

/** Runs of the slot program by a caller that has it loaded. */
export function slotRuns(
  pool: LanePool,
  program: number,
  memory: WebAssembly.Memory,
): Pick<SlotPool, "slots" | "run" | "runAsync" | "wrongSlots" | "untilParked"> {
  const slots = new Float64Array(memory.buffer, SLOTS_POINTER, MAXIMUM_SLOTS);
  const words = new Int32Array(memory.buffer);
  const request = (batch: SlotBatch): RunRequest => {
    slots.fill(0, 0, batch.count);
    words.set([SLOTS_POINTER, batch.loops ?? 20, batch.accidentAt ?? -1], PARAMS_POINTER / 4);
    if (batch.active) words.set(batch.active, LIST_POINTER / 4);
    return {
      program,
      entry: batch.entry ?? FILL,
      paramsPointer: PARAMS_POINTER,
      count: batch.active ? batch.active.length : batch.count,
      schedule: parseSchedule(batch.schedule),
      lanes: batch.lanes,
      activePointer: batch.active ? LIST_POINTER : undefined,
    };
  };
  return {
    slots,
    run: (batch, meanwhile) => pool.run(request(batch), meanwhile),
    runAsync: (batch) => pool.runAsync(request(batch)),
    wrongSlots({ count, loops = 20 }) {
      return Array.from({ length: count }, (_, index) => index).filter(
        (index) => slots[index] !== slotValue(index, loops),
      );
    },
    async untilParked(...lanes) {
      const { control } = pool.share();
      while (!lanes.every((lane) => isParked(control, lane))) {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}

interface Watch {
  readonly threads: Map<number, LaneThread>;
  readonly refusedFrom: number | undefined;
}

/** A host with its threads in reach, and one that may refuse. */
function watchedHost(host: LaneHost, { threads, refusedFrom }: Watch): LaneHost {
  return {
    ...host,
    spawnLane(init, listener) {
      if (refusedFrom !== undefined && init.lane >= refusedFrom)
        throw new Error("ERR_WORKER_INIT_FAILED: EAGAIN");
      const thread = host.spawnLane(init, listener);
      threads.set(init.lane, thread);
      return thread;
    },
  };
}
