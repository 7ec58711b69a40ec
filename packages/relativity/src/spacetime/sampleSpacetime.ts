import { FIELD_COUNT } from "../kernel/tableLayout.ts";
import { kerrSchildForm } from "./metric.ts";
import { type KerrSchildParameters, kerrSchildParameters, type Spacetime, type Vec3 } from "./spacetime.ts";
import type { SpacetimeTable } from "./spacetimeTable.ts";

/** Where and how a closed form is sampled. */
export interface Sampling {
  readonly name: string;
  readonly axes: SpacetimeTable["axes"];
  readonly captureRadiusM: number;
  readonly outsideTime: SpacetimeTable["outsideTime"];
}

/** A table of a closed-form spacetime, with that form as its exterior: what a numerical code would have written. */
export function sampleSpacetime(
  spacetime: Exclude<Spacetime, { kind: "tabulated" }>,
  { name, axes, captureRadiusM, outsideTime }: Sampling,
): SpacetimeTable {
  const exterior = kerrSchildParameters(spacetime);
  const { t, x, y, z } = axes;
  const values = new Float64Array(t.length * x.length * y.length * z.length * FIELD_COUNT);
  let at = 0;
  for (let level = 0; level < t.length; level++) {
    for (const xNode of x) {
      for (const yNode of y) {
        for (const zNode of z) {
          values.set(sliceFields(exterior, [xNode, yNode, zNode]), at);
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
export function sliceFields(exterior: KerrSchildParameters, position: Vec3): number[] {
  const { f, l } = exterior.mass === 0 ? { f: 0, l: [0, 0, 0] as Vec3 } : kerrSchildForm(exterior, position);
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
