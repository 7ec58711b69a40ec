import { InputError } from "../problem.ts";
import { innerProduct, lowered, type Metric, metricAt, radiusAt } from "../spacetime/metric.ts";
import { kerrSchildParameters, type Spacetime, type Vec3, type Vec4 } from "../spacetime/spacetime.ts";
import type { Tetrad } from "./frameCamera.ts";

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
 * @throws InputError when the hints do not span a plane
 */
export function cameraTetrad(place: CameraPlace, hints: { forward: Vec3; up: Vec3 }): Tetrad {
  const metric = metricAt(place.spacetime, place.position, place.tKsM);
  const u = normalised(metric, place.fourVelocity, -1, "camera.fourVelocity");
  const forward = orthonormal(metric, [u], [0, ...hints.forward], "camera.forward");
  const up = orthonormal(metric, [u, forward], [0, ...hints.up], "camera.up");
  const right = orthonormal(metric, [u, forward, up], completing(metric, [u, forward, up]), "camera.up");
  return { u, forward, up, right };
}

/**
 * The frame in which azimuth and elevation of single rays are given: Gram-Schmidt in the order forward = -d/dr,
 * right = d/dphi, up = -d/dtheta of the spheroidal coordinates; on the axis those of phi = 0.
 * @see relativity, section 6
 */
export function sphericalTetrad(place: CameraPlace): Tetrad {
  const metric = metricAt(place.spacetime, place.position, place.tKsM);
  const u = normalised(metric, place.fourVelocity, -1, "camera.fourVelocity");
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
function orthonormal(metric: Metric, frame: readonly Vec4[], seed: Vec4, at: string): Vec4 {
  const once = projected(metric, frame, seed);
  const size = seed[0] * seed[0] + seed[1] * seed[1] + seed[2] * seed[2] + seed[3] * seed[3];
  if (!(innerProduct(metric, once, once) > 1e-20 * size)) {
    const what = `(${seed.slice(1).join(", ")}) has no part that is independent of the camera's other vectors`;
    const mend =
      at === "camera.forward"
        ? "give a direction to look in that is not zero, nor along the motion"
        : "give a vector across the view's forward and the motion";
    throw new InputError("tetrad", [{ at, what, mend }]);
  }
  const twice = projected(metric, frame, normalised(metric, once, 1, at));
  return normalised(metric, twice, 1, at);
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
