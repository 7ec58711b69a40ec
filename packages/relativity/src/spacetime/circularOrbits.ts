import { cubeRoot } from "./cubeRoot.ts";
import { horizonRadius } from "./horizon.ts";
import { type KerrSchildParameters, kerrSchildParameters, type Spacetime } from "./spacetime.ts";

/** A circular geodesic in the equatorial plane. */
export interface CircularOrbit {
  /** Boyer-Lindquist radius, in M. */
  readonly radiusM: number;
  /** Energy and angular momentum per unit mass. */
  readonly energy: number;
  readonly angularMomentumM: number;
  /** Angular velocity seen from infinity, per M. */
  readonly omega: number;
  /** Time dilation u^t. */
  readonly timeRate: number;
}

/** The innermost stable circular orbit in the sense of phi; undefined where nothing orbits (flat space). */
export function innermostStableOrbit(spacetime: Spacetime): CircularOrbit | undefined {
  const parameters = kerrSchildParameters(spacetime);
  if (parameters.mass === 0) return undefined;
  return circularOrbit(parameters, innermostStableRadius(spacetime));
}

/**
 * Radius of the innermost stable circular orbit, in M; negative spin is retrograde. NaN in flat space.
 * @see Bardeen, Press, Teukolsky 1972, eq. 2.21; with charge the least radius at which the energy is stationary
 */
export function innermostStableRadius(spacetime: Spacetime): number {
  const { mass, spin, charge } = kerrSchildParameters(spacetime);
  if (mass === 0) return Number.NaN;
  if (charge !== 0) return chargedStableRadius({ mass, spin, charge }, horizonRadius(spacetime));
  const a = spin / mass;
  const z1 = 1 + cubeRoot((1 - a) * (1 + a)) * (cubeRoot(1 + a) + cubeRoot(1 - a));
  const z2 = Math.sqrt(3 * a * a + z1 * z1);
  const offset = Math.sqrt((3 - z1) * (3 + z1 + 2 * z2));
  return mass * (3 + z2 - (a < 0 ? -offset : offset));
}

/** Energy, angular momentum and angular velocity of the prograde circular geodesic at a radius. */
export function circularOrbit({ mass, spin, charge }: KerrSchildParameters, radiusM: number): CircularOrbit {
  const r = radiusM;
  const r2 = r * r;
  const source = 2 * mass * r - charge * charge;
  const pull = Math.sqrt(mass * r - charge * charge);
  const omega = pull / (r2 + spin * pull);
  const lag = 1 - spin * omega;
  const norm = 1 - omega * omega * (r2 + spin * spin) - (source / r2) * lag * lag;
  const timeRate = 1 / Math.sqrt(norm);
  const energy = timeRate * (1 - (source / r2) * lag);
  const angularMomentumM = timeRate * (omega * (r2 + spin * spin) - (spin * source * lag) / r2);
  return { radiusM, energy, angularMomentumM, omega, timeRate };
}

/**
 * Radius of the light ring in the equatorial plane, in M: x^3 - 3x + 2a = 0 with x = sqrt(r), prograde for the spin as
 * it is. NaN in flat space.
 * @see Bardeen, Press, Teukolsky 1972, eq. 2.18
 */
export function photonOrbitRadius(spacetime: Spacetime, sense: "prograde" | "retrograde"): number {
  const parameters = kerrSchildParameters(spacetime);
  if (parameters.mass === 0) return Number.NaN;
  const { mass, charge } = parameters;
  const spin = sense === "prograde" ? parameters.spin : -parameters.spin;
  // Outside the light ring a circular orbit is timelike; the bisection ends at the last bit.
  return bisected(horizonRadius(spacetime), 5 * mass, (r) => {
    const pull = Math.sqrt(mass * r - charge * charge);
    return r * r - 3 * mass * r + 2 * charge * charge + 2 * spin * pull > 0;
  });
}

/** Where the energy of circular orbits is stationary, with charge. @see Aliev, Galtsov 1981, Gen. Rel. Grav. 13, 899 */
function chargedStableRadius(parameters: KerrSchildParameters, horizon: number): number {
  const { mass, spin, charge } = parameters;
  const q2 = charge * charge;
  return bisected(horizon, 12 * mass, (r) => {
    const pull = Math.sqrt(mass * r - q2);
    const cubic = mass * r * (r * r - 6 * mass * r - 3 * spin * spin + 9 * q2) - 4 * q2 * (q2 - spin * spin);
    return cubic + 8 * spin * pull * pull * pull > 0;
  });
}

/** The radius above which a condition holds, to the last bit. */
function bisected(low: number, high: number, holds: (r: number) => boolean): number {
  let below = low;
  let above = high;
  for (;;) {
    const middle = 0.5 * (below + above);
    if (!(middle > below && middle < above)) return above;
    if (holds(middle)) above = middle;
    else below = middle;
  }
}
