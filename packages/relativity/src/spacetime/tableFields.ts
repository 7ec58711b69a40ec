import * as layout from "../kernel/tableLayout.ts";
import { type SplineBasis, solveCoefficients, splineBasis } from "./cubicSpline.ts";
import type { Vec3 } from "./spacetime.ts";
import type { SpacetimeTable } from "./spacetimeTable.ts";

const prepared = new WeakMap<SpacetimeTable, Float64Array>();

/** A table as the kernel reads it: header, spline bases, coefficients (kernel/tableLayout). Made once a table. */
export function tableBlock(table: SpacetimeTable): Float64Array {
  const known = prepared.get(table);
  if (known) return known;
  const block = writtenBlock(table);
  prepared.set(table, block);
  return block;
}

function writtenBlock(table: SpacetimeTable): Float64Array {
  const { t, x, y, z } = table.axes;
  const axes = [t, x, y, z];
  const bases = axes.map((nodes) => (nodes.length === 1 ? undefined : splineBasis(nodes)));
  const pieceWords = bases.map((basis) => layout.PIECE_WORDS * (basis?.starts.length ?? 0));
  const starts = pieceWords.map((_, axis) =>
    pieceWords.slice(0, axis).reduce((sum, words) => sum + words, layout.TABLE_HEADER_WORDS),
  );
  const end = starts[3]! + pieceWords[3]!;
  const coefficientStart = end + (end % 2);
  const block = new Float64Array(coefficientStart + table.values.length);
  axes.forEach((nodes, axis) => {
    block[layout.TABLE_NODE_COUNT + axis] = nodes.length;
    block[layout.TABLE_FIRST + axis] = nodes[0]!;
    block[layout.TABLE_LAST + axis] = nodes[nodes.length - 1]!;
    block[layout.TABLE_PIECES + axis] = starts[axis]!;
    writePieces(block, starts[axis]!, bases[axis]);
  });
  writeScalars(block, table, coefficientStart);
  const coefficients = block.subarray(coefficientStart);
  coefficients.set(table.values);
  let stride = layout.FIELD_COUNT;
  for (const axis of [3, 2, 1, 0]) {
    const basis = bases[axis];
    if (basis) solveCoefficients(basis, coefficients, stride);
    stride *= axes[axis]!.length;
  }
  return block;
}

function writeScalars(block: Float64Array, table: SpacetimeTable, coefficientStart: number): void {
  const { mass, spin, charge } = table.exterior;
  block[layout.TABLE_COEFFICIENTS] = coefficientStart;
  block[layout.TABLE_CAPTURE_RADIUS] = table.captureRadiusM;
  block[layout.TABLE_MASS] = mass;
  block[layout.TABLE_SPIN] = spin;
  block[layout.TABLE_CHARGE] = charge;
  block[layout.TABLE_HOLDS_TIME] = table.outsideTime === "hold" ? 1 : 0;
  block[layout.TABLE_HORIZON] = mass + Math.sqrt((mass - spin) * (mass + spin) - charge * charge);
}

function writePieces(block: Float64Array, start: number, basis: SplineBasis | undefined): void {
  basis?.starts.forEach((from, piece) => {
    const at = start + layout.PIECE_WORDS * piece;
    block[at] = from;
    block.set(basis.polynomials.subarray(16 * piece, 16 * piece + 16), at + 1);
  });
}

/** Whether the grid covers a place. */
export function isInsideTable(table: SpacetimeTable, [x, y, z]: Vec3): boolean {
  return isInsideBlock(tableBlock(table), x, y, z);
}

/** Whether the grid of a block covers a place. */
export function isInsideBlock(block: Float64Array, x: number, y: number, z: number): boolean {
  return (
    x >= block[layout.TABLE_FIRST + 1]! &&
    x <= block[layout.TABLE_LAST + 1]! &&
    y >= block[layout.TABLE_FIRST + 2]! &&
    y <= block[layout.TABLE_LAST + 2]! &&
    z >= block[layout.TABLE_FIRST + 3]! &&
    z <= block[layout.TABLE_LAST + 3]!
  );
}

