import { FIRST_STEP } from "../kernel/dormandPrince.ts";
import * as light from "../kernel/kerrSchild.ts";
import {
  STATE_CARTER,
  STATE_COLUMNS,
  STATE_ENERGY,
  STATE_MOMENTUM,
  STATE_STEP,
  STATE_SWEEP,
  STATE_T,
} from "../kernel/kerrSchildState.ts";
import * as layout from "../kernel/layout.ts";
import * as fate from "../kernel/physics.ts";
import { GOAL_DISK_EDGE, GOAL_INFINITY } from "../kernel/scratchLayout.ts";
import { TABLE_FIRST, TABLE_HOLDS_TIME, TABLE_LAST, TABLE_NODE_COUNT } from "../kernel/tableLayout.ts";
import { frameIndex, lookOf, prepareFrame } from "./referenceCamera.ts";
import { type RayField, squareOf } from "./referenceKerrSchildStep.ts";
import { endRay, startRay } from "./referenceStart.ts";
import { evaluateTable, isInsideBlock } from "./referenceTable.ts";
import {
  contextNumber,
  contextWord,
  getCell,
  getFlag,
  plainFinite,
  type RayJob,
  setCell,
  setFlag,
} from "./referenceTables.ts";

/** Starts one pending ray of the general backend; the twin of entryKerrSchildStart.ts. */
export function startKerrSchildRay(job: RayJob, slot: number, field: RayField): void {
  const frame = getFlag(job, layout.RAY_FRAME, slot);
  if (contextWord(job, layout.CONTEXT_SPACETIME) === layout.SPACETIME_MINKOWSKI) {
    startRay(job, slot, { ...prepareFrame(job, frame), hasSlopes: false });
    return;
  }
  clearAnswer(job, slot);
  const state = tangentState(job, slot, frame);
  if (field.table && !isInTime(field.table.block, state[STATE_T]!)) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_TABLE_TIME);
    return;
  }
  const energy = lowerTangent(field, state);
  const p2 = squareOf(state, 3);
  const rho2 = squareOf(state, 0);
  const sum = energy + p2 + rho2;
  if (sum - sum !== 0 || !(p2 > 0) || !(rho2 > 0)) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_CAMERA);
    return;
  }
  state[STATE_STEP] = FIRST_STEP * Math.sqrt(rho2 / p2);
  state[STATE_ENERGY] = energy;
  setFlag(job, layout.RAY_GOAL, slot, GOAL_INFINITY);
  if (field.table === undefined) classify(job, slot, state, field);
  else activate(job, slot, state);
}

/** Whether the levels of a table reach a time. */
export function isInTime(block: Float64Array, t: number): boolean {
  if (block[TABLE_NODE_COUNT] === 1 || block[TABLE_HOLDS_TIME] === 1) return true;
  return t >= block[TABLE_FIRST]! && t <= block[TABLE_LAST]!;
}

function clearAnswer(job: RayJob, slot: number): void {
  for (let column = layout.RAY_DIRECTION; column < layout.RAY_F64_COLUMNS; column++) {
    setCell(job, column, slot, column === layout.RAY_MARGIN_U ? 1 : 0);
  }
  setFlag(job, layout.RAY_ORDER, slot, 0);
  setFlag(job, layout.RAY_STEPS, slot, 0);
  setFlag(job, layout.RAY_CROSSING_COUNT, slot, 0);
}

/** Place, contravariant backward tangent (its t in the place of the energy) and time. */
function tangentState(job: RayJob, slot: number, frame: number): Float64Array {
  const x = getCell(job, layout.RAY_SAMPLE_X, slot);
  const y = getCell(job, layout.RAY_SAMPLE_Y, slot);
  const { forward, up, right } = lookOf(job, frame, x, y);
  const at = (byte: number): number => job.f64[frameIndex(job, frame) + byte / 8]!;
  const state = new Float64Array(STATE_COLUMNS);
  for (let i = 0; i < 4; i++) {
    const part =
      forward * at(layout.FRAME_FORWARD + 8 * i) -
      at(layout.FRAME_VELOCITY + 8 * i) +
      up * at(layout.FRAME_UP + 8 * i) +
      right * at(layout.FRAME_RIGHT + 8 * i);
    state[i === 0 ? STATE_ENERGY : 2 + i] = part;
    if (i > 0) state[i - 1] = at(layout.FRAME_POSITION + 8 * (i - 1));
  }
  state[STATE_T] = at(layout.FRAME_T_KS);
  state[STATE_SWEEP] = 0;
  return state;
}

