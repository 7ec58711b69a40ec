import type { Arena } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import type { ResultColumns, SampleColumns } from "./tracer.ts";

/** Slots by which a table grows: an even number. */
const CAPACITY_STEP = 256;

/** Whether any of some counts is not 0: a loop, because it goes over every ray. */
function hasNonZero(counts: Int32Array): boolean {
  for (let row = 0; row < counts.length; row++) if (counts[row] !== 0) return true;
  return false;
}

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

  /** Keeps all columns as they are; gives what puts them back, while no rays are added. */
  keep(): () => void {
    const bytes = this.capacity * layout.RAY_SLOT_BYTES;
    const kept = this.#arena.bytes(this.pointer, bytes).slice();
    return () => this.#arena.bytes(this.pointer, bytes).set(kept);
  }

  /** Copies the results of all slots into columns, from a row on. */
  copyResults(target: ResultColumns, row: number): void {
    const direction = layout.RAY_DIRECTION;
    target.status.set(this.i32(layout.RAY_STATUS), row);
    target.reason.set(this.i32(layout.RAY_REASON), row);
    target.directionX.set(this.f64(direction), row);
    target.directionY.set(this.f64(direction + 1), row);
    target.directionZ.set(this.f64(direction + 2), row);
    target.redshiftG.set(this.f64(layout.RAY_REDSHIFT_G), row);
    target.xi.set(this.f64(layout.RAY_XI), row);
    target.eta.set(this.f64(layout.RAY_ETA), row);
    target.sweepRad.set(this.f64(layout.RAY_SWEEP_RAD), row);
    target.order.set(this.i32(layout.RAY_ORDER), row);
    target.marginU.set(this.f64(layout.RAY_MARGIN_U), row);
    target.steps.set(this.i32(layout.RAY_STEPS), row);
    target.crossingCount.set(this.i32(layout.RAY_CROSSING_COUNT), row);
    this.#copyCrossings(target.crossings, row);
  }

  /** The results of all slots where they stand; only crossings are copied, where there are any. */
  viewResults(): ResultColumns {
    const direction = layout.RAY_DIRECTION;
    const crossingCount = this.i32(layout.RAY_CROSSING_COUNT);
    const hasCrossings = hasNonZero(crossingCount);
    const words = hasCrossings ? layout.CROSSING_COUNT * layout.CROSSING_WORDS * this.count : 0;
    const crossings = new Float64Array(words);
    if (hasCrossings) this.#copyCrossings(crossings, 0);
    return {
      count: this.count,
      status: this.i32(layout.RAY_STATUS),
      reason: this.i32(layout.RAY_REASON),
      directionX: this.f64(direction),
      directionY: this.f64(direction + 1),
      directionZ: this.f64(direction + 2),
      redshiftG: this.f64(layout.RAY_REDSHIFT_G),
      xi: this.f64(layout.RAY_XI),
      eta: this.f64(layout.RAY_ETA),
      sweepRad: this.f64(layout.RAY_SWEEP_RAD),
      order: this.i32(layout.RAY_ORDER),
      marginU: this.f64(layout.RAY_MARGIN_U),
      steps: this.i32(layout.RAY_STEPS),
      crossingCount,
      crossings,
    };
  }

  /** The slopes of directions where they stand, column by column. */
  viewSlopes(): Float64Array[] {
    return Array.from({ length: layout.RAY_SLOPE_COUNT }, (_, k) => this.f64(layout.RAY_SLOPES + k));
  }

  free(): void {
    if (this.capacity > 0) this.#arena.free(this.pointer);
    this.capacity = 0;
    this.count = 0;
  }

  /** The crossings of a ray side by side. */
  #copyCrossings(crossings: Float64Array, row: number): void {
    const met = this.i32(layout.RAY_CROSSING_COUNT);
    const words = layout.CROSSING_COUNT * layout.CROSSING_WORDS;
    const columns = Array.from({ length: words }, (_, word) => this.f64(layout.RAY_CROSSINGS + word));
    for (let slot = 0; slot < this.count; slot++) {
      if (met[slot] === 0) continue;
      for (let word = 0; word < met[slot]! * layout.CROSSING_WORDS; word++) {
        crossings[words * (row + slot) + word] = columns[word]![slot]!;
      }
    }
  }

  #reserve(count: number): void {
    if (count <= this.capacity) return;
    if (this.count === 0) {
      this.free();
      this.#allocate(count);
      return;
    }
    const old = { pointer: this.pointer, capacity: this.capacity };
    const f64 = Array.from({ length: layout.RAY_F64_COLUMNS }, (_, column) => this.f64(column));
    const i32 = Array.from({ length: layout.RAY_I32_COLUMNS }, (_, column) => this.i32(column));
    this.#allocate(Math.max(count, 2 * old.capacity));
    f64.forEach((values, column) => {
      this.f64(column).set(values);
    });
    i32.forEach((values, column) => {
      this.i32(column).set(values);
    });
    this.#arena.free(old.pointer);
  }

  /** Takes a block for that many slots, rounded up; an empty table gave its own back before, so that no two stand. */
  #allocate(slots: number): void {
    this.capacity = CAPACITY_STEP * Math.ceil(slots / CAPACITY_STEP);
    this.pointer = this.#arena.allocate(this.capacity * layout.RAY_SLOT_BYTES);
  }
}

/** Result columns of that many rays, all zero. */
export function zeroResults(count: number): ResultColumns {
  const f64 = (words = 1): Float64Array => new Float64Array(words * count);
  const i32 = (): Int32Array => new Int32Array(count);
  return {
    count,
    status: i32(),
    reason: i32(),
    directionX: f64(),
    directionY: f64(),
    directionZ: f64(),
    redshiftG: f64(),
    xi: f64(),
    eta: f64(),
    sweepRad: f64(),
    order: i32(),
    marginU: f64(),
    steps: i32(),
    crossingCount: i32(),
    crossings: f64(layout.CROSSING_COUNT * layout.CROSSING_WORDS),
  };
}
