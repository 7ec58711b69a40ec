import { InputError } from "../problem.ts";
import { photonOrbitRadius } from "../spacetime/circularOrbits.ts";
import { horizonRadius } from "../spacetime/horizon.ts";
import { innerProduct, metricAt, radiusAt } from "../spacetime/metric.ts";
import { kerrSchildParameters, type Spacetime, type Vec3, type Vec4 } from "../spacetime/spacetime.ts";

/** How a camera moves, in words. `restRadiusM` is where a drip was let go. */
export type Observer =
  | { readonly kind: "static" }
  | { readonly kind: "zamo" }
  | { readonly kind: "circular" }
  | { readonly kind: "rain" }
  | { readonly kind: "drip"; readonly restRadiusM: number }
  | { readonly kind: "given"; readonly fourVelocity: Vec4 };

/** A four-velocity that is given must have a norm this close to -1. */
const NORM_TOLERANCE = 1e-9;

/** Share of the photon orbit's radius outside it within which rounding takes the motion along it for light's. */
const NEAR_LIGHT = 1e-12;

/** What the formulas of an observer need of a place. */
interface Place {
  readonly spacetime: Spacetime;
  readonly position: Vec3;
  readonly tKsM: number;
  readonly mass: number;
  readonly spin: number;
  readonly charge: number;
  /** Boyer-Lindquist radius, in M. */
  readonly r: number;
}

/**
 * Contravariant Kerr-Schild four-velocity of an observer, normalised to -1 and future-directed.
 * @param at  path of the observer in the input, for the message
 * @throws InputError with the reason when no such observer exists at that place
 */
export function observerFourVelocity(
  place: { readonly spacetime: Spacetime; readonly position: Vec3; readonly tKsM?: number },
  observer: Observer,
  at = "camera.observer",
): Vec4 {
  const { spacetime, position, tKsM = 0 } = place;
  const parameters = kerrSchildParameters(spacetime);
  const r = radiusAt(parameters.spin, position);
  if (!(r > 0)) throw refusal(at, `no observer can be at the ring r = ${r}`, "move the camera out of it");
  const full: Place = { spacetime, position, tKsM, ...parameters, r };
  switch (observer.kind) {
    case "static":
      return staticFourVelocity(full, at);
    case "zamo":
      return zamoFourVelocity(full, at);
    case "circular":
      return circularFourVelocity(full, at);
    case "rain":
      return rainFourVelocity(full, at);
    case "drip":
      return dripFourVelocity(full, observer.restRadiusM, at);
    case "given":
      return givenFourVelocity(full, observer.fourVelocity, at);
  }
}

/** At rest: along d/dt, which is timelike outside the ergosphere only. */
function staticFourVelocity(place: Place, at: string): Vec4 {
  const why = "nothing can stand still inside the ergosphere, where d/dt is spacelike";
  return killingFourVelocity(place, 0, { at, why, mend: "move the camera out, or let it fall or orbit" });
}

/**
 * Zero angular momentum: orthogonal to surfaces of constant Boyer-Lindquist time, omega = a (2r - q^2) / A.
 * @see Bardeen, Press, Teukolsky 1972, eq. 2.6; relativity 5.5
 */
function zamoFourVelocity(place: Place, at: string): Vec4 {
  const { mass, spin, charge, r, position } = place;
  requireClosedForm(place, "zamo", at);
  const why = "surfaces of constant Boyer-Lindquist time are not spacelike inside the horizon";
  const bad = { at, why, mend: "use `rain` or give a four-velocity" };
  const p2 = r * r + spin * spin;
  const source = 2 * mass * r - charge * charge;
  const delta = p2 - source;
  if (!(r > horizonRadius(place.spacetime) && delta > 0)) throw noObserver(place, bad);
  const cosTheta = position[2] / r;
  const area = p2 * p2 - spin * spin * delta * (1 - cosTheta * cosTheta);
  return killingFourVelocity(place, (spin * source) / area, bad);
}

/**
 * Prograde circular geodesic in the equatorial plane, Omega = sqrt(r - q^2) / (r^2 + a sqrt(r - q^2)).
 * @see Bardeen, Press, Teukolsky 1972, eq. 2.16; relativity 5.5
 */
function circularFourVelocity(place: Place, at: string): Vec4 {
  const { mass, spin, charge, r, position } = place;
  requireClosedForm(place, "circular", at);
  if (Math.abs(position[2]) > 1e-9 * r) {
    const what = `a circular geodesic lies in the equatorial plane, but z is ${position[2]}`;
    throw refusal(at, what, "set thetaDeg to 90, or choose another observer");
  }
  const why = "no timelike circular orbit exists at or inside the photon orbit";
  const bad = { at, why, mend: "move the camera out, or let it fall" };
  const pull = mass * r - charge * charge;
  const least = photonOrbitRadius(place.spacetime, "prograde") * (1 + NEAR_LIGHT);
  if (!(pull > 0 && r > Math.max(least, horizonRadius(place.spacetime)))) throw noObserver(place, bad);
  const root = Math.sqrt(pull);
  return killingFourVelocity(place, root / (r * r + spin * root), bad);
}

/**
 * Free fall from rest at infinity with L = Q = 0 (E = 1): at constant theta, through the horizon.
 * @see relativity, section 7
 */
