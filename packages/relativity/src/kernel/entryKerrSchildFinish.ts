/*
 * How a ray of the general backend meets the disk and ends. AssemblyScript only.
 */
import { acos, atan2 } from "./elementary";
import {
  OFFSET_CARTER,
  OFFSET_ENERGY,
  OFFSET_MOMENTUM,
  OFFSET_NEW,
  OFFSET_RATES,
  OFFSET_STATE,
  OFFSET_TABLE,
  squareOf,
  stepScalar,
} from "./entryKerrSchildStep";
import { endEscaped, endRay } from "./entryStart";
import { energyInTable, tableWord } from "./entryTable";
import { cell, flag, plain, plainFinite, pointer } from "./entryTables";
import * as light from "./kerrSchild";
import { CROSSING_ITERATIONS, SINGLE_SCRATCH, STATE_P, STATE_SWEEP } from "./kerrSchildState";
import * as layout from "./layout";
import { kerrSchildRadius } from "./physics";
import { JOB_CONTEXT } from "./scratchLayout";
import { TABLE_CHARGE, TABLE_MASS, TABLE_SPIN } from "./tableLayout";

/** Whether a step from height z0 to z1 meets the equatorial plane; a camera in it does not. */
export function meetsPlane(z0: f64, z1: f64): bool {
  return z0 !== 0 && (z1 === 0 || z0 < 0 !== z1 < 0);
}

/** Mass, spin and squared charge of the closed form at hand. */
export function massOf(context: usize): f64 {
  const table = pointer(context, layout.CONTEXT_TABLE);
  return table !== 0 ? tableWord(table, TABLE_MASS) : 1;
}
export function spinOf(context: usize): f64 {
  const table = pointer(context, layout.CONTEXT_TABLE);
  return table !== 0 ? tableWord(table, TABLE_SPIN) : load<f64>(context, layout.CONTEXT_SPIN);
}
export function squaredChargeOf(context: usize): f64 {
  const table = pointer(context, layout.CONTEXT_TABLE);
  const charge = table !== 0 ? tableWord(table, TABLE_CHARGE) : load<f64>(context, layout.CONTEXT_CHARGE);
  return charge * charge;
}

/**
 * Follows the step from the single ray's state, of length h and known to meet the plane, to the plane itself and
 * records the crossing when the disk is there: Newton's method on the length of a step that is taken anew each time.
 * @returns whether the ray ends there
 */
export function meetDisk(job: usize, slot: i32, h: f64, z1: f64): bool {
  const context = pointer(job, JOB_CONTEXT);
  const s = job + SINGLE_SCRATCH;
  const z0 = load<f64>(s + OFFSET_STATE, 16);
  let length = z1 === 0 ? h : (h * z0) / (z0 - z1);
  for (let i = 0; i < CROSSING_ITERATIONS; i++) {
    stepScalar(context, s, length);
    const change = load<f64>(s + OFFSET_NEW, 16) / load<f64>(s + OFFSET_RATES + 384, 16);
    let next = length - change;
    if (next > h) next = h;
    if (!(next > 0)) next = 0;
    const moved = next - length;
    length = next;
    if (!((moved < 0 ? -moved : moved) > 1e-15 * h)) break;
  }
  return recordCrossing(job, slot, s);
}

