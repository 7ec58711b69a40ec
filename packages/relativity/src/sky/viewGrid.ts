import type { Projection } from "../camera/frameCamera.ts";
import { createLensPoint, lensField } from "../lensMap/lensField.ts";
import type { LensFrame, LensMapHeader } from "../lensMap/lensMap.ts";
import {
  CROSSING_WORDS,
  ESCAPED,
  MAXIMUM_CROSSINGS,
  type RayTracer,
  type ResultColumns,
  type SampleColumns,
} from "../trace/tracer.ts";

const CROSSINGS_STRIDE = MAXIMUM_CROSSINGS * CROSSING_WORDS;

/** What is seen at points of a regular grid, row by row. */
export interface ViewGrid {
  readonly columns: number;
  readonly rows: number;
  /** Distance of neighbouring points, px. */
  readonly stepPx: number;
  /** Index into RAY_STATUSES. */
  readonly status: Uint8Array;
  /** 1 where only rays of its own can tell what a pixel shows. */
  readonly isMixed: Uint8Array;
  /** Three components a point; 0 0 0 unless escaped. */
  readonly direction: Float64Array;
  readonly redshiftG: Float64Array;
  readonly crossingCount: Uint8Array;
  /** Radius, azimuth, redshift of each crossing; empty where a lens map was read. */
  readonly crossings: Float64Array;
}

function createViewGrid(columns: number, rows: number, stepPx: number, hasCrossings: boolean): ViewGrid {
  const count = columns * rows;
  return {
    columns,
    rows,
    stepPx,
    status: new Uint8Array(count),
    isMixed: new Uint8Array(count),
    direction: new Float64Array(3 * count),
    redshiftG: new Float64Array(count),
    crossingCount: new Uint8Array(count),
    crossings: new Float64Array(hasCrossings ? count * CROSSINGS_STRIDE : 0),
  };
}

/** What a lens map shows at the centres of all pixels, between its vertices. Knows nothing of disk crossings. */
export function viewOfLensMap(frame: LensFrame, header: Pick<LensMapHeader, "sampling">): ViewGrid {
  const { widthPx, heightPx } = frame.camera.projection;
  const grid = createViewGrid(widthPx, heightPx, 1, false);
  const field = lensField(frame, header);
  const point = createLensPoint();
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const at = row * widthPx + column;
      field.read(column + 0.5, row + 0.5, point);
      grid.status[at] = point.status;
      grid.isMixed[at] = point.isMixed ? 1 : 0;
      grid.direction[3 * at] = point.directionX;
      grid.direction[3 * at + 1] = point.directionY;
      grid.direction[3 * at + 2] = point.directionZ;
      grid.redshiftG[at] = point.redshiftG;
    }
  }
  return grid;
}

/** What rays of their own show at the centres of all pixels of a frame. */
export function viewOfRays(frame: number, { widthPx, heightPx }: Projection, tracer: RayTracer): ViewGrid {
  const count = widthPx * heightPx;
  const samples = {
    count,
    frame: new Int32Array(count).fill(frame),
    x: Float64Array.from({ length: count }, (_, at) => (at % widthPx) + 0.5),
    y: Float64Array.from({ length: count }, (_, at) => Math.floor(at / widthPx) + 0.5),
  };
  const grid = createViewGrid(widthPx, heightPx, 1, true);
  takeResults(grid, tracer.trace(samples), 0);
  return grid;
}

/** Points along each side of a pixel that is looked at closely. */
const CLOSE_POINTS = 3;

/** Rays at 3 x 3 points of each of some pixels, in the order of the pixels. */
export function closeSamples(frame: number, pixels: Int32Array, widthPx: number): SampleColumns {
  const perPixel = CLOSE_POINTS * CLOSE_POINTS;
  const count = pixels.length * perPixel;
  const samples = {
    count,
    frame: new Int32Array(count).fill(frame),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
  for (let ray = 0; ray < count; ray++) {
    const pixel = pixels[Math.floor(ray / perPixel)]!;
    const point = ray % perPixel;
    samples.x[ray] = (pixel % widthPx) + ((point % CLOSE_POINTS) + 0.5) / CLOSE_POINTS;
    samples.y[ray] = Math.floor(pixel / widthPx) + (Math.floor(point / CLOSE_POINTS) + 0.5) / CLOSE_POINTS;
  }
  return samples;
}

/** The rays of one closely looked at pixel out of the results of {@link closeSamples}. */
export function closeView(results: ResultColumns, pixelIndex: number): ViewGrid {
  const grid = createViewGrid(CLOSE_POINTS, CLOSE_POINTS, 1 / CLOSE_POINTS, true);
  takeResults(grid, results, pixelIndex * CLOSE_POINTS * CLOSE_POINTS);
  return grid;
}

function takeResults(grid: ViewGrid, results: ResultColumns, firstRay: number): void {
  for (let at = 0; at < grid.status.length; at++) {
    const ray = firstRay + at;
    grid.status[at] = results.status[ray]!;
    grid.crossingCount[at] = results.crossingCount[ray]!;
    grid.redshiftG[at] = results.redshiftG[ray]!;
    for (let word = 0; word < results.crossingCount[ray]! * CROSSING_WORDS; word++) {
      grid.crossings[at * CROSSINGS_STRIDE + word] = results.crossings[ray * CROSSINGS_STRIDE + word]!;
    }
    if (results.status[ray] !== ESCAPED) continue;
    grid.direction[3 * at] = results.directionX[ray]!;
    grid.direction[3 * at + 1] = results.directionY[ray]!;
    grid.direction[3 * at + 2] = results.directionZ[ray]!;
  }
}

/** First word of a point's m-th crossing in {@link ViewGrid.crossings}. */
export function crossingAt(point: number, crossing: number): number {
  return point * CROSSINGS_STRIDE + crossing * CROSSING_WORDS;
}
