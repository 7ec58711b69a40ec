/*
 * Rays in a tabulated spacetime, one after the other: only integration shows where they end. AssemblyScript only.
 */
import { ERROR_ALLOWANCE, SHORTEST_STEP, stepFactor } from "./dormandPrince";
import { finishFarTable, meetDisk, meetsPlane } from "./entryKerrSchildFinish";
import { isInTime } from "./entryKerrSchildStart";
import {
  OFFSET_NEW,
  OFFSET_RATES,
  OFFSET_STATE,
  OFFSET_TABLE,
  ratesAt,
  squaredErrorScalar,
  squareOf,
  stepScalar,
} from "./entryKerrSchildStep";
import { endRay } from "./entryStart";
import { energyInTable, isInsideTable, tableWord } from "./entryTable";
import { cell, flag, pointer, slotOf } from "./entryTables";
import {
  CLINGING_BLUESHIFT,
  FAR_BEND,
  FAR_RADIUS,
  SINGLE_SCRATCH,
  STATE_STEP,
  STATE_T,
  STATE_WORDS,
} from "./kerrSchildState";
import * as layout from "./layout";
import { kerrSchildRadius } from "./physics";
import { JOB_CONTEXT, JOB_END, JOB_NEXT, JOB_SLAB_STEPS } from "./scratchLayout";
import { TABLE_CAPTURE_RADIUS, TABLE_SPIN } from "./tableLayout";

/** Advances the active rays of the job's range that are not below the slab. */
export function advanceTableRays(job: usize, lowerTime: f64): void {
  const end = load<i32>(job, JOB_END);
  for (let index = load<i32>(job, JOB_NEXT); index < end; index++) {
    const slot = slotOf(job, index);
    if (load<i32>(flag(job, layout.RAY_POOL_STATUS, slot)) !== layout.POOL_ACTIVE) continue;
    if (load<f64>(cell(job, layout.RAY_STATE + STATE_T, slot)) < lowerTime) continue;
    advanceTableRay(job, slot, lowerTime);
  }
}

function advanceTableRay(job: usize, slot: i32, lowerTime: f64): void {
  const context = pointer(job, JOB_CONTEXT);
  const s = job + SINGLE_SCRATCH;
  const tolerance = ERROR_ALLOWANCE * load<f64>(context, layout.CONTEXT_TOLERANCE);
  const budget = load<i32>(context, layout.CONTEXT_STEP_BUDGET);
  const slabSteps = load<i32>(job, JOB_SLAB_STEPS);
  for (let word = 0; word < STATE_WORDS; word++) {
    store<f64>(s + OFFSET_STATE + 8 * word, load<f64>(cell(job, layout.RAY_STATE + word, slot)));
  }
  let h = load<f64>(cell(job, layout.RAY_STATE + STATE_STEP, slot));
  ratesAt(context, s, s + OFFSET_STATE, s + OFFSET_RATES);
  let steps = load<i32>(flag(job, layout.RAY_STEPS, slot));
  for (let taken = 0; taken < slabSteps; taken++) {
    if (load<f64>(s + OFFSET_STATE, 48) < lowerTime) break;
    stepScalar(context, s, h);
    const error = squaredErrorScalar(s, h, tolerance, 1);
    const length = h;
    h *= stepFactor(error);
    steps++;
    if (error <= 1) {
      if (load<i32>(context, layout.CONTEXT_DISK) !== layout.DISK_NONE && meetsDisk(job, slot, s, length))
        break;
      acceptSingle(s);
      if (isDone(job, slot, s)) break;
    } else if (!(h > SHORTEST_STEP)) {
      endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_NOT_FINITE);
      break;
    }
    if (steps >= budget) {
      endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_STEP_BUDGET);
      break;
    }
  }
  store<i32>(flag(job, layout.RAY_STEPS, slot), steps);
  for (let word = 0; word < STATE_WORDS; word++) {
    store<f64>(cell(job, layout.RAY_STATE + word, slot), load<f64>(s + OFFSET_STATE + 8 * word));
  }
  store<f64>(cell(job, layout.RAY_STATE + STATE_STEP, slot), h);
}

/** Records where an accepted step meets the disk; true when that ends the ray. A step that goes on is taken again. */
function meetsDisk(job: usize, slot: i32, s: usize, h: f64): bool {
  const z1 = load<f64>(s, OFFSET_NEW + 16);
  if (!meetsPlane(load<f64>(s, OFFSET_STATE + 16), z1)) return false;
  if (meetDisk(job, slot, h, z1)) return true;
  stepScalar(pointer(job, JOB_CONTEXT), s, h);
  return false;
}

function acceptSingle(s: usize): void {
  memory.copy(s + OFFSET_STATE, s + OFFSET_NEW, 64);
  memory.copy(s + OFFSET_RATES, s + OFFSET_RATES + 384, 64);
}

/** Ends a ray that has left the levels' times, is of the hole, or is far. */
function isDone(job: usize, slot: i32, s: usize): bool {
  const context = pointer(job, JOB_CONTEXT);
  const table = pointer(context, layout.CONTEXT_TABLE);
  const x = load<f64>(s, OFFSET_STATE);
  const y = load<f64>(s, OFFSET_STATE + 8);
  const z = load<f64>(s, OFFSET_STATE + 16);
  const isInside = isInsideTable(table, x, y, z);
  if (isInside && !isInTime(table, load<f64>(s, OFFSET_STATE + 48))) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_TABLE_TIME);
    return true;
  }
  const vx = load<f64>(s, OFFSET_RATES);
  const vy = load<f64>(s, OFFSET_RATES + 8);
  const vz = load<f64>(s, OFFSET_RATES + 16);
  const isOutward = x * vx + y * vy + z * vz > 0;
  const p2 = squareOf(s + OFFSET_STATE + 24);
  if (kerrSchildRadius(tableWord(table, TABLE_SPIN), x, y, z) < tableWord(table, TABLE_CAPTURE_RADIUS)) {
    const limit = CLINGING_BLUESHIFT * energyInTable(table, s + OFFSET_STATE, s + OFFSET_TABLE);
    if (isOutward && p2 < limit * limit) return false;
    endRay(job, slot, layout.STATUS_CAPTURED, layout.REASON_NONE);
    return true;
  }
  const rho2 = x * x + y * y + z * z;
  if (isInside || !isOutward || rho2 < FAR_RADIUS * FAR_RADIUS) return false;
  const bend = FAR_BEND * load<f64>(context, layout.CONTEXT_TOLERANCE);
  const turned = squareOf(s + OFFSET_RATES + 24) * rho2;
  if (turned > bend * bend * (p2 * (vx * vx + vy * vy + vz * vz))) return false;
  const outer = load<f64>(context, layout.CONTEXT_DISK_OUTER) + 1;
  if (load<i32>(context, layout.CONTEXT_DISK) !== layout.DISK_NONE && rho2 < outer * outer) return false;
  finishFarTable(job, slot, s + OFFSET_STATE, load<f64>(s, OFFSET_STATE + 56));
  return true;
}
