/*
 * How the direction at infinity changes with the sample, of a ray that ends where it starts. AssemblyScript only;
 * referenceSlopes.ts is the twin.
 */
import { cos, sin } from "./elementary";
import { alongSlope, frameAt, writeLookSlopes } from "./entryCamera";
import { cell, columnBytes, flag, plain, pointer } from "./entryTables";
import { RAY_DIRECTION, RAY_FRAME, RAY_SAMPLE_X, RAY_SAMPLE_Y, RAY_SLOPES } from "./layout";
import {
  CAMERA_LOOK_SLOPES,
  CAMERA_N,
  CAMERA_U,
  JOB_CONTEXT,
  LEG_ENERGY,
  LEG_V,
  LEG_W,
} from "./scratchLayout";

function prepareSlopes(scratch: usize, slot: i32): void {
  const frame = frameAt(pointer(scratch, JOB_CONTEXT), load<i32>(flag(scratch, RAY_FRAME, slot)));
  const x = load<f64>(cell(scratch, RAY_SAMPLE_X, slot));
  const y = load<f64>(cell(scratch, RAY_SAMPLE_Y, slot));
  writeLookSlopes(scratch, frame, x, y);
}

/** Writes the slopes of a straight ray of tangent k, whose direction stands in the table. */
export function writeFlatSlopes(scratch: usize, slot: i32, kx: f64, ky: f64, kz: f64): void {
  prepareSlopes(scratch, slot);
  const dx = load<f64>(cell(scratch, RAY_DIRECTION, slot));
  const dy = load<f64>(cell(scratch, RAY_DIRECTION + 1, slot));
  const dz = load<f64>(cell(scratch, RAY_DIRECTION + 2, slot));
  const scale = 1 / Math.sqrt(kx * kx + ky * ky + kz * kz);
  for (let axis = 0; axis < 2; axis++) {
    const look = scratch + CAMERA_LOOK_SLOPES + <usize>(24 * axis);
    const sx = alongSlope(scratch, look, LEG_V);
    const sy = alongSlope(scratch, look, LEG_V + 8);
    const sz = alongSlope(scratch, look, LEG_V + 16);
    const along = dx * sx + dy * sy + dz * sz;
    store3(
      scratch,
      slot,
      axis,
      (sx - dx * along) * scale,
      (sy - dy * along) * scale,
      (sz - dz * along) * scale,
    );
  }
}

/**
 * Writes the slopes of an escaped ray of Schwarzschild: its direction is cos(sweep) n + sin(sweep) v / |v|.
 * @param sweepSlope  as entrySweepSlope.ts gives it; 0 where the ray is straight
 */
export function writeSlopes(
  scratch: usize,
  slot: i32,
  energy: f64,
  w: f64,
  vx: f64,
  vy: f64,
  vz: f64,
  speed: f64,
  sweep: f64,
  sweepSlope: f64,
): void {
  prepareSlopes(scratch, slot);
  const u = load<f64>(scratch + CAMERA_U);
  const nx = load<f64>(scratch + CAMERA_N);
  const ny = load<f64>(scratch + CAMERA_N + 8);
  const nz = load<f64>(scratch + CAMERA_N + 16);
  const isStraight = sweepSlope === 0;
  const along = cos(sweep);
  const across = sin(sweep);
  const inverse = speed > 0 ? 1 / speed : 0;
  const sideways = speed > 0 ? across * inverse : u / -energy;
  for (let axis = 0; axis < 2; axis++) {
    const look = scratch + CAMERA_LOOK_SLOPES + <usize>(24 * axis);
    const sx = alongSlope(scratch, look, LEG_V);
    const sy = alongSlope(scratch, look, LEG_V + 8);
    const sz = alongSlope(scratch, look, LEG_V + 16);
    const speedSlope = (vx * sx + vy * sy + vz * sz) * inverse;
    const turn = isStraight
      ? (u * speedSlope + sweep * alongSlope(scratch, look, LEG_ENERGY)) / -energy
      : (sweepSlope * (alongSlope(scratch, look, LEG_W) - w * inverse * speedSlope)) / -energy;
    const forN = -(across * turn);
    const forV = (along * turn - across * inverse * speedSlope) * inverse;
    store3(
      scratch,
      slot,
      axis,
      forN * nx + forV * vx + sideways * sx,
      forN * ny + forV * vy + sideways * sy,
      forN * nz + forV * vz + sideways * sz,
    );
  }
}

function store3(scratch: usize, slot: i32, axis: i32, x: f64, y: f64, z: f64): void {
  const stride = columnBytes(scratch);
  const at = cell(scratch, RAY_SLOPES + 3 * axis, slot);
  store<f64>(at, plain(x));
  store<f64>(at + stride, plain(y));
  store<f64>(at + 2 * stride, plain(z));
}
