/* Places in the tables of layout.ts. AssemblyScript only. */
import { RAY_F64_COLUMNS } from "./layout";
import { JOB_ACTIVE, JOB_CAPACITY, JOB_RAYS } from "./scratchLayout";

/** Reads the i32 at `at` bytes behind `base` as a pointer. */
export function pointer(base: usize, at: usize): usize {
  return <usize>load<i32>(base + at);
}

/** Address of the f64 of a slot in a column of the ray table that the job names. */
export function cell(job: usize, column: i32, slot: i32): usize {
  return pointer(job, JOB_RAYS) + 8 * (<usize>column * pointer(job, JOB_CAPACITY) + <usize>slot);
}

/** Bytes from a slot's f64 in one column to that in the next. */
export function columnBytes(job: usize): usize {
  return 8 * pointer(job, JOB_CAPACITY);
}

/** Address of the i32 of a slot in a column of the ray table that the job names. */
export function flag(job: usize, column: i32, slot: i32): usize {
  const capacity = pointer(job, JOB_CAPACITY);
  return (
    pointer(job, JOB_RAYS) + 8 * RAY_F64_COLUMNS * capacity + 4 * (<usize>column * capacity + <usize>slot)
  );
}

/** The slot that an index of the job stands for. */
export function slotOf(job: usize, index: i32): i32 {
  const list = pointer(job, JOB_ACTIVE);
  return list === 0 ? index : load<i32>(list + 4 * <usize>index);
}

/** A number as a file may hold it: minus 0 made 0. */
export function plain(value: f64): f64 {
  return value + 0.0;
}

/** The same, and 0 for what is not finite. */
export function plainFinite(value: f64): f64 {
  return value - value === 0 ? value + 0.0 : 0.0;
}
