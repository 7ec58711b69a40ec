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
  /** How close to the critical curve; 1 where a lens map was read. */
  readonly marginU: Float64Array;
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
    marginU: new Float64Array(count).fill(1),
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

/** Points along each side of a square that is looked at closely. */
export const CLOSE_POINTS = 3;
/** Points of such a square. */
export const SQUARE_POINTS: number = CLOSE_POINTS * CLOSE_POINTS;

/** Squares of an image, all of one size, as columns. */
export interface ImageSquares {
  readonly edgePx: number;
  /** The pixel that each is a part of. */
  readonly pixel: Int32Array;
  /** Left and top edge of each, px. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Rays at 3 x 3 points of each of the squares [begin, end), in their order. */
export function squareSamples(
  frame: number,
  { edgePx, x, y }: ImageSquares,
  begin: number,
  end: number,
): SampleColumns {
  const count = (end - begin) * SQUARE_POINTS;
  const samples = {
    count,
    frame: new Int32Array(count).fill(frame),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
  for (let ray = 0; ray < count; ray++) {
    const square = begin + Math.floor(ray / SQUARE_POINTS);
    const point = ray % SQUARE_POINTS;
    const column = point % CLOSE_POINTS;
    samples.x[ray] = x[square]! + ((column + 0.5) / CLOSE_POINTS) * edgePx;
    samples.y[ray] = y[square]! + (((point - column) / CLOSE_POINTS + 0.5) / CLOSE_POINTS) * edgePx;
  }
  return samples;
}

/** A grid for the points of one square. */
export function createSquareView(edgePx: number): ViewGrid {
  return createViewGrid(CLOSE_POINTS, CLOSE_POINTS, edgePx / CLOSE_POINTS, true);
}

/** Fills a grid with as many results, from `firstRay` on. */
export function takeResults(grid: ViewGrid, results: ResultColumns, firstRay: number): void {
  for (let at = 0; at < grid.status.length; at++) {
    const ray = firstRay + at;
    grid.status[at] = results.status[ray]!;
    grid.crossingCount[at] = results.crossingCount[ray]!;
    grid.redshiftG[at] = results.redshiftG[ray]!;
    grid.marginU[at] = results.marginU[ray]!;
    for (let word = 0; word < results.crossingCount[ray]! * CROSSING_WORDS; word++) {
      grid.crossings[at * CROSSINGS_STRIDE + word] = results.crossings[ray * CROSSINGS_STRIDE + word]!;
    }
    const isSky = results.status[ray] === ESCAPED;
    grid.direction[3 * at] = isSky ? results.directionX[ray]! : 0;
    grid.direction[3 * at + 1] = isSky ? results.directionY[ray]! : 0;
    grid.direction[3 * at + 2] = isSky ? results.directionZ[ray]! : 0;
  }
}

/** First word of a point's m-th crossing in {@link ViewGrid.crossings}. */
export function crossingAt(point: number, crossing: number): number {
  return point * CROSSINGS_STRIDE + crossing * CROSSING_WORDS;
}
