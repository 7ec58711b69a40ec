import { atan2, PI } from "../kernel/elementary.ts";
import type { LinearImage } from "../picture/linearImage.ts";

/** Width of the finest level at most, px: what keeps a panorama's memory under 100 MB. */
const MAXIMUM_WIDTH_PX = 2048;

/** A picture of the whole sky that can be read through a footprint of any shape. */
export interface Panorama {
  /** A power of two; the height is half of it. */
  readonly widthPx: number;
  /** Levels halved i times across and j times down: `levels[j][i]`. */
  readonly levels: readonly (readonly PanoramaLevel[])[];
}

interface PanoramaLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Float32Array;
}

/**
 * Prepares an equirectangular picture: right ascension 180 to -180 degrees from left to right (as the sky is seen
 * from within, east to the left), declination 90 to -90 down. It is brought to a width of a power of two, at
 * most 2048, and halved in each axis on its own until one pixel is left.
 * @throws RangeError if it is not twice as wide as high
 */
export function createPanorama(image: LinearImage): Panorama {
  if (image.widthPx !== 2 * image.heightPx || image.heightPx === 0) {
    throw new RangeError(
      `a panorama is twice as wide as high, this one is ${image.widthPx}x${image.heightPx} px: give an equirectangular picture`,
    );
  }
  let widthPx = 2;
  while (widthPx < image.widthPx && widthPx < MAXIMUM_WIDTH_PX) widthPx *= 2;
  const levels: PanoramaLevel[][] = [];
  let tallest = resized(image, widthPx, widthPx / 2);
  while (true) {
    const row = [tallest];
    while (row[row.length - 1]!.widthPx > 1) row.push(halvedAcross(row[row.length - 1]!));
    levels.push(row);
    if (tallest.heightPx === 1) return { widthPx, levels };
    tallest = halvedDown(tallest);
  }
}

/** Means over the parts of a picture that new pixels cover, exact for any sizes. */
function resized(image: LinearImage, widthPx: number, heightPx: number): PanoramaLevel {
  const across = new Float64Array(3 * widthPx * image.heightPx);
  for (let y = 0; y < image.heightPx; y++) {
    const from = 3 * y * image.widthPx;
    resample(image.rgb, across, {
      from,
      fromCount: image.widthPx,
      fromStep: 3,
      to: 3 * y * widthPx,
      toCount: widthPx,
    });
  }
  const rgb = new Float64Array(3 * widthPx * heightPx);
  for (let x = 0; x < widthPx; x++) {
    const step = 3 * widthPx;
    resample(across, rgb, {
      from: 3 * x,
      fromCount: image.heightPx,
      fromStep: step,
      to: 3 * x,
      toCount: heightPx,
    });
  }
  return { widthPx, heightPx, rgb: Float32Array.from(rgb) };
}

interface ResampledLine {
  readonly from: number;
  readonly fromCount: number;
  /** Numbers from a pixel to the next, in either line. */
  readonly fromStep: number;
  readonly to: number;
  readonly toCount: number;
}

function resample(source: Float64Array, target: Float64Array, line: ResampledLine): void {
  const { from, fromCount, fromStep, to, toCount } = line;
  const ratio = fromCount / toCount;
  for (let pixel = 0; pixel < toCount; pixel++) {
    const begin = pixel * ratio;
    const end = begin + ratio;
    for (let part = Math.floor(begin); part < end && part < fromCount; part++) {
      const share = (Math.min(end, part + 1) - Math.max(begin, part)) / ratio;
      for (let channel = 0; channel < 3; channel++) {
        target[to + pixel * fromStep + channel]! += share * source[from + part * fromStep + channel]!;
      }
    }
  }
}

function halvedAcross({ widthPx, heightPx, rgb }: PanoramaLevel): PanoramaLevel {
  const width = widthPx / 2;
  const half = new Float32Array(3 * width * heightPx);
  for (let pixel = 0; pixel < width * heightPx; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      half[3 * pixel + channel] = 0.5 * (rgb[6 * pixel + channel]! + rgb[6 * pixel + 3 + channel]!);
    }
  }
  return { widthPx: width, heightPx, rgb: half };
}

function halvedDown({ widthPx, heightPx, rgb }: PanoramaLevel): PanoramaLevel {
  const height = heightPx / 2;
  const row = 3 * widthPx;
  const half = new Float32Array(row * height);
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < row; i++)
      half[y * row + i] = 0.5 * (rgb[2 * y * row + i]! + rgb[(2 * y + 1) * row + i]!);
  }
  return { widthPx, heightPx: height, rgb: half };
}

/** Footprint of a pixel on the sky: its middle, a unit vector, and the changes of direction along its two sides. */
export interface SkyFootprint {
  readonly direction: readonly [number, number, number];
  readonly byX: readonly [number, number, number];
  readonly byY: readonly [number, number, number];
}

/** Pieces that a long footprint is cut into at most. */
const MOST_PIECES = 8;
/** Distance from a pole, as the cosine of declination, within which all longitudes are one. */
const POLE = 1e-12;

/**
 * Mean light of the sky over a footprint, added to `into` (three numbers). A long footprint is cut along its
 * length; each piece is read from the levels whose pixels have its size in longitude and in latitude, mixed
 * linearly. Nothing jumps at longitude 180 degrees, and at a pole all longitudes are mixed evenly.
 */
