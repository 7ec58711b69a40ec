import type { FrameCamera } from "../camera/frameCamera.ts";
import {
  ESCAPED,
  type RayTracer,
  type ResultColumns,
  type SampleColumns,
  type SlopedColumns,
} from "../trace/tracer.ts";
import { type AngleScale, angleScale, type PixelSolidAngle, solidAnglesAround } from "./pixelSolidAngle.ts";

/** A camera, by its frame's number and its pixels' solid angles. */
export interface ProbeCamera {
  readonly frame: number;
  readonly solidAngle: PixelSolidAngle;
  /** What those depend on. */
  readonly scale: AngleScale;
}

/** What probes need to know of a camera. */
export function probeCamera({ frame, projection }: FrameCamera): ProbeCamera {
  const scale = angleScale(projection);
  return { frame, solidAngle: solidAnglesAround(scale), scale };
}

/** Points of images, as columns; probes are of rows of them. */
export interface ProbePoints {
  /** Index of each point's camera. */
  readonly camera: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Rays for some points, PROBE_RAYS each in their order: at the point, right of it, below it. */
interface ProbePlan {
  readonly samples: SampleColumns;
  /** Distance of a point's neighbouring rays, px. */
  readonly offsetPx: Float64Array;
}

const PROBE_RAYS = 3;
/**
 * Distance of neighbouring rays, in radians. Differences keep 7 digits; what a ray bends between two, on one side of
 * the point alone, costs about as much.
 */
const OFFSET_RAD = 3e-8;
/** Distance where the projection shows nothing, px. */
const BLIND_OFFSET_PX = 1e-3;

/** Plans the rays that tell directions and their changes at the points of those rows. */
function planProbes(points: ProbePoints, rows: Int32Array, cameras: readonly ProbeCamera[]): ProbePlan {
  const count = PROBE_RAYS * rows.length;
  const offsetPx = new Float64Array(rows.length);
  const frame = new Int32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k]!;
    const camera = cameras[points.camera[row]!]!;
    const pointX = points.x[row]!;
    const pointY = points.y[row]!;
    const solidAngle = camera.solidAngle(pointX, pointY);
    const offset = solidAngle > 0 ? OFFSET_RAD / Math.sqrt(solidAngle) : BLIND_OFFSET_PX;
    offsetPx[k] = offset;
    const ray = 3 * k;
    frame[ray] = camera.frame;
    frame[ray + 1] = camera.frame;
    frame[ray + 2] = camera.frame;
    x[ray] = pointX;
    y[ray] = pointY;
    x[ray + 1] = pointX + offset;
    y[ray + 1] = pointY;
    x[ray + 2] = pointX;
    y[ray + 2] = pointY + offset;
  }
  return { samples: { count, frame, x, y }, offsetPx };
}

/** Points that were looked at. */
export interface TracedProbes {
  readonly columns: ResultColumns;
  /** Rays of each point, one after the other; the first is the one at the point. */
  readonly raysEach: number;
  /** Reads the k-th point; false if a ray of it does not come from the sky. */
  read(k: number, probe: Probe): boolean;
}

/** Looks at the points of those rows: with a ray each where rays have slopes, else with three. */
export function traceProbes(
  points: ProbePoints,
  rows: Int32Array,
  { cameras, tracer }: { readonly cameras: readonly ProbeCamera[]; readonly tracer: RayTracer },
): TracedProbes {
  if (tracer.traceSlopes !== undefined) {
    const columns = tracer.traceSlopes(planPoints(points, rows, cameras));
    return { columns, raysEach: 1, read: (k, probe) => readSloped(columns, k, probe) };
  }
  const { samples, offsetPx } = planProbes(points, rows, cameras);
  const columns = tracer.trace(samples);
  const read = (k: number, probe: Probe): boolean => readProbe(columns, PROBE_RAYS * k, offsetPx[k]!, probe);
  return { columns, raysEach: PROBE_RAYS, read };
}

function planPoints(points: ProbePoints, rows: Int32Array, cameras: readonly ProbeCamera[]): SampleColumns {
  const count = rows.length;
  const samples = {
    count,
    frame: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
  for (let k = 0; k < count; k++) {
    const row = rows[k]!;
    samples.frame[k] = cameras[points.camera[row]!]!.frame;
    samples.x[k] = points.x[row]!;
    samples.y[k] = points.y[row]!;
  }
  return samples;
}

function readSloped(columns: SlopedColumns, ray: number, probe: Probe): boolean {
  if (columns.status[ray] !== ESCAPED) return false;
  const { directionX, directionY, directionZ, slopes } = columns;
  probe[DIRECTION] = directionX[ray]!;
  probe[DIRECTION + 1] = directionY[ray]!;
  probe[DIRECTION + 2] = directionZ[ray]!;
  probe[BY_X] = slopes[0]![ray]!;
  probe[BY_X + 1] = slopes[1]![ray]!;
  probe[BY_X + 2] = slopes[2]![ray]!;
  probe[BY_Y] = slopes[3]![ray]!;
  probe[BY_Y + 1] = slopes[4]![ray]!;
  probe[BY_Y + 2] = slopes[5]![ray]!;
  return true;
}

/** Direction at a point, and its change for a pixel to the right and for one down: three components each. */
export type Probe = Float64Array;
export const DIRECTION = 0;
export const BY_X = 3;
export const BY_Y = 6;
export const PROBE_WORDS = 9;

/**
 * Reads the rays of one point; false if one of them does not come from the sky.
 * @param first  the ray at the point
 */
function readProbe(columns: ResultColumns, first: number, offsetPx: number, probe: Probe): boolean {
  const { status, directionX, directionY, directionZ } = columns;
  if (status[first] !== ESCAPED || status[first + 1] !== ESCAPED || status[first + 2] !== ESCAPED)
    return false;
  readAxis(directionX, first, offsetPx, probe, 0);
  readAxis(directionY, first, offsetPx, probe, 1);
  readAxis(directionZ, first, offsetPx, probe, 2);
  return true;
}

function readAxis(column: Float64Array, first: number, offsetPx: number, probe: Probe, axis: number): void {
  const here = column[first]!;
  probe[DIRECTION + axis] = here;
  probe[BY_X + axis] = (column[first + 1]! - here) / offsetPx;
  probe[BY_Y + axis] = (column[first + 2]! - here) / offsetPx;
}

/** Sky that a pixel shows, in sr per px^2: below 0 where it is mirrored. */
export function skyAreaPerPx2(probe: Probe): number {
  return (
    probe[DIRECTION]! * (probe[BY_X + 1]! * probe[BY_Y + 2]! - probe[BY_X + 2]! * probe[BY_Y + 1]!) +
    probe[DIRECTION + 1]! * (probe[BY_X + 2]! * probe[BY_Y]! - probe[BY_X]! * probe[BY_Y + 2]!) +
    probe[DIRECTION + 2]! * (probe[BY_X]! * probe[BY_Y + 1]! - probe[BY_X + 1]! * probe[BY_Y]!)
  );
}
