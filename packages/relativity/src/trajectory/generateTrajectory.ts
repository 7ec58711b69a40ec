import { type Observer, observerFourVelocity } from "../camera/observer.ts";
import { kerrSchildPosition } from "../camera/place.ts";
import { sphericalTetrad } from "../camera/tetrad.ts";
import { InputError } from "../problem.ts";
import type { TrajectoryChoice } from "../shot/shot.ts";
import { innerProduct, metricAt } from "../spacetime/metric.ts";
import { kerrSchildParameters, type Spacetime, type Vec3, type Vec4 } from "../spacetime/spacetime.ts";
import { angleOfDegrees, angleOfRadians, radiansOfDegrees } from "./angle.ts";
import type { CameraSample } from "./cameraSample.ts";
import { dripPath, evenly } from "./drip.ts";
import { hintsOfLook } from "./look.ts";
import type { PathPoint } from "./path.ts";
import { rainPath } from "./rain.ts";

type Generated = Exclude<TrajectoryChoice, { readonly kind: "file" }>;

/**
 * The samples of a generated trajectory: what a `camera.csv` of it would hold. Camera hints follow the hole: they
 * are set anew at each frame from the directions of r, phi and theta there, turned by the shot's look.
 * @throws InputError when no such camera can be: at rest in an ergosphere, on an orbit of light, ...
 */
export function generateTrajectory(choice: Generated, spacetime: Spacetime, hfovDeg: number): CameraSample[] {
  const { spin } = kerrSchildParameters(spacetime);
  const theta = angleOfDegrees(choice.thetaDeg);
  const fourVelocityAt = (position: Vec3): Vec4 => fourVelocityOf(choice, spacetime, position);
  const start = kerrSchildPosition(spin, pathRadiusM(choice), { theta, phi: angleOfDegrees(choice.phiDeg) });
  return pathOf(choice, spin, () => fourVelocityAt(start)).map(({ tauM, tKsM, radiusM, phiRad }, frame) => {
    const phi =
      phiRad === 0 ? angleOfDegrees(choice.phiDeg) : angleOfRadians(radiansOfDegrees(choice.phiDeg) + phiRad);
    const position = positive(kerrSchildPosition(spin, radiusM, { theta, phi }));
    const fourVelocity = fourVelocityAt(position);
    const tetrad = sphericalTetrad({ spacetime, position, tKsM, fourVelocity }, "trajectory");
    const hints = hintsOfLook(tetrad, choice.look);
    return { frame, tauM, tKsM, position, fourVelocity, ...hints, hfovDeg, exposure: 1 };
  });
}

function fourVelocityOf(choice: Generated, spacetime: Spacetime, position: Vec3): Vec4 {
  const place = { spacetime, position };
  if (choice.kind === "circling") return circlingFourVelocity(choice, spacetime, position);
  const observer: Observer =
    choice.kind === "drip" ? { kind: "drip", restRadiusM: choice.restRadiusM } : { kind: choice.kind };
  return observerFourVelocity(place, observer, "trajectory");
}

/** Along d/dt + Omega d/dphi, at unit length. */
function circlingFourVelocity(
  { orbits, durationM, radiusM }: Extract<Generated, { readonly kind: "circling" }>,
  spacetime: Spacetime,
  position: Vec3,
): Vec4 {
  const omega = (FULL_TURN_RAD * orbits) / durationM;
  const along: Vec4 = [1, -omega * position[1], omega * position[0], 0];
  const metric = metricAt(spacetime, position, 0);
  const norm = -innerProduct(metric, along, along);
  if (!(norm > 0)) {
    const turns = Math.abs(orbits) === 1 ? "turn" : "turns";
    const what = `circles with ${orbits} ${turns} in ${durationM} M at r = ${radiusM}, as fast as light or faster`;
    throw new InputError("trajectory", [
      { at: "trajectory.durationM", what, mend: "make durationM longer, or radiusM larger" },
    ]);
  }
  const ut = 1 / Math.sqrt(norm);
  return [ut, along[1] * ut + 0, along[2] * ut + 0, 0];
}

/** Radius of the first frame, in M. */
function pathRadiusM(choice: Generated): number {
  return "radiusM" in choice ? choice.radiusM : choice.fromRadiusM;
}

function pathOf(choice: Generated, spin: number, startVelocity: () => Vec4): PathPoint[] {
  switch (choice.kind) {
    case "drip":
      return dripPath(choice);
    case "rain":
      return rainPath(spin, angleOfDegrees(choice.thetaDeg), choice);
    case "circular":
      return turningPath(choice, circularPeriodM(choice.radiusM, spin) * choice.orbits, startVelocity());
    case "circling":
      return turningPath(choice, choice.durationM, startVelocity());
    default:
      return standPath(choice, spin, startVelocity());
  }
}

const FULL_TURN_RAD = 6.283185307179586;

/** Kerr-Schild time of a prograde circular orbit, Omega = 1/(r^1.5 + a). @see Bardeen, Press, Teukolsky 1972, eq. 2.16 */
function circularPeriodM(radiusM: number, spin: number): number {
  return FULL_TURN_RAD * (radiusM * Math.sqrt(radiusM) + spin);
}

/**
 * Turns about the axis in even steps, one step short of the end, so that a movie of whole turns can be repeated
 * without a jump. Free orbits with turns below 0 run backward in time.
 */
function turningPath(
  { frames, radiusM, orbits }: Extract<Generated, { readonly orbits: number }>,
  durationM: number,
  [ut]: Vec4,
): PathPoint[] {
  return Array.from({ length: frames }, (_, index) => {
    const share = index / frames;
    const tKsM = durationM * share + 0;
    return { tauM: tKsM / ut, tKsM, radiusM, phiRad: FULL_TURN_RAD * orbits * share + 0 };
  });
}

/** A camera that stays at its radius and angle; held with zero angular momentum it is dragged along with phi. */
function standPath(
  { kind, frames, radiusM, durationM, thetaDeg }: Extract<Generated, { readonly kind: "static" | "zamo" }>,
  spin: number,
  [ut]: Vec4,
): PathPoint[] {
  const omega = kind === "zamo" ? draggingOmega(spin, radiusM, angleOfDegrees(thetaDeg).sin) : 0;
  return evenly(frames).map((share) => {
    const tauM = durationM * share;
    const tKsM = ut * tauM;
    return { tauM, tKsM, radiusM, phiRad: omega * tKsM };
  });
}

/** Angular velocity of zero angular momentum, 2ar/A. @see relativity 5.5 */
function draggingOmega(spin: number, r: number, sinTheta: number): number {
  const p2 = r * r + spin * spin;
  const area = p2 * p2 - spin * spin * (p2 - 2 * r) * sinTheta * sinTheta;
  return (2 * spin * r) / area;
}

/** The same numbers, with no negative zero among them. */
function positive([x, y, z]: Vec3): Vec3 {
  return [x + 0, y + 0, z + 0];
}
