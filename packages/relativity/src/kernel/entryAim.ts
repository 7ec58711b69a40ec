/*
 * The search for the places from which rays come from given directions. AssemblyScript only; the tables are those of
 * aimLayout.ts, and sky/polishImages.ts with sky/newtonStep.ts are the twin: the same numbers, image by image instead
 * of round by round.
 */
import {
  AIM_CAPACITY,
  AIM_CONTEXT,
  AIM_F64_COLUMNS,
  AIM_FOCAL,
  AIM_IMAGES,
  AIM_MAGNIFICATION,
  AIM_MIDDLE_X,
  AIM_MIDDLE_Y,
  AIM_ORDER,
  AIM_OUTCOME,
  AIM_PARITY,
  AIM_PROJECTION,
  AIM_RAYS,
  AIM_REACH_PX,
  AIM_REDSHIFT_G,
  AIM_SETTLED_PX,
  AIM_TARGET,
  AIM_X,
  AIM_Y,
  AIMED_FOUND,
  AIMED_LOST,
  AIMED_UNSETTLED,
  FOLD_CHECK_MAGNIFICATION,
  MOST_ROUNDS,
  SETTLED_PX,
} from "./aimLayout";
import { pixelSolidAngle } from "./entrySolidAngle";
import { startRay } from "./entryStart";
import { cell, flag } from "./entryTables";
import {
  RAY_DIRECTION,
  RAY_FRAME,
  RAY_ORDER,
  RAY_REDSHIFT_G,
  RAY_SAMPLE_X,
  RAY_SAMPLE_Y,
  RAY_SLOPES,
  RAY_STATUS,
  STATUS_ESCAPED,
} from "./layout";
import {
  AIM_RAY,
  CAMERA_FRAME,
  JOB_ACTIVE,
  JOB_CAPACITY,
  JOB_CONTEXT,
  JOB_RAYS,
  JOB_SLOPES,
} from "./scratchLayout";

/** Answers of {@link step}. */
const MOVED = 0;
const SETTLED = 1;
const NO_PLACE = 2;

/** Aims the images of [begin, end): their rays stand in a table of one slot, in the scratch. */
export function aimRange(params: usize, begin: i32, end: i32, scratch: usize): void {
  store<i32>(scratch + JOB_CONTEXT, load<i32>(params + AIM_CONTEXT));
  store<i32>(scratch + JOB_RAYS, <i32>(scratch + AIM_RAY));
  store<i32>(scratch + JOB_CAPACITY, 1);
  store<i32>(scratch + JOB_ACTIVE, 0);
  store<i32>(scratch + JOB_SLOPES, 1);
  store<i32>(scratch + CAMERA_FRAME, -1);
  store<i32>(flag(scratch, RAY_FRAME, 0), 0);
  for (let image = begin; image < end; image++) aimImage(params, image, scratch);
}

/** Address of an image's f64 in a column, or of its i32 in one after all of f64. */
function numberOf(params: usize, column: i32, image: i32): usize {
  const capacity = <usize>load<i32>(params + AIM_CAPACITY);
  return <usize>load<i32>(params + AIM_IMAGES) + 8 * (<usize>column * capacity + <usize>image);
}

function integerOf(params: usize, column: i32, image: i32): usize {
  const capacity = <usize>load<i32>(params + AIM_CAPACITY);
  const first = <usize>load<i32>(params + AIM_IMAGES) + 8 * AIM_F64_COLUMNS * capacity;
  return first + 4 * (<usize>column * capacity + <usize>image);
}

function aimImage(params: usize, image: i32, scratch: usize): void {
  let outcome = AIMED_UNSETTLED;
  let rays = 0;
  while (rays < MOST_ROUNDS) {
    store<f64>(cell(scratch, RAY_SAMPLE_X, 0), load<f64>(numberOf(params, AIM_X, image)));
    store<f64>(cell(scratch, RAY_SAMPLE_Y, 0), load<f64>(numberOf(params, AIM_Y, image)));
    startRay(scratch, 0);
    rays++;
    if (load<i32>(flag(scratch, RAY_STATUS, 0)) !== STATUS_ESCAPED) {
      outcome = AIMED_LOST;
      break;
    }
    const moved = step(params, image, scratch);
    if (moved === MOVED) continue;
    if (moved === SETTLED) outcome = AIMED_FOUND;
    break;
  }
  store<i32>(integerOf(params, AIM_OUTCOME, image), outcome);
  store<i32>(integerOf(params, AIM_RAYS, image), rays);
  if (outcome === AIMED_FOUND) return;
  store<f64>(numberOf(params, AIM_MAGNIFICATION, image), 0);
  store<f64>(numberOf(params, AIM_REDSHIFT_G, image), 0);
  store<i32>(integerOf(params, AIM_PARITY, image), 0);
  store<i32>(integerOf(params, AIM_ORDER, image), 0);
}

