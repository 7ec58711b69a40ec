/*
 * The criteria by which cells of a mesh are split, cell by cell. AssemblyScript only; the tables are those of
 * meshLayout.ts, and splitReason.ts is the twin.
 */
import { STATUS_CAPTURED, STATUS_DISK, STATUS_ESCAPED, STATUS_UNRESOLVED } from "./layout";
import {
  CELL_BOTTOM_LEFT,
  CELL_BOTTOM_RIGHT,
  CELL_CENTRE,
  CELL_LEVEL,
  CELL_TOP_LEFT,
  CELL_TOP_RIGHT,
  CELL_WORDS,
  COS_WIDEST_PATCH,
  JUDGE_ANSWERS,
  JUDGE_CELLS,
  JUDGE_COARSE_CELL_PX,
  JUDGE_DIRECTION,
  JUDGE_MARGIN_U,
  JUDGE_ORDER,
  JUDGE_REDSHIFT_G,
  JUDGE_STATUS,
  KEEP,
  POSITION_TOLERANCE_PX,
  REDSHIFT_TOLERANCE,
  SPLIT_LARGE_PATCH,
  SPLIT_MIXED_STATUS,
  SPLIT_NEAR_CRITICAL,
  SPLIT_ORDER,
  SPLIT_PARITY,
  SPLIT_POSITION,
  SPLIT_REDSHIFT,
} from "./meshLayout";

/** Judges cells [begin, end). */
export function judgeCells(params: usize, begin: i32, end: i32, _scratch: usize): void {
  const cells = word(params, JUDGE_CELLS);
  const answers = word(params, JUDGE_ANSWERS);
  for (let index = begin; index < end; index++) {
    const cell = cells + 4 * CELL_WORDS * <usize>index;
    store<i32>(answers + 4 * <usize>index, splitReason(params, cell));
  }
}

function word(base: usize, at: usize): usize {
  return <usize>load<i32>(base + at);
}

function vertexOf(cell: usize, corner: i32): usize {
  return <usize>load<i32>(cell + 4 * <usize>corner);
}

function splitReason(params: usize, cell: usize): i32 {
  const statuses = word(params, JUDGE_STATUS);
  const topLeft = vertexOf(cell, CELL_TOP_LEFT);
  const topRight = vertexOf(cell, CELL_TOP_RIGHT);
  const bottomLeft = vertexOf(cell, CELL_BOTTOM_LEFT);
  const bottomRight = vertexOf(cell, CELL_BOTTOM_RIGHT);
  const centre = vertexOf(cell, CELL_CENTRE);
  const status = <i32>load<u8>(statuses + centre);
  if (
    load<u8>(statuses + topLeft) !== status ||
    load<u8>(statuses + topRight) !== status ||
    load<u8>(statuses + bottomLeft) !== status ||
    load<u8>(statuses + bottomRight) !== status
  ) {
    return SPLIT_MIXED_STATUS;
  }
  if (status === STATUS_UNRESOLVED) return KEEP;
  if (status !== STATUS_CAPTURED) {
    const orders = word(params, JUDGE_ORDER);
    const order = load<i32>(orders + 4 * centre);
    if (
      load<i32>(orders + 4 * topLeft) !== order ||
      load<i32>(orders + 4 * topRight) !== order ||
      load<i32>(orders + 4 * bottomLeft) !== order ||
      load<i32>(orders + 4 * bottomRight) !== order
    ) {
      return SPLIT_ORDER;
    }
  }
  if (status === STATUS_ESCAPED) {
    const reason = skyReason(params, cell);
    if (reason !== KEEP) return reason;
  }
  const hasRedshift = status === STATUS_ESCAPED || status === STATUS_DISK;
  if (hasRedshift && isRedshiftOff(word(params, JUDGE_REDSHIFT_G), cell)) return SPLIT_REDSHIFT;
  return mayHoldCriticalCurve(word(params, JUDGE_MARGIN_U), cell) ? SPLIT_NEAR_CRITICAL : KEEP;
}

/** The criteria on the directions of a cell all of whose rays escape. */
function skyReason(params: usize, cell: usize): i32 {
  const directions = word(params, JUDGE_DIRECTION);
  const a = directions + 24 * vertexOf(cell, CELL_TOP_LEFT);
  const b = directions + 24 * vertexOf(cell, CELL_TOP_RIGHT);
  const c = directions + 24 * vertexOf(cell, CELL_BOTTOM_LEFT);
  const e = directions + 24 * vertexOf(cell, CELL_BOTTOM_RIGHT);
  const m = directions + 24 * vertexOf(cell, CELL_CENTRE);
  if (
    dot(a, e) < COS_WIDEST_PATCH ||
    dot(b, c) < COS_WIDEST_PATCH ||
    dot(a, b) < COS_WIDEST_PATCH ||
    dot(b, e) < COS_WIDEST_PATCH ||
    dot(e, c) < COS_WIDEST_PATCH ||
    dot(c, a) < COS_WIDEST_PATCH
  ) {
    return SPLIT_LARGE_PATCH;
  }
  const isPositive = triple(m, a, b) > 0;
  if (
    triple(m, b, e) > 0 !== isPositive ||
    triple(m, e, c) > 0 !== isPositive ||
    triple(m, c, a) > 0 !== isPositive
  ) {
    return SPLIT_PARITY;
  }
  const cellPx = load<f64>(params + JUDGE_COARSE_CELL_PX) / <f64>(1 << load<i32>(cell + 4 * CELL_LEVEL));
  return isPositionOff(a, b, c, e, m, cellPx) ? SPLIT_POSITION : KEEP;
}

