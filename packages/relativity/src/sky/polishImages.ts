import type { RayTracer, ResultColumns } from "../trace/tracer.ts";
import {
  BY_X,
  BY_Y,
  DIRECTION,
  PROBE_WORDS,
  type Probe,
  type ProbeCamera,
  type ProbePoints,
  skyAreaPerPx2,
  traceProbes,
} from "./imageProbes.ts";
import { pixelCovers } from "./pixelFolds.ts";

/** Why an image keeps the mesh's estimate although it is bright enough to be refined. */
export const POLISH_FAILURES = ["ray-lost", "no-convergence"] as const;

/** Outcomes by number: the failures come first. */
export const RAY_LOST = 0;
const NOT_CONVERGED = 1;
/** The image was found. */
export const FOUND = 2;
/** It was found, and folds within half a pixel: its magnification is the mean over a pixel. */
const FOUND_CAPPED = 3;

/** Images to be refined, as columns; refining writes to the columns after `target`. */
export interface PolishedImages extends ProbePoints {
  readonly count: number;
  /** Longest step, px: the size of the triangle that the image was found in. */
  readonly reachPx: Float64Array;
  /** Move times magnification, px, within which an image is where its star is: what light is off by goes as that. */
  readonly settledPx: Float64Array;
  /** Unit direction of each image's star, three components. */
  readonly target: Float64Array;
  readonly outcome: Uint8Array;
  readonly parity: Int8Array;
  readonly order: Int32Array;
  readonly magnification: Float64Array;
  readonly redshiftG: Float64Array;
}

/** Columns for that many images, all zero. */
export function createPolishedImages(count: number): PolishedImages {
  return {
    count,
    camera: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    reachPx: new Float64Array(count),
    settledPx: new Float64Array(count),
    target: new Float64Array(3 * count),
    outcome: new Uint8Array(count),
    parity: new Int8Array(count),
    order: new Int32Array(count),
    magnification: new Float64Array(count),
    redshiftG: new Float64Array(count),
  };
}

/** Rounds of rays after which an image that still moves is given up; seeds beside a fold run along it. */
const MOST_ROUNDS = 40;
/** Images that take their steps together: their rays fill a pool and no more. Any number gives the same results. */
const MOST_TOGETHER = 16_384;
/** Move within which any image is where its star is, px: place is known to the square of it. */
const SETTLED_PX = 1e-3;
/** Magnification from which folds are looked for within half a pixel. */
const FOLD_CHECK_MAGNIFICATION = 4;

/**
 * Moves images to where true rays meet their stars (Newton's method; all images take a step together, each with
 * one ray of its own, or three), and takes the magnification from the last: independent of the mesh. Most images take
 * two steps.
 * @returns the number of rays
 */
export function polishImages(
  images: PolishedImages,
  cameras: readonly ProbeCamera[],
  tracer: RayTracer,
): number {
  const folds: number[] = [];
  let rays = 0;
  for (let begin = 0; begin < images.count; begin += MOST_TOGETHER) {
    const count = Math.min(MOST_TOGETHER, images.count - begin);
    const rows = new Int32Array(count);
    for (let k = 0; k < count; k++) rows[k] = begin + k;
    rays += polishRows(images, rows, { cameras, tracer, folds });
  }
  return rays + capFolds(images, folds, { cameras, tracer });
}

interface PolishMeans {
  readonly cameras: readonly ProbeCamera[];
  readonly tracer: RayTracer;
  /** Takes the rows of images beside which a fold may lie. */
  readonly folds: number[];
}

/** Moves the images of some rows together, round by round; gives the number of rays. */
function polishRows(
  images: PolishedImages,
  rows: Int32Array,
  { cameras, tracer, folds }: PolishMeans,
): number {
  let moving = rows;
  const probe = new Float64Array(PROBE_WORDS);
  let rays = 0;
  for (let round = 0; round < MOST_ROUNDS && moving.length > 0; round++) {
    const { columns, raysEach, read } = traceProbes(images, moving, { cameras, tracer });
    rays += raysEach * moving.length;
    let left = 0;
    for (let k = 0; k < moving.length; k++) {
      const row = moving[k]!;
      const ray = raysEach * k;
      if (!read(k, probe)) images.outcome[row] = RAY_LOST;
      else if (isSettledBy(images, row, probe, cameras[images.camera[row]!]!)) {
        measure(images, row, { probe, columns, ray, camera: cameras[images.camera[row]!]! });
        if (images.magnification[row]! >= FOLD_CHECK_MAGNIFICATION) folds.push(row);
      } else if (images.x[row]! - images.x[row]! === 0) moving[left++] = row;
      else images.outcome[row] = NOT_CONVERGED;
    }
    moving = moving.subarray(0, left);
  }
  for (const row of moving) images.outcome[row] = NOT_CONVERGED;
  // Images settle in different rounds; a tracer takes rays in the order of frames.
  folds.sort((a, b) => a - b);
  return rays;
}

