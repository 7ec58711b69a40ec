/*
 * The ray kernel's entries. AssemblyScript only; the tables are those of layout.ts, the formulas those of physics.ts,
 * carlson.ts and elementary.ts. It never allocates, and keeps nothing between two calls.
 */
import { advanceRange } from "./entryAdvance";
import { aimRange } from "./entryAim";
import { advanceKerrSchildRange, startKerrSchildRange } from "./entryKerrSchild";
import { startRay } from "./entryStart";
import { flag, pointer, slotOf } from "./entryTables";
import {
  ABI_VERSION,
  BACKEND_KERR_SCHILD,
  CONTEXT_BACKEND,
  CONTEXT_SLAB,
  CONTEXT_SLAB_LOWER_TIME,
  CONTEXT_SLAB_STEPS,
  CONTEXT_VISITORS,
  PARAMS_ACTIVE,
  PARAMS_BYTES,
  PARAMS_CAPACITY,
  PARAMS_CONTEXT,
  PARAMS_RAYS,
  PARITY_REVISION,
  POOL_PENDING,
  RAY_POOL_STATUS,
  SLAB_STEPS,
  SLAB_TIME,
} from "./layout";
import {
  CAMERA_FRAME,
  JOB_ACTIVE,
  JOB_CAPACITY,
  JOB_CONTEXT,
  JOB_END,
  JOB_NEXT,
  JOB_RAYS,
  JOB_SLAB_STEPS,
  JOB_SLOPES,
} from "./scratchLayout";

export { writeEvents } from "./entryEvents";
export { judgeCells } from "./entryMesh";
export { addStamps } from "./entryStamps";
export { findStars } from "./entryStars";

// biome-ignore lint/style/useExportType: a number that the compiler knows, where the arena may start
export { __heap_base };

export function abiVersion(): i32 {
  return ABI_VERSION;
}

export function parityRevision(): i32 {
  return PARITY_REVISION;
}

/** Camera set-up and fate of the pending rays of [begin, end). */
export function startRays(params: usize, begin: i32, end: i32, scratch: usize): void {
  openJob(params, begin, end, scratch);
  startRange(begin, end, scratch);
}

function startRange(begin: i32, end: i32, scratch: usize): void {
  for (let index = begin; index < end; index++) {
    const slot = slotOf(scratch, index);
    if (load<i32>(flag(scratch, RAY_POOL_STATUS, slot)) === POOL_PENDING) startRay(scratch, slot);
  }
}

/** Advances the active rays of [begin, end) by what one slab gives. */
export function advanceSphere(params: usize, begin: i32, end: i32, scratch: usize): void {
  openJob(params, begin, end, scratch);
  limitSteps(scratch);
  advanceRange(scratch);
}

/** Camera set-up of the general backend for the pending rays of [begin, end) that are due. */
export function startKerrSchild(params: usize, begin: i32, end: i32, scratch: usize): void {
  openJob(params, begin, end, scratch);
  startKerrSchildRange(scratch, lowerTime(scratch));
}

/** Advances the active rays of [begin, end) of the general backend by what one slab gives. */
export function advanceKerrSchild(params: usize, begin: i32, end: i32, scratch: usize): void {
  openJob(params, begin, end, scratch);
  limitSteps(scratch);
  advanceKerrSchildRange(scratch, lowerTime(scratch));
}

/** Starts the pending rays of [begin, end) and advances all active ones to their ends, in one call. */
export function traceRays(params: usize, begin: i32, end: i32, scratch: usize): void {
  openJob(params, begin, end, scratch);
  store<i32>(scratch + JOB_SLAB_STEPS, i32.MAX_VALUE);
  if (load<i32>(pointer(scratch, JOB_CONTEXT) + CONTEXT_BACKEND) === BACKEND_KERR_SCHILD) {
    startKerrSchildRange(scratch, -Infinity);
    advanceKerrSchildRange(scratch, -Infinity);
    return;
  }
  startRays(params, begin, end, scratch);
  store<i32>(scratch + JOB_SLAB_STEPS, i32.MAX_VALUE);
  advanceRange(scratch);
}

/** Traces the pending rays of [begin, end), all of which end where they start, with the slopes of their directions. */
export function traceSlopes(params: usize, begin: i32, end: i32, scratch: usize): void {
  openJob(params, begin, end, scratch);
  store<i32>(scratch + JOB_SLOPES, 1);
  startRange(begin, end, scratch);
}

/** Moves the images of [begin, end) to where their rays come from their targets. */
export function aimRays(params: usize, begin: i32, end: i32, scratch: usize): void {
  aimRange(params, begin, end, scratch);
}

/** Traces all slots of each of the tables that the params [begin, end), one after the other, name. */
export function traceScenes(params: usize, begin: i32, end: i32, scratch: usize): void {
  for (let index = begin; index < end; index++) {
    const scene = params + <usize>(PARAMS_BYTES * index);
    traceRays(scene, 0, load<i32>(scene + PARAMS_CAPACITY), scratch);
  }
}

/** Steps that this call may give to a ray: all of them where slabs are of time. */
function limitSteps(scratch: usize): void {
  const context = pointer(scratch, JOB_CONTEXT);
  const steps = load<i32>(context + CONTEXT_SLAB_STEPS);
  const isLimited = load<i32>(context + CONTEXT_SLAB) === SLAB_STEPS && steps > 0;
  store<i32>(scratch + JOB_SLAB_STEPS, isLimited ? steps : i32.MAX_VALUE);
}

/** Kerr-Schild time down to which this call goes. */
function lowerTime(scratch: usize): f64 {
  const context = pointer(scratch, JOB_CONTEXT);
  if (load<i32>(context + CONTEXT_SLAB) !== SLAB_TIME) return -Infinity;
  return load<f64>(context + CONTEXT_SLAB_LOWER_TIME);
}

function openJob(params: usize, begin: i32, end: i32, scratch: usize): void {
  store<i32>(scratch + JOB_CONTEXT, load<i32>(params + PARAMS_CONTEXT));
  store<i32>(scratch + JOB_RAYS, load<i32>(params + PARAMS_RAYS));
  store<i32>(scratch + JOB_CAPACITY, load<i32>(params + PARAMS_CAPACITY));
  store<i32>(scratch + JOB_ACTIVE, load<i32>(params + PARAMS_ACTIVE));
  store<i32>(scratch + JOB_NEXT, begin);
  store<i32>(scratch + JOB_END, end);
  store<i32>(scratch + JOB_SLOPES, 0);
  store<i32>(scratch + CAMERA_FRAME, -1);
  const visitors = pointer(pointer(scratch, JOB_CONTEXT), CONTEXT_VISITORS);
  if (visitors === 0) return;
  for (let index = begin; index < end; index++) store<i32>(visitors + 4 * <usize>index, <i32>scratch);
}
