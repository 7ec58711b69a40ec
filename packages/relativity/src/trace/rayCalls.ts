import { type JobFailure, parseSchedule } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import type { AimCall } from "./aimedImages.ts";
import type { RayEngine, RayKernel } from "./rayEngine.ts";
import type { RayTable } from "./rayTable.ts";
import type { SceneTables } from "./sceneTables.ts";
import type { TraceCounters } from "./traceCounters.ts";
import type { PoolSetup } from "./tracer.ts";

/** Rays that a lane claims at once: of 1 to 10 microseconds each, far above the cost of a claim. */
const DEFAULT_SCHEDULE = "active,128";

/** Entries of the two backends; what follows rays to their end serves both. */
const entries = {
  fast: { start: "startRays", advance: "advanceSphere", trace: "traceRays" },
  "kerr-schild": { start: "startKerrSchild", advance: "advanceKerrSchild", trace: "traceRays" },
} as const;

/** What rays are on and what counts them. */
export interface RayCallsOptions {
  readonly engine: RayEngine;
  readonly kernel: RayKernel;
  readonly setup: PoolSetup;
  readonly scene: SceneTables;
  readonly table: RayTable;
  readonly counters: TraceCounters;
}

/**
 * Calls of the kernel on slots of a ray table, under the setup's schedule. Under `active,n` lanes are given a list
 * of the slots; under all others they go over the whole table, and the kernel leaves alone what is not its turn.
 */
export class RayCalls {
  readonly #engine: RayEngine;
  readonly #kernel: RayKernel;
  readonly #setup: PoolSetup;
  readonly #table: RayTable;
  readonly #counters: TraceCounters;
  readonly #scene: SceneTables;
  readonly #paramsPointer: number;
  readonly #isCompacted: boolean;
  /** Schedule in the engine's words: of positions in the list, when there is a list. */
  readonly #schedule: string;
  /** The list of slots that indices stand for, then who had each index: of i32 for that many indices each. */
  #listPointer = 0;
  #listCapacity = 0;

  /** @throws ParallelError `schedule` for words that name none */
  constructor({ engine, kernel, setup, scene, table, counters }: RayCallsOptions) {
    const { schedule = DEFAULT_SCHEDULE } = setup;
    parseSchedule(schedule);
    this.#isCompacted = schedule.startsWith("active");
    this.#schedule = schedule.replace("active", "dynamic");
    this.#engine = engine;
    this.#kernel = kernel;
    this.#setup = setup;
    this.#table = table;
    this.#counters = counters;
    this.#scene = scene;
    this.#paramsPointer = kernel.arena.allocate(layout.PARAMS_BYTES);
  }

  /** Sets the Kerr-Schild time down to which the next slab reaches, in M. */
  setLowerTime(tKsM: number): void {
    this.#scene.setLowerTime(tKsM);
  }

  /** Starts pending rays that are due. */
  start(slots: Int32Array): void {
    this.#visit(entries[this.#setup.backend].start, slots);
  }

  /** Advances active rays by a slab, and counts it. */
  advance(slots: Int32Array): void {
    const steps = this.#table.i32(layout.RAY_STEPS);
    const before = slots.map((slot) => steps[slot]!);
    this.#visit(entries[this.#setup.backend].advance, slots);
    this.#noteSlab(slots, before, slots);
  }

  /** Starts pending rays and follows each to its end, and counts that as a slab of those that took a step. */
  trace(slots: Int32Array): void {
    this.#visit(entries[this.#setup.backend].trace, slots);
    const steps = this.#table.i32(layout.RAY_STEPS);
    const visited = slots.filter((slot) => steps[slot]! > 0);
    if (visited.length > 0) this.#noteSlab(visited, new Int32Array(visited.length), slots);
  }

  /** Follows pending rays that all end where they start, with the slopes of their directions. */
  traceSlopes(slots: Int32Array): void {
    this.#visit("traceSlopes", slots);
  }

