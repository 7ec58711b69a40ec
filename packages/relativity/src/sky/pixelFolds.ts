import { ESCAPED, type RayTracer, type ResultColumns } from "../trace/tracer.ts";
import type { ProbeCamera, ProbePoints } from "./imageProbes.ts";

/** The middle of a pixel and eight points around its edge, clockwise, in halves of a pixel. */
const EDGE_X: readonly number[] = [0, 1, 1, 1, 0, -1, -1, -1, 0];
const EDGE_Y: readonly number[] = [0, -1, 0, 1, 1, 1, 0, -1, -1];
const HALF_PX = 0.5;

/** What a pixel about a point of the image shows. */
export interface PixelCover {
  /** Sky in its eight parts, counted as often as it is covered, in sr; 0 if a ray is lost. */
  readonly skyArea: number;
  /** Whether parts of it are mirrored and parts not: a fold of the image goes through it. */
  readonly isFolded: boolean;
}

/** Looks at the pixels about the points of those rows; gives their covers in the same order, and the rays it took. */
export function pixelCovers(
  points: ProbePoints,
  rows: readonly number[],
  { cameras, tracer }: { readonly cameras: readonly ProbeCamera[]; readonly tracer: RayTracer },
): { readonly covers: readonly PixelCover[]; readonly rays: number } {
  if (rows.length === 0) return { covers: [], rays: 0 };
  const count = rows.length * EDGE_X.length;
  const frame = new Int32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  rows.forEach((row, k) => {
    EDGE_X.forEach((right, step) => {
      const ray = k * EDGE_X.length + step;
      frame[ray] = cameras[points.camera[row]!]!.frame;
      x[ray] = points.x[row]! + HALF_PX * right;
      y[ray] = points.y[row]! + HALF_PX * EDGE_Y[step]!;
    });
  });
  const results = tracer.trace({ count, frame, x, y });
  return { covers: rows.map((_, k) => coverOf(results, k * EDGE_X.length)), rays: count };
}

function coverOf(results: ResultColumns, first: number): PixelCover {
  for (let ray = first; ray < first + EDGE_X.length; ray++) {
    if (results.status[ray] !== ESCAPED) return { skyArea: 0, isFolded: false };
  }
  let skyArea = 0;
  let signedArea = 0;
  for (let side = 1; side < EDGE_X.length; side++) {
    const area = 0.5 * volume(results, first, first + side, first + (side % 8) + 1);
    skyArea += area < 0 ? -area : area;
    signedArea += area;
  }
  return { skyArea, isFolded: Math.abs(signedArea) < skyArea };
}

/** a . ((b - a) x (c - a)): twice the sky in a small triangle, below 0 if it is mirrored. */
function volume(
  { directionX, directionY, directionZ }: ResultColumns,
  a: number,
  b: number,
  c: number,
): number {
  const px = directionX[b]! - directionX[a]!;
  const py = directionY[b]! - directionY[a]!;
  const pz = directionZ[b]! - directionZ[a]!;
  const qx = directionX[c]! - directionX[a]!;
  const qy = directionY[c]! - directionY[a]!;
  const qz = directionZ[c]! - directionZ[a]!;
  return (
    directionX[a]! * (py * qz - pz * qy) +
    directionY[a]! * (pz * qx - px * qz) +
    directionZ[a]! * (px * qy - py * qx)
  );
}
