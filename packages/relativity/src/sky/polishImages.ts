import {
  AIMED_FOUND,
  AIMED_LOST,
  AIMED_UNSETTLED,
  FOLD_CHECK_MAGNIFICATION,
  MOST_ROUNDS,
} from "../kernel/aimLayout.ts";
import type { AimedImages } from "../trace/aimedImages.ts";
import type { RayTracer, ResultColumns } from "../trace/tracer.ts";
import {
  PROBE_WORDS,
  type Probe,
  type ProbeCamera,
  type ProbePoints,
  skyAreaPerPx2,
  traceProbes,
} from "./imageProbes.ts";
import { isSettledBy } from "./newtonStep.ts";
import { pixelCovers } from "./pixelFolds.ts";

/** Why an image keeps the mesh's estimate although it is bright enough to be refined. */
export const POLISH_FAILURES = ["ray-lost", "no-convergence"] as const;

/** Outcomes by number: the failures come first. */
export const RAY_LOST: number = AIMED_LOST;
const NOT_CONVERGED = AIMED_UNSETTLED;
/** The image was found. */
export const FOUND: number = AIMED_FOUND;
/** It was found, and folds within half a pixel: its magnification is the mean over a pixel. */
const FOUND_CAPPED = 3;

/** Images to be refined, as columns; refining writes to the columns after `target`. */
export interface PolishedImages extends ProbePoints, AimedImages {
  readonly outcome: Uint8Array;
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

/** Images that take their steps together: their rays fill a pool and no more. Any number gives the same results. */
const MOST_TOGETHER = 16_384;

/**
 * Moves images to where true rays meet their stars (Newton's method) and takes the magnification from the last:
 * independent of the mesh. Most images take two steps, each of one ray, or of three where rays have no slopes.
 * @returns the number of rays
 */
export function polishImages(
  images: PolishedImages,
  cameras: readonly ProbeCamera[],
  tracer: RayTracer,
): number {
  const [camera, second] = cameras;
  const aims = tracer.aimRays !== undefined && camera !== undefined && second === undefined;
  const rays = aims ? tracer.aimRays(images, camera.scale) : polishTogether(images, cameras, tracer);
  const { outcome, magnification } = images;
  const folds: number[] = [];
  for (let row = 0; row < images.count; row++) {
    if (outcome[row] === FOUND && magnification[row]! >= FOLD_CHECK_MAGNIFICATION) folds.push(row);
  }
  return rays + capFolds(images, folds, { cameras, tracer });
}

/** Moves images together, each by a step a round; gives the number of rays. */
function polishTogether(images: PolishedImages, cameras: readonly ProbeCamera[], tracer: RayTracer): number {
  let rays = 0;
  for (let begin = 0; begin < images.count; begin += MOST_TOGETHER) {
    const count = Math.min(MOST_TOGETHER, images.count - begin);
    const rows = new Int32Array(count);
    for (let k = 0; k < count; k++) rows[k] = begin + k;
    rays += polishRows(images, rows, { cameras, tracer });
  }
  return rays;
}

interface PolishMeans {
  readonly cameras: readonly ProbeCamera[];
  readonly tracer: RayTracer;
}

/** Moves the images of some rows together, round by round; gives the number of rays. */
function polishRows(images: PolishedImages, rows: Int32Array, { cameras, tracer }: PolishMeans): number {
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
      const camera = cameras[images.camera[row]!]!;
      if (!read(k, probe)) images.outcome[row] = RAY_LOST;
      else if (isSettledBy(images, row, probe, camera.solidAngle)) {
        measure(images, row, { probe, columns, ray, camera });
      } else if (images.x[row]! - images.x[row]! === 0) moving[left++] = row;
      else images.outcome[row] = NOT_CONVERGED;
    }
    moving = moving.subarray(0, left);
  }
  for (const row of moving) images.outcome[row] = NOT_CONVERGED;
  return rays;
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
