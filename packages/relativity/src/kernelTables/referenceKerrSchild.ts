import { ERROR_ALLOWANCE, SHORTEST_STEP, stepFactor } from "../kernel/dormandPrince.ts";
import { acos, atan2 } from "../kernel/elementary.ts";
import * as light from "../kernel/kerrSchild.ts";
import * as ks from "../kernel/kerrSchildState.ts";
import * as layout from "../kernel/layout.ts";
import { kerrSchildRadius } from "../kernel/physics.ts";
import { GOAL_INFINITY } from "../kernel/scratchLayout.ts";
import { TABLE_CAPTURE_RADIUS, TABLE_SPIN } from "../kernel/tableLayout.ts";
import { frameIndex } from "./referenceCamera.ts";
import { isInTime, startKerrSchildRay } from "./referenceKerrSchildStart.ts";
import {
  createSingleRay,
  fieldOf,
  type SingleRay,
  setRates,
  squaredError,
  squareOf,
  stepSingle,
} from "./referenceKerrSchildStep.ts";
import { endEscaped, endRay } from "./referenceStart.ts";
import { energyInTable, isInsideBlock } from "./referenceTable.ts";
import {
  contextNumber,
  contextWord,
  getCell,
  getFlag,
  plain,
  plainFinite,
  type RayJob,
  setCell,
  setFlag,
  slotOf,
} from "./referenceTables.ts";

/** What a call may do: indices, and how far each ray goes. */
export interface KerrSchildVisit {
  readonly begin: number;
  readonly end: number;
  /** Kerr-Schild time below which rays wait, frames are not due. */
  readonly lowerTime: number;
  readonly steps: number;
}

/** Starts the pending rays whose frame is later than the lower time; the twin of startKerrSchildRange. */
export function startKerrSchildRange(job: RayJob, { begin, end, lowerTime }: KerrSchildVisit): void {
  const field = fieldOf(job);
  for (let index = begin; index < end; index++) {
    const slot = slotOf(job, index);
    if (getFlag(job, layout.RAY_POOL_STATUS, slot) !== layout.POOL_PENDING) continue;
    const frame = frameIndex(job, getFlag(job, layout.RAY_FRAME, slot));
    if (!(job.f64[frame + layout.FRAME_T_KS / 8]! > lowerTime)) continue;
    startKerrSchildRay(job, slot, field);
  }
}

/** Advances the active rays that are not below the slab; the twin of advanceKerrSchildRange, one ray at a time. */
export function advanceKerrSchildRange(job: RayJob, visit: KerrSchildVisit): void {
  const ray = createSingleRay(fieldOf(job));
  for (let index = visit.begin; index < visit.end; index++) {
    const slot = slotOf(job, index);
    if (getFlag(job, layout.RAY_POOL_STATUS, slot) !== layout.POOL_ACTIVE) continue;
    if (getCell(job, layout.RAY_STATE + ks.STATE_T, slot) < visit.lowerTime) continue;
    for (let word = 0; word < ks.STATE_COLUMNS; word++) {
      ray.state[word] = getCell(job, layout.RAY_STATE + word, slot);
    }
    advanceRay(job, slot, ray, visit);
    for (let word = 0; word < ks.STATE_COLUMNS; word++) {
      setCell(job, layout.RAY_STATE + word, slot, ray.state[word]!);
    }
  }
}

function advanceRay(job: RayJob, slot: number, ray: SingleRay, visit: KerrSchildVisit): void {
  const { state } = ray;
  const tolerance = ERROR_ALLOWANCE * contextNumber(job, layout.CONTEXT_TOLERANCE);
  const budget = contextWord(job, layout.CONTEXT_STEP_BUDGET);
  const momentum = state[ks.STATE_MOMENTUM]!;
  const squaredSpeed = ray.field.table ? 1 : state[ks.STATE_CARTER]! + momentum * momentum;
  setRates(ray, state, 0);
  let steps = getFlag(job, layout.RAY_STEPS, slot);
  for (let taken = 0; taken < visit.steps && !(state[ks.STATE_T]! < visit.lowerTime); taken++) {
    const h = state[ks.STATE_STEP]!;
    stepSingle(ray, h);
    steps++;
    setFlag(job, layout.RAY_STEPS, slot, steps);
    const error = squaredError(ray, h, { tolerance, squaredSpeed });
    state[ks.STATE_STEP] = h * stepFactor(error);
    if (error <= 1) {
      if (meetsDisk(job, slot, ray, h)) break;
      accept(ray);
      if (isDone(job, slot, ray)) break;
    } else if (!(state[ks.STATE_STEP]! > SHORTEST_STEP)) {
      endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_NOT_FINITE);
      break;
    }
    if (steps >= budget) {
      endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_STEP_BUDGET);
      break;
    }
  }
}

