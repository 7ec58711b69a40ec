/*
 * Light in a spacetime that is given in 3+1 form (lapse, shift, spatial metric), by the coordinate time that passes
 * backward: Hamilton's equations of H = lapse |p| - shift . p. Compiled by asc into the kernel and used by its
 * reference twin; no imports, no memory, only + - * / sqrt. A function of several results leaves them in this
 * module's variables.
 *
 * p is the momentum of the ray as it is followed, backward in time: minus that of the light.
 *
 * Source: Gourgoulhon, 3+1 Formalism in General Relativity, chapter 6; Hughes et al. 1994, Phys. Rev. D 49, 4004.
 */

/** Contravariant spatial parts of the momentum, and its size in the spatial metric. */
export let upX: number = 0;
export let upY: number = 0;
export let upZ: number = 0;
export let size: number = 0;

/** Sets {@link upX}, {@link upY}, {@link upZ} and {@link size}: the momentum by the inverse of the spatial metric. */
export function raiseMomentum(
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
  px: number,
  py: number,
  pz: number,
): void {
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const cyy = xx * zz - xz * xz;
  const cyz = xy * xz - xx * yz;
  const czz = xx * yy - xy * xy;
  const inverse = 1 / (xx * cxx + xy * cxy + xz * cxz);
  upX = inverse * (cxx * px + cxy * py + cxz * pz);
  upY = inverse * (cxy * px + cyy * py + cyz * pz);
  upZ = inverse * (cxz * px + cyz * py + czz * pz);
  size = Math.sqrt(px * upX + py * upY + pz * upZ);
}

/**
 * Rate of one component of the momentum, after {@link raiseMomentum}.
 * @param lapse  at the place; `dLapse` to `dZz` are derivatives of the fields along that component
 * @param shiftPull  derivative of the shift, times the momentum
 */
export function momentumRate(
  lapse: number,
  dLapse: number,
  shiftPull: number,
  dXx: number,
  dXy: number,
  dXz: number,
  dYy: number,
  dYz: number,
  dZz: number,
): number {
  const square =
    dXx * upX * upX +
    dYy * upY * upY +
    dZz * upZ * upZ +
    2 * (dXy * upX * upY + dXz * upX * upZ + dYz * upY * upZ);
  return (lapse / (2 * size)) * square - size * dLapse - shiftPull;
}
