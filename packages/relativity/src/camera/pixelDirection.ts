import { atan2 } from "../kernel/elementary.ts";
import type { Look } from "../shot/shot.ts";
import { angleOfDegrees } from "../trajectory/angle.ts";

/** A pinhole's image as far as directions are concerned. */
export interface PinholeImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hfovDeg: number;
}

/** A direction in an observer's frame that is not turned: azimuth from forward to the right, elevation up, radians. */
export interface LocalDirection {
  readonly azRad: number;
  readonly elRad: number;
}

/**
 * Which way a pixel of a turned pinhole camera looks, in the frame in which single rays are asked for.
 * @param x  pixels from the image's left edge; pixel i has its centre at i + 0.5
 * @param y  pixels down from its top edge
 */
export function pixelDirection(
  image: PinholeImage,
  look: Look,
  [x, y]: readonly [number, number],
): LocalDirection {
  const half = angleOfDegrees(image.hfovDeg / 2);
  const focalPx = ((image.widthPx / 2) * half.cos) / half.sin;
  const roll = angleOfDegrees(look.rollDeg);
  const [columnsRight, rowsUp] = [x - image.widthPx / 2, image.heightPx / 2 - y];
  // Undo roll, elevation, azimuth, in that order: the camera was turned by them in the other.
  const right = columnsRight * roll.cos + rowsUp * roll.sin;
  const up = rowsUp * roll.cos - columnsRight * roll.sin;
  const el = angleOfDegrees(look.elDeg);
  const ahead = focalPx * el.cos - up * el.sin;
  const above = focalPx * el.sin + up * el.cos;
  const az = angleOfDegrees(look.azDeg);
  const forward = ahead * az.cos - right * az.sin;
  const aside = ahead * az.sin + right * az.cos;
  return { azRad: atan2(aside, forward), elRad: atan2(above, Math.sqrt(forward * forward + aside * aside)) };
}