function rainFourVelocity(place: Place, at: string): Vec4 {
  const { mass, spin, charge, r, position } = place;
  requireClosedForm(place, "rain", at);
  const source = 2 * mass * r - charge * charge;
  const why = "the charge turns a fall from infinity around before this radius";
  if (!(source >= 0)) throw noObserver(place, { at, why, mend: "move the camera out" });
  const [x, y, z] = position;
  const p2 = r * r + spin * spin;
  const p = Math.sqrt(p2);
  const s = Math.sqrt(source);
  const cos2 = (z / r) * (z / r);
  const sigma = r * r + spin * spin * cos2;
  const ut = ((p * (p2 + p * s + source)) / (p + s) - spin * spin * (1 - cos2)) / sigma;
  const ur = -(p * s) / sigma;
  const uphi = (-spin * s) / (sigma * (p + s));
  const ux = ((x * r + y * spin) / p2) * ur - y * uphi;
  const uy = ((y * r - x * spin) / p2) * ur + x * uphi;
  return [ut, ux, uy, (z / r) * ur];
}

/**
 * Radial free fall from rest at `restRadiusM`, E = sqrt(1 - 2/r0): spin 0 only.
 * @see relativity 5.5
 */
function dripFourVelocity(place: Place, restRadiusM: number, at: string): Vec4 {
  const { mass, spin, charge, r, position } = place;
  requireClosedForm(place, "drip", at);
  if (spin !== 0) {
    const what = `a drip falls radially, which needs spin 0, but spin is ${spin}`;
    throw refusal(at, what, "use `rain`, or set the spin to 0");
  }
  const horizon = horizonRadius(place.spacetime);
  if (!(restRadiusM > horizon && restRadiusM >= r && Number.isFinite(restRadiusM))) {
    const what = `restRadius is ${restRadiusM}, but a drip at r = ${r} was at rest further out, and outside the horizon at ${horizon}`;
    throw refusal(at, what, `give a finite restRadius above ${Math.max(r, horizon)}`);
  }
  const form = (radius: number): number => (2 * mass * radius - charge * charge) / (radius * radius);
  const energy2 = 1 - form(restRadiusM);
  const f = form(r);
  const speed2 = r === restRadiusM ? 0 : energy2 - 1 + f;
  const why = "the charge turns the fall around before this radius";
  if (!(speed2 >= 0)) throw noObserver(place, { at, why, mend: "move the camera out" });
  const energy = Math.sqrt(energy2);
  const speed = Math.sqrt(speed2);
  const ut = (energy2 * (1 + f) + f * f) / (energy + f * speed);
  return [ut, (-speed * position[0]) / r, (-speed * position[1]) / r, (-speed * position[2]) / r];
}

function givenFourVelocity({ spacetime, position, tKsM }: Place, fourVelocity: Vec4, at: string): Vec4 {
  const problem = fourVelocityProblem({ spacetime, position, tKsM }, fourVelocity);
  if (problem) throw refusal(at, problem.what, problem.mend);
  return fourVelocity;
}

/** What is wrong with a four-velocity: not finite, not timelike, not normalised to 1e-9, or past-directed. */
export function fourVelocityProblem(
  { spacetime, position, tKsM }: { spacetime: Spacetime; position: Vec3; tKsM: number },
  fourVelocity: Vec4,
): { readonly what: string; readonly mend: string } | undefined {
  const given = `four-velocity (${fourVelocity.join(", ")})`;
  if (!fourVelocity.every(Number.isFinite))
    return { what: `${given} is not finite`, mend: "give four finite numbers" };
  const norm = innerProduct(metricAt(spacetime, position, tKsM), fourVelocity, fourVelocity);
  if (!(norm < 0)) {
    return {
      what: `${given} is not timelike: its norm is ${norm}`,
      mend: "give a velocity below that of light",
    };
  }
  if (!(Math.abs(norm + 1) <= NORM_TOLERANCE)) {
    const mend = `divide it by ${Math.sign(fourVelocity[0] || 1) * Math.sqrt(-norm)}`;
    return { what: `${given} is not normalised: its norm is ${norm}, not -1 within ${NORM_TOLERANCE}`, mend };
  }
  if (!(fourVelocity[0] > 0))
    return { what: `${given} is past-directed`, mend: "turn the sign of all components" };
  return undefined;
}

/** Why an observer cannot be, and what to do. */
interface Absence {
  readonly at: string;
  readonly why: string;
  readonly mend: string;
}

/** The unit vector along d/dt + omega d/dphi. */
function killingFourVelocity(place: Place, omega: number, absence: Absence): Vec4 {
  const [x, y] = place.position;
  const along: Vec4 = [1, -omega * y, omega * x, 0];
  const norm = -innerProduct(metricAt(place.spacetime, place.position, place.tKsM), along, along);
  if (!(norm > 0)) throw noObserver(place, absence);
  const ut = 1 / Math.sqrt(norm);
  return [ut, along[1] * ut, along[2] * ut, 0];
}

function noObserver({ r }: Place, { at, why, mend }: Absence): InputError {
  return refusal(at, `cannot exist at r = ${r}: ${why}`, mend);
}

function requireClosedForm({ spacetime }: Place, kind: string, at: string): void {
  if (spacetime.kind !== "tabulated") return;
  const what = `\`${kind}\` is defined by a closed-form metric, but the spacetime is the table ${spacetime.table.name}`;
  throw refusal(at, what, "use `static`, or give a four-velocity");
}

function refusal(at: string, what: string, mend: string): InputError {
  return new InputError("observer", [{ at, what, mend }]);
}
