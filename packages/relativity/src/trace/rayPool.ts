import { type Engine, type Kernel, parseSchedule, type RunReport } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import { InputError } from "../problem.ts";
import { RayTable } from "./rayTable.ts";
import { type SceneTables, writeScene } from "./sceneTables.ts";
import { TraceCounters } from "./traceCounters.ts";
import type { ResultColumns, SampleColumns, TraceSetup } from "./tracer.ts";

/** Rays that a lane claims at once: of 1 to 10 microseconds each, far above the cost of a claim. */
export const DEFAULT_SCHEDULE = "active,128";

/** Entries of the two backends: start, advance. */
const entries = {
  fast: ["startRays", "advanceSphere"],
  "kerr-schild": ["startKerrSchild", "advanceKerrSchild"],
} as const;

/**
 * Rays on their way: pending until their slab comes, active until they end, terminated. All active rays are
 * advanced slab by slab, with a barrier after each; what a slab does to a ray depends on the ray alone.
 *
 * Under `active,n` the statuses are scanned into a list after each slab, and lanes see active rays only; under
 * all other schedules every slab goes over the whole pool.
 */
export class RayPool {
  readonly counters: TraceCounters;
  readonly #engine: Engine;
  readonly #kernel: Kernel;
  readonly #setup: TraceSetup;
  readonly #table: RayTable;
  readonly #scene: SceneTables;
  readonly #paramsPointer: number;
  readonly #frameIndexOf: ReadonlyMap<number, number>;
  readonly #isCompacted: boolean;
  /** Schedule in the engine's words: of positions in the list, when there is a list. */
  readonly #schedule: string;
  /** The list of slots that indices stand for, then who had each index: of i32 for that many indices each. */
  #listPointer = 0;
  #listCapacity = 0;
  #nextId = 0;

  /**
   * @throws InputError `trace` for frames out of order
   * @throws ParallelError `schedule` for words that name none
   */
  constructor(engine: Engine, kernel: Kernel, setup: TraceSetup) {
    const { frames, schedule = DEFAULT_SCHEDULE } = setup;
    parseSchedule(schedule);
    this.#isCompacted = schedule.startsWith("active");
    this.#schedule = schedule.replace("active", "dynamic");
    this.#frameIndexOf = indexFrames(frames.map(({ frame }) => frame));
    this.#engine = engine;
    this.#kernel = kernel;
    this.#setup = setup;
    this.#table = new RayTable(kernel.arena);
    this.#scene = writeScene(kernel.arena, setup);
    this.#paramsPointer = kernel.arena.allocate(layout.PARAMS_BYTES);
    this.counters = new TraceCounters(engine);
  }

  /** Rays in the pool. */
  get count(): number {
    return this.#table.count;
  }

  /**
   * Adds rays, pending, in the order given, which must be that of the frames.
   * @returns the id of the first; the others' follow. Ids are never used twice; slots are (see {@link clear})
   * @throws RangeError for a frame that the setup has not, or one before the frame of the sample ahead of it
   */
  append(samples: SampleColumns): number {
    const frameIndex = new Int32Array(samples.count);
    for (let row = 0; row < samples.count; row++) {
      const frame = samples.frame[row]!;
      const index = this.#frameIndexOf.get(frame);
      if (index === undefined) {
        throw new RangeError(`sample ${row} is of frame ${frame}, which the setup has not: add its camera`);
      }
      if (row > 0 && index < frameIndex[row - 1]!) {
        const last = samples.frame[row - 1];
        throw new RangeError(`sample ${row} of frame ${frame} comes after frame ${last}: sort them by frame`);
      }
      frameIndex[row] = index;
    }
    const id = this.#nextId;
    this.#nextId += samples.count;
    this.#table.append(samples, frameIndex);
    return id;
  }