function accept({ state, rates, next }: SingleRay): void {
  state.set(next);
  rates.copyWithin(0, 6 * ks.STATE_WORDS);
}

/** Records where an accepted step meets the disk; true when that ends the ray. */
function meetsDisk(job: RayJob, slot: number, ray: SingleRay, h: number): boolean {
  if (contextWord(job, layout.CONTEXT_DISK) === layout.DISK_NONE) return false;
  const z0 = ray.state[2]!;
  const z1 = ray.next[2]!;
  if (!(z0 !== 0 && (z1 === 0 || z0 < 0 !== z1 < 0))) return false;
  let length = z1 === 0 ? h : (h * z0) / (z0 - z1);
  for (let i = 0; i < ks.CROSSING_ITERATIONS; i++) {
    stepSingle(ray, length);
    let next = length - ray.next[2]! / ray.rates[6 * ks.STATE_WORDS + 2]!;
    if (next > h) next = h;
    if (!(next > 0)) next = 0;
    const moved = next - length;
    length = next;
    if (!(Math.abs(moved) > 1e-15 * h)) break;
  }
  if (recordCrossing(job, slot, ray)) return true;
  stepSingle(ray, h);
  return false;
}

function recordCrossing(job: RayJob, slot: number, { field, state, next }: SingleRay): boolean {
  const a = field.spin;
  const [x, y, , px, py] = next as unknown as [number, number, number, number, number];
  const r = Math.sqrt(x * x + y * y - a * a);
  const isOnDisk =
    r >= contextNumber(job, layout.CONTEXT_DISK_INNER) && r <= contextNumber(job, layout.CONTEXT_DISK_OUTER);
  if (!isOnDisk) return false;
  const energy = field.table ? energyInTable(field.table, next) : state[ks.STATE_ENERGY]!;
  const isco = [layout.CONTEXT_ISCO_RADIUS, layout.CONTEXT_ISCO_ENERGY, layout.CONTEXT_ISCO_MOMENTUM].map(
    (at) => contextNumber(job, at),
  ) as [number, number, number];
  const g = 1 / light.diskFrequency(field.mass, a, field.squaredCharge, energy, x, y, px, py, ...isco);
  const count = getFlag(job, layout.RAY_CROSSING_COUNT, slot);
  if (count < layout.CROSSING_COUNT) {
    const column = layout.RAY_CROSSINGS + layout.CROSSING_WORDS * count;
    setCell(job, column, slot, r);
    setCell(job, column + 1, slot, plain(atan2(r * y - a * x, r * x + a * y)));
    setCell(job, column + 2, slot, plainFinite(g));
    setFlag(job, layout.RAY_CROSSING_COUNT, slot, count + 1);
  }
  if (contextWord(job, layout.CONTEXT_DISK) !== layout.DISK_OPAQUE) return false;
  setCell(job, layout.RAY_REDSHIFT_G, slot, plainFinite(g));
  const speed = field.table ? 1 : sweepSpeed(state[ks.STATE_MOMENTUM]!, state[ks.STATE_CARTER]!);
  setCell(job, layout.RAY_SWEEP_RAD, slot, speed * next[ks.STATE_SWEEP]!);
  setFlag(job, layout.RAY_ORDER, slot, 0);
  endRay(job, slot, layout.STATUS_DISK, layout.REASON_NONE);
  return true;
}

function sweepSpeed(momentum: number, carter: number): number {
  const whole = carter + momentum * momentum;
  return whole > 0 ? Math.sqrt(whole) : 0;
}

