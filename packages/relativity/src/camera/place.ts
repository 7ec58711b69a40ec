import type { Vec3 } from "../spacetime/spacetime.ts";

/** A direction's cosine and sine, so that a right angle is exact. */
export interface Angle {
  readonly cos: number;
  readonly sin: number;
}

/**
 * Kerr-Schild Cartesian position of spheroidal coordinates: x + iy = (r + ia) sin theta e^(i phi), z = r cos theta.
 * @param r  Boyer-Lindquist radius, in M
 * @see relativity 5.1
 */
export function kerrSchildPosition(
  spin: number,
  r: number,
  { theta, phi }: { theta: Angle; phi: Angle },
): Vec3 {
  const x = theta.sin * (r * phi.cos - spin * phi.sin);
  const y = theta.sin * (r * phi.sin + spin * phi.cos);
  return [x, y, r * theta.cos];
}
