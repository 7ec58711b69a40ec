import { STATUS_CAPTURED, STATUS_DISK, STATUS_ESCAPED, STATUS_UNRESOLVED } from "../kernel/layout.ts";
import {
  CELL_BOTTOM_LEFT,
  CELL_BOTTOM_RIGHT,
  CELL_CENTRE,
  CELL_LEVEL,
  CELL_TOP_LEFT,
  CELL_TOP_RIGHT,
  COS_WIDEST_PATCH,
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
} from "../kernel/meshLayout.ts";

/** The columns of vertices that criteria read. */
export interface JudgedVertices {
  readonly status: Uint8Array;
  readonly direction: Float64Array;
  readonly redshiftG: Float64Array;
  readonly order: Int32Array;
  readonly marginU: Float64Array;
}

/**
 * Why a cell has to be split, or KEEP: the criteria of cells whose interpolation cannot be trusted.
 * @param cells  CELL_WORDS integers a cell
 * @param at     the cell's first
 */
export function splitReason(v: JudgedVertices, cells: Int32Array, at: number, coarseCellPx: number): number {
  const topLeft = cells[at + CELL_TOP_LEFT]!;
  const topRight = cells[at + CELL_TOP_RIGHT]!;
  const bottomLeft = cells[at + CELL_BOTTOM_LEFT]!;
  const bottomRight = cells[at + CELL_BOTTOM_RIGHT]!;
  const centre = cells[at + CELL_CENTRE]!;
  const status = v.status[centre]!;
  if (
    v.status[topLeft] !== status ||
    v.status[topRight] !== status ||
    v.status[bottomLeft] !== status ||
    v.status[bottomRight] !== status
  ) {
    return SPLIT_MIXED_STATUS;
  }
  if (status === STATUS_UNRESOLVED) return KEEP;
  if (status !== STATUS_CAPTURED) {
    const order = v.order[centre]!;
    if (
      v.order[topLeft] !== order ||
      v.order[topRight] !== order ||
      v.order[bottomLeft] !== order ||
      v.order[bottomRight] !== order
    ) {
      return SPLIT_ORDER;
    }
  }
  if (status === STATUS_ESCAPED) {
    const reason = skyReason(v.direction, cells, at, coarseCellPx);
    if (reason !== KEEP) return reason;
  }
  const hasRedshift = status === STATUS_ESCAPED || status === STATUS_DISK;
  if (hasRedshift && isRedshiftOff(v.redshiftG, cells, at)) return SPLIT_REDSHIFT;
  return mayHoldCriticalCurve(v.marginU, cells, at) ? SPLIT_NEAR_CRITICAL : KEEP;
}

/** The criteria on the directions of a cell all of whose rays escape. */
function skyReason(d: Float64Array, cells: Int32Array, at: number, coarseCellPx: number): number {
  const a = 3 * cells[at + CELL_TOP_LEFT]!;
  const b = 3 * cells[at + CELL_TOP_RIGHT]!;
  const c = 3 * cells[at + CELL_BOTTOM_LEFT]!;
  const e = 3 * cells[at + CELL_BOTTOM_RIGHT]!;
  const m = 3 * cells[at + CELL_CENTRE]!;
  if (
    dot(d, a, e) < COS_WIDEST_PATCH ||
    dot(d, b, c) < COS_WIDEST_PATCH ||
    dot(d, a, b) < COS_WIDEST_PATCH ||
    dot(d, b, e) < COS_WIDEST_PATCH ||
    dot(d, e, c) < COS_WIDEST_PATCH ||
    dot(d, c, a) < COS_WIDEST_PATCH
  ) {
    return SPLIT_LARGE_PATCH;
  }
  const isPositive = triple(d, m, a, b) > 0;
  if (
    triple(d, m, b, e) > 0 !== isPositive ||
    triple(d, m, e, c) > 0 !== isPositive ||
    triple(d, m, c, a) > 0 !== isPositive
  ) {
    return SPLIT_PARITY;
  }
  return isPositionOff(d, cells, at, coarseCellPx) ? SPLIT_POSITION : KEEP;
}

/**
 * Whether a star at the centre's direction would be placed too far from the centre by bilinear interpolation:
 * the error e on the sky, taken back to the image by the least-squares inverse of the cell's Jacobian J,
 * |(J^T J)^-1 J^T e| > tolerance, written without the division.
 */