/** The fields at a place and time, in the order of TABLE_FIELDS; times outside the levels take the nearest one. */
export function tableFieldsAt(table: SpacetimeTable, t: number, [x, y, z]: Vec3): Float64Array {
  const result = new Float64Array(4 * layout.FIELD_COUNT);
  evaluateTable(tableBlock(table), [t, x, y, z], result);
  return result.slice(0, layout.FIELD_COUNT);
}

/** Weights and their derivatives of the four coefficients around a coordinate. */
interface AxisWeights {
  readonly first: number;
  readonly count: number;
  readonly weight: Float64Array;
  readonly slope: Float64Array;
}

function axisWeights(block: Float64Array, axis: number, coordinate: number): AxisWeights {
  const weight = new Float64Array(4);
  const slope = new Float64Array(4);
  const nodeCount = block[layout.TABLE_NODE_COUNT + axis]!;
  if (nodeCount === 1) {
    weight[0] = 1;
    return { first: 0, count: 1, weight, slope };
  }
  const lowest = block[layout.TABLE_FIRST + axis]!;
  const highest = block[layout.TABLE_LAST + axis]!;
  let x = coordinate;
  if (x < lowest) x = lowest;
  if (x > highest) x = highest;
  const pieces = block[layout.TABLE_PIECES + axis]!;
  let low = 0;
  let high = nodeCount - 4;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x >= block[pieces + layout.PIECE_WORDS * middle]!) low = middle;
    else high = middle - 1;
  }
  const at = pieces + layout.PIECE_WORDS * low;
  const s = x - block[at]!;
  for (let k = 0; k < 4; k++) {
    const c = at + 1 + 4 * k;
    weight[k] = block[c]! + s * (block[c + 1]! + s * (block[c + 2]! + s * block[c + 3]!));
    slope[k] = block[c + 1]! + s * (2 * block[c + 2]! + s * (3 * block[c + 3]!));
  }
  return { first: low, count: 4, weight, slope };
}

/**
 * Fields and their spatial derivatives at (t, x, y, z) from a kernel block; bit-equal to the kernel's.
 * @param result  FIELD_COUNT values, then their derivatives by x, by y, by z
 */
export function evaluateTable(
  block: Float64Array,
  [t, x, y, z]: readonly [number, number, number, number],
  result: Float64Array,
): void {
  const n = layout.FIELD_COUNT;
  const wt = axisWeights(block, 0, t);
  const wx = axisWeights(block, 1, x);
  const wy = axisWeights(block, 2, y);
  const wz = axisWeights(block, 3, z);
  const ny = block[layout.TABLE_NODE_COUNT + 2]!;
  const nz = block[layout.TABLE_NODE_COUNT + 3]!;
  const nx = block[layout.TABLE_NODE_COUNT + 1]!;
  const base = block[layout.TABLE_COEFFICIENTS]!;
  result.fill(0);
  for (let i = 0; i < wt.count; i++) {
    for (let j = 0; j < 4; j++) {
      const tx = wt.weight[i]! * wx.weight[j]!;
      const dx = wt.weight[i]! * wx.slope[j]!;
      for (let k = 0; k < 4; k++) {
        const row = ((wt.first + i) * nx + wx.first + j) * ny + wy.first + k;
        const at = base + n * (row * nz + wz.first);
        const txy = tx * wy.weight[k]!;
        const dxy = dx * wy.weight[k]!;
        const txdy = tx * wy.slope[k]!;
        for (let field = 0; field < n; field++) {
          const c0 = block[at + field]!;
          const c1 = block[at + n + field]!;
          const c2 = block[at + 2 * n + field]!;
          const c3 = block[at + 3 * n + field]!;
          const value = wz.weight[0]! * c0 + wz.weight[1]! * c1 + (wz.weight[2]! * c2 + wz.weight[3]! * c3);
          const slope = wz.slope[0]! * c0 + wz.slope[1]! * c1 + (wz.slope[2]! * c2 + wz.slope[3]! * c3);
          result[field]! += txy * value;
          result[n + field]! += dxy * value;
          result[2 * n + field]! += txdy * value;
          result[3 * n + field]! += txy * slope;
        }
      }
    }
  }
}
