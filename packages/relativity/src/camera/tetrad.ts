import { InputError } from "../problem.ts";
import { innerProduct, lowered, type Metric, metricAt, radiusAt } from "../spacetime/metric.ts";
import { kerrSchildParameters, type Spacetime, type Vec3, type Vec4 } from "../spacetime/spacetime.ts";
import type { Tetrad } from "./frameCamera.ts";

/**
 * Most coordinate time in a camera's unit of proper time: its square is what rounding is relative to, and from here on
 * leaves more than 1e-6 of a frame wrong.
 */
const MOST_TIME_RATE = 1e5;

/** Where a camera stands and how it moves. */
export interface CameraPlace {
  readonly spacetime: Spacetime;
  /** Kerr-Schild Cartesian coordinates, in M. */
  readonly position: Vec3;
  /** Kerr-Schild time, in M; matters in tabulated spacetimes that change. */
  readonly tKsM: number;
  /** Contravariant, timelike and future-directed; normalised here. */
  readonly fourVelocity: Vec4;
}

/**
 * The camera's frame from two hints, by Gram-Schmidt in the order forward, up; right completes it, so that in flat
 * space right = forward x up. Works wherever the four-velocity is timelike, inside the horizon too.
 * @throws InputError when the hints do not span a plane, or the camera is as good as light
 */
export function cameraTetrad(place: CameraPlace, hints: { forward: Vec3; up: Vec3 }): Tetrad {
  const metric = metricAt(place.spacetime, place.position, place.tKsM);
  const u = velocityOf(metric, place.fourVelocity, "camera.fourVelocity");
  const forward = orthonormal(metric, [u], [0, ...hints.forward], "camera.forward");
  const up = orthonormal(metric, [u, forward], [0, ...hints.up], "camera.up");
  const right = orthonormal(metric, [u, forward, up], completing(metric, [u, forward, up]), "camera.up");
  return { u, forward, up, right };
}

/**
 * The frame in which azimuth and elevation of single rays are given: Gram-Schmidt in the order forward = -d/dr,
 * right = d/dphi, up = -d/dtheta of the spheroidal coordinates; on the axis those of phi = 0.
 * @param at  path of the camera's motion in the input, for the message
 * @throws InputError when the camera is as good as light
 * @see relativity, section 6
 */
export function sphericalTetrad(place: CameraPlace, at = "camera.fourVelocity"): Tetrad {
  const metric = metricAt(place.spacetime, place.position, place.tKsM);
  const u = velocityOf(metric, place.fourVelocity, at);
  const seeds = sphericalSeeds(kerrSchildParameters(place.spacetime).spin, place.position);
  const forward = orthonormal(metric, [u], seeds.forward, "camera.position");
  const right = orthonormal(metric, [u, forward], seeds.right, "camera.position");
  const up = orthonormal(metric, [u, forward, right], seeds.up, "camera.position");
  return { u, forward, up, right };
}

/** -d/dr, d/dphi over sin theta and -d/dtheta at a point. */
function sphericalSeeds(spin: number, position: Vec3): { forward: Vec4; right: Vec4; up: Vec4 } {
  const [x, y, z] = position;
  const r = radiusAt(spin, position);
  const scale = 1 / (r * r + spin * spin);
  const c = (r * x + spin * y) * scale;
  const d = (r * y - spin * x) * scale;
  const sinTheta = Math.sqrt(c * c + d * d);
  const cosTheta = z / r;
  const [cosPhi, sinPhi] = sinTheta > 0 ? [c / sinTheta, d / sinTheta] : [1, 0];
  const across = r * cosPhi - spin * sinPhi;
  const along = r * sinPhi + spin * cosPhi;
  return {
    forward: [0, -c, -d, -cosTheta],
    right: [0, -along, across, 0],
    up: [0, -across * cosTheta, -along * cosTheta, r * sinTheta],
  };
}