  /** Follows all rays that are pending to their end. */
  run(): void {
    const pending = this.#slotsWith(layout.POOL_PENDING);
    if (!this.counters.hasBegun) this.#findCaller();
    if (this.#setup.slab?.kind === "time") this.#runTimeSlabs(pending, this.#setup.slab.lengthM);
    else this.#runStepSlabs(pending);
    const steps = this.#table.i32(layout.RAY_STEPS);
    this.counters.noteRun(
      pending.length,
      pending.reduce((total, slot) => total + steps[slot]!, 0),
    );
  }

  /** What was found, by slot; a copy. */
  results(): ResultColumns {
    return this.#table.results();
  }

  /** Forgets all rays, so that their slots can serve again. */
  clear(): void {
    this.#table.clear();
  }

  /** Gives the kernel's memory back. */
  close(): void {
    const { arena } = this.#kernel;
    this.#table.free();
    this.#scene.free();
    arena.free(this.#paramsPointer);
    if (this.#listCapacity > 0) arena.free(this.#listPointer);
    this.#listCapacity = 0;
  }

  /** One slab without end: each ray is started and followed to its end by the lane that claims it. */
  #runAtOnce(pending: Int32Array): void {
    if (pending.length === 0) return;
    this.#visit("traceRays", pending);
    const steps = this.#table.i32(layout.RAY_STEPS);
    const visited = pending.filter((slot) => steps[slot]! > 0);
    if (visited.length > 0) this.#noteSlab(visited, new Int32Array(visited.length), pending);
  }

  /** All rays begin with the first slab; each slab gives every active ray the same number of steps. */
  #runStepSlabs(pending: Int32Array): void {
    if (this.#setup.slab === undefined) {
      this.#runAtOnce(pending);
      return;
    }
    let slots = this.#start(pending);
    const { slab, stepBudget } = this.#setup;
    const stepsASlab = slab?.kind === "steps" ? slab.steps : stepBudget;
    const mostSlabs = Math.ceil(stepBudget / stepsASlab);
    for (let slab = 0; slots.length > 0; slab++) {
      if (slab === mostSlabs) {
        throw new Error(
          `${slots.length} rays, the first in slot ${slots[0]}, are active after ${slab} slabs of ${stepsASlab} ` +
            `steps: the kernel must end a ray that has used its budget of ${stepBudget} steps`,
        );
      }
      slots = this.#advance(slots);
    }
  }

  /**
   * Sweeps Kerr-Schild time backward from the latest camera, one slab after the other. The rays of a frame begin
   * in the slab that holds its camera's time. Slab k reaches down to the time k times their length, whatever the
   * frames: a ray is cut at the same times in any company. Slabs in which nothing moves are passed over.
   */
  #runTimeSlabs(waiting: Int32Array, lengthM: number): void {
    const times = this.#setup.frames.map(({ tKsM }) => tKsM);
    const frames = this.#table.i32(layout.RAY_FRAME);
    let pending = waiting;
    let active = new Int32Array(0);
    for (let slab = Number.POSITIVE_INFINITY; pending.length + active.length > 0; slab--) {
      if (active.length === 0) {
        slab = Math.min(slab, Math.ceil(latestTime(pending, frames, times) / lengthM) - 1);
      }
      const lowerTime = slab * lengthM;
      this.#scene.setLowerTime(lowerTime);
      const due = pending.filter((slot) => times[frames[slot]!]! > lowerTime);
      if (due.length > 0) {
        pending = pending.filter((slot) => times[frames[slot]!]! <= lowerTime);
        active = merged(active, this.#start(due));
      }
      if (active.length > 0) active = this.#advance(active);
    }
  }

  /** Starts pending rays that are due, and gives those that are active then. */
  #start(slots: Int32Array): Int32Array<ArrayBuffer> {
    const { backend } = this.#setup;
    if (slots.length > 0) this.#visit(entries[backend][0], slots);
    return this.#activeOf(slots);
  }

