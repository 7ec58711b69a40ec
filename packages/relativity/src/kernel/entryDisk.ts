/* Where a ray meets the thin disk within a step. AssemblyScript only. Section 5.11. */
import { atan2, cos, sin } from "./elementary";
import { close, spinOf } from "./entryAdvance";
import { rootIn, valueAt } from "./entryPolynomial";
import { cell, flag, plain, pointer } from "./entryTables";
import {
  CONTEXT_DISK,
  CONTEXT_DISK_INNER,
  CONTEXT_DISK_OUTER,
  CONTEXT_ISCO_ENERGY,
  CONTEXT_ISCO_MOMENTUM,
  CONTEXT_ISCO_RADIUS,
  CROSSING_COUNT,
  CROSSING_WORDS,
  DISK_OPAQUE,
  RAY_CROSSING_COUNT,
  RAY_CROSSINGS,
  RAY_ORDER,
  RAY_REDSHIFT_G,
  REASON_NONE,
  STATUS_DISK,
} from "./layout";
import { diskRedshiftG } from "./physics";
import {
  JOB_CONTEXT,
  JOB_SLOTS,
  PAIR,
  PAIR_ENERGY,
  PAIR_MOMENTUM,
  PAIR_TAU,
  SERIES_NX,
  SERIES_NY,
  SERIES_NZ,
  SERIES_PSI,
  SERIES_U,
  SERIES_VZ,
  SERIES_W,
} from "./scratchLayout";

/** On which side of the disk's plane a ray is, or is about to be; 0 when it stays within. */
function sideOf(nz: f64, vz: f64): i32 {
  if (nz !== 0) return nz > 0 ? 1 : -1;
  return vz > 0 ? 1 : vz < 0 ? -1 : 0;
}

/** Records where the step's first `step` crosses the disk; true when that ends the ray. */
export function meetDisk(scratch: usize, lane: usize, step: f64): bool {
  const series = scratch + 8 * lane;
  const middle = 0.5 * step;
  const start = sideOf(valueAt(series, SERIES_NZ, 0), valueAt(series, SERIES_VZ, 0));
  const half = sideOf(valueAt(series, SERIES_NZ, middle), valueAt(series, SERIES_VZ, middle));
  const end = sideOf(valueAt(series, SERIES_NZ, step), valueAt(series, SERIES_VZ, step));
  if (half !== start && crossDisk(scratch, lane, rootIn(series, SERIES_NZ, 0, middle, 0))) return true;
  return end !== half && crossDisk(scratch, lane, rootIn(series, SERIES_NZ, middle, step, 0));
}

/** One crossing of the disk's plane, `t` into the step; true when it ends the ray. */
function crossDisk(scratch: usize, lane: usize, t: f64): bool {
  const context = pointer(scratch, JOB_CONTEXT);
  const slot = load<i32>(scratch + JOB_SLOTS + 4 * lane);
  const pair = scratch + PAIR + 8 * lane;
  const series = scratch + 8 * lane;
  const radius = 1 / valueAt(series, SERIES_U, t);
  const inner = load<f64>(context + CONTEXT_DISK_INNER);
  if (!(radius >= inner && radius <= load<f64>(context + CONTEXT_DISK_OUTER))) return false;
  const psi = valueAt(series, SERIES_PSI, t);
  const nx = valueAt(series, SERIES_NX, t);
  const ny = valueAt(series, SERIES_NY, t);
  const g = diskRedshiftG(
    spinOf(context),
    radius,
    load<f64>(pair + PAIR_ENERGY),
    load<f64>(pair + PAIR_MOMENTUM),
    valueAt(series, SERIES_W, t),
    load<f64>(context + CONTEXT_ISCO_RADIUS),
    load<f64>(context + CONTEXT_ISCO_ENERGY),
    load<f64>(context + CONTEXT_ISCO_MOMENTUM),
  );
  const count = load<i32>(flag(scratch, RAY_CROSSING_COUNT, slot));
  if (count < CROSSING_COUNT) {
    const column = RAY_CROSSINGS + CROSSING_WORDS * count;
    const c = cos(psi);
    const s = sin(psi);
    store<f64>(cell(scratch, column, slot), plain(radius));
    store<f64>(cell(scratch, column + 1, slot), plain(atan2(s * nx + c * ny, c * nx - s * ny)));
    store<f64>(cell(scratch, column + 2, slot), plain(g));
    store<i32>(flag(scratch, RAY_CROSSING_COUNT, slot), count + 1);
  }
  if (load<i32>(context + CONTEXT_DISK) !== DISK_OPAQUE) return false;
  store<f64>(pair + PAIR_TAU, load<f64>(pair + PAIR_TAU) + t);
  close(scratch, lane, STATUS_DISK, REASON_NONE);
  store<f64>(cell(scratch, RAY_REDSHIFT_G, slot), plain(g));
  store<i32>(flag(scratch, RAY_ORDER, slot), 0);
  return true;
}
