import type { SkyLight, SkyPanorama } from "@lightcone/relativity";
import type { CubeMap, SkyCubes } from "../thread/holeMessages.ts";

/** Edge of a face with the panorama: as fine as the panorama itself. */
const PANORAMA_EDGE_PX = 512;
/** Edge of a face with stars: some 5 arc minutes a texel, finer than a pixel of the usual view. */
const STARS_EDGE_PX = 1024;
/** Bright stars fit into a byte when they are so much darker. */
const STAR_SCALE = 1 / 8;
/** Standard deviation of a star's light on a face, in texels. */
const STAR_SIGMA_PX = 0.7;
const STAR_REACH_PX = 3;

/**
 * Lays the sky out on cube maps.
 * @param pixelSolidAngle  of a pixel of the pictures that stars are compared with, in sr: a star has the same light there
 */
export function skyCubes(sky: SkyLight, pixelSolidAngle: number): SkyCubes {
  return { panorama: panoramaCube(sky.panorama), stars: starCube(sky, pixelSolidAngle) };
}

/** Direction of a point of a face, from -1 to 1 across and down: as graphics cards lay faces out. */
const FACE_DIRECTIONS: readonly ((s: number, t: number) => readonly [number, number, number])[] = [
  (s, t) => [1, -t, -s],
  (s, t) => [-1, -t, s],
  (s, t) => [s, 1, t],
  (s, t) => [s, -1, -t],
  (s, t) => [s, -t, 1],
  (s, t) => [-s, -t, -1],
];

/** The face on which a direction falls, and where, from -1 to 1. */
export function facePoint(x: number, y: number, z: number): { face: number; s: number; t: number } {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (ax >= ay && ax >= az) {
    return x > 0 ? { face: 0, s: -z / ax, t: -y / ax } : { face: 1, s: z / ax, t: -y / ax };
  }
  if (ay >= az) return y > 0 ? { face: 2, s: x / ay, t: z / ay } : { face: 3, s: x / ay, t: -z / ay };
  return z > 0 ? { face: 4, s: x / az, t: -y / az } : { face: 5, s: -x / az, t: -y / az };
}

/** Direction through a point of a face, not of unit length. */
export function faceDirection(face: number, s: number, t: number): readonly [number, number, number] {
  return FACE_DIRECTIONS[face]!(s, t);
}

function panoramaCube(panorama: SkyPanorama | undefined): CubeMap {
  if (panorama === undefined) return { edgePx: 1, faces: opaque(1), scale: 1 };
  const edge = PANORAMA_EDGE_PX;
  const faces = opaque(edge);
  const light = new Float64Array(3);
  for (let face = 0, at = 0; face < 6; face++) {
    for (let row = 0; row < edge; row++) {
      for (let column = 0; column < edge; column++, at += 4) {
        readSmoothly(
          panorama,
          faceDirection(face, (2 * column + 1) / edge - 1, (2 * row + 1) / edge - 1),
          light,
        );
        for (let band = 0; band < 3; band++) faces[at + band] = sRgbByte(light[band]!);
      }
    }
  }
  return { edgePx: edge, faces, scale: 1 };
}

/** The panorama's light in a direction, between four pixels. */
function readSmoothly(
  { widthPx, heightPx, rgb }: SkyPanorama,
  [x, y, z]: readonly [number, number, number],
  light: Float64Array,
): void {
  const across = (0.5 - Math.atan2(y, x) / (2 * Math.PI)) * widthPx - 0.5;
  const down = (Math.acos(z / Math.sqrt(x * x + y * y + z * z)) / Math.PI) * heightPx - 0.5;
  const [left, top] = [Math.floor(across), Math.floor(down)];
  const [toRight, toBottom] = [across - left, down - top];
  const upper = widthPx * Math.max(top, 0);
  const lower = widthPx * Math.min(top + 1, heightPx - 1);
  const here = (left + widthPx) % widthPx;
  const beside = (left + 1) % widthPx;
  for (let band = 0; band < 3; band++) {
    const above =
      rgb[3 * (upper + here) + band]! * (1 - toRight) + rgb[3 * (upper + beside) + band]! * toRight;
    const below =
      rgb[3 * (lower + here) + band]! * (1 - toRight) + rgb[3 * (lower + beside) + band]! * toRight;
    light[band] = above * (1 - toBottom) + below * toBottom;
  }
}

/** Every star as a small round spot: in a picture it then has the light that the painter gives it. */
function starCube({ starDirections, starLight }: SkyLight, pixelSolidAngle: number): CubeMap {
  const edge = STARS_EDGE_PX;
  const linear = new Float32Array(6 * edge * edge * 3);
  for (let star = 0; star < starDirections.length; star += 3) {
    const { face, s, t } = facePoint(
      starDirections[star]!,
      starDirections[star + 1]!,
      starDirections[star + 2]!,
    );
    const squared = 1 + s * s + t * t;
    const texelSolidAngle = 4 / (edge * edge * squared * Math.sqrt(squared));
    const column = ((s + 1) / 2) * edge - 0.5;
    const row = ((t + 1) / 2) * edge - 0.5;
    const light = [0, 1, 2].map((band) => (starLight[star + band]! * pixelSolidAngle) / texelSolidAngle);
    addSpot(linear.subarray(3 * face * edge * edge, 3 * (face + 1) * edge * edge), [column, row], light);
  }
  const faces = opaque(edge);
  for (let at = 0; at < linear.length; at++) {
    // Nearly all of the sky is dark.
    if (linear[at]! > 0) faces[at + Math.floor(at / 3)] = sRgbByte(linear[at]! * STAR_SCALE);
  }
  return { edgePx: edge, faces, scale: STAR_SCALE };
}

/** Adds a spot to one face; what falls beside it is lost. */
function addSpot(
  face: Float32Array,
  [column, row]: readonly [number, number],
  light: readonly number[],
): void {
  const edge = STARS_EDGE_PX;
  const peak = 1 / (2 * Math.PI * STAR_SIGMA_PX * STAR_SIGMA_PX);
  for (let y = Math.ceil(row - STAR_REACH_PX); y <= row + STAR_REACH_PX; y++) {
    for (let x = Math.ceil(column - STAR_REACH_PX); x <= column + STAR_REACH_PX; x++) {
      if (x < 0 || y < 0 || x >= edge || y >= edge) continue;
      const squared = (x - column) ** 2 + (y - row) ** 2;
      const share = peak * Math.exp(-squared / (2 * STAR_SIGMA_PX * STAR_SIGMA_PX));
      for (let band = 0; band < 3; band++) face[3 * (y * edge + x) + band]! += share * light[band]!;
    }
  }
}

/** Black faces. */
function opaque(edge: number): Uint8Array {
  const faces = new Uint8Array(6 * edge * edge * 4);
  for (let at = 3; at < faces.length; at += 4) faces[at] = 255;
  return faces;
}

/** The sRGB byte of linear light. @see IEC 61966-2-1 */
function sRgbByte(linear: number): number {
  const light = Math.min(Math.max(linear, 0), 1);
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * encoded);
}