  /** Moves images to where their rays come from their targets. */
  aim({ paramsPointer, count, keep }: AimCall): void {
    const report = this.#engine.run({
      kernel: this.#kernel,
      entry: "aimRays",
      paramsPointer,
      count,
      schedule: this.#schedule,
      keepState: keep,
    });
    const failure = report.failures[0];
    if (failure === undefined) return;
    const { frame } = this.#setup.frames[0]!;
    throw new Error(
      `aimRays: images ${failure.begin} to ${failure.end - 1} of frame ${frame} failed on lane ` +
        `${failure.lane}: ${failure.message}; ${againAlone(frame, frame)}`,
    );
  }

  /** Gives the kernel's memory back. */
  close(): void {
    const { arena } = this.#kernel;
    this.#scene.free();
    arena.free(this.#paramsPointer);
    if (this.#listCapacity > 0) arena.free(this.#listPointer);
    this.#listCapacity = 0;
  }

  #visit(entry: string, slots: Int32Array): void {
    const count = this.#isCompacted ? slots.length : this.#table.count;
    this.#writeParams(slots, count);
    const report = this.#engine.run({
      kernel: this.#kernel,
      entry,
      paramsPointer: this.#paramsPointer,
      count,
      schedule: this.#schedule,
      // A slab begins where the one before left each ray.
      keepState: () => this.#table.keep(),
    });
    this.#requireSuccess(entry, slots, report.failures);
  }

  /**
   * Counts a slab's visits and steps by the lane that had them.
   * @param slots   rays that were active, ascending
   * @param before  their steps before
   * @param run     what the lanes were given, ascending: these slots and perhaps others
   */
  #noteSlab(slots: Int32Array, before: Int32Array, run: Int32Array): void {
    const steps = this.#table.i32(layout.RAY_STEPS);
    this.#setup.onSlab?.({
      slots: this.#table.count,
      active: slots,
      steps: slots.map((slot, index) => steps[slot]! - before[index]!),
    });
    const visitors = this.#kernel.arena.i32(
      this.#visitorsPointer(),
      this.#isCompacted ? run.length : this.#table.count,
    );
    this.#counters.noteSlab(slots.length);
    let place = 0;
    let visitor = 0;
    let visits = 0;
    let stepsTaken = 0;
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index]!;
      while (run[place]! < slot) place++;
      const next = visitors[this.#isCompacted ? place : slot]!;
      if (next !== visitor) {
        this.#counters.noteVisits(visitor, visits, stepsTaken);
        visitor = next;
        visits = 0;
        stepsTaken = 0;
      }
      visits++;
      stepsTaken += steps[slot]! - before[index]!;
    }
    this.#counters.noteVisits(visitor, visits, stepsTaken);
  }

  /** Tells the kernel of the table, of the slots that indices stand for, and where to leave who had an index. */
  #writeParams(slots: Int32Array, count: number): void {
    const { arena } = this.#kernel;
    this.#reserveList(count);
    arena.i32(this.#listPointer, slots.length).set(slots);
    this.#scene.setVisitors(this.#visitorsPointer());
    const params = arena.i32(this.#paramsPointer, layout.PARAMS_BYTES / 4);
    params[layout.PARAMS_CONTEXT / 4] = this.#scene.contextPointer;
    params[layout.PARAMS_RAYS / 4] = this.#table.pointer;
    params[layout.PARAMS_CAPACITY / 4] = this.#table.capacity;
    params[layout.PARAMS_ACTIVE / 4] = this.#isCompacted ? this.#listPointer : 0;
  }

  #reserveList(count: number): void {
    if (count <= this.#listCapacity) return;
    const { arena } = this.#kernel;
    if (this.#listCapacity > 0) arena.free(this.#listPointer);
    this.#listCapacity = count;
    this.#listPointer = arena.allocate(8 * count);
  }

  #visitorsPointer(): number {
    return this.#listPointer + 4 * this.#listCapacity;
  }

  #requireSuccess(entry: string, slots: Int32Array, failures: readonly JobFailure[]): void {
    const failure = failures[0];
    if (failure === undefined) return;
    const slotAt = (index: number): number => (this.#isCompacted ? slots[index]! : index);
    const frames = this.#table.i32(layout.RAY_FRAME);
    const frameAt = (index: number): number => this.#setup.frames[frames[slotAt(index)]!]!.frame;
    const { begin, end, message } = failure;
    const from = frameAt(begin);
    const to = frameAt(end - 1);
    throw new Error(
      `slab ${this.#counters.slabs}, ${entry}: rays of slots ${slotAt(begin)} to ${slotAt(end - 1)}, of frames ` +
        `${from} to ${to}, failed on lane ${failure.lane}: ${message}; ${againAlone(from, to)}`,
    );
  }
}

/** How to run frames again so that what failed is seen. */
function againAlone(from: number, to: number): string {
  return `trace those frames alone with --frames ${from}:${to + 1} --lanes 1 --debug`;
}
