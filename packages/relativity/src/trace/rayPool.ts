import type { Arena } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import { InputError } from "../problem.ts";
import type { AngleScale } from "../sky/pixelSolidAngle.ts";
import type { Vec3 } from "../spacetime/spacetime.ts";
import { type AimedImages, aimThrough } from "./aimedImages.ts";
import { RayCalls } from "./rayCalls.ts";
import type { RayEngine, RayKernel } from "./rayEngine.ts";
import { RayTable, zeroResults } from "./rayTable.ts";
import { type SceneTables, writeScene } from "./sceneTables.ts";
import { requireSlabs } from "./slabLimits.ts";
import { TraceCounters } from "./traceCounters.ts";
import type { PoolSetup, ResultColumns, SampleColumns, SlopedColumns, TraceSetup } from "./tracer.ts";

// Read once a ray: a constant of another module is read from memory each time.
const { POOL_ACTIVE } = layout;

/**
 * Rays on their way: pending until their slab comes, active until they end, terminated. All active rays are
 * advanced slab by slab, with a barrier after each; what a slab does to a ray depends on the ray alone.
 *
 * Under `active,n` the statuses are scanned into a list after each slab, and lanes see active rays only; under
 * all other schedules every slab goes over the whole pool.
 */
export class RayPool {
  readonly counters: TraceCounters;
  readonly scene: SceneTables;
  readonly #setup: PoolSetup;
  readonly #arena: Arena;
  readonly #table: RayTable;
  readonly #calls: RayCalls;
  readonly #frameIndexOf: ReadonlyMap<number, number>;
  #nextId = 0;

  /**
   * @param openScene  gives the tables of what the rays share, which the pool then frees
   * @throws InputError `trace` for frames out of order, and for slabs of time on the fast backend, which has none
   * @throws ParallelError `schedule` for words that name none
   */
  constructor(
    engine: RayEngine,
    kernel: RayKernel,
    setup: PoolSetup,
    openScene: (arena: Arena) => SceneTables,
  ) {
    this.#frameIndexOf = indexFrames(setup.frames.map(({ frame }) => frame));
    requireSlabs(setup);
    this.#setup = setup;
    this.#arena = kernel.arena;
    this.#table = new RayTable(kernel.arena);
    this.counters = new TraceCounters(engine, kernel);
    this.scene = openScene(kernel.arena);
    const { scene, counters } = this;
    this.#calls = new RayCalls({ engine, kernel, setup, scene, table: this.#table, counters });
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
      if (row > 0 && frame === samples.frame[row - 1]) {
        frameIndex[row] = frameIndex[row - 1]!;
        continue;
      }
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
    const { slab } = this.#setup;
    if (pending.length === 0) return;
    this.counters.beginRun();
    if (slab === undefined) this.#calls.trace(pending);
    else if (slab.kind === "time") this.#runTimeSlabs(pending, slab.lengthM);
    else this.#runStepSlabs(pending, slab.steps);
    const steps = this.#table.i32(layout.RAY_STEPS);
    let stepsTaken = 0;
    for (let place = 0; place < pending.length; place++) stepsTaken += steps[pending[place]!]!;
    this.counters.noteRun(pending.length, stepsTaken);
  }

  /** Follows all rays that are pending, with the slopes of their directions; for scenes that have them. */
  runSlopes(): void {
    const pending = this.#slotsWith(layout.POOL_PENDING);
    if (pending.length === 0) return;
    this.counters.beginRun();
    this.#calls.traceSlopes(pending);
    this.counters.noteRun(pending.length, 0);
  }

  /**
   * Moves images to where their rays come from their targets, no ray of which is added: for scenes of one frame that
   * have slopes.
   * @returns the number of rays
   */
  aim(images: AimedImages, scale: AngleScale): number {
    if (images.count === 0) return 0;
    this.counters.beginRun();
    const { contextPointer } = this.scene;
    const rays = aimThrough(this.#arena, { contextPointer, scale }, images, (call) => this.#calls.aim(call));
    this.counters.noteRun(rays, 0);
    return rays;
  }

  /** Whether images can be aimed. */
  get canAim(): boolean {
    return this.scene.hasSlopes && this.#setup.frames.length === 1;
  }

  /** What was found, by slot; a copy. */
  results(): ResultColumns {
    const results = zeroResults(this.count);
    this.#table.copyResults(results, 0);
    return results;
  }

  /** What was found, by slot, where it stands in memory: valid until rays are appended or forgotten. */
  viewResults(): ResultColumns {
    return this.#table.viewResults();
  }

  /** The same after {@link runSlopes}, with the slopes. */
  viewSlopes(): SlopedColumns {
    return { ...this.#table.viewResults(), slopes: this.#table.viewSlopes() };
  }

  /** Copies what was found, by slot, into columns from a row on. */
  copyResults(target: ResultColumns, row: number): void {
    this.#table.copyResults(target, row);
  }

  /** Where a ray of the general backend is between two slabs: Kerr-Schild Cartesian, in M. */
  placeOf(slot: number): Vec3 {
    const component = (axis: number): number => this.#table.f64(layout.RAY_STATE + axis)[slot]!;
    return [component(0), component(1), component(2)];
  }

  /** Forgets all rays, so that their slots can serve again. */
  clear(): void {
    this.#table.clear();
  }

  /** Gives the kernel's memory back. */
  close(): void {
    this.#table.free();
    this.#calls.close();
  }

  /** All rays begin with the first slab; each slab gives every active ray the same number of steps. */
  #runStepSlabs(pending: Int32Array, stepsASlab: number): void {
    let slots = this.#start(pending);
    const { stepBudget } = this.#setup;
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
      this.#calls.setLowerTime(lowerTime);
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
    if (slots.length > 0) this.#calls.start(slots);
    return this.#activeOf(slots);
  }

  /** Advances active rays by a slab, and gives those that are active still. */
  #advance(slots: Int32Array): Int32Array<ArrayBuffer> {
    this.#calls.advance(slots);
    return this.#activeOf(slots);
  }

  #slotsWith(poolStatus: number): Int32Array<ArrayBuffer> {
    const statuses = this.#table.i32(layout.RAY_POOL_STATUS);
    const slots = new Int32Array(this.#table.count);
    let count = 0;
    for (let slot = 0; slot < slots.length; slot++) if (statuses[slot] === poolStatus) slots[count++] = slot;
    return slots.subarray(0, count);
  }

  #activeOf(slots: Int32Array): Int32Array<ArrayBuffer> {
    const statuses = this.#table.i32(layout.RAY_POOL_STATUS);
    const active = new Int32Array(slots.length);
    let count = 0;
    for (let place = 0; place < slots.length; place++) {
      if (statuses[slots[place]!] === POOL_ACTIVE) active[count++] = slots[place]!;
    }
    return active.subarray(0, count);
  }
}

/**
 * A pool with tables of its own.
 * @throws InputError, ParallelError as the pool's constructor
 */
export function openRayPool(engine: RayEngine, kernel: RayKernel, setup: TraceSetup): RayPool {
  return new RayPool(engine, kernel, setup, (arena) => writeScene(arena, setup));
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
