import { FIELD_COUNT } from "../kernel/tableLayout.ts";
import { kerrSchildForm, radiusAt } from "./metric.ts";
import { type KerrSchildParameters, kerrSchildParameters, type Spacetime, type Vec3 } from "./spacetime.ts";
import type { SpacetimeTable } from "./spacetimeTable.ts";

/** Where and how a closed form is sampled. */
export interface Sampling {
  readonly name: string;
  readonly axes: SpacetimeTable["axes"];
  readonly captureRadiusM: number;
  readonly outsideTime: SpacetimeTable["outsideTime"];
  /**
   * Radius, in M, within which the fields are made smooth down to flat space at the centre, where the closed form has
   * none: under the horizon, so that no ray that comes from outside notices. 0 leaves them as they are.
   */
  readonly fillRadiusM: number;
}

/** A table of a closed-form spacetime, with that form as its exterior: what a numerical code would have written. */
export function sampleSpacetime(
  spacetime: Exclude<Spacetime, { kind: "tabulated" }>,
  { name, axes, captureRadiusM, outsideTime, fillRadiusM }: Sampling,
): SpacetimeTable {
  const exterior = kerrSchildParameters(spacetime);
  const { t, x, y, z } = axes;
  const values = new Float64Array(t.length * x.length * y.length * z.length * FIELD_COUNT);
  let at = 0;
  for (let level = 0; level < t.length; level++) {
    for (const xNode of x) {
      for (const yNode of y) {
        for (const zNode of z) {
          values.set(sliceFields(exterior, [xNode, yNode, zNode], fillRadiusM), at);
          at += FIELD_COUNT;
        }
      }
    }
  }
  return { name, axes, values, exterior, captureRadiusM, outsideTime };
}

/**
 * Lapse, shift and spatial metric of the closed form: alpha = (1 + f)^(-1/2), beta^i = f l^i / (1 + f),
 * gamma_ij = delta_ij + f l_i l_j. At the ring, where they have no value, those of flat space stand.
 * @see Cook 2000, Living Rev. Relativity 3, 5, section 3.3
 */
export function sliceFields(exterior: KerrSchildParameters, position: Vec3, fillRadiusM = 0): number[] {
  const flat = { f: 0, l: [0, 0, 0] as Vec3 };
  const { f: bare, l } = exterior.mass === 0 ? flat : kerrSchildForm(exterior, position);
  const f = bare * fillWeight(radiusAt(exterior.spin, position) / fillRadiusM);
  if (!Number.isFinite(f) || !l.every(Number.isFinite)) return [1, 0, 0, 0, 1, 0, 0, 1, 0, 1];
  const [lx, ly, lz] = l;
  const drag = f / (1 + f);
  return [
    1 / Math.sqrt(1 + f),
    drag * lx,
    drag * ly,
    drag * lz,
    1 + f * lx * lx,
    f * lx * ly,
    f * lx * lz,
    1 + f * ly * ly,
    f * ly * lz,
    1 + f * lz * lz,
  ];
}

/** 1 - (1 - x^3)^5 below x = 1: rises as x^3 and joins 1 with four smooth derivatives. */
function fillWeight(x: number): number {
  if (!(x < 1)) return 1;
  const rest = 1 - x * x * x;
  return 1 - rest * rest * rest * rest * rest;
}

/**
 * Nodes of an axis from -extent to extent, closer together near 0: x = extent s (c + (1 - c) s^2) for even steps of s.
 * @param count  odd would put a node on 0, where a black hole's fields are singular: give an even number
 * @param closeness  c in (0, 1]: spacing at 0 over the mean; 1 is even
 */
export function symmetricNodes(count: number, extent: number, closeness: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => {
    const s = (2 * index) / (count - 1) - 1;
    return extent * s * (closeness + (1 - closeness) * s * s);
  });
}
