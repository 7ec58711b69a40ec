import type { Engine } from "@lightcone/parallel";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { photonOrbitRadius } from "../spacetime/circularOrbits.ts";
import { horizonRadius } from "../spacetime/horizon.ts";
import { radiusAt } from "../spacetime/metric.ts";
import { kerrSchildParameters, type Vec3 } from "../spacetime/spacetime.ts";
import { openRayPool } from "../trace/rayPool.ts";
import { rayResult } from "../trace/rayResults.ts";
import type { DiskGeometry, RayResult } from "../trace/tracer.ts";
import type { RayRequest } from "./ray.ts";

/** Steps after which a path is given up: thousands of turns about the hole. */
const STEP_BUDGET = 20_000;
/** Steps are as short as this tolerance makes them, so that a line from point to point looks round. */
const LARGEST_TOLERANCE = 1e-11;
/** How far above the horizon a captured ray's path ends, in its radius: light needs forever to arrive there. */
const HORIZON_GAP = 1e-3;
/** How far out a ray that escapes is drawn at least, in radii of the camera. */
const OUTER_RADII = 4;

/** A ray's way back from the camera, laid flat. */
export interface RayPath {
  /**
   * Which plane: without spin a ray stays in one, and that is it; else radius and azimuth about the spin axis are laid
   * flat, whatever the height above the equator.
   */
  readonly plane: "orbit" | "azimuth";
  readonly status: RayResult["status"];
  /** Points in M, x and y each, from the camera on. The camera is on the x axis, the hole at 0 0. */
  readonly points: readonly (readonly [number, number])[];
  /** Boyer-Lindquist radius of the horizon, in M; 0 in flat space. */
  readonly horizonM: number;
  /** Radii at which light can circle in the equator's plane, in M; one without spin, none in flat space. */
  readonly lightRingsM: readonly number[];
}

/**
 * Follows a ray step by step with the general backend, and tells where it was.
 * @throws InputError as the pool's
 */
export async function traceRayPath(engine: Engine, ray: RayRequest): Promise<RayPath> {
  const kernel = await engine.loadKernel(relativityKernelSpec);
  const { spacetime, camera, azRad, elRad } = ray;
  const places: Vec3[] = [camera.position];
  const pool = openRayPool(engine, kernel, {
    spacetime,
    backend: "kerr-schild",
    tolerance: Math.min(ray.tolerance, LARGEST_TOLERANCE),
    stepBudget: STEP_BUDGET,
    slab: { kind: "steps", steps: 1 },
    ...ringAtHorizon(ray),
    frames: [{ frame: 0, tauM: 0, ...camera, projection: { kind: "direction" } }],
    onSlab: () => {
      const place = pool.placeOf(0);
      // A step that was refused has moved nothing.
      if (minus(place, places.at(-1)!).some((moved) => moved !== 0)) places.push(place);
    },
  });
  try {
    pool.append({
      count: 1,
      frame: Int32Array.of(0),
      x: Float64Array.of(azRad),
      y: Float64Array.of(elRad),
    });
    pool.run();
    const result = rayResult(pool.results(), 0);
    return { ...flatPath(withTail(places, result), ray), status: result.status, ...landmarks(ray) };
  } finally {
    pool.close();
  }
}

/**
 * A ray whose end is known from its constants is not followed at all, unless it might meet a disk: so there is one,
 * of no width to speak of, where captured rays end, and light passes through it.
 */
function ringAtHorizon({ spacetime }: RayRequest): { disk?: DiskGeometry } {
  if (kerrSchildParameters(spacetime).mass === 0) return {};
  const innerRadiusM = horizonRadius(spacetime) * (1 + HORIZON_GAP);
  return { disk: { innerRadiusM, outerRadiusM: innerRadiusM * (1 + HORIZON_GAP), opacity: "transparent" } };
}

/** A ray that escapes goes on straight; in flat space it does so from the camera on. */
function withTail(places: readonly Vec3[], { direction }: RayResult): readonly Vec3[] {
  const last = places.at(-1);
  const first = places[0];
  if (direction === null || last === undefined || first === undefined) return places;
  const reachM = OUTER_RADII * Math.sqrt(dot(first, first)) + Math.sqrt(dot(last, last));
  return [
    ...places,
    [last[0] + reachM * direction[0], last[1] + reachM * direction[1], last[2] + reachM * direction[2]],
  ];
}

function landmarks({ spacetime }: RayRequest): Pick<RayPath, "horizonM" | "lightRingsM"> {
  const { mass, spin } = kerrSchildParameters(spacetime);
  const senses = spin === 0 ? (["prograde"] as const) : (["prograde", "retrograde"] as const);
  const lightRingsM = mass === 0 ? [] : senses.map((sense) => photonOrbitRadius(spacetime, sense));
  return { horizonM: horizonRadius(spacetime), lightRingsM };
}

function flatPath(places: readonly Vec3[], { spacetime }: RayRequest): Pick<RayPath, "plane" | "points"> {
  const { spin } = kerrSchildParameters(spacetime);
  if (spin !== 0) return { plane: "azimuth", points: azimuthPoints(places, spin) };
  return { plane: "orbit", points: planePoints(places) };
}

/** Coordinates in the plane through the hole that holds the camera and the place furthest beside its direction. */
function planePoints(places: readonly Vec3[]): [number, number][] {
  const [camera = [1, 0, 0] as const] = places;
  const ahead = scaled(camera, 1 / Math.sqrt(dot(camera, camera)));
  const asides = places.map((place) => minus(place, scaled(ahead, dot(place, ahead))));
  const furthest = asides.reduce((a, b) => (dot(b, b) > dot(a, a) ? b : a), asides[0] ?? camera);
  const length = Math.sqrt(dot(furthest, furthest));
  // The ray sets out towards y above 0; furthest it can be on the other side.
  const isBeyond = dot(asides[1] ?? furthest, furthest) < 0;
  const aside = scaled(furthest, length > 0 ? (isBeyond ? -1 : 1) / length : 0);
  return places.map((place, index) => [dot(place, ahead), dot(asides[index]!, aside)]);
}

/**
 * Radius and Kerr-Schild azimuth of each place, the camera's azimuth taken off: x + iy = (r + ia) sin theta e^(i phi).
 * @see relativity 5.1
 */
function azimuthPoints(places: readonly Vec3[], spin: number): [number, number][] {
  let camera: readonly [number, number] | undefined;
  return places.map((place) => {
    const r = radiusAt(spin, place);
    const across = r * place[0] + spin * place[1];
    const along = r * place[1] - spin * place[0];
    const length = Math.sqrt(across * across + along * along);
    const [cosPhi, sinPhi] = length > 0 ? [across / length, along / length] : [1, 0];
    camera ??= [cosPhi, sinPhi];
    return [r * (cosPhi * camera[0] + sinPhi * camera[1]), r * (sinPhi * camera[0] - cosPhi * camera[1])];
  });
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function scaled([x, y, z]: Vec3, factor: number): Vec3 {
  return [x * factor, y * factor, z * factor];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
