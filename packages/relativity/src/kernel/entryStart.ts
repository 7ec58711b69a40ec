/*
 * The first moment of a ray of the fast backend: its constants, its fate, and for flat space and Schwarzschild the whole
 * answer. AssemblyScript only. Sections 5.2, 5.4, 5.6 of the method.
 */
import { negativeRoot, rootGapSquared, sweepFromInfinity, sweepToTurn } from "./carlson";
import { atan2, cos, PI, sin } from "./elementary";
import { alongLook, frameAt, prepareFrame, writeLook } from "./entryCamera";
import { writeFlatSlopes, writeSlopes } from "./entryDirectionSlopes";
import { slopeIn, valueIn } from "./entryDual";
import { sweepInward, sweepOverTurn } from "./entrySweepSlope";
import { cell, columnBytes, flag, plain, plainFinite, pointer } from "./entryTables";
import {
  CONTEXT_DISK,
  CONTEXT_DISK_INNER,
  CONTEXT_SPACETIME,
  CONTEXT_SPIN,
  DISK_NONE,
  FRAME_POSITION,
  POOL_ACTIVE,
  POOL_TERMINATED,
  RAY_CROSSING_COUNT,
  RAY_DIRECTION,
  RAY_ETA,
  RAY_FRAME,
  RAY_GOAL,
  RAY_MARGIN_U,
  RAY_ORDER,
  RAY_POOL_STATUS,
  RAY_REASON,
  RAY_REDSHIFT_G,
  RAY_SAMPLE_X,
  RAY_SAMPLE_Y,
  RAY_STATE,
  RAY_STATUS,
  RAY_STEPS,
  RAY_SWEEP_RAD,
  RAY_XI,
  REASON_CAMERA,
  REASON_CRITICAL,
  REASON_NONE,
  SPACETIME_MINKOWSKI,
  SPACETIME_SCHWARZSCHILD,
  STATUS_CAPTURED,
  STATUS_ESCAPED,
  STATUS_UNRESOLVED,
} from "./layout";
import {
  CRITICAL_MARGIN,
  criticalAuxiliary,
  criticalPoint,
  horizonRadius,
  isCaptured,
  marginAt,
  radialPotential,
  smaller,
} from "./physics";
import {
  CAMERA_IS_SOUND,
  CAMERA_LOOK,
  CAMERA_N,
  CAMERA_U,
  GOAL_DISK_EDGE,
  GOAL_INFINITY,
  JOB_CONTEXT,
  JOB_SLOPES,
  LEG_ENERGY,
  LEG_MOMENTUM,
  LEG_V,
  LEG_W,
} from "./scratchLayout";

/** Starts one pending ray. */
export function startRay(scratch: usize, slot: i32): void {
  const context = pointer(scratch, JOB_CONTEXT);
  const index = load<i32>(flag(scratch, RAY_FRAME, slot));
  prepareFrame(scratch, context, index);
  const x = load<f64>(cell(scratch, RAY_SAMPLE_X, slot));
  const y = load<f64>(cell(scratch, RAY_SAMPLE_Y, slot));
  writeLook(frameAt(context, index), x, y, scratch + CAMERA_LOOK);
  clearAnswer(scratch, slot);
  const energy = alongLook(scratch, LEG_ENERGY);
  const vx = alongLook(scratch, LEG_V);
  const vy = alongLook(scratch, LEG_V + 8);
  const vz = alongLook(scratch, LEG_V + 16);
  if (load<i32>(context + CONTEXT_SPACETIME) === SPACETIME_MINKOWSKI) {
    startFlat(scratch, slot, energy, vx, vy, vz);
    return;
  }
  const momentum = alongLook(scratch, LEG_MOMENTUM);
  const w = alongLook(scratch, LEG_W);
  const sum = energy + momentum + w + vx + vy + vz;
  if (load<i32>(scratch + CAMERA_IS_SOUND) === 0 || sum - sum !== 0) {
    endRay(scratch, slot, STATUS_UNRESOLVED, REASON_CAMERA);
    return;
  }
  startKerr(scratch, slot, energy, momentum, w, vx, vy, vz);
}

/** Clears the results of a slot: columns one after the other from RAY_DIRECTION to RAY_MARGIN_U. */
function clearAnswer(job: usize, slot: i32): void {
  const stride = columnBytes(job);
  let at = cell(job, RAY_DIRECTION, slot);
  for (let column = RAY_DIRECTION; column < RAY_MARGIN_U; column++, at += stride) store<f64>(at, 0);
  store<f64>(at, 1);
  store<i32>(flag(job, RAY_ORDER, slot), 0);
  store<i32>(flag(job, RAY_STEPS, slot), 0);
  store<i32>(flag(job, RAY_CROSSING_COUNT, slot), 0);
}