/** The camera's four-velocity at unit length, slow enough to set up a frame. */
function velocityOf(metric: Metric, fourVelocity: Vec4, at: string): Vec4 {
  const u = normalised(metric, fourVelocity, -1, at);
  if (Math.abs(u[0]) <= MOST_TIME_RATE) return u;
  const what = `is so near that of light (u^t = ${u[0]}) that rounding spoils the camera's frame`;
  const mend = `move the camera away from horizon and photon orbit, or slow it down: u^t up to ${MOST_TIME_RATE}`;
  throw new InputError("tetrad", [{ at, what, mend }]);
}

/** The vector times the factor that makes its norm `sign`. */
function normalised(metric: Metric, vector: Vec4, sign: 1 | -1, at: string): Vec4 {
  const norm = sign * innerProduct(metric, vector, vector);
  if (!(norm > 0)) {
    const kind = sign < 0 ? "timelike" : "spacelike";
    const what = `(${vector.join(", ")}) is not ${kind}: its norm is ${sign * norm}`;
    throw new InputError("tetrad", [{ at, what, mend: `give a ${kind} vector in Kerr-Schild components` }]);
  }
  return scaled(vector, 1 / Math.sqrt(norm));
}

/** The part of a vector that is orthogonal to a frame, at unit length; projected twice, so that rounding stays small. */
function orthonormal(metric: Metric, frame: readonly Vec4[], hint: Vec4, at: string): Vec4 {
  const seed = squarable(hint);
  const once = projected(metric, frame, seed);
  if (!(innerProduct(metric, once, once) > 1e-20 * squaredSize(seed))) {
    const what = `(${hint.slice(1).join(", ")}) has no part that is independent of the camera's other vectors`;
    const mend =
      at === "camera.forward"
        ? "give a direction to look in that is not zero, nor along the motion"
        : "give a vector across the view's forward and the motion";
    throw new InputError("tetrad", [{ at, what, mend }]);
  }
  const twice = projected(metric, frame, normalised(metric, once, 1, at));
  return normalised(metric, twice, 1, at);
}

/** The vector itself, or where squares of its components would be lost, one along it of which they are not. */
function squarable(vector: Vec4): Vec4 {
  const size = squaredSize(vector);
  if (size > 1e-200 && size < 1e200) return vector;
  const largest = Math.max(...vector.map(Math.abs));
  return largest === 0
    ? vector
    : [vector[0] / largest, vector[1] / largest, vector[2] / largest, vector[3] / largest];
}

function squaredSize([t, x, y, z]: Vec4): number {
  return t * t + x * x + y * y + z * z;
}

function projected(metric: Metric, frame: readonly Vec4[], seed: Vec4): Vec4 {
  let rest = seed;
  frame.forEach((leg, index) => {
    const part = innerProduct(metric, leg, rest) * (index === 0 ? 1 : -1);
    rest = [
      rest[0] + part * leg[0],
      rest[1] + part * leg[1],
      rest[2] + part * leg[2],
      rest[3] + part * leg[3],
    ];
  });
  return rest;
}

/** The vector orthogonal to three others, oriented so that in flat space it is forward x up for (u, forward, up). */
function completing(metric: Metric, [u, forward, up]: readonly [Vec4, Vec4, Vec4]): Vec4 {
  const a = lowered(metric, u);
  const b = lowered(metric, forward);
  const c = lowered(metric, up);
  const minor = (i: 0 | 1 | 2 | 3, j: 0 | 1 | 2 | 3, k: 0 | 1 | 2 | 3): number =>
    a[i] * (b[j] * c[k] - b[k] * c[j]) -
    a[j] * (b[i] * c[k] - b[k] * c[i]) +
    a[k] * (b[i] * c[j] - b[j] * c[i]);
  return [minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2)];
}

function scaled(vector: Vec4, factor: number): Vec4 {
  return [vector[0] * factor, vector[1] * factor, vector[2] * factor, vector[3] * factor];
}
