import type { LensFrame, LensMapHeader } from "../lensMap/lensMap.ts";
import type { LinearImage } from "../picture/linearImage.ts";
import { ESCAPED, type RayTracer } from "../trace/tracer.ts";
import { BAND_WAVELENGTHS_NM, shiftedBandRatio, WHITE_TEMPERATURE_K } from "./blackBody.ts";
import { paintClosely } from "./closeLook.ts";
import type { DiskLight } from "./diskLight.ts";
import { type Panorama, readPanorama } from "./panorama.ts";
import { pixelSolidAngle } from "./pixelSolidAngle.ts";
import { crossingAt, type ViewGrid, viewOfLensMap, viewOfRays } from "./viewGrid.ts";

/** What shines besides stars. */
export interface Backdrop {
  readonly panorama?: Panorama;
  /** Multiplier of the panorama's light. */
  readonly panoramaBrightness: number;
  readonly disk?: DiskLight;
}

/** What became of a backdrop's pixels, in counts. */
export interface BackdropCounts {
  /** Pixels that rays of their own were cast for, at 3 x 3 points and more beside the critical curve. */
  readonly closePixels: number;
  readonly rays: number;
}

/** A frame of a lens map, and what follows rays of its camera. */
export interface BackdropView {
  readonly frame: LensFrame;
  readonly header: Pick<LensMapHeader, "sampling">;
  readonly tracer: RayTracer;
  /** Multiplier of light before the tone curve: what is too faint to be seen is not looked into. */
  readonly exposure: number;
}

/** Change of direction from pixel to pixel, in radians, beyond which a pixel is looked at closely. */
const STRETCHED_RAD = 0.1;

/** Change of a disk crossing's radius from pixel to pixel, relative, beyond which a pixel is looked at closely. */
const OTHER_PART = 0.1;

/**
 * Adds panorama and disk to a picture. Without a disk directions come from the lens map, with one each pixel has a
 * ray of its own; where neighbours differ in kind (edges of shadow and disk) or the sky is stretched, a pixel is
 * the mean of 3 x 3 rays, and of more beside the critical curve. The lens map's cells are nowhere to be seen.
 */
export function paintBackdrop(image: LinearImage, view: BackdropView, backdrop: Backdrop): BackdropCounts {
  if (backdrop.panorama === undefined && backdrop.disk === undefined) return { closePixels: 0, rays: 0 };
  const { frame, header, tracer, exposure } = view;
  const { camera } = frame;
  const grid =
    backdrop.disk === undefined
      ? viewOfLensMap(frame, header)
      : viewOfRays(camera.frame, camera.projection, tracer);
  const close: number[] = [];
  const light = new Float64Array(3);
  const solidAngle = pixelSolidAngle(camera.projection);
  for (let pixel = 0; pixel < grid.status.length; pixel++) {
    // Beyond the directions of a fisheye or a panorama there is nothing to see.
    if (solidAngle((pixel % grid.columns) + 0.5, Math.floor(pixel / grid.columns) + 0.5) === 0) continue;
    if (needsCloseLook(grid, pixel)) close.push(pixel);
    else {
      readLight(grid, pixel, backdrop, light);
      for (let band = 0; band < 3; band++) image.rgb[3 * pixel + band]! += light[band]!;
    }
  }
  const closeRays = paintClosely(image, Int32Array.from(close), {
    frame: camera.frame,
    tracer,
    exposure,
    readLight: (points, point, into) => readLight(points, point, backdrop, into),
  });
  const gridRays = backdrop.disk === undefined ? 0 : grid.status.length;
  return { closePixels: close.length, rays: gridRays + closeRays };
}

/** Whether a pixel or one beside it is of another kind, or shows a stretched part of the sky. */
function needsCloseLook(grid: ViewGrid, pixel: number): boolean {
  if (grid.isMixed[pixel] === 1) return true;
  const column = pixel % grid.columns;
  const row = (pixel - column) / grid.columns;
  for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, grid.rows - 1); y++) {
    for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, grid.columns - 1); x++) {
      const other = y * grid.columns + x;
      if (grid.status[other] !== grid.status[pixel]) return true;
      if (grid.crossingCount[other] !== grid.crossingCount[pixel]) return true;
      if (isOtherPart(grid, pixel, other)) return true;
    }
  }
  if (grid.status[pixel] !== ESCAPED) return false;
  const byX = change(grid, pixel, column, 1, grid.columns);
  const byY = change(grid, pixel, row, grid.columns, grid.rows);
  return lengthOf(byX) > STRETCHED_RAD || lengthOf(byY) > STRETCHED_RAD;
}

/** Whether two points see parts of the disk of quite different radii: an edge of the disk in front of the disk. */
function isOtherPart({ crossingCount, crossings }: ViewGrid, point: number, other: number): boolean {
  for (let crossing = 0; crossing < crossingCount[point]!; crossing++) {
    const here = crossings[crossingAt(point, crossing)]!;
    const there = crossings[crossingAt(other, crossing)]!;
    if (Math.abs(here - there) > OTHER_PART * here) return true;
  }
  return false;
}

function lengthOf([x, y, z]: readonly [number, number, number]): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes what is seen at a point of a grid: disk crossings from the front, and the sky behind them. */
function readLight(grid: ViewGrid, point: number, backdrop: Backdrop, light: Float64Array): void {
  light.fill(0);
  if (backdrop.panorama !== undefined && grid.status[point] === ESCAPED) {
    const direction = [
      grid.direction[3 * point]!,
      grid.direction[3 * point + 1]!,
      grid.direction[3 * point + 2]!,
    ] as const;
    const column = point % grid.columns;
    const row = (point - column) / grid.columns;
    const byX = change(grid, point, column, 1, grid.columns);
    const byY = change(grid, point, row, grid.columns, grid.rows);
    readPanorama(backdrop.panorama, { direction, byX, byY }, light);
    for (let band = 0; band < 3; band++) {
      const shift = shiftedBandRatio(BAND_WAVELENGTHS_NM[band]!, WHITE_TEMPERATURE_K, grid.redshiftG[point]!);
      light[band]! *= backdrop.panoramaBrightness * shift;
    }
  }
  for (let crossing = 0; crossing < grid.crossingCount[point]!; crossing++) {
    const word = crossingAt(point, crossing);
    backdrop.disk?.add(grid.crossings[word]!, grid.crossings[word + 2]!, light);
  }
}

/**
 * Change of direction over the grid's step along one axis, from the neighbours that escape on either side.
 * @param place  number of the point along the axis, of `count`; `stride` leads to the next
 */
function change(
  { direction, status }: ViewGrid,
  point: number,
  place: number,
  stride: number,
  count: number,
): readonly [number, number, number] {
  const after = place + 1 < count && status[point + stride] === ESCAPED ? point + stride : point;
  const before = place > 0 && status[point - stride] === ESCAPED ? point - stride : point;
  const steps = (after - before) / stride;
  if (steps === 0) return NO_CHANGE;
  return [
    (direction[3 * after]! - direction[3 * before]!) / steps,
    (direction[3 * after + 1]! - direction[3 * before + 1]!) / steps,
    (direction[3 * after + 2]! - direction[3 * before + 2]!) / steps,
  ];
}

const NO_CHANGE = [0, 0, 0] as const;
