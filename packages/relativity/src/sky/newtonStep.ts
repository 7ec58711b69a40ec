import { FOLD_CHECK_MAGNIFICATION, SETTLED_PX } from "../kernel/aimLayout.ts";
import { BY_X, BY_Y, DIRECTION, type Probe, skyAreaPerPx2 } from "./imageProbes.ts";
import type { PixelSolidAngle } from "./pixelSolidAngle.ts";

/** What a Newton step reads of images and moves. */
export interface MovingImages {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Longest step, px: the size of the triangle that the image was found in. */
  readonly reachPx: Float64Array;
  /** Move times magnification, px, within which an image is where its star is: what light is off by goes as that. */
  readonly settledPx: Float64Array;
  /** Unit direction of each image's star, three components. */
  readonly target: Float64Array;
}

/**
 * Moves an image by a Newton step, to where linear interpolation puts its star; true if it moved hardly. Where the image
 * does not open up or the star is behind, its place becomes no number.
 */
export function isSettledBy(
  images: MovingImages,
  row: number,
  probe: Probe,
  solidAngle: PixelSolidAngle,
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
