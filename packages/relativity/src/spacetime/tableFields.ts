import * as layout from "../kernel/tableLayout.ts";
import { evaluateTable, isInsideBlock } from "../kernelTables/referenceTable.ts";
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

/** The fields at a place and time, in the order of TABLE_FIELDS; times outside the levels take the nearest one. */
export function tableFieldsAt(table: SpacetimeTable, t: number, [x, y, z]: Vec3): Float64Array {
  const result = new Float64Array(4 * layout.FIELD_COUNT);
  evaluateTable(tableBlock(table), [t, x, y, z], result);
  return result.slice(0, layout.FIELD_COUNT);
}
