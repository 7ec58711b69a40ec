import {
  type KerrSchildParameters,
  kerrSchildParameters,
  type Spacetime,
  type Vec3,
  type Vec4,
} from "./spacetime.ts";
import { isInsideTable, tableFieldsAt } from "./tableFields.ts";

/** Covariant metric components at a point, row by row: 4 x 4, order t x y z. */
export type Metric = Float64Array;

/**
 * Boyer-Lindquist radius of a Kerr-Schild point, in M: the root of r^4 - (rho^2 - a^2) r^2 - a^2 z^2 = 0.
 * @see relativity 5.1
 */
export function radiusAt(spin: number, [x, y, z]: Vec3): number {
  const a2 = spin * spin;
  const half = 0.5 * (x * x + y * y + z * z - a2);
  return Math.sqrt(half + Math.sqrt(half * half + a2 * z * z));
}

/** The Kerr-Schild function f and the null covector l (its t component is 1) at a point: g = eta + f l l. */
export function kerrSchildForm(
  { mass, spin, charge }: KerrSchildParameters,
  position: Vec3,
): { readonly f: number; readonly l: Vec3 } {
  const [x, y, z] = position;
  const r = radiusAt(spin, position);
  const r2 = r * r;
  const f = (r2 * (2 * mass * r - charge * charge)) / (r2 * r2 + spin * spin * z * z);
  const s = 1 / (r2 + spin * spin);
  return { f, l: [(r * x + spin * y) * s, (r * y - spin * x) * s, z / r] };
}

/** The metric at a place and Kerr-Schild time. */
export function metricAt(spacetime: Spacetime, position: Vec3, tKsM: number): Metric {
  if (spacetime.kind === "tabulated" && isInsideTable(spacetime.table, position)) {
    return metricFromFields(tableFieldsAt(spacetime.table, tKsM, position));
  }
  const parameters = kerrSchildParameters(spacetime);
  const metric = new Float64Array([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  if (parameters.mass === 0) return metric;
  const { f, l } = kerrSchildForm(parameters, position);
  const null4 = [1, ...l];
  for (let i = 0; i < 16; i++) metric[i]! += f * null4[i >> 2]! * null4[i & 3]!;
  return metric;
}

/** Inner product g(a, b). */
export function innerProduct(metric: Metric, a: Vec4, b: Vec4): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    let row = 0;
    for (let j = 0; j < 4; j++) row += metric[4 * i + j]! * b[j]!;
    sum += a[i]! * row;
  }
  return sum;
}

/** Covariant components of a vector. */
export function lowered(metric: Metric, vector: Vec4): Vec4 {
  const row = (i: number): number =>
    metric[i]! * vector[0] +
    metric[i + 1]! * vector[1] +
    metric[i + 2]! * vector[2] +
    metric[i + 3]! * vector[3];
  return [row(0), row(4), row(8), row(12)];
}

/** The 4-metric of 3+1 fields in the order of TABLE_FIELDS: g_tt = beta^2 - alpha^2, g_ti = beta_i, g_ij = gamma_ij. */
function metricFromFields(fields: Float64Array): Metric {
  const [lapse, bx, by, bz, xx, xy, xz, yy, yz, zz] = fields as unknown as number[] as [
    ...[number, number, number, number, number, number, number, number, number, number],
  ];
  const lx = xx * bx + xy * by + xz * bz;
  const ly = xy * bx + yy * by + yz * bz;
  const lz = xz * bx + yz * by + zz * bz;
  const tt = bx * lx + by * ly + bz * lz - lapse * lapse;
  return new Float64Array([tt, lx, ly, lz, lx, xx, xy, xz, ly, xy, yy, yz, lz, xz, yz, zz]);
}
