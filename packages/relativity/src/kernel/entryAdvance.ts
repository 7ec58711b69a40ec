/*
 * The rays of a range, two at a time: fill the pair, step it, look at each ray, refill. AssemblyScript only.
 */
import { cos, sin } from "./elementary";
import { meetDisk } from "./entryDisk";
import { rootIn, valueAt } from "./entryPolynomial";
import { chooseStep, expandPair, movePair, writeReciprocals } from "./entrySeries";
import { endEscaped, endRay, writeSweep } from "./entryStart";
import { cell, columnBytes, flag, pointer, slotOf } from "./entryTables";
import {
  CONTEXT_DISK,
  CONTEXT_SPACETIME,
  CONTEXT_SPIN,
  CONTEXT_STEP_BUDGET,
  CONTEXT_TOLERANCE,
  DISK_NONE,
  POOL_ACTIVE,
  RAY_GOAL,
  RAY_POOL_STATUS,
  RAY_STATE,
  RAY_STEPS,
  REASON_NONE,
  REASON_NOT_FINITE,
  REASON_STEP_BUDGET,
  SPACETIME_SCHWARZSCHILD,
  STATUS_CAPTURED,
  STATUS_UNRESOLVED,
} from "./layout";
import {
  GOAL_INFINITY,
  JOB_CONTEXT,
  JOB_END,
  JOB_NEXT,
  JOB_SLAB_STEPS,
  JOB_SLOTS,
  JOB_STEPS,
  PAIR,
  PAIR_A2E2,
  PAIR_AE,
  PAIR_C,
  PAIR_C1,
  PAIR_C2,
  PAIR_C3,
  PAIR_CARTER,
  PAIR_ENERGY,
  PAIR_K,
  PAIR_MOMENTUM,
  PAIR_P2,
  PAIR_PSI,
  PAIR_STEP,
  PAIR_TARGET,
  PAIR_TAU,
  PAIR_U,
  PAIR_W,
  PAIR_W_SCALE,
  SERIES_NX,
  SERIES_NY,
  SERIES_NZ,
  SERIES_PSI,
  SERIES_U,
  STATE_BYTES,
} from "./scratchLayout";

/** Spin of the context; none for Schwarzschild. */
export function spinOf(context: usize): f64 {
  return load<i32>(context + CONTEXT_SPACETIME) === SPACETIME_SCHWARZSCHILD
    ? 0
    : load<f64>(context + CONTEXT_SPIN);
}

/** Advances the active rays of the job's range. */
export function advanceRange(scratch: usize): void {
  const context = pointer(scratch, JOB_CONTEXT);
  const spin = spinOf(context);
  const tolerance = load<f64>(context + CONTEXT_TOLERANCE);
  writeReciprocals(scratch);
  store<i32>(scratch + JOB_SLOTS, -1);
  store<i32>(scratch + JOB_SLOTS + 4, -1);
  fillPair(scratch, spin);
  while (load<i32>(scratch + JOB_SLOTS) >= 0 || load<i32>(scratch + JOB_SLOTS + 4) >= 0) {
    expandPair(scratch, spin);
    chooseStep(scratch, tolerance);
    movePair(scratch);
    if (load<i32>(scratch + JOB_SLOTS) >= 0) lookAt(scratch, 0);
    if (load<i32>(scratch + JOB_SLOTS + 4) >= 0) lookAt(scratch, 1);
    fillPair(scratch, spin);
  }
}

/** Gives both lanes a ray as far as there are any; a lane without one copies the other, for its numbers. */
function fillPair(scratch: usize, spin: f64): void {
  const first = fillLane(scratch, 0, spin);
  const second = fillLane(scratch, 1, spin);
  if (first !== second) {
    const from: usize = first ? 0 : 8;
    for (let field = PAIR_U; field < PAIR_STEP; field += 16) {
      const value = load<f64>(scratch + PAIR + field + from);
      store<f64>(scratch + PAIR + field + 8 - from, value);
    }
  }
}

/** True when the lane has a ray, the next active one where it had none. */
function fillLane(scratch: usize, lane: usize, spin: f64): bool {
  if (load<i32>(scratch + JOB_SLOTS + 4 * lane) >= 0) return true;
  let next = load<i32>(scratch + JOB_NEXT);
  const end = load<i32>(scratch + JOB_END);
  for (; next < end; next++) {
    const slot = slotOf(scratch, next);
    if (load<i32>(flag(scratch, RAY_POOL_STATUS, slot)) !== POOL_ACTIVE) continue;
    loadRay(scratch, lane, slot, spin);
    store<i32>(scratch + JOB_NEXT, next + 1);
    return true;
  }
  store<i32>(scratch + JOB_NEXT, next);
  return false;
}

/** Brings a ray's state into a lane, with what its steps read. */
function loadRay(scratch: usize, lane: usize, slot: i32, a: f64): void {
  store<i32>(scratch + JOB_SLOTS + 4 * lane, slot);
  store<i32>(scratch + JOB_STEPS + 4 * lane, 0);
  const pair = scratch + PAIR + 8 * lane;
  const stride = columnBytes(scratch);
  let at = cell(scratch, RAY_STATE, slot);
  for (let field: usize = 0; field < <usize>STATE_BYTES; field += 16, at += stride) {
    store<f64>(pair + field, load<f64>(at));
  }
  const energy = load<f64>(pair + PAIR_ENERGY);
  const momentum = load<f64>(pair + PAIR_MOMENTUM);
  const carter = load<f64>(pair + PAIR_CARTER);
  const whole = carter + momentum * momentum;
  const ae = a * energy;
  const offset = momentum - ae;
  const k = carter + offset * offset;
  store<f64>(pair + PAIR_C1, ae * ae - whole);
  store<f64>(pair + PAIR_C2, 3 * k);
  store<f64>(pair + PAIR_C3, -2 * a * a * carter);
  store<f64>(pair + PAIR_K, k);
  store<f64>(pair + PAIR_A2E2, ae * ae);
  store<f64>(pair + PAIR_C, whole);
  store<f64>(pair + PAIR_AE, ae);
  store<f64>(pair + PAIR_P2, -a * offset);
  store<f64>(pair + PAIR_W_SCALE, 1 / (energy < 0 ? -energy : energy));
}