/** Closes a ray. */
export function endRay(job: usize, slot: i32, status: i32, reason: i32): void {
  store<i32>(flag(job, RAY_STATUS, slot), status);
  store<i32>(flag(job, RAY_REASON, slot), reason);
  store<i32>(flag(job, RAY_POOL_STATUS, slot), POOL_TERMINATED);
}

/** Closes a ray that came from infinity: its direction (any length), its energy, its sweep. */
export function endEscaped(job: usize, slot: i32, x: f64, y: f64, z: f64, energy: f64, sweepRad: f64): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  store<f64>(cell(job, RAY_DIRECTION, slot), plain(x * scale));
  store<f64>(cell(job, RAY_DIRECTION + 1, slot), plain(y * scale));
  store<f64>(cell(job, RAY_DIRECTION + 2, slot), plain(z * scale));
  store<f64>(cell(job, RAY_REDSHIFT_G, slot), plain(-1 / energy));
  writeSweep(job, slot, sweepRad);
  endRay(job, slot, STATUS_ESCAPED, REASON_NONE);
}

/** Writes sweep and order. */
export function writeSweep(job: usize, slot: i32, sweepRad: f64): void {
  store<f64>(cell(job, RAY_SWEEP_RAD, slot), plain(sweepRad));
  store<i32>(flag(job, RAY_ORDER, slot), <i32>Math.floor(sweepRad / PI));
}

/** A straight line: v holds the Cartesian components of the tangent. */
function startFlat(scratch: usize, slot: i32, energy: f64, kx: f64, ky: f64, kz: f64): void {
  const place =
    frameAt(pointer(scratch, JOB_CONTEXT), load<i32>(flag(scratch, RAY_FRAME, slot))) + FRAME_POSITION;
  const x = load<f64>(place);
  const y = load<f64>(place + 8);
  const z = load<f64>(place + 16);
  const mx = y * kz - z * ky;
  const my = z * kx - x * kz;
  const mz = x * ky - y * kx;
  const whole = mx * mx + my * my + mz * mz;
  const sum = energy + kx + ky + kz + whole;
  if (sum - sum !== 0 || !(energy < 0)) {
    endRay(scratch, slot, STATUS_UNRESOLVED, REASON_CAMERA);
    return;
  }
  store<f64>(cell(scratch, RAY_XI, slot), plainFinite(mz / energy));
  store<f64>(cell(scratch, RAY_ETA, slot), plainFinite((mx * mx + my * my) / (energy * energy)));
  endEscaped(scratch, slot, kx, ky, kz, energy, atan2(Math.sqrt(whole), x * kx + y * ky + z * kz));
  if (load<i32>(scratch + JOB_SLOPES) !== 0) writeFlatSlopes(scratch, slot, kx, ky, kz);
}

function startKerr(
  scratch: usize,
  slot: i32,
  energy: f64,
  momentum: f64,
  w: f64,
  vx: f64,
  vy: f64,
  vz: f64,
): void {
  const context = pointer(scratch, JOB_CONTEXT);
  const kind = load<i32>(context + CONTEXT_SPACETIME);
  const a = kind === SPACETIME_SCHWARZSCHILD ? 0 : load<f64>(context + CONTEXT_SPIN);
  const u = load<f64>(scratch + CAMERA_U);
  const nz = load<f64>(scratch + CAMERA_N + 16);
  const e2 = energy * energy;
  const a2e2 = a * a * e2;
  const whole = vx * vx + vy * vy + vz * vz - a2e2 * nz * nz;
  const carter = whole - momentum * momentum;
  store<f64>(cell(scratch, RAY_XI, slot), plainFinite(momentum / energy));
  store<f64>(cell(scratch, RAY_ETA, slot), plainFinite(carter / e2));
  const offset = momentum - a * energy;
  const k = carter + offset * offset;
  const c1 = a2e2 - whole;
  const c3 = -2 * a * a * carter;
  const a2q = a * a * carter;
  const auxiliary = criticalAuxiliary(c1, 3 * k, c3);
  const uA = criticalPoint(c1, auxiliary);
  const uB = criticalPoint(auxiliary, c3);
  const valueA = radialPotential(uA, e2, c1, k, a2q);
  const valueB = radialPotential(uB, e2, c1, k, a2q);
  const horizonU = 1 / horizonRadius(a);
  const marginA = marginAt(uA, valueA, u, horizonU, w, e2);
  const marginB = marginAt(uB, valueB, u, horizonU, w, e2);
  const margin = smaller(marginA, marginB);
  store<f64>(cell(scratch, RAY_MARGIN_U, slot), margin);
  const isLost = !(energy < 0);
  const disk = load<i32>(context + CONTEXT_DISK);
  if (!isLost && margin < CRITICAL_MARGIN) {
    endRay(scratch, slot, STATUS_UNRESOLVED, REASON_CRITICAL);
    return;
  }
  if (isLost || isCaptured(uA, valueA, uB, valueB, u, horizonU, w)) {
    const edgeU = 1 / load<f64>(context + CONTEXT_DISK_INNER);
    const atHorizon = energy + (a2e2 === 0 ? 0 : a * (a * energy - momentum) * horizonU * horizonU);
    const isInside = u >= horizonU;
    if (disk === DISK_NONE || (u >= edgeU && w >= 0) || (isInside && !(atHorizon < 0))) {
      endRay(scratch, slot, STATUS_CAPTURED, REASON_NONE);
      return;
    }
    keepState(scratch, slot, u, w, vx, vy, vz, energy, momentum, carter, edgeU);
    store<i32>(flag(scratch, RAY_GOAL, slot), GOAL_DISK_EDGE);
    return;
  }
  if (kind === SPACETIME_SCHWARZSCHILD && disk === DISK_NONE) {
    endSchwarzschild(scratch, slot, energy, w, vx, vy, vz);
    return;
  }
  keepState(scratch, slot, u, w, vx, vy, vz, energy, momentum, carter, 0);
  store<i32>(flag(scratch, RAY_GOAL, slot), GOAL_INFINITY);
}

