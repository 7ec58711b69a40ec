/* Solid angles of square pixels. AssemblyScript only; sky/pixelSolidAngle.ts is the twin. */
import { cos, PI, sin } from "./elementary";
import { PROJECTION_FISHEYE, PROJECTION_PINHOLE } from "./layout";

/**
 * Solid angle of a square pixel, in sr per px^2; 0 where the projection shows nothing.
 * @param kind   one of PROJECTION_
 * @param focal  focal length in px, or px a radian
 * @param right  from the middle of the image, px
 * @param down   the same
 */
export function pixelSolidAngle(kind: i32, focal: f64, right: f64, down: f64): f64 {
  if (kind === PROJECTION_PINHOLE) {
    const squared = focal * focal + right * right + down * down;
    return focal / (squared * Math.sqrt(squared));
  }
  if (kind === PROJECTION_FISHEYE) {
    const angle = Math.sqrt(right * right + down * down) / focal;
    const shrink = angle > 0 ? sin(angle) / angle : 1;
    return angle < PI ? shrink / (focal * focal) : 0;
  }
  const elevation = down / focal;
  return elevation > -PI / 2 && elevation < PI / 2 ? cos(elevation) / (focal * focal) : 0;
}
