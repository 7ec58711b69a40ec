import type { Arena } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import type { ResultColumns, SampleColumns } from "./tracer.ts";

/** The ray table in the kernel's memory: slots that keep their number while the table grows. */
export class RayTable {
  count = 0;
  capacity = 0;
  pointer = 0;
  readonly #arena: Arena;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** An f64 column's used slots. */
  f64(column: number): Float64Array {
    return this.#arena.f64(this.pointer + 8 * column * this.capacity, this.count);
  }

  /** An i32 column's used slots. */
  i32(column: number): Int32Array {
    const start = this.pointer + 8 * layout.RAY_F64_COLUMNS * this.capacity;
    return this.#arena.i32(start + 4 * column * this.capacity, this.count);
  }

  /**
   * Adds pending rays.
   * @param frameIndex  index of each sample's camera
   */
  append(samples: SampleColumns, frameIndex: Int32Array): void {
    const first = this.count;
    this.#reserve(first + samples.count);
    this.count += samples.count;
    for (let column = layout.RAY_DIRECTION; column < layout.RAY_CROSSINGS; column++) {
      this.f64(column).fill(0, first);
    }
    for (let column = 0; column < layout.RAY_I32_COLUMNS; column++) this.i32(column).fill(0, first);
    this.f64(layout.RAY_SAMPLE_X).set(samples.x.subarray(0, samples.count), first);
    this.f64(layout.RAY_SAMPLE_Y).set(samples.y.subarray(0, samples.count), first);
    this.i32(layout.RAY_FRAME).set(frameIndex, first);
    this.i32(layout.RAY_POOL_STATUS).fill(layout.POOL_PENDING, first);
  }

  /** Empties the table; its memory stays for the next rays. */
  clear(): void {
    this.count = 0;
  }

  /** Results of all slots: a copy, so that it outlives the table. */
  results(): ResultColumns {
    const direction = layout.RAY_DIRECTION;
    return {
      count: this.count,
      status: this.i32(layout.RAY_STATUS).slice(),
      reason: this.i32(layout.RAY_REASON).slice(),
      directionX: this.f64(direction).slice(),
      directionY: this.f64(direction + 1).slice(),
      directionZ: this.f64(direction + 2).slice(),
      redshiftG: this.f64(layout.RAY_REDSHIFT_G).slice(),
      xi: this.f64(layout.RAY_XI).slice(),
      eta: this.f64(layout.RAY_ETA).slice(),
      sweepRad: this.f64(layout.RAY_SWEEP_RAD).slice(),
      order: this.i32(layout.RAY_ORDER).slice(),
      marginU: this.f64(layout.RAY_MARGIN_U).slice(),
      steps: this.i32(layout.RAY_STEPS).slice(),
      crossingCount: this.i32(layout.RAY_CROSSING_COUNT).slice(),
      crossings: this.#crossings(),
    };
  }

  free(): void {
    if (this.capacity > 0) this.#arena.free(this.pointer);
    this.capacity = 0;
    this.count = 0;
  }

  /** The crossings of a ray side by side. */
  #crossings(): Float64Array {
    const words = layout.CROSSING_COUNT * layout.CROSSING_WORDS;
    const crossings = new Float64Array(words * this.count);
    const met = this.i32(layout.RAY_CROSSING_COUNT);
    if (met.every((count) => count === 0)) return crossings;
    for (let word = 0; word < words; word++) {
      const column = this.f64(layout.RAY_CROSSINGS + word);
      const crossing = Math.floor(word / layout.CROSSING_WORDS);
      for (let slot = 0; slot < this.count; slot++) {
        if (crossing < met[slot]!) crossings[words * slot + word] = column[slot]!;
      }
    }
    return crossings;
  }

  #reserve(count: number): void {
    if (count <= this.capacity) return;
    const old = { pointer: this.pointer, capacity: this.capacity };
    const f64 = Array.from({ length: layout.RAY_F64_COLUMNS }, (_, column) => this.f64(column));
    const i32 = Array.from({ length: layout.RAY_I32_COLUMNS }, (_, column) => this.i32(column));
    const wanted = Math.max(count, 2 * old.capacity);
    this.capacity = wanted + (wanted % 2);
    this.pointer = this.#arena.allocate(this.capacity * layout.RAY_SLOT_BYTES);
    f64.forEach((values, column) => {
      this.f64(column).set(values);
    });
    i32.forEach((values, column) => {
      this.i32(column).set(values);
    });
    if (old.capacity > 0) this.#arena.free(old.pointer);
  }
}
