import * as light from "../kernel/kerrSchild.ts";
import * as slice from "../kernel/sliceLight.ts";
import * as layout from "../kernel/tableLayout.ts";

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

/** The fields of a block at a place, and room for them; kept between calls so that a step allocates nothing. */
export interface TableEvaluation {
  readonly block: Float64Array;
  /** FIELD_COUNT values, then their derivatives by x, y, z. */
  readonly fields: Float64Array;
}

/** Sets rates of `out` (eight words from `to`) for the ray in `y`; the twin of entryTable's tableRates. */
export function tableRates(
  { block, fields }: TableEvaluation,
  y: Float64Array,
  out: Float64Array,
  to: number,
): void {
  const [x, yy, z, px, py, pz, t] = y as unknown as [number, number, number, number, number, number, number];
  if (!isInsideBlock(block, x, yy, z)) {
    const charge = block[layout.TABLE_CHARGE]!;
    const mass = block[layout.TABLE_MASS]!;
    light.timeRates(mass, block[layout.TABLE_SPIN]!, charge * charge, x, yy, z, px, py, pz);
    copyRates(out, to);
    return;
  }
  evaluateTable(block, [t, x, yy, z], fields);
  raiseMomentum(fields, px, py, pz);
  const lapse = fields[0]!;
  const scale = lapse / slice.size;
  const vx = scale * slice.upX + fields[1]!;
  const vy = scale * slice.upY + fields[2]!;
  const vz = scale * slice.upZ + fields[3]!;
  out[to] = vx;
  out[to + 1] = vy;
  out[to + 2] = vz;
  for (let axis = 1; axis <= 3; axis++) {
    out[to + 2 + axis] = momentumRate(fields, layout.FIELD_COUNT * axis, [px, py, pz]);
  }
  out[to + 6] = -1;
  out[to + 7] = light.angleRate(x, yy, z, vx, vy, vz);
}

function momentumRate(
  fields: Float64Array,
  at: number,
  [px, py, pz]: readonly [number, number, number],
): number {
  const d = (index: number): number => fields[at + index]!;
  const pull = px * d(1) + py * d(2) + pz * d(3);
  return slice.momentumRate(fields[0]!, d(0), pull, d(4), d(5), d(6), d(7), d(8), d(9));
}

function raiseMomentum(fields: Float64Array, px: number, py: number, pz: number): void {
  const [, , , , xx, xy, xz, yy, yz, zz] = fields as unknown as number[] as [
    ...[number, number, number, number, number, number, number, number, number, number],
  ];
  slice.raiseMomentum(xx, xy, xz, yy, yz, zz, px, py, pz);
}

/** E = -p_t of the ray in `y`; the twin of entryTable's energyInTable. */
export function energyInTable({ block, fields }: TableEvaluation, y: Float64Array): number {
  const [x, yy, z, px, py, pz, t] = y as unknown as [number, number, number, number, number, number, number];
  if (!isInsideBlock(block, x, yy, z)) {
    const charge = block[layout.TABLE_CHARGE]!;
    const mass = block[layout.TABLE_MASS]!;
    return light.backwardEnergy(mass, block[layout.TABLE_SPIN]!, charge * charge, x, yy, z, px, py, pz);
  }
  evaluateTable(block, [t, x, yy, z], fields);
  raiseMomentum(fields, px, py, pz);
  return -(fields[0]! * slice.size + (fields[1]! * px + fields[2]! * py + fields[3]! * pz));
}

/** Copies the rates that kerrSchild has set. */
export function copyRates(out: Float64Array, to: number): void {
  out[to] = light.rateX;
  out[to + 1] = light.rateY;
  out[to + 2] = light.rateZ;
  out[to + 3] = light.ratePx;
  out[to + 4] = light.ratePy;
  out[to + 5] = light.ratePz;
  out[to + 6] = light.rateT;
  out[to + 7] = light.rateSweep;
}