function recordCrossing(job: usize, slot: i32, s: usize): bool {
  const y = s + OFFSET_NEW;
  const context = pointer(job, JOB_CONTEXT);
  const a = spinOf(context);
  const x = load<f64>(y);
  const yy = load<f64>(y, 8);
  const px = load<f64>(y, 24);
  const py = load<f64>(y, 32);
  const r = Math.sqrt(x * x + yy * yy - a * a);
  if (
    !(
      r >= load<f64>(context, layout.CONTEXT_DISK_INNER) && r <= load<f64>(context, layout.CONTEXT_DISK_OUTER)
    )
  ) {
    return false;
  }
  const table = pointer(context, layout.CONTEXT_TABLE);
  const e = table === 0 ? load<f64>(s, OFFSET_ENERGY) : energyInTable(table, y, s + OFFSET_TABLE);
  const g =
    1 /
    light.diskFrequency(
      massOf(context),
      a,
      squaredChargeOf(context),
      e,
      x,
      yy,
      px,
      py,
      load<f64>(context, layout.CONTEXT_ISCO_RADIUS),
      load<f64>(context, layout.CONTEXT_ISCO_ENERGY),
      load<f64>(context, layout.CONTEXT_ISCO_MOMENTUM),
    );
  const count = load<i32>(flag(job, layout.RAY_CROSSING_COUNT, slot));
  if (count < layout.CROSSING_COUNT) {
    const column = layout.RAY_CROSSINGS + layout.CROSSING_WORDS * count;
    store<f64>(cell(job, column, slot), r);
    store<f64>(cell(job, column + 1, slot), plain(atan2(r * yy - a * x, r * x + a * yy)));
    store<f64>(cell(job, column + 2, slot), plainFinite(g));
    store<i32>(flag(job, layout.RAY_CROSSING_COUNT, slot), count + 1);
  }
  if (load<i32>(context, layout.CONTEXT_DISK) !== layout.DISK_OPAQUE) return false;
  store<f64>(cell(job, layout.RAY_REDSHIFT_G, slot), plainFinite(g));
  const speed = table === 0 ? sweepSpeed(load<f64>(s, OFFSET_MOMENTUM), load<f64>(s, OFFSET_CARTER)) : 1;
  store<f64>(cell(job, layout.RAY_SWEEP_RAD, slot), speed * load<f64>(y, 56));
  store<i32>(flag(job, layout.RAY_ORDER, slot), 0);
  endRay(job, slot, layout.STATUS_DISK, layout.REASON_NONE);
  return true;
}

/** sqrt(Q + L^2): what Mino time is multiplied by to give the sweep. */
function sweepSpeed(momentum: f64, carter: f64): f64 {
  const whole = carter + momentum * momentum;
  return whole > 0 ? Math.sqrt(whole) : 0;
}

/** Closes a far ray of a closed-form spacetime, kept in its columns: adds the Mino time from there to infinity to the sweep. */
export function finishFar(job: usize, slot: i32, energy: f64, momentum: f64, carter: f64): void {
  const a = load<f64>(pointer(job, JOB_CONTEXT), layout.CONTEXT_SPIN);
  const x = load<f64>(cell(job, layout.RAY_STATE, slot));
  const y = load<f64>(cell(job, layout.RAY_STATE + 1, slot));
  const z = load<f64>(cell(job, layout.RAY_STATE + 2, slot));
  const tail = light.minoTimeToInfinity(a, energy, momentum, carter, kerrSchildRadius(a, x, y, z));
  const sweep = load<f64>(cell(job, layout.RAY_STATE + STATE_SWEEP, slot)) + tail;
  endEscaped(
    job,
    slot,
    load<f64>(cell(job, layout.RAY_STATE + STATE_P, slot)),
    load<f64>(cell(job, layout.RAY_STATE + STATE_P + 1, slot)),
    load<f64>(cell(job, layout.RAY_STATE + STATE_P + 2, slot)),
    energy,
    sweepSpeed(momentum, carter) * sweep,
  );
}

/** Closes a far ray around a table: its energy and constants there, and the angle from here to infinity. */
export function finishFarTable(job: usize, slot: i32, y: usize, sweep: f64): void {
  const context = pointer(job, JOB_CONTEXT);
  const mass = massOf(context);
  const a = spinOf(context);
  const q2 = squaredChargeOf(context);
  const x = load<f64>(y);
  const yy = load<f64>(y, 8);
  const z = load<f64>(y, 16);
  const px = load<f64>(y, 24);
  const py = load<f64>(y, 32);
  const pz = load<f64>(y, 40);
  const energy = light.backwardEnergy(mass, a, q2, x, yy, z, px, py, pz);
  light.setConserved(mass, a, q2, energy, x, yy, z, px, py, pz);
  store<f64>(cell(job, layout.RAY_XI, slot), plainFinite(light.momentum / energy));
  store<f64>(cell(job, layout.RAY_ETA, slot), plainFinite(light.carter / (energy * energy)));
  let cosine = (x * px + yy * py + z * pz) / Math.sqrt(squareOf(y) * squareOf(y + 24));
  if (cosine > 1) cosine = 1;
  endEscaped(job, slot, px, py, pz, energy, sweep + acos(cosine));
}