/** Ends a ray that is far, of the hole, or out of the table's times. */
function isDone(job: RayJob, slot: number, ray: SingleRay): boolean {
  const { field, state, rates } = ray;
  const [x, y, z] = state as unknown as [number, number, number];
  const [vx, vy, vz] = rates as unknown as [number, number, number];
  const isOutward = x * vx + y * vy + z * vz > 0;
  const rho2 = x * x + y * y + z * z;
  const isInside = field.table !== undefined && isInsideBlock(field.table.block, x, y, z);
  if (field.table !== undefined) {
    if (isInside && !isInTime(field.table.block, state[ks.STATE_T]!)) {
      endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_TABLE_TIME);
      return true;
    }
    const { block } = field.table;
    if (kerrSchildRadius(block[TABLE_SPIN]!, x, y, z) < block[TABLE_CAPTURE_RADIUS]!) {
      const limit = ks.CLINGING_BLUESHIFT * energyInTable(field.table, state);
      if (isOutward && squareOf(state, 3) < limit * limit) return false;
      endRay(job, slot, layout.STATUS_CAPTURED, layout.REASON_NONE);
      return true;
    }
  } else if (getFlag(job, layout.RAY_GOAL, slot) !== GOAL_INFINITY) {
    const inner = contextNumber(job, layout.CONTEXT_DISK_INNER);
    if (isOutward || rho2 > inner * inner + field.spin * field.spin) return false;
    endRay(job, slot, layout.STATUS_CAPTURED, layout.REASON_NONE);
    return true;
  }
  if (isInside || !isOutward || rho2 < ks.FAR_RADIUS * ks.FAR_RADIUS) return false;
  const bend = ks.FAR_BEND * contextNumber(job, layout.CONTEXT_TOLERANCE);
  const turned = squareOf(rates, 3) * rho2;
  if (turned > bend * bend * (squareOf(state, 3) * squareOf(rates, 0))) return false;
  const outer = contextNumber(job, layout.CONTEXT_DISK_OUTER) + 1;
  if (contextWord(job, layout.CONTEXT_DISK) !== layout.DISK_NONE && rho2 < outer * outer) return false;
  if (field.table) finishFarTable(job, slot, ray);
  else finishFar(job, slot, ray);
  return true;
}

/** Closes a far ray of a closed-form spacetime: adds the Mino time from there to infinity to the sweep. */
function finishFar(job: RayJob, slot: number, { field, state }: SingleRay): void {
  const [x, y, z, px, py, pz] = state as unknown as [number, number, number, number, number, number];
  const energy = state[ks.STATE_ENERGY]!;
  const momentum = state[ks.STATE_MOMENTUM]!;
  const carter = state[ks.STATE_CARTER]!;
  const a = field.spin;
  const tail = light.minoTimeToInfinity(a, energy, momentum, carter, kerrSchildRadius(a, x, y, z));
  const sweep = state[ks.STATE_SWEEP]! + tail;
  endEscaped(job, slot, { direction: [px, py, pz], energy, sweepRad: sweepSpeed(momentum, carter) * sweep });
}

/** Closes a far ray around a table: its energy and constants there, and the angle from there to infinity. */
function finishFarTable(job: RayJob, slot: number, { field, state }: SingleRay): void {
  const [x, y, z, px, py, pz] = state as unknown as [number, number, number, number, number, number];
  const { mass, spin, squaredCharge } = field;
  const energy = light.backwardEnergy(mass, spin, squaredCharge, x, y, z, px, py, pz);
  light.setConserved(mass, spin, squaredCharge, energy, x, y, z, px, py, pz);
  setCell(job, layout.RAY_XI, slot, plainFinite(light.momentum / energy));
  setCell(job, layout.RAY_ETA, slot, plainFinite(light.carter / (energy * energy)));
  let cosine = (x * px + y * py + z * pz) / Math.sqrt(squareOf(state, 0) * squareOf(state, 3));
  if (cosine > 1) cosine = 1;
  const sweepRad = state[ks.STATE_SWEEP]! + acos(cosine);
  endEscaped(job, slot, { direction: [px, py, pz], energy, sweepRad });
}
