import { cos, PI, sin } from "../kernel/elementary.ts";
import { createLinearImage, type LinearImage } from "../picture/linearImage.ts";
import { type CoverageGrid, coverageOf, type Isophote } from "./isophotes.ts";
import { skyNoise } from "./skyNoise.ts";

/** Width of the picture, px. */
const WIDTH_PX = 1024;
/** What each outline adds to the brightness within it, faintest first; they sum to 1. */
const LEVEL_LIGHT: readonly number[] = [0.14, 0.16, 0.2, 0.23, 0.27];
/** Half width of the blur that turns each outline into a slope, in degrees. */
const LEVEL_BLUR_DEG: readonly number[] = [3, 2, 1.4, 1, 0.8];
/** Passes of a running mean: three make nearly a gaussian. */
const BLUR_PASSES = 3;
/** Brightness of the brightest clouds, in linear light: a star of magnitude 1 in one pixel is as bright. */
const BRIGHTEST = 0.4;
/** How much clouds of finer structure than the outlines vary the light, and their greatest size (radians). */
const CLOUD_CONTRAST = 0.55;
const CLOUD_SIZE_RAD = 0.25;
/** Unit vector to the galaxy's centre: right ascension 266.405, declination -28.936 degrees. */
const GALACTIC_CENTRE: readonly [number, number, number] = [-0.05488, -0.87344, -0.48384];
/** Colours far from the centre and towards it. */
const OUTER_COLOUR: readonly [number, number, number] = [0.86, 0.95, 1.1];
const INNER_COLOUR: readonly [number, number, number] = [1.15, 0.98, 0.78];

/**
 * The Milky Way as an equirectangular picture: brightness from its five outlines, smoothed, with clouds of made-up
 * finer structure and the warmer light of the centre. The same for everyone: no chance is in it.
 */
export function milkyWay(isophotes: readonly Isophote[]): LinearImage {
  const image = createLinearImage(WIDTH_PX, WIDTH_PX / 2);
  const brightness = smoothBrightness(isophotes);
  for (let row = 0; row < image.heightPx; row++) {
    const latitude = PI / 2 - ((row + 0.5) * PI) / image.heightPx;
    const across = cos(latitude);
    const z = sin(latitude);
    for (let column = 0; column < image.widthPx; column++) {
      const pixel = row * image.widthPx + column;
      if (brightness[pixel]! < 1e-6) continue;
      const longitude = PI - ((column + 0.5) * 2 * PI) / image.widthPx;
      const direction = [across * cos(longitude), across * sin(longitude), z] as const;
      const clouds = 1 + CLOUD_CONTRAST * skyNoise(direction, CLOUD_SIZE_RAD);
      const warmth = warmthOf(direction);
      const light = BRIGHTEST * brightness[pixel]! * brightness[pixel]! * clouds;
      for (let channel = 0; channel < 3; channel++) {
        const colour = OUTER_COLOUR[channel]! + warmth * (INNER_COLOUR[channel]! - OUTER_COLOUR[channel]!);
        image.rgb[3 * pixel + channel] = light * colour;
      }
    }
  }
  return image;
}

/** 1 at the galaxy's centre, falling to 0 a quarter of the sky from it. */
function warmthOf([x, y, z]: readonly [number, number, number]): number {
  const cosine = x * GALACTIC_CENTRE[0] + y * GALACTIC_CENTRE[1] + z * GALACTIC_CENTRE[2];
  return cosine > 0 ? cosine * cosine : 0;
}

/** Sum of the outlines' light, each blurred by its own width. */
function smoothBrightness(isophotes: readonly Isophote[]): Float64Array {
  const sum = new Float64Array((WIDTH_PX * WIDTH_PX) / 2);
  LEVEL_LIGHT.forEach((light, index) => {
    const grid = coverageOf(
      isophotes.filter(({ level }) => level === index + 1),
      WIDTH_PX,
    );
    for (let pass = 0; pass < BLUR_PASSES; pass++) blur(grid, LEVEL_BLUR_DEG[index]!);
    for (let pixel = 0; pixel < sum.length; pixel++) sum[pixel]! += light * grid.share[pixel]!;
  });
  return sum;
}

/** A running mean over a square of the sky, wider in longitude towards the poles; beyond the poles nothing lies. */
function blur({ widthPx, heightPx, share }: CoverageGrid, halfWidthDeg: number): void {
  const halfRows = Math.round((halfWidthDeg / 180) * heightPx);
  for (let row = 0; row < heightPx; row++) {
    const across = cos(PI / 2 - ((row + 0.5) * PI) / heightPx);
    const half = Math.min(Math.round(halfRows / across), widthPx / 2 - 1);
    blurRow(share.subarray(row * widthPx, (row + 1) * widthPx), half);
  }
  blurColumns({ widthPx, heightPx, share }, halfRows);
}

/** The running mean of a parallel of the sky, whose end joins its beginning. */
function blurRow(row: Float64Array, half: number): void {
  const count = row.length;
  // With what lies beyond its ends, as far as the mean reaches.
  const line = new Float64Array(count + 2 * half + 1);
  line.set(row.subarray(count - half), 0);
  line.set(row, half);
  line.set(row.subarray(0, half + 1), half + count);
  let sum = 0;
  for (let at = 0; at <= 2 * half; at++) sum += line[at]!;
  for (let i = 0; i < count; i++) {
    row[i] = Math.max(sum / (2 * half + 1), 0);
    sum += line[i + 2 * half + 1]! - line[i]!;
  }
}

/** The running means of all columns, row by row: down a single column every number would be far from the last. */
function blurColumns({ widthPx, heightPx, share }: CoverageGrid, half: number): void {
  const before = share.slice();
  const nothing = new Float64Array(widthPx);
  const rowOf = (row: number): Float64Array =>
    row < 0 || row >= heightPx ? nothing : before.subarray(row * widthPx, (row + 1) * widthPx);
  const sums = new Float64Array(widthPx);
  for (let row = -half; row <= half; row++) {
    const added = rowOf(row);
    for (let column = 0; column < widthPx; column++) sums[column]! += added[column]!;
  }
  for (let row = 0, at = 0; row < heightPx; row++) {
    const [entering, leaving] = [rowOf(row + half + 1), rowOf(row - half)];
    for (let column = 0; column < widthPx; column++, at++) {
      share[at] = Math.max(sums[column]! / (2 * half + 1), 0);
      sums[column]! += entering[column]! - leaving[column]!;
    }
  }
}
