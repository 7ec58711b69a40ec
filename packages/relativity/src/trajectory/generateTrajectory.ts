import { type Observer, observerFourVelocity } from "../camera/observer.ts";
import { kerrSchildPosition } from "../camera/place.ts";
import { sphericalTetrad } from "../camera/tetrad.ts";
import type { TrajectoryChoice } from "../shot/shot.ts";
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
  const observer: Observer =
    choice.kind === "drip" ? { kind: "drip", restRadiusM: choice.restRadiusM } : { kind: choice.kind };
  const fourVelocityAt = (position: Vec3): Vec4 =>
    observerFourVelocity({ spacetime, position }, observer, "trajectory");
  const start = kerrSchildPosition(spin, pathRadiusM(choice), { theta, phi: angleOfDegrees(choice.phiDeg) });
  return pathOf(choice, spin, () => fourVelocityAt(start)).map(({ tauM, tKsM, radiusM, phiRad }, frame) => {
    const phi =
      phiRad === 0 ? angleOfDegrees(choice.phiDeg) : angleOfRadians(radiansOfDegrees(choice.phiDeg) + phiRad);
    const position = positive(kerrSchildPosition(spin, radiusM, { theta, phi }));
    const fourVelocity = fourVelocityAt(position);
    const tetrad = sphericalTetrad({ spacetime, position, tKsM, fourVelocity });
    const hints = hintsOfLook(tetrad, choice.look);
    return { frame, tauM, tKsM, position, fourVelocity, ...hints, hfovDeg, exposure: 1 };
  });
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
      return circularPath(choice, spin, startVelocity());
    default:
      return standPath(choice, spin, startVelocity());
  }
}

const FULL_TURN_RAD = 6.283185307179586;

/**
 * Prograde circular orbit: phi = Omega t, Omega = 1/(r^1.5 + a); a movie of whole turns can be repeated without a
 * jump. Turns below 0 run the movie backward.
 * @see Bardeen, Press, Teukolsky 1972, eq. 2.16
 */
function circularPath(
  { frames, radiusM, orbits }: Extract<Generated, { readonly kind: "circular" }>,
  spin: number,
  [ut]: Vec4,
): PathPoint[] {
  const period = FULL_TURN_RAD * (radiusM * Math.sqrt(radiusM) + spin);
  return Array.from({ length: frames }, (_, index) => {
    const turns = (orbits * index) / frames;
    const tKsM = period * turns + 0;
    return { tauM: tKsM / ut, tKsM, radiusM, phiRad: FULL_TURN_RAD * turns + 0 };
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
