/*
 * Entries of the general backend: rays in Kerr-Schild coordinates by adaptive Runge-Kutta 5(4), in any spacetime.
 * AssemblyScript only. Closed-form spacetimes step two rays at once; a lane whose ray has ended takes the next one.
 */
import { ERROR_ALLOWANCE, SHORTEST_STEP, stepFactor } from "./dormandPrince";
import { frameAt } from "./entryCamera";
import { finishFar, meetDisk, meetsPlane } from "./entryKerrSchildFinish";
import {
  PAIR_ENERGY,
  PAIR_ERROR,
  PAIR_NEW,
  PAIR_RATES,
  PAIR_SQUARED_SPEED,
  PAIR_STATE,
  PAIR_STEP,
  stepPair,
} from "./entryKerrSchildPair";
import { startKerrSchildRay } from "./entryKerrSchildStart";
import {
  OFFSET_CARTER,
  OFFSET_ENERGY,
  OFFSET_MOMENTUM,
  OFFSET_RATES,
  OFFSET_STATE,
  ratesAt,
} from "./entryKerrSchildStep";
import { endRay } from "./entryStart";
import { advanceTableRays } from "./entryTableRays";
import { cell, flag, pointer, slotOf } from "./entryTables";
import {
  FAR_BEND,
  FAR_RADIUS,
  KERR_SCHILD_SCRATCH,
  SINGLE_SCRATCH,
  STATE_CARTER,
  STATE_ENERGY,
  STATE_MOMENTUM,
  STATE_STEP,
  STATE_T,
  STATE_WORDS,
} from "./kerrSchildState";
import * as layout from "./layout";
import {
  GOAL_INFINITY,
  JOB_CONTEXT,
  JOB_END,
  JOB_NEXT,
  JOB_SLAB_STEPS,
  JOB_SLOTS,
  JOB_STEPS,
} from "./scratchLayout";

/** Starts the pending rays of the job's range whose frame is later than `lowerTime`. */
export function startKerrSchildRange(job: usize, lowerTime: f64): void {
  const context = pointer(job, JOB_CONTEXT);
  const end = load<i32>(job, JOB_END);
  for (let index = load<i32>(job, JOB_NEXT); index < end; index++) {
    const slot = slotOf(job, index);
    if (load<i32>(flag(job, layout.RAY_POOL_STATUS, slot)) !== layout.POOL_PENDING) continue;
    const frame = frameAt(context, load<i32>(flag(job, layout.RAY_FRAME, slot)));
    if (!(load<f64>(frame, layout.FRAME_T_KS) > lowerTime)) continue;
    startKerrSchildRay(job, slot);
  }
}

/**
 * Advances the active rays of the job's range: to the slab's lower time, or by JOB_SLAB_STEPS steps.
 * @param lowerTime  Kerr-Schild time below which a ray waits for the next slab
 */
export function advanceKerrSchildRange(job: usize, lowerTime: f64): void {
  const context = pointer(job, JOB_CONTEXT);
  if (load<i32>(context, layout.CONTEXT_TABLE) !== 0) {
    advanceTableRays(job, lowerTime);
    return;
  }
  const charge = load<f64>(context, layout.CONTEXT_CHARGE);
  const spin = load<f64>(context, layout.CONTEXT_SPIN);
  const tolerance = ERROR_ALLOWANCE * load<f64>(context, layout.CONTEXT_TOLERANCE);
  const s = job + KERR_SCHILD_SCRATCH;
  store<i32>(job, -1, JOB_SLOTS);
  store<i32>(job, -1, JOB_SLOTS + 4);
  while (fillPair(job, lowerTime)) {
    stepPair(s, spin, charge * charge, tolerance);
    if (load<i32>(job, JOB_SLOTS) >= 0) lookAt(job, 0, lowerTime);
    else follow(s, 0);
    if (load<i32>(job, JOB_SLOTS + 4) >= 0) lookAt(job, 1, lowerTime);
    else follow(s, 1);
  }
}

/** Gives both lanes a ray as far as there are any; a lane without one copies the other. False when none is left. */
function fillPair(job: usize, lowerTime: f64): bool {
  const wasFirst = load<i32>(job, JOB_SLOTS) >= 0;
  const wasSecond = load<i32>(job, JOB_SLOTS + 4) >= 0;
  if (wasFirst && wasSecond) return true;
  const first = wasFirst || fillLane(job, 0, lowerTime);
  const second = wasSecond || fillLane(job, 1, lowerTime);
  if (first !== second) copyLane(job + KERR_SCHILD_SCRATCH, first ? 0 : 8);
  return first || second;
}

