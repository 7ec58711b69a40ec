import { createHost } from "#host";
import type { LaneHost } from "../host/laneHost.ts";
import { ParallelError } from "../problem.ts";
import { controlWords, SPIN_LANES } from "../protocol/words.ts";
import type { Schedule } from "../schedule.ts";
import { hireCrew } from "./crew.ts";
import type { JobFailure } from "./jobs.ts";
import { joinCrew } from "./joinedCrew.ts";
import type { LaneCounters } from "./laneCounters.ts";
import { openPool } from "./pool.ts";
import type { LaneProgram } from "./program.ts";

/** How a pool is made. */
export interface LanePoolOptions {
  /** Lanes, the caller counted; 0 and 1: the caller alone; `auto`: what the machine really gives. Default auto. */
  readonly lanes?: "auto" | number | undefined;
  /** Whether `preWake` does anything. Default true. */
  readonly preWake?: boolean | undefined;
  /** Whether batches too small to gain stay on the caller. Default true. */
  readonly costGate?: boolean | undefined;
  /** Told in one sentence when lanes are refused or die. */
  readonly warn?: ((message: string) => void) | undefined;
  /** The platform; default: the one this code runs on. */
  readonly host?: LaneHost | undefined;
}

/** A batch of jobs: indices [0, count) of an entry of a program. */
export interface RunRequest {
  /** What `load` gave. */
  readonly program: number;
  /** Place of the entry in the program's `entries`. */
  readonly entry: number;
  /** Handed to the entry: a byte in the program's memory. */
  readonly paramsPointer: number;
  readonly count: number;
  readonly schedule: Schedule;
  /** For schedule `active`: byte of the list of `count` indices (i32 each, ascending) in the program's memory. */
  readonly activePointer?: number | undefined;
  /** At most this many lanes for this batch, the caller counted. */
  readonly lanes?: number | undefined;
}

/** How a batch went. Results stand in the program's memory. */
export interface RunReport {
  /** Lanes that were asked to take part, the caller counted. */
  readonly lanes: number;
  /** Lanes that were taken back before they started. */
  readonly cancelled: number;
  /** Lanes that died in this batch; what they had claimed was run by the caller. */
  readonly died: number;
  /** Whether the cost gate kept the batch on the caller. */
  readonly isGated: boolean;
  /**
   * Time from the call to its answer, in milliseconds. Of batches of less than 5 us one of eleven is timed; the
   * others give the time of the last batch that was.
   */
  readonly wallMs: number;
  /** Ranges in which a job threw or trapped. Empty: every job ran to its end. */
  readonly failures: readonly JobFailure[];
}

/** What a pool did as a whole, as seen by this caller. */
export interface PoolCounters {
  readonly calls: number;
  readonly jobs: number;
  /** Batches that the cost gate kept on the caller. */
  readonly gatedCalls: number;
  readonly preWakes: number;
  readonly lanesCreated: number;
  readonly lanesRefused: number;
  readonly lanesDied: number;
  /** What waking a lane costs the caller, and how long until the lane runs, as measured for the cost gate; null before. */
  readonly wakeNotifyMs: number | null;
  readonly wakeLatencyMs: number | null;
}

/** A pool as another thread gets it: plain data, to be posted. */
export interface SharedLanePool {
  readonly control: Int32Array;
  readonly laneCount: number;
  readonly channel: string;
  /** By number; undefined where the sharer does not know the program itself. */
  readonly programs: readonly (LaneProgram | undefined)[];
  readonly preWake: boolean;
  readonly costGate: boolean;
}

/**
 * Lanes that park between batches. Lane 0 is the caller itself. Several callers (threads that hold one pool)
 * are served one after the other. Use from inside a job throws ParallelError `inside-job`.
 */
export interface LanePool {
  /** Lanes that a batch can have at present, the caller counted: fewer after refusals and deaths. */
  readonly laneCount: number;
  /** Makes a program known to every present and future lane; gives its number. */
  load(program: LaneProgram): Promise<number>;
  /**
   * Runs a batch and blocks until its results stand.
   * @param meanwhile  work of the caller's own, done once the other lanes are woken and before the caller takes part; without the pool, as a job
   */
  run(request: RunRequest, meanwhile?: () => void): RunReport;
  /** Runs a batch on the other lanes without blocking this thread (alone it has to); keeps the process alive. */
  runAsync(request: RunRequest): Promise<RunReport>;
  /** Says that a batch for this lane is about to come: the lane spins for it a while. Only a hint. */
  preWake(lane: number): void;
  /** Starts the lanes that have not been needed yet, and does not wait for them: work may be long in coming. */
  startLanes(): void;
  counters(): readonly LaneCounters[];
  poolCounters(): PoolCounters;
  share(): SharedLanePool;
  /** Ends the lanes (of a joined pool: leaves it). Waits for runs that were begun. */
  close(): Promise<void>;
}

/**
 * Makes a pool. Its lanes start when a batch first needs them.
 * @throws ParallelError `lanes` for a number of lanes that is none
 */
export async function createLanePool(options: LanePoolOptions = {}): Promise<LanePool> {
  const { lanes = "auto", preWake = true, costGate = true, warn = () => {}, host = createHost() } = options;
  const laneCount = laneNumber(lanes, host);
  const control = new Int32Array(controlBuffer(4 * controlWords(laneCount)));
  control[SPIN_LANES] = host.hardwareLanes();
  const channel = host.uniqueName();
  const crew = hireCrew({ control, laneCount, host, warn, channel });
  if (!host.lanesStartWhileBlocked) await crew.startAll();
  return openPool({ control, laneCount, channel, host, crew, preWake, costGate, programs: [] });
}

/** A page without isolation has no shared buffers, but no lanes either: there atomic operations need none. */
function controlBuffer(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}

/**
 * Takes part in a pool of another thread, as one more caller. The pool's maker must stay alive, and lets its
 * event loop turn when programs are loaded here or lanes are to start.
 */
export async function joinLanePool(
  shared: SharedLanePool,
  options: Pick<LanePoolOptions, "warn" | "host"> = {},
): Promise<LanePool> {
  const { warn = () => {}, host = createHost() } = options;
  const crew = joinCrew({ ...shared, host, warn });
  return openPool({ ...shared, host, crew });
}

/** Lanes of a pool that may be asked for: more than any machine has CPUs for this. */
const MAXIMUM_LANES = 1024;

function laneNumber(lanes: "auto" | number, host: LaneHost): number {
  if (lanes === "auto") return host.hardwareLanes();
  if (!Number.isInteger(lanes) || lanes < 0 || lanes > MAXIMUM_LANES) {
    throw new ParallelError("lanes", {
      at: "lanes",
      what: `is ${lanes}`,
      mend: `use "auto" or a whole number from 0 to ${MAXIMUM_LANES}`,
    });
  }
  return Math.max(1, lanes);
}