function isPositionOff(d: Float64Array, cells: Int32Array, at: number, coarseCellPx: number): boolean {
  const a = 3 * cells[at + CELL_TOP_LEFT]!;
  const b = 3 * cells[at + CELL_TOP_RIGHT]!;
  const c = 3 * cells[at + CELL_BOTTOM_LEFT]!;
  const e = 3 * cells[at + CELL_BOTTOM_RIGHT]!;
  const m = 3 * cells[at + CELL_CENTRE]!;
  const sumX = d[a]! + d[b]! + d[c]! + d[e]!;
  const sumY = d[a + 1]! + d[b + 1]! + d[c + 1]! + d[e + 1]!;
  const sumZ = d[a + 2]! + d[b + 2]! + d[c + 2]! + d[e + 2]!;
  const scale = 1 / Math.sqrt(sumX * sumX + sumY * sumY + sumZ * sumZ);
  const errorX = d[m]! - sumX * scale;
  const errorY = d[m + 1]! - sumY * scale;
  const errorZ = d[m + 2]! - sumZ * scale;
  // Twice the change of direction across the whole cell, along x (j) and along y (k).
  const jX = d[b]! + d[e]! - d[a]! - d[c]!;
  const jY = d[b + 1]! + d[e + 1]! - d[a + 1]! - d[c + 1]!;
  const jZ = d[b + 2]! + d[e + 2]! - d[a + 2]! - d[c + 2]!;
  const kX = d[c]! + d[e]! - d[a]! - d[b]!;
  const kY = d[c + 1]! + d[e + 1]! - d[a + 1]! - d[b + 1]!;
  const kZ = d[c + 2]! + d[e + 2]! - d[a + 2]! - d[b + 2]!;
  const jj = jX * jX + jY * jY + jZ * jZ;
  const jk = jX * kX + jY * kY + jZ * kZ;
  const kk = kX * kX + kY * kY + kZ * kZ;
  const je = jX * errorX + jY * errorY + jZ * errorZ;
  const ke = kX * errorX + kY * errorY + kZ * errorZ;
  const x = kk * je - jk * ke;
  const y = jj * ke - jk * je;
  const cellPx = coarseCellPx / (1 << cells[at + CELL_LEVEL]!);
  const bound = ((jj * kk - jk * jk) * POSITION_TOLERANCE_PX) / (2 * cellPx);
  return !(x * x + y * y <= bound * bound);
}

function isRedshiftOff(g: Float64Array, cells: Int32Array, at: number): boolean {
  const atCentre = g[cells[at + CELL_CENTRE]!]!;
  const mean =
    (g[cells[at + CELL_TOP_LEFT]!]! +
      g[cells[at + CELL_TOP_RIGHT]!]! +
      g[cells[at + CELL_BOTTOM_LEFT]!]! +
      g[cells[at + CELL_BOTTOM_RIGHT]!]!) *
    0.25;
  return Math.abs(atCentre - mean) > REDSHIFT_TOLERANCE * atCentre;
}

/**
 * Whether the critical curve may run through a cell although no vertex shows it: the margin bends by more than
 * what the smallest margin leaves.
 */
function mayHoldCriticalCurve(margin: Float64Array, cells: Int32Array, at: number): boolean {
  const a = Math.abs(margin[cells[at + CELL_TOP_LEFT]!]!);
  const b = Math.abs(margin[cells[at + CELL_TOP_RIGHT]!]!);
  const c = Math.abs(margin[cells[at + CELL_BOTTOM_LEFT]!]!);
  const d = Math.abs(margin[cells[at + CELL_BOTTOM_RIGHT]!]!);
  const atCentre = Math.abs(margin[cells[at + CELL_CENTRE]!]!);
  let least = atCentre;
  if (a < least) least = a;
  if (b < least) least = b;
  if (c < least) least = c;
  if (d < least) least = d;
  return Math.abs(atCentre - (a + b + c + d) * 0.25) > least;
}

function dot(d: Float64Array, a: number, b: number): number {
  return d[a]! * d[b]! + d[a + 1]! * d[b + 1]! + d[a + 2]! * d[b + 2]!;
}

/** a . (b x c): its sign is the orientation of a sky triangle as seen from inside. */
function triple(d: Float64Array, a: number, b: number, c: number): number {
  return (
    d[a]! * (d[b + 1]! * d[c + 2]! - d[b + 2]! * d[c + 1]!) +
    d[a + 1]! * (d[b + 2]! * d[c]! - d[b]! * d[c + 2]!) +
    d[a + 2]! * (d[b]! * d[c + 1]! - d[b + 1]! * d[c]!)
  );
}
