/*
 * Formulas of light in the Kerr spacetime, compiled by asc into the kernel and used by the reference engine. No
 * imports, no memory, only + - * / sqrt and comparisons, so that both give the same bits. Units G = c = M = 1.
 *
 * u = 1/r; tau is Mino's parameter (dlambda = Sigma dtau); w = du/dtau. A ray is followed backward: its tangent is
 * past directed, so its energy E is below 0 when the light came from afar. Constants: L angular momentum, Q Carter's
 * constant, C = Q + L^2, K = Q + (L - aE)^2, and the radial potential
 *
 *     w^2 = U(u) = E^2 + c1 u^2 + 2 K u^3 - a^2 Q u^4,    U'(u) = 2 u (c1 + c2 u + c3 u^2)
 *     c1 = a^2 E^2 - C,   c2 = 3 K,   c3 = -2 a^2 Q
 */

/** The smaller of two numbers; the second when they cannot be compared. */
export function smaller(a: number, b: number): number {
  if (a < b) return a;
  return b;
}

/** The larger of two numbers; the second when they cannot be compared. */
export function larger(a: number, b: number): number {
  if (a > b) return a;
  return b;
}

/** A number that rounding may have brought below 0, at least 0. */
function notBelow0(value: number): number {
  if (value > 0) return value;
  return 0;
}

/** Kerr-Schild radius of the point x, y, z, for spin a. */
export function kerrSchildRadius(a: number, x: number, y: number, z: number): number {
  const half = 0.5 * (x * x + y * y + z * z - a * a);
  const az = a * z;
  const root = Math.sqrt(half * half + az * az);
  return Math.sqrt(half >= 0 ? half + root : (az * az) / (root - half));
}

/** Radius of the outer horizon. */
export function horizonRadius(a: number): number {
  return 1 + Math.sqrt(notBelow0((1 - a) * (1 + a)));
}

/** The radial potential U at u. */
export function radialPotential(
  u: number,
  energySquared: number,
  c1: number,
  k: number,
  a2q: number,
): number {
  return energySquared + u * u * (c1 + u * (2 * k - a2q * u));
}

/** Where no extremum of U is. */
export const NOWHERE: number = -1;

/** The auxiliary of the quadratic c1 + c2 u + c3 u^2: both roots follow from it without cancellation. */
export function criticalAuxiliary(c1: number, c2: number, c3: number): number {
  const root = Math.sqrt(c2 * c2 - 4 * c1 * c3);
  return -0.5 * (c2 < 0 ? c2 - root : c2 + root);
}

/** One quotient that gives an extremum; {@link NOWHERE} where it is none at positive u. */
export function criticalPoint(numerator: number, denominator: number): number {
  const u = numerator / denominator;
  return u > 0 && u < 1e300 ? u : NOWHERE;
}

/** True when an extremum at `u` with potential `value` bars the way from u0 to infinity. */
function isBarrier(u: number, value: number, u0: number): boolean {
  return u > 0 && u < u0 && value <= 0;
}

/** True when an extremum at `u` with potential `value` turns a ray on its way from u0 to the horizon. */
function isTurn(u: number, value: number, u0: number, horizonU: number): boolean {
  return u > u0 && u < horizonU && value < 0;
}

/**
 * True when the backward ray from u0 never comes from infinity. `uA`, `uB` are the extrema of U (NOWHERE when there is
 * none), `valueA`, `valueB` the potential there.
 */
export function isCaptured(
  uA: number,
  valueA: number,
  uB: number,
  valueB: number,
  u0: number,
  horizonU: number,
  w0: number,
): boolean {
  if (isBarrier(uA, valueA, u0) || isBarrier(uB, valueB, u0)) return true;
  if (w0 < 0) return false;
  if (u0 < horizonU && (isTurn(uA, valueA, u0, horizonU) || isTurn(uB, valueB, u0, horizonU))) return false;
  return true;
}

/**
 * Distance from 0 of the potential at an extremum over the energy squared; 1 at most, and where the extremum is not on
 * the ray's way: beyond u0 when it starts outward, beyond u0 and the horizon else.
 */
export function marginAt(
  u: number,
  value: number,
  u0: number,
  horizonU: number,
  w0: number,
  energySquared: number,
): number {
  const reach = w0 >= 0 && horizonU > u0 ? horizonU : u0;
  if (!(u > 0 && u < reach)) return 1;
  return smaller((value < 0 ? -value : value) / energySquared, 1);
}

/** Below this share of the energy squared rounding decides on which side of 0 the potential's extremum lies. */
export const CRITICAL_MARGIN: number = 1e-13;

/** Angular velocity of a circular orbit in the equator, in the sense of phi. Bardeen, Press, Teukolsky 1972, eq. 2.16. */
function circularOmega(a: number, r: number): number {
  return 1 / (r * Math.sqrt(r) + a);
}

/**
 * Frequency of a photon of energy E and angular momentum L, future directed, for matter on a circular orbit at r.
 * Bardeen, Press, Teukolsky 1972, eqs 2.12, 2.16.
 */
function circularFrequency(a: number, r: number, energy: number, momentum: number): number {
  const root = Math.sqrt(r);
  const timeRate = (1 + a / (r * root)) / Math.sqrt(1 - 3 / r + (2 * a) / (r * root));
  return timeRate * (energy - circularOmega(a, r) * momentum);
}

/**
 * Frequency for matter that falls from the innermost stable circular orbit with that orbit's energy and momentum.
 * @param radialRate  r^2 dr/dlambda of the photon, future directed
 */
function plungingFrequency(
  a: number,
  r: number,
  energy: number,
  momentum: number,
  radialRate: number,
  iscoEnergy: number,
  iscoMomentum: number,
): number {
  const delta = r * r - 2 * r + a * a;
  const p = iscoEnergy * (r * r + a * a) - a * iscoMomentum;
  const offset = iscoMomentum - a * iscoEnergy;
  const radial = p * p - delta * (r * r + offset * offset);
  const fall = -Math.sqrt(notBelow0(radial));
  const timeRate = ((r * r + a * a) / delta) * p + a * offset;
  const turnRate = offset + (a / delta) * p;
  return (timeRate * energy - turnRate * momentum - (radialRate / delta) * fall) / (r * r);
}

/**
 * Observed over emitted frequency of light from a thin disk in the equator, for an observed frequency of 1.
 * @param energy, momentum  of the backward ray (energy below 0 when the light came from afar)
 * @param w  du/dtau of the backward ray at the crossing
 * @param iscoRadius  below it matter plunges with the orbit's energy and momentum
 */
export function diskRedshiftG(
  a: number,
  r: number,
  energy: number,
  momentum: number,
  w: number,
  iscoRadius: number,
  iscoEnergy: number,
  iscoMomentum: number,
): number {
  if (r >= iscoRadius) return 1 / circularFrequency(a, r, -energy, -momentum);
  return 1 / plungingFrequency(a, r, -energy, -momentum, w * r * r, iscoEnergy, iscoMomentum);
}
