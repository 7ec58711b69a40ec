import { CAPTURED, DISK, ESCAPED, UNRESOLVED } from "../trace/tracer.ts";

/** Why a cell is split, by the number that {@link splitReason} gives; `balance` is for its neighbours' sake. */
export const SPLIT_REASONS = [
  "mixed-status",
  "order",
  "parity",
  "large-patch",
  "position",
  "redshift",
  "near-critical",
  "balance",
] as const;
export const KEEP = -1;
const MIXED_STATUS = 0;
const ORDER = 1;
const PARITY = 2;
const LARGE_PATCH = 3;
const POSITION = 4;
const REDSHIFT = 5;
const NEAR_CRITICAL = 6;
export const BALANCE = 7;

/** How far an image's position may be off inside a cell by interpolation, in pixels. */
const POSITION_TOLERANCE_PX = 0.05;
/** How far the redshift factor at a cell's centre may be off, relative to itself. */
const REDSHIFT_TOLERANCE = 1e-3;
/** Cosine of the widest sky patch, 30 degrees, that a cell may cover. */
const COS_WIDEST_PATCH = 0.8660254037844386;

/** The columns of vertices that criteria read. */
export interface JudgedVertices {
  readonly status: Uint8Array;
  readonly direction: Float64Array;
  readonly redshiftG: Float64Array;
  readonly order: Int32Array;
  readonly marginU: Float64Array;
}

/** Vertex indices of a cell whose centre was traced. */
export interface ProbedCell {
  topLeft: number;
  topRight: number;
  bottomLeft: number;
  bottomRight: number;
  centre: number;
}

/**
 * Why a cell has to be split, or {@link KEEP}: the criteria of cells whose interpolation cannot be trusted.
 * @param cellPx  the cell's edge, in pixels
 */
export function splitReason(v: JudgedVertices, cell: ProbedCell, cellPx: number): number {
  const { topLeft, topRight, bottomLeft, bottomRight, centre } = cell;
  const status = v.status[centre]!;
  if (
    v.status[topLeft] !== status ||
    v.status[topRight] !== status ||
    v.status[bottomLeft] !== status ||
    v.status[bottomRight] !== status
  ) {
    return MIXED_STATUS;
  }
  if (status === UNRESOLVED) return KEEP;
  if (status !== CAPTURED) {
    const order = v.order[centre]!;
    if (
      v.order[topLeft] !== order ||
      v.order[topRight] !== order ||
      v.order[bottomLeft] !== order ||
      v.order[bottomRight] !== order
    ) {
      return ORDER;
    }
  }
  if (status === ESCAPED) {
    const reason = skyReason(v.direction, cell, cellPx);
    if (reason !== KEEP) return reason;
  }
  if ((status === ESCAPED || status === DISK) && isRedshiftOff(v.redshiftG, cell)) return REDSHIFT;
  return mayHoldCriticalCurve(v.marginU, cell) ? NEAR_CRITICAL : KEEP;
}

/** The criteria on the directions of a cell all of whose rays escape. */
function skyReason(d: Float64Array, cell: ProbedCell, cellPx: number): number {
  const a = 3 * cell.topLeft;
  const b = 3 * cell.topRight;
  const c = 3 * cell.bottomLeft;
  const e = 3 * cell.bottomRight;
  const m = 3 * cell.centre;
  if (
    dot(d, a, e) < COS_WIDEST_PATCH ||
    dot(d, b, c) < COS_WIDEST_PATCH ||
    dot(d, a, b) < COS_WIDEST_PATCH ||
    dot(d, b, e) < COS_WIDEST_PATCH ||
    dot(d, e, c) < COS_WIDEST_PATCH ||
    dot(d, c, a) < COS_WIDEST_PATCH
  ) {
    return LARGE_PATCH;
  }
  const isPositive = triple(d, m, a, b) > 0;
  if (
    triple(d, m, b, e) > 0 !== isPositive ||
    triple(d, m, e, c) > 0 !== isPositive ||
    triple(d, m, c, a) > 0 !== isPositive
  ) {
    return PARITY;
  }
  return isPositionOff(d, cell, cellPx) ? POSITION : KEEP;
}

/**
 * Whether a star at the centre's direction would be placed too far from the centre by bilinear interpolation:
 * the error e on the sky, taken back to the image by the least-squares inverse of the cell's Jacobian J,
 * |(J^T J)^-1 J^T e| > tolerance, written without the division.
 */
function isPositionOff(d: Float64Array, cell: ProbedCell, cellPx: number): boolean {
  const a = 3 * cell.topLeft;
  const b = 3 * cell.topRight;
  const c = 3 * cell.bottomLeft;
  const e = 3 * cell.bottomRight;
  const m = 3 * cell.centre;
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
  const bound = ((jj * kk - jk * jk) * POSITION_TOLERANCE_PX) / (2 * cellPx);
  return !(x * x + y * y <= bound * bound);
}

function isRedshiftOff(g: Float64Array, cell: ProbedCell): boolean {
  const atCentre = g[cell.centre]!;
  const mean = (g[cell.topLeft]! + g[cell.topRight]! + g[cell.bottomLeft]! + g[cell.bottomRight]!) * 0.25;
  return Math.abs(atCentre - mean) > REDSHIFT_TOLERANCE * atCentre;
}

/**
 * Whether the critical curve may run through a cell although no vertex shows it: the margin bends by more than
 * what the smallest margin leaves.
 */
function mayHoldCriticalCurve(margin: Float64Array, cell: ProbedCell): boolean {
  const a = Math.abs(margin[cell.topLeft]!);
  const b = Math.abs(margin[cell.topRight]!);
  const c = Math.abs(margin[cell.bottomLeft]!);
  const d = Math.abs(margin[cell.bottomRight]!);
  const atCentre = Math.abs(margin[cell.centre]!);
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