/** Copies the lane at byte `from` over the other one. */
function copyLane(s: usize, from: usize): void {
  for (let word: usize = 0; word < PAIR_RATES + 128; word += 16) {
    store<f64>(s + word + 8 - from, load<f64>(s + word + from));
  }
  store<f64>(s + PAIR_STEP + 8 - from, load<f64>(s + PAIR_STEP + from));
  store<f64>(s + PAIR_ENERGY + 8 - from, load<f64>(s + PAIR_ENERGY + from));
  store<f64>(s + PAIR_SQUARED_SPEED + 8 - from, load<f64>(s + PAIR_SQUARED_SPEED + from));
}

/** Puts the next active ray that is not below the slab into a lane; false when there is none. */
function fillLane(job: usize, lane: usize, lowerTime: f64): bool {
  const end = load<i32>(job, JOB_END);
  for (let next = load<i32>(job, JOB_NEXT); next < end; next++) {
    const slot = slotOf(job, next);
    if (load<i32>(flag(job, layout.RAY_POOL_STATUS, slot)) !== layout.POOL_ACTIVE) continue;
    if (load<f64>(cell(job, layout.RAY_STATE + STATE_T, slot)) < lowerTime) continue;
    loadRay(job, lane, slot);
    store<i32>(job, next + 1, JOB_NEXT);
    return true;
  }
  store<i32>(job, end, JOB_NEXT);
  return false;
}

/** Reads a ray's state into a lane, by way of the single ray's place, where its rates are made. */
function loadRay(job: usize, lane: usize, slot: i32): void {
  const single = job + SINGLE_SCRATCH;
  const s = job + KERR_SCHILD_SCRATCH + 8 * lane;
  for (let word = 0; word < STATE_WORDS; word++) {
    const value = load<f64>(cell(job, layout.RAY_STATE + word, slot));
    store<f64>(single + OFFSET_STATE + 8 * word, value);
    store<f64>(s + PAIR_STATE + 16 * word, value);
  }
  const energy = load<f64>(cell(job, layout.RAY_STATE + STATE_ENERGY, slot));
  store<f64>(single, energy, OFFSET_ENERGY);
  store<f64>(s, energy, PAIR_ENERGY);
  store<f64>(s, load<f64>(cell(job, layout.RAY_STATE + STATE_STEP, slot)), PAIR_STEP);
  const momentum = load<f64>(cell(job, layout.RAY_STATE + STATE_MOMENTUM, slot));
  store<f64>(
    s,
    load<f64>(cell(job, layout.RAY_STATE + STATE_CARTER, slot)) + momentum * momentum,
    PAIR_SQUARED_SPEED,
  );
  ratesAt(pointer(job, JOB_CONTEXT), single, single + OFFSET_STATE, single + OFFSET_RATES);
  for (let word = 0; word < STATE_WORDS; word++) {
    store<f64>(s + PAIR_RATES + 16 * word, load<f64>(single + OFFSET_RATES + 8 * word));
  }
  store<i32>(job + 4 * lane, slot, JOB_SLOTS);
  store<i32>(job + 4 * lane, 0, JOB_STEPS);
}

/** Takes over the step of a lane that has no ray, as its twin does. */
function follow(s: usize, lane: usize): void {
  const at = s + 8 * lane;
  const error = load<f64>(at, PAIR_ERROR);
  store<f64>(at, load<f64>(at, PAIR_STEP) * stepFactor(error), PAIR_STEP);
  if (error <= 1) accept(at);
}

/** What has become of a lane's ray after a step: tried again, goes on, waits for the next slab, or is finished. */
function lookAt(job: usize, lane: usize, lowerTime: f64): void {
  const context = pointer(job, JOB_CONTEXT);
  const slot = load<i32>(job + 4 * lane, JOB_SLOTS);
  const at = job + KERR_SCHILD_SCRATCH + 8 * lane;
  const steps = load<i32>(flag(job, layout.RAY_STEPS, slot)) + 1;
  store<i32>(flag(job, layout.RAY_STEPS, slot), steps);
  const h = load<f64>(at, PAIR_STEP);
  const error = load<f64>(at, PAIR_ERROR);
  const next = h * stepFactor(error);
  store<f64>(at, next, PAIR_STEP);
  if (error <= 1) {
    if (load<i32>(context, layout.CONTEXT_DISK) !== layout.DISK_NONE && meetsDisk(job, lane, slot, h)) return;
    accept(at);
    if (isDone(job, lane, slot, at)) return;
  } else if (!(next > SHORTEST_STEP)) {
    endLane(job, lane, slot, layout.REASON_NOT_FINITE);
    return;
  }
  if (steps >= load<i32>(context, layout.CONTEXT_STEP_BUDGET)) {
    endLane(job, lane, slot, layout.REASON_STEP_BUDGET);
    return;
  }
  const taken = load<i32>(job + 4 * lane, JOB_STEPS) + 1;
  store<i32>(job + 4 * lane, taken, JOB_STEPS);
  const isBelow = load<f64>(at, PAIR_STATE + 16 * STATE_T) < lowerTime;
  if (isBelow || taken >= load<i32>(job, JOB_SLAB_STEPS)) keepRay(job, lane, slot);
}

