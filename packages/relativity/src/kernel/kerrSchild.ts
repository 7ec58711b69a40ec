/*
 * Light in Cartesian Kerr-Schild coordinates: formulas of relativity 5.1 with charge (13), compiled by asc into the
 * kernel and used by its reference twin. No imports, no memory, only + - * / sqrt and comparisons, so that both give
 * the same bits. A function of several results leaves them in this module's variables: read them before the next
 * call.
 *
 * p is the momentum of the ray as it is followed, backward in time; its energy E = -p_t is below 0 for light that
 * moves forward in time with energy above 0. Rates are by the affine parameter, or by elapsed coordinate time.
 */

/** Boyer-Lindquist radius, M. */
export let radius: number = 0;
/** Kerr-Schild function f of g = eta + f l l, and the null covector's spatial part. */
export let form: number = 0;
export let nullX: number = 0;
export let nullY: number = 0;
export let nullZ: number = 0;

/** Rates of place, momentum, Kerr-Schild time and angle parameter. */
export let rateX: number = 0;
export let rateY: number = 0;
export let rateZ: number = 0;
export let ratePx: number = 0;
export let ratePy: number = 0;
export let ratePz: number = 0;
export let rateT: number = 0;
export let rateSweep: number = 0;

/** Conserved angular momentum about the spin and Carter's constant; and -u^2 dr/dMino. */
export let momentum: number = 0;
export let carter: number = 0;
export let inward: number = 0;
/** Sets {@link radius}, {@link form} and the null covector at a place. */
export function kerrSchildFormAt(mass: number, a: number, q2: number, x: number, y: number, z: number): void {
  const a2 = a * a;
  const half = 0.5 * (x * x + y * y + z * z - a2);
  const r2 = half + Math.sqrt(half * half + a2 * z * z);
  const r = Math.sqrt(r2);
  const s = 1 / (r2 + a2);
  radius = r;
  form = (r2 * (2 * mass * r - q2)) / (r2 * r2 + a2 * z * z);
  nullX = (r * x + a * y) * s;
  nullY = (r * y - a * x) * s;
  nullZ = z / r;
}

/**
 * Sets the rates of a ray by its affine parameter; that of the sweep is 1 / Sigma, so that it counts Mino time.
 * The kernel's pairs do the same operations in the same order.
 */
export function affineRates(
  mass: number,
  a: number,
  q2: number,
  e: number,
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
): void {
  const a2 = a * a;
  const a2z = a2 * z;
  const half = 0.5 * (x * x + y * y + z * z - a2);
  const r2 = half + Math.sqrt(half * half + a2z * z);
  const r = Math.sqrt(r2);
  const invD = 1 / (r2 * r2 + a2z * z);
  const invS = 1 / (r2 + a2);
  const invR = 1 / r;
  const twoMr = 2 * mass * r;
  const f = r2 * (twoMr - q2) * invD;
  const lx = (r * x + a * y) * invS;
  const ly = (r * y - a * x) * invS;
  const lz = z * invR;
  const s = e + (lx * px + ly * py + lz * pz);
  const fs = f * s;
  const halfS2 = 0.5 * s * s;
  const fr = (3 * twoMr * r - 2 * q2 * r - 4 * r2 * r * f) * invD;
  const twist = ((x - 2 * r * lx) * px + (y - 2 * r * ly) * py) * invS - z * pz * (invR * invR);
  const along = (halfS2 * fr + fs * twist) * (r * invD);
  rateX = px - fs * lx;
  rateY = py - fs * ly;
  rateZ = pz - fs * lz;
  ratePx = along * (r2 * x) + fs * ((r * px - a * py) * invS);
  ratePy = along * (r2 * y) + fs * ((a * px + r * py) * invS);
  ratePz = along * (r2 * z + a2z) - halfS2 * (2 * a2z * f * invD) + fs * (pz * invR);
  rateT = e + fs;
  rateSweep = r2 * invD;
}

/** E = -p_t of a ray whose momentum has these spatial parts: H = 0, on the branch that runs backward in time. */
export function backwardEnergy(
  mass: number,
  a: number,
  q2: number,
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
): number {
  kerrSchildFormAt(mass, a, q2, x, y, z);
  const lp = nullX * px + nullY * py + nullZ * pz;
  const p2 = px * px + py * py + pz * pz;
  return (-form * lp - Math.sqrt((1 + form) * p2 - form * lp * lp)) / (1 + form);
}

/**
 * Sets the rates of a ray by the Kerr-Schild time that has passed backward: of a ray known by its spatial momentum
 * alone. The sweep's rate is that of the angle about the origin.
 */
