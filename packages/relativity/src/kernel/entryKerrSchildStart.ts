/*
 * The first moment of a ray of the general backend: momentum, constants, and its fate where a closed form knows it.
 * AssemblyScript only. Relativity 5.1, 5.6.
 */
import { FIRST_STEP } from "./dormandPrince";
import { frameAt, writeLook } from "./entryCamera";
import { massOf, spinOf, squaredChargeOf } from "./entryKerrSchildFinish";
import { squareOf } from "./entryKerrSchildStep";
import { endRay, startRay } from "./entryStart";
import { evaluateTable, isInsideTable, tableWord } from "./entryTable";
import { cell, flag, plainFinite, pointer } from "./entryTables";
import * as light from "./kerrSchild";
import {
  KERR_SCHILD_SCRATCH,
  STATE_CARTER,
  STATE_COLUMNS,
  STATE_ENERGY,
  STATE_MOMENTUM,
  STATE_STEP,
  STATE_SWEEP,
  STATE_T,
} from "./kerrSchildState";
import * as layout from "./layout";
import * as fate from "./physics";
import { CAMERA_LOOK, GOAL_DISK_EDGE, GOAL_INFINITY, JOB_CONTEXT } from "./scratchLayout";
import { TABLE_FIRST, TABLE_HOLDS_TIME, TABLE_LAST, TABLE_NODE_COUNT } from "./tableLayout";

/** Starts one pending ray. */
export function startKerrSchildRay(job: usize, slot: i32): void {
  const context = pointer(job, JOB_CONTEXT);
  if (load<i32>(context, layout.CONTEXT_SPACETIME) === layout.SPACETIME_MINKOWSKI) {
    startRay(job, slot);
    return;
  }
  const frame = frameAt(context, load<i32>(flag(job, layout.RAY_FRAME, slot)));
  const y = job + KERR_SCHILD_SCRATCH;
  clearAnswer(job, slot);
  setTangent(job, slot, frame, y);
  const table = pointer(context, layout.CONTEXT_TABLE);
  if (table !== 0 && !isInTime(table, load<f64>(frame, layout.FRAME_T_KS))) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_TABLE_TIME);
    return;
  }
  const energy = lowerTangent(context, table, y);
  const p2 = squareOf(y + 24);
  const rho2 = squareOf(y);
  const sum = energy + p2 + rho2;
  if (sum - sum !== 0 || !(p2 > 0) || !(rho2 > 0)) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_CAMERA);
    return;
  }
  store<f64>(y, FIRST_STEP * Math.sqrt(rho2 / p2), 8 * STATE_STEP);
  store<f64>(y, energy, 8 * STATE_ENERGY);
  store<i32>(flag(job, layout.RAY_GOAL, slot), GOAL_INFINITY);
  if (table === 0) classify(job, slot, y, energy);
  else activate(job, slot, y);
}

/** Whether the levels of a table reach a time. */
export function isInTime(table: usize, t: f64): bool {
  if (tableWord(table, TABLE_NODE_COUNT) === 1 || tableWord(table, TABLE_HOLDS_TIME) === 1) return true;
  return t >= tableWord(table, TABLE_FIRST) && t <= tableWord(table, TABLE_LAST);
}

function clearAnswer(job: usize, slot: i32): void {
  for (let column = layout.RAY_DIRECTION; column < layout.RAY_F64_COLUMNS; column++) {
    store<f64>(cell(job, column, slot), column === layout.RAY_MARGIN_U ? 1 : 0);
  }
  store<i32>(flag(job, layout.RAY_ORDER, slot), 0);
  store<i32>(flag(job, layout.RAY_STEPS, slot), 0);
  store<i32>(flag(job, layout.RAY_CROSSING_COUNT, slot), 0);
}

/** Writes place, contravariant backward tangent (x, y, z in the place of the momentum, t in that of the energy) and time. */
function setTangent(job: usize, slot: i32, frame: usize, y: usize): void {
  const look = job + CAMERA_LOOK;
  writeLook(
    frame,
    load<f64>(cell(job, layout.RAY_SAMPLE_X, slot)),
    load<f64>(cell(job, layout.RAY_SAMPLE_Y, slot)),
    look,
  );
  const forward = load<f64>(look);
  const up = load<f64>(look, 8);
  const right = load<f64>(look, 16);
  for (let i: usize = 0; i < 32; i += 8) {
    const part =
      forward * load<f64>(frame + i, layout.FRAME_FORWARD) -
      load<f64>(frame + i, layout.FRAME_VELOCITY) +
      up * load<f64>(frame + i, layout.FRAME_UP) +
      right * load<f64>(frame + i, layout.FRAME_RIGHT);
    store<f64>(i === 0 ? y + 8 * STATE_ENERGY : y + 16 + i, part);
    if (i > 0) store<f64>(y + i - 8, load<f64>(frame + i - 8, layout.FRAME_POSITION));
  }
  store<f64>(y, load<f64>(frame, layout.FRAME_T_KS), 8 * STATE_T);
  store<f64>(y, 0, 8 * STATE_SWEEP);
}

