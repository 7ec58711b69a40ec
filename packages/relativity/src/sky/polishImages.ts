import type { FrameCamera } from "../camera/frameCamera.ts";

import type { RayTracer } from "../trace/tracer.ts";
import {
  type ImageProbe,
  type ProbePattern,
  type ProbeResults,
  planProbes,
  readProbe,
} from "./imageProbes.ts";
import { pixelSolidAngle } from "./pixelSolidAngle.ts";

/** Why an image keeps the mesh's estimate although it is bright enough to be refined. */
export const POLISH_FAILURES = ["ray-lost", "no-convergence"] as const;
export type PolishFailure = (typeof POLISH_FAILURES)[number];

/** A place to start from, and the camera that looks. */
export interface PolishSeed {
  readonly camera: FrameCamera;
  readonly x: number;
  readonly y: number;
  /** Longest step, px: the size of the triangle that the image was found in. */
  readonly reachPx: number;
  /** Unit direction of its star. */
  readonly target: readonly [number, number, number];
}

/** An image found by true rays, or why none was. */
export type PolishedImage =
  | {
      readonly x: number;
      readonly y: number;
      readonly parity: 1 | -1;
      readonly order: number;
      readonly magnification: number;
      readonly redshiftG: number;
      /** A fold lies within half a pixel: the magnification is the mean over a pixel. */
      readonly isCapped: boolean;
    }
  | { readonly failure: PolishFailure };

/** Rounds of rays after which an image that still moves is given up; seeds beside a fold run along it. */
const MOST_ROUNDS = 24;
/** An image is measured once its last move was shorter than this. */
const MEASURE_BELOW_PX = 1e-2;
/** A measured image that moved less than this is where its star is: the next move would be the square of it. */
const SETTLED_PX = 1e-5;
/** Magnification from which folds are looked for within half a pixel. */
const FOLD_CHECK_MAGNIFICATION = 4;

interface Candidate {
  readonly seed: PolishSeed;
  readonly camera: FrameCamera;
  readonly index: number;
  x: number;
  y: number;
  pattern: ProbePattern;
}

/**
 * Moves images to where true rays meet their stars (Newton's method; all images take a step together, each with
 * rays of its own), and measures magnification by central differences there: independent of the mesh.
 */
export function polishImages(
  seeds: readonly PolishSeed[],
  tracer: RayTracer,
): { readonly polished: readonly PolishedImage[]; readonly rays: number } {
  const polished = new Array<PolishedImage>(seeds.length);
  let candidates = seeds.map((seed, index): Candidate => {
    return { seed, camera: seed.camera, index, x: seed.x, y: seed.y, pattern: "locate" };
  });
  const folds: Candidate[] = [];
  let rays = 0;
  for (let round = 0; round < MOST_ROUNDS && candidates.length > 0; round++) {
    const results = traceProbes(candidates, tracer);
    rays += results.columns.count;
    candidates = candidates.filter((candidate, row) => {
      const outcome = stepImage(candidate, readProbe(candidate, results, row));
      if (outcome === "moving") return true;
      polished[candidate.index] = outcome;
      if ("x" in outcome && outcome.magnification >= FOLD_CHECK_MAGNIFICATION) folds.push(candidate);
      return false;
    });
  }
  for (const { index } of candidates) polished[index] = { failure: "no-convergence" };
  rays += capFolds(folds, polished, tracer);
  return { polished, rays };
}

function traceProbes(candidates: readonly Candidate[], tracer: RayTracer): ProbeResults {
  const { samples, firstRay } = planProbes(candidates);
  return { columns: tracer.trace(samples), firstRay };
}

/** Moves an image by a Newton step; gives it when it was measured and has settled. */
function stepImage(candidate: Candidate, probe: ImageProbe | undefined): PolishedImage | "moving" {
  if (probe === undefined) return { failure: "ray-lost" };
  const move = newtonMove(probe, candidate.seed.target);
  if (move === undefined) return { failure: "no-convergence" };
  const { reachPx, camera } = candidate.seed;
  const length = lengthOf(move.x, move.y);
  // Beside a fold the linear step overshoots: none is longer than the triangle that the image was found in.
  const scale = length > reachPx ? reachPx / length : 1;
  const [x, y] = [candidate.x + scale * move.x, candidate.y + scale * move.y];
  candidate.x = x;
  candidate.y = y;
  if (candidate.pattern === "measure" && length <= SETTLED_PX) {
    const area = probe.skyAreaPerPx2;
    return {
      x,
      y,
      parity: area > 0 ? 1 : -1,
      order: probe.order,
      magnification: pixelSolidAngle(camera.projection, x, y) / Math.abs(area),
      redshiftG: probe.redshiftG,
      isCapped: false,
    };
  }
  candidate.pattern = length <= MEASURE_BELOW_PX ? "measure" : "locate";
  return "moving";
}

/** The step to where linear interpolation puts the star; none if the image does not open up or the star is behind. */
function newtonMove(
  { direction, byX, byY }: ImageProbe,
  target: readonly [number, number, number],
): { readonly x: number; readonly y: number } | undefined {
  const [dx, dy, dz] = direction;
  const [tx, ty, tz] = target;
  // target is a multiple of direction + x byX + y byY: Cramer's rule on the two ratios.
  const normalX = [byX[1] * tz - byX[2] * ty, byX[2] * tx - byX[0] * tz, byX[0] * ty - byX[1] * tx] as const;
  const normalY = [byY[1] * tz - byY[2] * ty, byY[2] * tx - byY[0] * tz, byY[0] * ty - byY[1] * tx] as const;
  const determinant = normalX[0] * byY[0] + normalX[1] * byY[1] + normalX[2] * byY[2];
  const alongX = dx * normalY[0] + dy * normalY[1] + dz * normalY[2];
  const alongY = dx * normalX[0] + dy * normalX[1] + dz * normalX[2];
  const x = alongX / determinant;
  const y = -alongY / determinant;
  const isAhead = dx * tx + dy * ty + dz * tz > 0;
  return isAhead && x - x === 0 && y - y === 0 ? { x, y } : undefined;
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/**
 * Where the image folds within half a pixel of a star, gives it the mean magnification of that pixel: its solid
 * angle over the sky it covers, counted as often as it is covered. The curve is the same on both sides of a fold.
 */
function capFolds(folds: Candidate[], polished: PolishedImage[], tracer: RayTracer): number {
  if (folds.length === 0) return 0;
  // Images settle in different rounds; a tracer takes rays in the order of frames.
  folds.sort((a, b) => a.index - b.index);
  for (const fold of folds) fold.pattern = "pixel";
  const results = traceProbes(folds, tracer);
  folds.forEach((fold, row) => {
    const image = polished[fold.index]!;
    const probe = readProbe(fold, results, row);
    if (!("x" in image) || probe === undefined || !probe.isFolded) return;
    const mean = pixelSolidAngle(fold.seed.camera.projection, image.x, image.y) / probe.skyAreaPerPx2;
    polished[fold.index] = { ...image, magnification: Math.min(image.magnification, mean), isCapped: true };
  });
  return results.columns.count;
}