export function timeRates(
  mass: number,
  a: number,
  q2: number,
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
): void {
  affineRates(mass, a, q2, backwardEnergy(mass, a, q2, x, y, z, px, py, pz), x, y, z, px, py, pz);
  const scale = -1 / rateT;
  rateX *= scale;
  rateY *= scale;
  rateZ *= scale;
  ratePx *= scale;
  ratePy *= scale;
  ratePz *= scale;
  rateT = -1;
  rateSweep = angleRate(x, y, z, rateX, rateY, rateZ);
}

/** Rate of the angle about the origin: |x cross v| / |x|^2. */
export function angleRate(x: number, y: number, z: number, vx: number, vy: number, vz: number): number {
  const cx = y * vz - z * vy;
  const cy = z * vx - x * vz;
  const cz = x * vy - y * vx;
  return Math.sqrt(cx * cx + cy * cy + cz * cz) / (x * x + y * y + z * z);
}

/**
 * Sets {@link momentum}, {@link carter} and {@link inward} of a ray, without a division by the sine
 * of the polar angle (relativity 5.4).
 */
export function setConserved(
  mass: number,
  a: number,
  q2: number,
  e: number,
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
): void {
  kerrSchildFormAt(mass, a, q2, x, y, z);
  const r = radius;
  const a2 = a * a;
  const s = 1 / (r * r + a2);
  const sc = (r * x + a * y) * s;
  const sd = (r * y - a * x) * s;
  const sine = Math.sqrt(sc * sc + sd * sd);
  const c = sine > 0 ? sc / sine : 1;
  const d = sine > 0 ? sd / sine : 0;
  const mu = z / r;
  const across = r * c - a * d;
  const along = r * d + a * c;
  const pTheta = mu * (across * px + along * py) - r * sine * pz;
  const lOverSine = across * py - along * px;
  const l = sine * lOverSine;
  momentum = l;
  carter = pTheta * pTheta + lOverSine * lOverSine - l * l - a2 * e * e * mu * mu;
  const pr = sine * (c * px + d * py) + mu * pz;
  const source = 2 * mass * r - q2;
  inward = -((r * r + a2 - source) * pr - source * e + a * l) / (r * r);
}

/**
 * Frequency of the ray for matter of a thin disk where it meets the equatorial plane: on a circular orbit, or below
 * the innermost stable one falling with that orbit's energy and momentum (relativity 5.7).
 * @see Bardeen, Press, Teukolsky 1972, eqs 2.12, 2.16; with charge Omega = sqrt(r - q^2) / (r^2 + a sqrt(r - q^2))
 */
export function diskFrequency(
  mass: number,
  a: number,
  q2: number,
  e: number,
  x: number,
  y: number,
  px: number,
  py: number,
  iscoRadius: number,
  iscoEnergy: number,
  iscoMomentum: number,
): number {
  const r2 = x * x + y * y - a * a;
  const r = Math.sqrt(r2);
  const source = 2 * mass * r - q2;
  const l = x * py - y * px;
  if (r >= iscoRadius) {
    const pull = Math.sqrt(mass * r - q2);
    const omega = pull / (r2 + a * pull);
    const lag = 1 - a * omega;
    const norm = 1 - omega * omega * (r2 + a * a) - (source / r2) * (lag * lag);
    return (omega * l - e) / Math.sqrt(norm);
  }
  const delta = r2 + a * a - source;
  const pr = ((r * x + a * y) * px + (r * y - a * x) * py) / (r2 + a * a);
  const slope = a * iscoMomentum - source * iscoEnergy;
  const rest = iscoMomentum * iscoMomentum - (r2 + source) * (iscoEnergy * iscoEnergy) + r2;
  let square = slope * slope - delta * rest;
  if (!(square > 0)) square = 0;
  const fall = rest / (Math.sqrt(square) - slope);
  const sum =
    (slope + delta * fall) * pr -
    (source * fall + (r2 + source) * iscoEnergy) * e +
    (a * fall + iscoMomentum) * l;
  return sum / r2;
}

/**
 * Mino time that a far ray takes from radius r to infinity: the integral of du / sqrt(U(u)) from 0 to 1/r, to the
 * fifth power of u.
 */
export function minoTimeToInfinity(a: number, e: number, l: number, q: number, r: number): number {
  const e2 = e * e;
  const offset = l - a * e;
  const alpha = (a * a * e2 - q - l * l) / e2;
  const beta = (2 * (q + offset * offset)) / e2;
  const u = 1 / r;
  return (u - u * u * u * (alpha / 6 + u * (beta / 8 - u * ((3 * alpha * alpha) / 40)))) / (e < 0 ? -e : e);
}