/** Whether the least-squares inverse of the cell's Jacobian takes the error at the centre too far (splitReason.ts). */
function isPositionOff(a: usize, b: usize, c: usize, e: usize, m: usize, cellPx: f64): bool {
  const sumX = x(a) + x(b) + x(c) + x(e);
  const sumY = y(a) + y(b) + y(c) + y(e);
  const sumZ = z(a) + z(b) + z(c) + z(e);
  const scale = 1 / Math.sqrt(sumX * sumX + sumY * sumY + sumZ * sumZ);
  const errorX = x(m) - sumX * scale;
  const errorY = y(m) - sumY * scale;
  const errorZ = z(m) - sumZ * scale;
  const jX = x(b) + x(e) - x(a) - x(c);
  const jY = y(b) + y(e) - y(a) - y(c);
  const jZ = z(b) + z(e) - z(a) - z(c);
  const kX = x(c) + x(e) - x(a) - x(b);
  const kY = y(c) + y(e) - y(a) - y(b);
  const kZ = z(c) + z(e) - z(a) - z(b);
  const jj = jX * jX + jY * jY + jZ * jZ;
  const jk = jX * kX + jY * kY + jZ * kZ;
  const kk = kX * kX + kY * kY + kZ * kZ;
  const je = jX * errorX + jY * errorY + jZ * errorZ;
  const ke = kX * errorX + kY * errorY + kZ * errorZ;
  const u = kk * je - jk * ke;
  const v = jj * ke - jk * je;
  const bound = ((jj * kk - jk * jk) * POSITION_TOLERANCE_PX) / (2 * cellPx);
  return !(u * u + v * v <= bound * bound);
}

function isRedshiftOff(column: usize, cell: usize): bool {
  const atCentre = load<f64>(column + 8 * vertexOf(cell, CELL_CENTRE));
  const mean =
    (load<f64>(column + 8 * vertexOf(cell, CELL_TOP_LEFT)) +
      load<f64>(column + 8 * vertexOf(cell, CELL_TOP_RIGHT)) +
      load<f64>(column + 8 * vertexOf(cell, CELL_BOTTOM_LEFT)) +
      load<f64>(column + 8 * vertexOf(cell, CELL_BOTTOM_RIGHT))) *
    0.25;
  return Math.abs(atCentre - mean) > REDSHIFT_TOLERANCE * atCentre;
}

function mayHoldCriticalCurve(column: usize, cell: usize): bool {
  const a = Math.abs(load<f64>(column + 8 * vertexOf(cell, CELL_TOP_LEFT)));
  const b = Math.abs(load<f64>(column + 8 * vertexOf(cell, CELL_TOP_RIGHT)));
  const c = Math.abs(load<f64>(column + 8 * vertexOf(cell, CELL_BOTTOM_LEFT)));
  const d = Math.abs(load<f64>(column + 8 * vertexOf(cell, CELL_BOTTOM_RIGHT)));
  const atCentre = Math.abs(load<f64>(column + 8 * vertexOf(cell, CELL_CENTRE)));
  let least = atCentre;
  if (a < least) least = a;
  if (b < least) least = b;
  if (c < least) least = c;
  if (d < least) least = d;
  return Math.abs(atCentre - (a + b + c + d) * 0.25) > least;
}

function x(direction: usize): f64 {
  return load<f64>(direction);
}

function y(direction: usize): f64 {
  return load<f64>(direction + 8);
}

function z(direction: usize): f64 {
  return load<f64>(direction + 16);
}

function dot(a: usize, b: usize): f64 {
  return x(a) * x(b) + y(a) * y(b) + z(a) * z(b);
}

/** a . (b x c): its sign is the orientation of a sky triangle as seen from inside. */
function triple(a: usize, b: usize, c: usize): f64 {
  return (
    x(a) * (y(b) * z(c) - z(b) * y(c)) +
    y(a) * (z(b) * x(c) - x(b) * z(c)) +
    z(a) * (x(b) * y(c) - y(b) * x(c))
  );
}