export function readPanorama(panorama: Panorama, footprint: SkyFootprint, into: Float64Array): void {
  const { major, minorSize, majorSize } = footprintAxes(footprint);
  const wanted = Math.ceil(majorSize / Math.max(minorSize, majorSize / MOST_PIECES, 1e-9));
  const pieces = Math.max(wanted, 1);
  const size = Math.max(minorSize, majorSize / pieces);
  const [x, y, z] = footprint.direction;
  for (let piece = 0; piece < pieces; piece++) {
    const along = (piece + 0.5) / pieces - 0.5;
    const px = x + along * major[0];
    const py = y + along * major[1];
    const pz = z + along * major[2];
    readPiece(panorama, [px, py, pz], size, { weight: 1 / pieces, into });
  }
}

interface FootprintAxes {
  /** Longest axis of the ellipse in the footprint, whole length, as a vector. */
  readonly major: readonly [number, number, number];
  readonly majorSize: number;
  readonly minorSize: number;
}

/** Axes of the ellipse that the circle in a pixel becomes: the singular vectors of its two sides. */
function footprintAxes({ byX, byY }: SkyFootprint): FootprintAxes {
  const xx = byX[0] * byX[0] + byX[1] * byX[1] + byX[2] * byX[2];
  const yy = byY[0] * byY[0] + byY[1] * byY[1] + byY[2] * byY[2];
  const xy = byX[0] * byY[0] + byX[1] * byY[1] + byX[2] * byY[2];
  const mean = 0.5 * (xx + yy);
  const half = 0.5 * (xx - yy);
  const spread = Math.sqrt(half * half + xy * xy);
  const majorSize = Math.sqrt(mean + spread);
  const minorSize = Math.sqrt(Math.max(mean - spread, 0));
  // Eigenvector of [[xx, xy], [xy, yy]] for mean + spread, from the row that does not cancel.
  const [a, b] = half >= 0 ? [half + spread, xy] : [xy, spread - half];
  const length = Math.sqrt(a * a + b * b);
  const [c, s] = length > 0 ? [a / length, b / length] : [1, 0];
  const major = [0, 1, 2].map((k) => c * byX[k]! + s * byY[k]!) as [number, number, number];
  return { major, majorSize, minorSize };
}

interface WeightedLight {
  readonly weight: number;
  readonly into: Float64Array;
}

/** Adds the light of a round piece of the sky of that diameter, in radians. */
function readPiece(
  panorama: Panorama,
  [x, y, z]: readonly [number, number, number],
  diameter: number,
  { weight, into }: WeightedLight,
): void {
  const across = Math.sqrt(x * x + y * y);
  const texel = (2 * PI) / panorama.widthPx;
  const longitude = across > 0 ? atan2(y, x) : 0;
  const u = (PI - longitude) / (2 * PI);
  const v = (PI / 2 - atan2(z, across)) / PI;
  const cosine = Math.max(across / Math.sqrt(x * x + y * y + z * z), POLE);
  const down = levelOf(diameter / texel, panorama.levels.length - 1);
  const over = levelOf(diameter / (cosine * texel), panorama.levels[0]!.length - 1);
  for (let j = 0; j < 2; j++) {
    const downWeight = j === 0 ? 1 - down.mix : down.mix;
    if (downWeight === 0) continue;
    for (let i = 0; i < 2; i++) {
      const overWeight = i === 0 ? 1 - over.mix : over.mix;
      if (overWeight === 0) continue;
      const level = panorama.levels[down.level + j]![over.level + i]!;
      readLevel(level, [u, v], { weight: weight * downWeight * overWeight, into });
    }
  }
}

/** The level whose pixels are that many of the finest, and how much of the next one to mix in. */
function levelOf(texels: number, last: number): { readonly level: number; readonly mix: number } {
  if (!(texels > 1)) return { level: 0, mix: 0 };
  let level = 0;
  let size = 1;
  while (level < last && 2 * size <= texels) {
    size *= 2;
    level++;
  }
  return level === last ? { level, mix: 0 } : { level, mix: texels / size - 1 };
}

/** Adds a level's light at (u, v), 0 to 1 each, linear between pixel centres; v goes on over the poles. */
function readLevel(
  level: PanoramaLevel,
  [u, v]: readonly [number, number],
  { weight, into }: WeightedLight,
): void {
  const x = u * level.widthPx - 0.5;
  const y = v * level.heightPx - 0.5;
  const column = Math.floor(x);
  const row = Math.floor(y);
  const right = x - column;
  const below = y - row;
  addTexel(level, column, row, { weight: weight * (1 - right) * (1 - below), into });
  addTexel(level, column + 1, row, { weight: weight * right * (1 - below), into });
  addTexel(level, column, row + 1, { weight: weight * (1 - right) * below, into });
  addTexel(level, column + 1, row + 1, { weight: weight * right * below, into });
}

function addTexel(level: PanoramaLevel, column: number, row: number, { weight, into }: WeightedLight): void {
  const { widthPx, heightPx, rgb } = level;
  const isOverPole = row < 0 || row >= heightPx;
  const y = row < 0 ? 0 : isOverPole ? heightPx - 1 : row;
  // Over a pole the other half of the sky goes on.
  const turned = isOverPole ? column + Math.floor(widthPx / 2) : column;
  const x = ((turned % widthPx) + widthPx) % widthPx;
  const at = 3 * (y * widthPx + x);
  into[0]! += weight * rgb[at]!;
  into[1]! += weight * rgb[at + 1]!;
  into[2]! += weight * rgb[at + 2]!;
}