/** What has become of a lane's ray after a step: goes on, waits for the next slab, or is finished. */
function lookAt(scratch: usize, lane: usize): void {
  const context = pointer(scratch, JOB_CONTEXT);
  const slot = load<i32>(scratch + JOB_SLOTS + 4 * lane);
  const pair = scratch + PAIR + 8 * lane;
  const steps = load<i32>(flag(scratch, RAY_STEPS, slot)) + 1;
  store<i32>(flag(scratch, RAY_STEPS, slot), steps);
  const u = load<f64>(pair + PAIR_U);
  let step = load<f64>(pair + PAIR_STEP);
  if (!isSound(pair, step)) {
    close(scratch, lane, STATUS_UNRESOLVED, REASON_NOT_FINITE);
    return;
  }
  const goal = load<i32>(flag(scratch, RAY_GOAL, slot));
  const isLanding = goal === GOAL_INFINITY && u <= 0;
  if (isLanding) step = landingIn(scratch + 8 * lane, pair, step);
  if (load<i32>(context + CONTEXT_DISK) !== DISK_NONE && meetDisk(scratch, lane, step)) return;
  const tau = load<f64>(pair + PAIR_TAU) + step;
  store<f64>(pair + PAIR_TAU, tau);
  if (isLanding) {
    land(scratch, lane, step);
    return;
  }
  if (goal !== GOAL_INFINITY && u >= load<f64>(pair + PAIR_TARGET) && load<f64>(pair + PAIR_W) >= 0) {
    close(scratch, lane, STATUS_CAPTURED, REASON_NONE);
    return;
  }
  if (steps >= load<i32>(context + CONTEXT_STEP_BUDGET)) {
    close(scratch, lane, STATUS_UNRESOLVED, REASON_STEP_BUDGET);
    return;
  }
  const taken = load<i32>(scratch + JOB_STEPS + 4 * lane) + 1;
  store<i32>(scratch + JOB_STEPS + 4 * lane, taken);
  if (taken >= load<i32>(scratch + JOB_SLAB_STEPS)) keepRay(scratch, lane, slot);
}

/** True when a step has a length and leads to numbers. Written so that a NaN fails it. */
function isSound(pair: usize, step: f64): bool {
  if (!(step > 0 && step < 1e300)) return false;
  let sum = load<f64>(pair + PAIR_PSI);
  for (let field = PAIR_U; field < PAIR_PSI; field += 16) sum += load<f64>(pair + field);
  return sum - sum === 0;
}

/** Puts the state back until the next slab. */
function keepRay(scratch: usize, lane: usize, slot: i32): void {
  const pair = scratch + PAIR + 8 * lane;
  const stride = columnBytes(scratch);
  let at = cell(scratch, RAY_STATE, slot);
  for (let field: usize = 0; field < <usize>STATE_BYTES; field += 16, at += stride) {
    store<f64>(at, load<f64>(pair + field));
  }
  store<i32>(scratch + JOB_SLOTS + 4 * lane, -1);
}

/** Ends a lane's ray with the sweep it has. */
export function close(scratch: usize, lane: usize, status: i32, reason: i32): void {
  const slot = load<i32>(scratch + JOB_SLOTS + 4 * lane);
  const pair = scratch + PAIR + 8 * lane;
  const sweep = sweepOf(pair, load<f64>(pair + PAIR_TAU));
  if (sweep - sweep === 0) writeSweep(scratch, slot, sweep);
  endRay(scratch, slot, status, reason);
  store<i32>(scratch + JOB_SLOTS + 4 * lane, -1);
}

function sweepOf(pair: usize, tau: f64): f64 {
  const whole = load<f64>(pair + PAIR_C);
  return whole > 0 ? Math.sqrt(whole) * tau : 0;
}

/** When u reaches 0 within a step that ends below it. The first guess is Newton's from there: near 0 u is all but straight. */
function landingIn(series: usize, pair: usize, step: f64): f64 {
  return rootIn(series, SERIES_U, 0, step, step - load<f64>(pair + PAIR_U) / load<f64>(pair + PAIR_W));
}

/** Ends a ray at infinity, `step` into its last step. */
function land(scratch: usize, lane: usize, step: f64): void {
  const slot = load<i32>(scratch + JOB_SLOTS + 4 * lane);
  const pair = scratch + PAIR + 8 * lane;
  const series = scratch + 8 * lane;
  const nx = valueAt(series, SERIES_NX, step);
  const ny = valueAt(series, SERIES_NY, step);
  const nz = valueAt(series, SERIES_NZ, step);
  const psi = valueAt(series, SERIES_PSI, step);
  const c = cos(psi);
  const s = sin(psi);
  const sweep = sweepOf(pair, load<f64>(pair + PAIR_TAU));
  endEscaped(scratch, slot, c * nx - s * ny, s * nx + c * ny, nz, load<f64>(pair + PAIR_ENERGY), sweep);
  store<i32>(scratch + JOB_SLOTS + 4 * lane, -1);
}