/** Makes the new state of a lane its state. */
function accept(at: usize): void {
  for (let word: usize = 0; word < 128; word += 16) {
    store<f64>(at + word, load<f64>(at + word, PAIR_NEW), PAIR_STATE);
    store<f64>(at + word, load<f64>(at + word, PAIR_RATES + 768), PAIR_RATES);
  }
}

/** Records where an accepted step meets the disk; true when that ends the ray. */
function meetsDisk(job: usize, lane: usize, slot: i32, h: f64): bool {
  const at = job + KERR_SCHILD_SCRATCH + 8 * lane;
  const z1 = load<f64>(at, PAIR_NEW + 32);
  if (!meetsPlane(load<f64>(at, PAIR_STATE + 32), z1)) return false;
  const single = job + SINGLE_SCRATCH;
  for (let word = 0; word < STATE_WORDS; word++) {
    store<f64>(single + 8 * word, load<f64>(at + 16 * word, PAIR_STATE), OFFSET_STATE);
    store<f64>(single + 8 * word, load<f64>(at + 16 * word, PAIR_RATES), OFFSET_RATES);
  }
  store<f64>(single, load<f64>(at, PAIR_ENERGY), OFFSET_ENERGY);
  store<f64>(single, load<f64>(cell(job, layout.RAY_STATE + STATE_MOMENTUM, slot)), OFFSET_MOMENTUM);
  store<f64>(single, load<f64>(cell(job, layout.RAY_STATE + STATE_CARTER, slot)), OFFSET_CARTER);
  if (!meetDisk(job, slot, h, z1)) return false;
  keepRay(job, lane, slot);
  return true;
}

/** Ends a lane's ray when it is far, or at the disk's inner edge on its way to the hole. */
function isDone(job: usize, lane: usize, slot: i32, at: usize): bool {
  const x = load<f64>(at);
  const y = load<f64>(at, 16);
  const z = load<f64>(at, 32);
  const vx = load<f64>(at, PAIR_RATES);
  const vy = load<f64>(at, PAIR_RATES + 16);
  const vz = load<f64>(at, PAIR_RATES + 32);
  const rho2 = x * x + y * y + z * z;
  const isOutward = x * vx + y * vy + z * vz > 0;
  const context = pointer(job, JOB_CONTEXT);
  if (load<i32>(flag(job, layout.RAY_GOAL, slot)) !== GOAL_INFINITY) {
    const a = load<f64>(context, layout.CONTEXT_SPIN);
    const inner = load<f64>(context, layout.CONTEXT_DISK_INNER);
    if (isOutward || rho2 > inner * inner + a * a) return false;
    keepRay(job, lane, slot);
    endRay(job, slot, layout.STATUS_CAPTURED, layout.REASON_NONE);
    return true;
  }
  if (!isOutward || rho2 < FAR_RADIUS * FAR_RADIUS) return false;
  const px = load<f64>(at, 48);
  const py = load<f64>(at, 64);
  const pz = load<f64>(at, 80);
  const fx = load<f64>(at, PAIR_RATES + 48);
  const fy = load<f64>(at, PAIR_RATES + 64);
  const fz = load<f64>(at, PAIR_RATES + 80);
  const bend = FAR_BEND * load<f64>(context, layout.CONTEXT_TOLERANCE);
  const turned = (fx * fx + fy * fy + fz * fz) * rho2;
  if (turned > bend * bend * ((px * px + py * py + pz * pz) * (vx * vx + vy * vy + vz * vz))) return false;
  const outer = load<f64>(context, layout.CONTEXT_DISK_OUTER) + 1;
  if (load<i32>(context, layout.CONTEXT_DISK) !== layout.DISK_NONE && rho2 < outer * outer) return false;
  keepRay(job, lane, slot);
  finishFar(
    job,
    slot,
    load<f64>(cell(job, layout.RAY_STATE + STATE_ENERGY, slot)),
    load<f64>(cell(job, layout.RAY_STATE + STATE_MOMENTUM, slot)),
    load<f64>(cell(job, layout.RAY_STATE + STATE_CARTER, slot)),
  );
  return true;
}

/** Puts the state back and empties the lane. */
function keepRay(job: usize, lane: usize, slot: i32): void {
  const at = job + KERR_SCHILD_SCRATCH + 8 * lane;
  for (let word = 0; word < STATE_WORDS; word++) {
    store<f64>(cell(job, layout.RAY_STATE + word, slot), load<f64>(at + 16 * word));
  }
  store<f64>(cell(job, layout.RAY_STATE + STATE_STEP, slot), load<f64>(at, PAIR_STEP));
  store<i32>(job + 4 * lane, -1, JOB_SLOTS);
}

function endLane(job: usize, lane: usize, slot: i32, reason: i32): void {
  keepRay(job, lane, slot);
  endRay(job, slot, layout.STATUS_UNRESOLVED, reason);
}