  /** Advances active rays by a slab, and gives those that are active still. */
  #advance(slots: Int32Array): Int32Array<ArrayBuffer> {
    const { backend } = this.#setup;
    const steps = this.#table.i32(layout.RAY_STEPS);
    const before = slots.map((slot) => steps[slot]!);
    this.#visit(entries[backend][1], slots);
    this.#noteSlab(slots, before, slots);
    return this.#activeOf(slots);
  }

  /**
   * Counts a slab's visits and steps by the lane that had them.
   * @param slots   rays that were active, ascending
   * @param before  their steps before
   * @param run     what the lanes were given, ascending: these slots and perhaps others
   */
  #noteSlab(slots: Int32Array, before: Int32Array, run: Int32Array): void {
    const steps = this.#table.i32(layout.RAY_STEPS);
    const visitors = this.#kernel.arena.i32(
      this.#visitorsPointer(),
      this.#isCompacted ? run.length : this.count,
    );
    this.counters.noteSlab(slots.length);
    let place = 0;
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index]!;
      while (run[place]! < slot) place++;
      this.counters.noteVisit(visitors[this.#isCompacted ? place : slot]!, steps[slot]! - before[index]!);
    }
  }

  #visitorsPointer(): number {
    return this.#listPointer + 4 * this.#listCapacity;
  }

  #visit(entry: string, slots: Int32Array): void {
    const count = this.#isCompacted ? slots.length : this.count;
    this.#writeParams(slots, count);
    const report = this.#engine.run({
      kernel: this.#kernel,
      entry,
      paramsPointer: this.#paramsPointer,
      count,
      schedule: this.#schedule,
    });
    this.#requireSuccess(entry, slots, report);
  }

  /** Learns the caller's scratch pointer, by which lanes are told apart: a batch of one index is the caller's. */
  #findCaller(): void {
    const { arena, scratchBytes } = this.#kernel;
    if (this.count === 0) return;
    this.#writeParams(new Int32Array(1), this.count);
    const { backend } = this.#setup;
    // Nothing is active yet, so nothing moves.
    this.#engine.run({
      kernel: this.#kernel,
      entry: entries[backend][1],
      paramsPointer: this.#paramsPointer,
      count: 1,
      schedule: "static",
    });
    this.counters.begin({ scratchBase: arena.i32(this.#visitorsPointer(), 1)[0]!, scratchBytes });
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

  #slotsWith(poolStatus: number): Int32Array<ArrayBuffer> {
    const statuses = this.#table.i32(layout.RAY_POOL_STATUS);
    const slots = new Int32Array(this.#table.count);
    let count = 0;
    for (let slot = 0; slot < slots.length; slot++) if (statuses[slot] === poolStatus) slots[count++] = slot;
    return slots.slice(0, count);
  }

  #activeOf(slots: Int32Array): Int32Array<ArrayBuffer> {
    const statuses = this.#table.i32(layout.RAY_POOL_STATUS);
    return new Int32Array(slots.filter((slot) => statuses[slot] === layout.POOL_ACTIVE));
  }

  #requireSuccess(entry: string, slots: Int32Array, { failures }: RunReport): void {
    const failure = failures[0];
    if (failure === undefined) return;
    const slotAt = (index: number): number => (this.#isCompacted ? slots[index]! : index);
    const frames = this.#table.i32(layout.RAY_FRAME);
    const frameAt = (index: number): number => this.#setup.frames[frames[slotAt(index)]!]!.frame;
    const { begin, end, message } = failure;
    const from = frameAt(begin);
    const to = frameAt(end - 1);
    throw new Error(
      `slab ${this.counters.slabs}, ${entry}: rays of slots ${slotAt(begin)} to ${slotAt(end - 1)}, of frames ` +
        `${from} to ${to}, failed on lane ${failure.lane}: ${message}; trace those frames alone with ` +
        `--frames ${from}:${to + 1} --lanes 1 --debug`,
    );
  }
}

function indexFrames(frames: readonly number[]): Map<number, number> {
  const index = new Map(frames.map((frame, place) => [frame, place]));
  const wrong = frames.findIndex((frame, place) => place > 0 && frame <= frames[place - 1]!);
  if (wrong < 0) return index;
  throw new InputError("trace", [
    {
      at: `frames[${wrong}]`,
      what: `frame ${frames[wrong]} comes after frame ${frames[wrong - 1]}`,
      mend: "give cameras in ascending order of their frames, each once",
    },
  ]);
}

function latestTime(slots: Int32Array, frames: Int32Array, times: readonly number[]): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (const slot of slots) {
    const time = times[frames[slot]!]!;
    if (time > latest) latest = time;
  }
  return latest;
}

/** Two ascending lists as one. */
function merged(a: Int32Array, b: Int32Array): Int32Array<ArrayBuffer> {
  const both = new Int32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both.sort();
}
