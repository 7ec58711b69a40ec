import type { FrameCamera } from "../camera/frameCamera.ts";

import { ESCAPED, type ResultColumns, type SampleColumns } from "../trace/tracer.ts";
import { pixelSolidAngle } from "./pixelSolidAngle.ts";

/**
 * Rays around a point of the image. `locate`: the point and one to its right and below; `measure`: the point
 * and both sides of it on both axes; `pixel`: the point and eight around the edge of a pixel about it.
 */
export type ProbePattern = "locate" | "measure" | "pixel";

/** A vector of three components. */
type Triple = readonly [number, number, number];

/** What rays around a point say. */
export interface ImageProbe {
  /** Direction of the middle ray. */
  readonly direction: Triple;
  /** Change of direction for a pixel to the right and for one down. */
  readonly byX: Triple;
  readonly byY: Triple;
  /** Sky that a pixel shows, in sr per px^2, below 0 if mirrored; of `pixel` the sum of its parts' sizes. */
  readonly skyAreaPerPx2: number;
  /** Of `pixel`: whether its parts are mirrored in part. */
  readonly isFolded: boolean;
  readonly redshiftG: number;
  readonly order: number;
}

/** Distance of neighbouring rays, in radians: differences keep about 10 digits, curvature costs fewer than 1e-6. */
const OFFSET_RAD = 2e-5;

/** Steps of each pattern's rays from its point, in offsets (of `pixel`: in halves of a pixel). */
const STEPS: Readonly<Record<ProbePattern, readonly (readonly [number, number])[]>> = {
  locate: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
  measure: [
    [0, 0],
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ],
  pixel: [
    [0, 0],
    [1, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
  ],
};

/** A point to be probed. */
export interface ProbePoint {
  readonly camera: FrameCamera;
  readonly x: number;
  readonly y: number;
  readonly pattern: ProbePattern;
}

/** Rays of many points, as samples in the order of the points, and where each point's rays begin. */
export function planProbes(points: readonly ProbePoint[]): {
  readonly samples: SampleColumns;
  readonly firstRay: Int32Array;
} {
  const firstRay = new Int32Array(points.length);
  let count = 0;
  points.forEach(({ pattern }, index) => {
    firstRay[index] = count;
    count += STEPS[pattern].length;
  });
  const samples = {
    count,
    frame: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
  points.forEach(({ camera, x, y, pattern }, index) => {
    const offset = pattern === "pixel" ? 0.5 : offsetPx(camera, x, y);
    STEPS[pattern].forEach(([right, down], step) => {
      const ray = firstRay[index]! + step;
      samples.frame[ray] = camera.frame;
      samples.x[ray] = x + right * offset;
      samples.y[ray] = y + down * offset;
    });
  });
  return { samples, firstRay };
}

/** Offset of neighbouring rays in pixels; where the projection shows nothing, of a pixel's thousandth. */
function offsetPx({ projection }: FrameCamera, x: number, y: number): number {
  const solidAngle = pixelSolidAngle(projection, x, y);
  return solidAngle > 0 ? OFFSET_RAD / Math.sqrt(solidAngle) : 1e-3;
}

/** Results of planned rays; the columns are valid until the tracer's next call. */
export interface ProbeResults {
  readonly columns: ResultColumns;
  readonly firstRay: Int32Array;
}

/** Reads what the rays of a point say; undefined if one of them does not come from the sky. */
export function readProbe(point: ProbePoint, results: ProbeResults, index: number): ImageProbe | undefined {
  const { columns } = results;
  const first = results.firstRay[index]!;
  const rayCount = STEPS[point.pattern].length;
  for (let ray = first; ray < first + rayCount; ray++) if (columns.status[ray] !== ESCAPED) return undefined;
  const at = (step: number): Triple => [
    columns.directionX[first + step]!,
    columns.directionY[first + step]!,
    columns.directionZ[first + step]!,
  ];
  const common = { direction: at(0), redshiftG: columns.redshiftG[first]!, order: columns.order[first]! };
  if (point.pattern === "pixel") return { ...common, byX: ZERO, byY: ZERO, ...pixelCover(at) };
  const offset = offsetPx(point.camera, point.x, point.y);
  const isMeasure = point.pattern === "measure";
  const byX = isMeasure ? slope(at(3), at(1), 2 * offset) : slope(at(0), at(1), offset);
  const byY = isMeasure ? slope(at(4), at(2), 2 * offset) : slope(at(0), at(2), offset);
  return { ...common, byX, byY, skyAreaPerPx2: volume(at(0), byX, byY), isFolded: false };
}

const ZERO: Triple = [0, 0, 0];

function slope(from: Triple, to: Triple, distance: number): Triple {
  return [(to[0] - from[0]) / distance, (to[1] - from[1]) / distance, (to[2] - from[2]) / distance];
}

/** a . (b x c) */
function volume(a: Triple, b: Triple, c: Triple): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

/** Sky in the eight triangles from a pixel's middle to its edge. */
function pixelCover(at: (step: number) => Triple): { skyAreaPerPx2: number; isFolded: boolean } {
  const middle = at(0);
  let sum = 0;
  let signedSum = 0;
  for (let side = 1; side <= 8; side++) {
    const area = volume(middle, slope(middle, at(side), 1), slope(middle, at((side % 8) + 1), 1)) / 2;
    sum += Math.abs(area);
    signedSum += area;
  }
  return { skyAreaPerPx2: sum, isFolded: Math.abs(signedSum) < sum };
}
