import { cos, PI, sin } from "../kernel/elementary.ts";
import type { RadialProfile } from "./radialPixels.ts";

/** v at which (2 J1(v) / v)^2 is one half. */
const HALF_MAXIMUM_V = 1.616339948310703;
/** Points of the trapezoidal rule over half a turn: exact to rounding while v is below their number. */
const TURN_POINTS = 96;
/** A profile without poles is as smooth as one with them so many full widths away. */
const RINGS_OF_ONE_SCALE = 1.34;
/** Beyond this v the mean of the rings stands for them: their width is below any pixel's share that counts. */
const RINGS_END_V = 80;
/** Step of the profile's table in v. */
const TABLE_STEP_V = 1 / 32;

/** J0(v) and J1(v). @see DLMF 10.9.1, 10.9.2: Bessel's integrals, by the trapezoidal rule */
export function besselJ01(v: number): { readonly j0: number; readonly j1: number } {
  let j0 = 0;
  let j1 = 0;
  for (let point = 0; point < TURN_POINTS; point++) {
    const angle = ((point + 0.5) * PI) / TURN_POINTS;
    j0 += cos(v * sin(angle));
    j1 += cos(angle - v * sin(angle));
  }
  return { j0: j0 / TURN_POINTS, j1: j1 / TURN_POINTS };
}

/**
 * The diffraction of a round aperture: (2 J1(v) / v)^2.
 * @param fwhmPx  full width at half maximum
 * @see Born and Wolf, Principles of Optics, 8.5.2
 */
export function airyProfile(fwhmPx: number): RadialProfile {
  const vPerPx = (2 * HALF_MAXIMUM_V) / fwhmPx;
  const table = ringTable();
  return {
    brightness(squaredRadiusPx) {
      const v = Math.sqrt(squaredRadiusPx) * vPerPx;
      return v < RINGS_END_V ? interpolated(table, v / TABLE_STEP_V) : 4 / (PI * v * v * v);
    },
    outside(radiusPx) {
      const v = radiusPx * vPerPx;
      if (v >= RINGS_END_V) return 2 / (PI * v);
      const { j0, j1 } = besselJ01(v);
      return j0 * j0 + j1 * j1;
    },
    // Rings are as wide everywhere; what stands for them further out falls off with the radius.
    scalePx: (squaredRadiusPx) => {
      const radiusPx = Math.sqrt(squaredRadiusPx);
      return radiusPx * vPerPx < RINGS_END_V ? RINGS_OF_ONE_SCALE * fwhmPx : radiusPx;
    },
  };
}

/** The profile at steps of v, with two points past the end. */
function ringTable(): Float64Array {
  const table = new Float64Array(RINGS_END_V / TABLE_STEP_V + 3);
  table[0] = 1;
  for (let i = 1; i < table.length; i++) {
    const v = i * TABLE_STEP_V;
    const amplitude = (2 * besselJ01(v).j1) / v;
    table[i] = amplitude * amplitude;
  }
  return table;
}

/** Cubic interpolation through four points of the table; the profile is even in v. */
function interpolated(table: Float64Array, at: number): number {
  const index = Math.floor(at);
  const t = at - index;
  const before = table[index === 0 ? 1 : index - 1]!;
  const [here, next, after] = [table[index]!, table[index + 1]!, table[index + 2]!];
  const slope = 0.5 * (next - before);
  const nextSlope = 0.5 * (after - here);
  const change = next - here;
  return here + t * (slope + t * (3 * change - 2 * slope - nextSlope + t * (slope + nextSlope - 2 * change)));
}