/** Lowers the tangent in place and gives E = -p_t. */
function lowerTangent(context: usize, table: usize, y: usize): f64 {
  const x = load<f64>(y);
  const yy = load<f64>(y, 8);
  const z = load<f64>(y, 16);
  const kx = load<f64>(y, 24);
  const ky = load<f64>(y, 32);
  const kz = load<f64>(y, 40);
  const kt = load<f64>(y, 8 * STATE_ENERGY);
  if (table !== 0 && isInsideTable(table, x, yy, z)) {
    const s = y + 128;
    evaluateTable(table, load<f64>(y, 8 * STATE_T), x, yy, z, s);
    const vx = kx + load<f64>(s, 8) * kt;
    const vy = ky + load<f64>(s, 16) * kt;
    const vz = kz + load<f64>(s, 24) * kt;
    store<f64>(y, load<f64>(s, 32) * vx + load<f64>(s, 40) * vy + load<f64>(s, 48) * vz, 24);
    store<f64>(y, load<f64>(s, 40) * vx + load<f64>(s, 56) * vy + load<f64>(s, 64) * vz, 32);
    store<f64>(y, load<f64>(s, 48) * vx + load<f64>(s, 64) * vy + load<f64>(s, 72) * vz, 40);
    return kt;
  }
  light.kerrSchildFormAt(massOf(context), spinOf(context), squaredChargeOf(context), x, yy, z);
  const along = light.form * (kt + (light.nullX * kx + light.nullY * ky + light.nullZ * kz));
  store<f64>(y, kx + along * light.nullX, 24);
  store<f64>(y, ky + along * light.nullY, 32);
  store<f64>(y, kz + along * light.nullZ, 40);
  return kt - along;
}

/** Decides in closed form whether the ray comes from infinity (relativity 5.6), and starts it if it must be followed. */
function classify(job: usize, slot: i32, y: usize, energy: f64): void {
  const context = pointer(job, JOB_CONTEXT);
  const a = load<f64>(context, layout.CONTEXT_SPIN);
  const q2 = squaredChargeOf(context);
  light.setConserved(
    1,
    a,
    q2,
    energy,
    load<f64>(y),
    load<f64>(y, 8),
    load<f64>(y, 16),
    load<f64>(y, 24),
    load<f64>(y, 32),
    load<f64>(y, 40),
  );
  const momentum = light.momentum;
  const carter = light.carter;
  const w = light.inward;
  const u = 1 / light.radius;
  store<f64>(y, momentum, 8 * STATE_MOMENTUM);
  store<f64>(y, carter, 8 * STATE_CARTER);
  const e2 = energy * energy;
  store<f64>(cell(job, layout.RAY_XI, slot), plainFinite(momentum / energy));
  store<f64>(cell(job, layout.RAY_ETA, slot), plainFinite(carter / e2));
  const offset = momentum - a * energy;
  const k = carter + offset * offset;
  const c1 = a * a * e2 - carter - momentum * momentum;
  const quartic = a * a * carter + q2 * k;
  const auxiliary = fate.criticalAuxiliary(c1, 3 * k, -2 * quartic);
  const uA = fate.criticalPoint(c1, auxiliary);
  const uB = fate.criticalPoint(auxiliary, -2 * quartic);
  const valueA = fate.radialPotential(uA, e2, c1, k, quartic);
  const valueB = fate.radialPotential(uB, e2, c1, k, quartic);
  const horizonU = 1 / (1 + Math.sqrt(1 - a * a - q2));
  const marginA = fate.marginAt(uA, valueA, u, horizonU, w, e2);
  const marginB = fate.marginAt(uB, valueB, u, horizonU, w, e2);
  let margin = marginA;
  if (marginB < margin) margin = marginB;
  store<f64>(cell(job, layout.RAY_MARGIN_U, slot), margin);
  const isLost = !(energy < 0);
  if (!isLost && margin < fate.CRITICAL_MARGIN) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_CRITICAL);
    return;
  }
  if (isLost || fate.isCaptured(uA, valueA, uB, valueB, u, horizonU, w)) {
    const atHorizon = energy + a * (a * energy - momentum) * horizonU * horizonU;
    const edgeU = 1 / load<f64>(context, layout.CONTEXT_DISK_INNER);
    const hasNoDisk = load<i32>(context, layout.CONTEXT_DISK) === layout.DISK_NONE;
    if (hasNoDisk || (u >= edgeU && w >= 0) || (u >= horizonU && !(atHorizon < 0))) {
      endRay(job, slot, layout.STATUS_CAPTURED, layout.REASON_NONE);
      return;
    }
    store<i32>(flag(job, layout.RAY_GOAL, slot), GOAL_DISK_EDGE);
  }
  activate(job, slot, y);
}

/** Writes the state columns and makes the ray active. */
function activate(job: usize, slot: i32, y: usize): void {
  for (let word = 0; word < STATE_COLUMNS; word++) {
    store<f64>(cell(job, layout.RAY_STATE + word, slot), load<f64>(y + 8 * word));
  }
  store<i32>(flag(job, layout.RAY_POOL_STATUS, slot), layout.POOL_ACTIVE);
}
