import * as layout from "../kernel/layout.ts";

/** What a call of the reference engine is about: the memory seen as numbers, and the tables of its params. */
export interface RayJob {
  readonly f64: Float64Array;
  readonly i32: Int32Array;
  /** Byte pointers. */
  readonly context: number;
  readonly rays: number;
  readonly capacity: number;
  /** 0 when an index is a slot. */
  readonly active: number;
}

/** Reads the params of a call. */
export function openJob(memory: WebAssembly.Memory, params: number): RayJob {
  const i32 = new Int32Array(memory.buffer);
  const word = (at: number): number => i32[(params + at) >> 2]!;
  return {
    f64: new Float64Array(memory.buffer),
    i32,
    context: word(layout.PARAMS_CONTEXT),
    rays: word(layout.PARAMS_RAYS),
    capacity: word(layout.PARAMS_CAPACITY),
    active: word(layout.PARAMS_ACTIVE),
  };
}

/** The slot that an index stands for. */
export function slotOf({ active, i32 }: RayJob, index: number): number {
  return active === 0 ? index : i32[(active >> 2) + index]!;
}

/** An i32 word of the context, by its byte offset. */
export function contextWord(job: RayJob, at: number): number {
  return job.i32[(job.context + at) >> 2]!;
}

/** An f64 word of the context, by its byte offset. */
export function contextNumber(job: RayJob, at: number): number {
  return job.f64[(job.context + at) >> 3]!;
}

/** Reads a slot's f64 in a column. */
export function getCell(job: RayJob, column: number, slot: number): number {
  return job.f64[(job.rays >> 3) + column * job.capacity + slot]!;
}

/** Writes a slot's f64 in a column. */
export function setCell(job: RayJob, column: number, slot: number, value: number): void {
  job.f64[(job.rays >> 3) + column * job.capacity + slot] = value;
}

function flagIndex({ rays, capacity }: RayJob, column: number, slot: number): number {
  return (rays >> 2) + (2 * layout.RAY_F64_COLUMNS + column) * capacity + slot;
}

/** Reads a slot's i32 in a column. */
export function getFlag(job: RayJob, column: number, slot: number): number {
  return job.i32[flagIndex(job, column, slot)]!;
}

/** Writes a slot's i32 in a column. */
export function setFlag(job: RayJob, column: number, slot: number, value: number): void {
  job.i32[flagIndex(job, column, slot)] = value;
}

/** A number as a file may hold it: minus 0 made 0. */
export function plain(value: number): number {
  return value + 0;
}

/** The same, and 0 for what is not finite. */
export function plainFinite(value: number): number {
  return value - value === 0 ? value + 0 : 0;
}