/** a . (b x t). */
function tripleProduct(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, tx: f64, ty: f64, tz: f64): f64 {
  return ax * (by * tz - bz * ty) + ay * (bz * tx - bx * tz) + az * (bx * ty - by * tx);
}

/**
 * Moves an image by a Newton step from where its ray was followed.
 * @returns MOVED, SETTLED, NO_PLACE
 */
function step(params: usize, image: i32, scratch: usize): i32 {
  const target = numberOf(params, AIM_TARGET, 3 * image);
  const tx = load<f64>(target);
  const ty = load<f64>(target, 8);
  const tz = load<f64>(target, 16);
  const dx = load<f64>(cell(scratch, RAY_DIRECTION, 0));
  const dy = load<f64>(cell(scratch, RAY_DIRECTION + 1, 0));
  const dz = load<f64>(cell(scratch, RAY_DIRECTION + 2, 0));
  const rx = load<f64>(cell(scratch, RAY_SLOPES, 0));
  const ry = load<f64>(cell(scratch, RAY_SLOPES + 1, 0));
  const rz = load<f64>(cell(scratch, RAY_SLOPES + 2, 0));
  const sx = load<f64>(cell(scratch, RAY_SLOPES + 3, 0));
  const sy = load<f64>(cell(scratch, RAY_SLOPES + 4, 0));
  const sz = load<f64>(cell(scratch, RAY_SLOPES + 5, 0));
  // The target is a multiple of direction + x byX + y byY: Cramer's rule on the ratios.
  const determinant = tripleProduct(rx, ry, rz, sx, sy, sz, tx, ty, tz);
  const moveX = -tripleProduct(dx, dy, dz, sx, sy, sz, tx, ty, tz) / determinant;
  const moveY = tripleProduct(dx, dy, dz, rx, ry, rz, tx, ty, tz) / determinant;
  const isAhead = dx * tx + dy * ty + dz * tz > 0;
  const length = isAhead ? Math.sqrt(moveX * moveX + moveY * moveY) : NaN;
  // Beside a fold the linear step overshoots: none is longer than the triangle that the image was found in.
  const reach = load<f64>(numberOf(params, AIM_REACH_PX, image));
  const scale = length <= reach ? 1 : reach / length;
  const x = load<f64>(numberOf(params, AIM_X, image)) + scale * moveX;
  const y = load<f64>(numberOf(params, AIM_Y, image)) + scale * moveY;
  store<f64>(numberOf(params, AIM_X, image), x);
  store<f64>(numberOf(params, AIM_Y, image), y);
  const area = dx * (ry * sz - rz * sy) + dy * (rz * sx - rx * sz) + dz * (rx * sy - ry * sx);
  if (isSettled(params, image, scratch, length, area)) return SETTLED;
  return x - x === 0 ? MOVED : NO_PLACE;
}

/**
 * Whether an image that made a step of that length hardly moved; writes what it is if so.
 * @param area  sky that a pixel shows there, in sr per px^2: below 0 where it is mirrored
 */
function isSettled(params: usize, image: i32, scratch: usize, length: f64, area: f64): bool {
  const x = load<f64>(numberOf(params, AIM_X, image));
  const y = load<f64>(numberOf(params, AIM_Y, image));
  const magnification = solidAngleAt(params, x, y) / Math.abs(area);
  const settledPx = load<f64>(numberOf(params, AIM_SETTLED_PX, image));
  const isNear = magnification < <f64>FOLD_CHECK_MAGNIFICATION && length * magnification <= settledPx;
  if (!(isNear || length <= SETTLED_PX)) return false;
  store<f64>(numberOf(params, AIM_MAGNIFICATION, image), magnification);
  store<f64>(numberOf(params, AIM_REDSHIFT_G, image), load<f64>(cell(scratch, RAY_REDSHIFT_G, 0)));
  store<i32>(integerOf(params, AIM_PARITY, image), area > 0 ? 1 : -1);
  store<i32>(integerOf(params, AIM_ORDER, image), load<i32>(flag(scratch, RAY_ORDER, 0)));
  return true;
}

function solidAngleAt(params: usize, x: f64, y: f64): f64 {
  return pixelSolidAngle(
    load<i32>(params + AIM_PROJECTION),
    load<f64>(params + AIM_FOCAL),
    x - load<f64>(params + AIM_MIDDLE_X),
    y - load<f64>(params + AIM_MIDDLE_Y),
  );
}