/** Writes the state columns and makes the ray active. */
function keepState(
  scratch: usize,
  slot: i32,
  u: f64,
  w: f64,
  vx: f64,
  vy: f64,
  vz: f64,
  energy: f64,
  momentum: f64,
  carter: f64,
  target: f64,
): void {
  const stride = columnBytes(scratch);
  let at = cell(scratch, RAY_STATE, slot);
  store<f64>(at, u);
  at += stride;
  store<f64>(at, w);
  at += stride;
  store<f64>(at, load<f64>(scratch + CAMERA_N));
  at += stride;
  store<f64>(at, load<f64>(scratch + CAMERA_N + 8));
  at += stride;
  store<f64>(at, load<f64>(scratch + CAMERA_N + 16));
  at += stride;
  store<f64>(at, vx);
  at += stride;
  store<f64>(at, vy);
  at += stride;
  store<f64>(at, vz);
  at += stride;
  store<f64>(at, 0);
  at += stride;
  store<f64>(at, 0);
  at += stride;
  store<f64>(at, energy);
  at += stride;
  store<f64>(at, momentum);
  at += stride;
  store<f64>(at, carter);
  at += stride;
  store<f64>(at, target);
  store<i32>(flag(scratch, RAY_POOL_STATUS, slot), POOL_ACTIVE);
}

/** Sweep below which a ray is straight: its bend is below half a unit in the last place. */
const STRAIGHT: f64 = 1e-9;

/** Sweep from infinity to u, where du/dphi is the rate: over the turning point unless u rises from infinity. */
function sweepOf(u: f64, rate: f64, beta: f64): f64 {
  const u1 = negativeRoot(beta);
  if (rate < 0) return sweepFromInfinity(u, u1, -rate);
  const gap = Math.sqrt(rootGapSquared(u1));
  const turnU = 0.5 * (0.5 - u1 - gap);
  const below = (rate * rate) / (2 * (u - u1) * (turnU + gap - u));
  return sweepToTurn(u1, gap, turnU) + sweepToTurn(u1, gap, below);
}

/** An escaping ray of Schwarzschild: a turn of its plane by the closed-form sweep. */
function endSchwarzschild(scratch: usize, slot: i32, energy: f64, w: f64, vx: f64, vy: f64, vz: f64): void {
  const u = load<f64>(scratch + CAMERA_U);
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const hasSlopes = load<i32>(scratch + JOB_SLOPES) !== 0;
  let sweep = (speed * u) / -energy;
  let sweepSlope: f64 = 0;
  if (sweep > STRAIGHT) {
    const beta = -energy / speed;
    const rate = w / speed;
    if (hasSlopes) {
      const pair = rate < 0 ? sweepInward(u, -rate, beta) : sweepOverTurn(u, rate, beta);
      sweep = valueIn(pair);
      sweepSlope = slopeIn(pair);
    } else sweep = sweepOf(u, rate, beta);
  }
  const along = cos(sweep);
  const across = speed > 0 ? sin(sweep) / speed : 0;
  const x = along * load<f64>(scratch + CAMERA_N) + across * vx;
  const y = along * load<f64>(scratch + CAMERA_N + 8) + across * vy;
  const z = along * load<f64>(scratch + CAMERA_N + 16) + across * vz;
  endEscaped(scratch, slot, x, y, z, energy, sweep);
  if (hasSlopes) writeSlopes(scratch, slot, energy, w, vx, vy, vz, speed, sweep, sweepSlope);
}
