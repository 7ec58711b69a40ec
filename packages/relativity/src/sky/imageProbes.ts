import type { FrameCamera } from "../camera/frameCamera.ts";
import { ESCAPED, type ResultColumns, type SampleColumns } from "../trace/tracer.ts";
import { type PixelSolidAngle, pixelSolidAngle } from "./pixelSolidAngle.ts";

/** A camera, by its frame's number and its pixels' solid angles. */
export interface ProbeCamera {
  readonly frame: number;
  readonly solidAngle: PixelSolidAngle;
}

/** What probes need to know of a camera. */
export function probeCamera({ frame, projection }: FrameCamera): ProbeCamera {
  return { frame, solidAngle: pixelSolidAngle(projection) };
}

/** Points of images, as columns; probes are of rows of them. */
export interface ProbePoints {
  /** Index of each point's camera. */
  readonly camera: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1 where a point is measured by rays on both sides along both axes, 0 where by rays on one side each. */
  readonly isMeasured: Uint8Array;
}

/** Rays for some points, in their order, and where each point's begin. */
export interface ProbePlan {
  readonly samples: SampleColumns;
  readonly firstRay: Int32Array;
  /** Distance of a point's neighbouring rays, px. */
  readonly offsetPx: Float64Array;
}

/** Distance of neighbouring rays, in radians: differences keep about 10 digits, curvature costs fewer than 1e-6. */
const OFFSET_RAD = 2e-5;
/** Distance where the projection shows nothing, px. */
const BLIND_OFFSET_PX = 1e-3;
/** Steps from the point, in offsets: the point, right, below; or right, below, left, above. */
const LOCATE_X: readonly number[] = [0, 1, 0];
const LOCATE_Y: readonly number[] = [0, 0, 1];
const MEASURE_X: readonly number[] = [1, 0, -1, 0];
const MEASURE_Y: readonly number[] = [0, 1, 0, -1];

/** Plans the rays that tell directions and their changes at the points of those rows. */
export function planProbes(
  points: ProbePoints,
  rows: Int32Array,
  cameras: readonly ProbeCamera[],
): ProbePlan {
  const firstRay = new Int32Array(rows.length);
  const offsetPx = new Float64Array(rows.length);
  let count = 0;
  for (let k = 0; k < rows.length; k++) {
    firstRay[k] = count;
    count += points.isMeasured[rows[k]!] === 1 ? MEASURE_X.length : LOCATE_X.length;
  }
  const frame = new Int32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k]!;
    const camera = cameras[points.camera[row]!]!;
    const solidAngle = camera.solidAngle(points.x[row]!, points.y[row]!);
    const offset = solidAngle > 0 ? OFFSET_RAD / Math.sqrt(solidAngle) : BLIND_OFFSET_PX;
    offsetPx[k] = offset;
    const isMeasured = points.isMeasured[row] === 1;
    const stepsX = isMeasured ? MEASURE_X : LOCATE_X;
    const stepsY = isMeasured ? MEASURE_Y : LOCATE_Y;
    for (let step = 0; step < stepsX.length; step++) {
      const ray = firstRay[k]! + step;
      frame[ray] = camera.frame;
      x[ray] = points.x[row]! + stepsX[step]! * offset;
      y[ray] = points.y[row]! + stepsY[step]! * offset;
    }
  }
  return { samples: { count, frame, x, y }, firstRay, offsetPx };
}

/** Direction at a point, and its change for a pixel to the right and for one down: three components each. */
export type Probe = Float64Array;
export const DIRECTION = 0;
export const BY_X = 3;
export const BY_Y = 6;
export const PROBE_WORDS = 9;

/** Reads the rays of one point; false if one of them does not come from the sky. */
export function readProbe(
  columns: ResultColumns,
  first: number,
  { isMeasured, offsetPx }: { readonly isMeasured: boolean; readonly offsetPx: number },
  probe: Probe,
): boolean {
  const rayCount = isMeasured ? MEASURE_X.length : LOCATE_X.length;
  for (let ray = first; ray < first + rayCount; ray++) if (columns.status[ray] !== ESCAPED) return false;
  readAxis(columns.directionX, first, { isMeasured, offsetPx, axis: 0 }, probe);
  readAxis(columns.directionY, first, { isMeasured, offsetPx, axis: 1 }, probe);
  readAxis(columns.directionZ, first, { isMeasured, offsetPx, axis: 2 }, probe);
  return true;
}

function readAxis(
  column: Float64Array,
  first: number,
  { isMeasured, offsetPx, axis }: { isMeasured: boolean; offsetPx: number; axis: number },
  probe: Probe,
): void {
  const a = column[first]!;
  const b = column[first + 1]!;
  const c = column[first + 2]!;
  if (isMeasured) {
    const d = column[first + 3]!;
    probe[DIRECTION + axis] = 0.25 * (a + b + c + d);
    probe[BY_X + axis] = (a - c) / (2 * offsetPx);
    probe[BY_Y + axis] = (b - d) / (2 * offsetPx);
  } else {
    probe[DIRECTION + axis] = a;
    probe[BY_X + axis] = (b - a) / offsetPx;
    probe[BY_Y + axis] = (c - a) / offsetPx;
  }
}

/** Sky that a pixel shows, in sr per px^2: below 0 where it is mirrored. */
export function skyAreaPerPx2(probe: Probe): number {
  return (
    probe[DIRECTION]! * (probe[BY_X + 1]! * probe[BY_Y + 2]! - probe[BY_X + 2]! * probe[BY_Y + 1]!) +
    probe[DIRECTION + 1]! * (probe[BY_X + 2]! * probe[BY_Y]! - probe[BY_X]! * probe[BY_Y + 2]!) +
    probe[DIRECTION + 2]! * (probe[BY_X]! * probe[BY_Y + 1]! - probe[BY_X + 1]! * probe[BY_Y]!)
  );
}