/**
 * Moves an image by a Newton step, to where linear interpolation puts its star; true if it moved hardly. Where the image does not open up or the star is behind, its place becomes no number.
 */
function isSettledBy(
  images: PolishedImages,
  row: number,
  probe: Probe,
  { solidAngle }: ProbeCamera,
): boolean {
  const tx = images.target[3 * row]!;
  const ty = images.target[3 * row + 1]!;
  const tz = images.target[3 * row + 2]!;
  // The target is a multiple of direction + x byX + y byY: Cramer's rule on the ratios.
  const determinant = tripleProduct(probe, BY_X, BY_Y, tx, ty, tz);
  const moveX = -tripleProduct(probe, DIRECTION, BY_Y, tx, ty, tz) / determinant;
  const moveY = tripleProduct(probe, DIRECTION, BY_X, tx, ty, tz) / determinant;
  const isAhead = probe[DIRECTION]! * tx + probe[DIRECTION + 1]! * ty + probe[DIRECTION + 2]! * tz > 0;
  const length = isAhead ? Math.sqrt(moveX * moveX + moveY * moveY) : Number.NaN;
  // Beside a fold the linear step overshoots: none is longer than the triangle that the image was found in.
  const scale = length <= images.reachPx[row]! ? 1 : images.reachPx[row]! / length;
  images.x[row]! += scale * moveX;
  images.y[row]! += scale * moveY;
  if (length <= SETTLED_PX) return true;
  const magnification = solidAngle(images.x[row]!, images.y[row]!) / Math.abs(skyAreaPerPx2(probe));
  return magnification < FOLD_CHECK_MAGNIFICATION && length * magnification <= images.settledPx[row]!;
}

/** a . (b x t) of two vectors of a probe and one given. */
function tripleProduct(probe: Probe, a: number, b: number, tx: number, ty: number, tz: number): number {
  return (
    probe[a]! * (probe[b + 1]! * tz - probe[b + 2]! * ty) +
    probe[a + 1]! * (probe[b + 2]! * tx - probe[b]! * tz) +
    probe[a + 2]! * (probe[b]! * ty - probe[b + 1]! * tx)
  );
}

interface Measurement {
  readonly probe: Probe;
  readonly columns: ResultColumns;
  /** The ray at the image. */
  readonly ray: number;
  readonly camera: ProbeCamera;
}

function measure(images: PolishedImages, row: number, { probe, columns, ray, camera }: Measurement): void {
  const area = skyAreaPerPx2(probe);
  images.outcome[row] = FOUND;
  images.parity[row] = area > 0 ? 1 : -1;
  images.order[row] = columns.order[ray]!;
  images.magnification[row] = camera.solidAngle(images.x[row]!, images.y[row]!) / Math.abs(area);
  images.redshiftG[row] = columns.redshiftG[ray]!;
}

/**
 * Where the image folds within half a pixel of a star, gives it the mean magnification of that pixel: its solid
 * angle over the sky it covers. As the fold comes nearer the two values meet, so nothing jumps.
 */
function capFolds(
  images: PolishedImages,
  rows: readonly number[],
  means: { readonly cameras: readonly ProbeCamera[]; readonly tracer: RayTracer },
): number {
  const { covers, rays } = pixelCovers(images, rows, means);
  rows.forEach((row, k) => {
    const { skyArea, isFolded } = covers[k]!;
    if (!isFolded) return;
    const mean = means.cameras[images.camera[row]!]!.solidAngle(images.x[row]!, images.y[row]!) / skyArea;
    if (mean < images.magnification[row]!) images.magnification[row] = mean;
    images.outcome[row] = FOUND_CAPPED;
  });
  return rays;
}