/** Lowers the tangent in place and gives E = -p_t. */
function lowerTangent({ mass, spin, squaredCharge, table }: RayField, state: Float64Array): number {
  const [x, y, z, kx, ky, kz, t] = state as unknown as [
    ...[number, number, number, number, number, number, number],
  ];
  const kt = state[STATE_ENERGY]!;
  if (table && isInsideBlock(table.block, x, y, z)) {
    evaluateTable(table.block, [t, x, y, z], table.fields);
    const [, bx, by, bz, xx, xy, xz, yy, yz, zz] = table.fields as unknown as number[] as [
      ...[number, number, number, number, number, number, number, number, number, number],
    ];
    const vx = kx + bx * kt;
    const vy = ky + by * kt;
    const vz = kz + bz * kt;
    state[3] = xx * vx + xy * vy + xz * vz;
    state[4] = xy * vx + yy * vy + yz * vz;
    state[5] = xz * vx + yz * vy + zz * vz;
    return kt;
  }
  light.kerrSchildFormAt(mass, spin, squaredCharge, x, y, z);
  const along = light.form * (kt + (light.nullX * kx + light.nullY * ky + light.nullZ * kz));
  state[3] = kx + along * light.nullX;
  state[4] = ky + along * light.nullY;
  state[5] = kz + along * light.nullZ;
  return kt - along;
}

/** Decides in closed form whether the ray comes from infinity (relativity 5.6), and starts it if it must be followed. */
function classify(job: RayJob, slot: number, state: Float64Array, field: RayField): void {
  const a = field.spin;
  const q2 = field.squaredCharge;
  const energy = state[STATE_ENERGY]!;
  const [x, y, z, px, py, pz] = state as unknown as [number, number, number, number, number, number];
  light.setConserved(1, a, q2, energy, x, y, z, px, py, pz);
  const { momentum, carter } = light;
  const w = light.inward;
  const u = 1 / light.radius;
  state[STATE_MOMENTUM] = momentum;
  state[STATE_CARTER] = carter;
  const e2 = energy * energy;
  setCell(job, layout.RAY_XI, slot, plainFinite(momentum / energy));
  setCell(job, layout.RAY_ETA, slot, plainFinite(carter / e2));
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
  const margin = fate.smaller(marginA, marginB);
  setCell(job, layout.RAY_MARGIN_U, slot, margin);
  const isLost = !(energy < 0);
  if (!isLost && margin < fate.CRITICAL_MARGIN) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_CRITICAL);
    return;
  }
  if (isLost || fate.isCaptured(uA, valueA, uB, valueB, u, horizonU, w)) {
    const atHorizon = energy + a * (a * energy - momentum) * horizonU * horizonU;
    const edgeU = 1 / contextNumber(job, layout.CONTEXT_DISK_INNER);
    const hasNoDisk = contextWord(job, layout.CONTEXT_DISK) === layout.DISK_NONE;
    if (hasNoDisk || (u >= edgeU && w >= 0) || (u >= horizonU && !(atHorizon < 0))) {
      endRay(job, slot, layout.STATUS_CAPTURED, layout.REASON_NONE);
      return;
    }
    setFlag(job, layout.RAY_GOAL, slot, GOAL_DISK_EDGE);
  }
  activate(job, slot, state);
}

/** Writes the state columns and makes the ray active. */
function activate(job: RayJob, slot: number, state: Float64Array): void {
  state.forEach((value, word) => {
    setCell(job, layout.RAY_STATE + word, slot, value);
  });
  setFlag(job, layout.RAY_POOL_STATUS, slot, layout.POOL_ACTIVE);
}
