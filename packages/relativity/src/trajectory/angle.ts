import type { Angle } from "../camera/place.ts";
import { cos, sin } from "../kernel/elementary.ts";

const RADIANS_PER_DEGREE = 0.017453292519943295;

/** An angle in radians. */
export function radiansOfDegrees(deg: number): number {
  return deg * RADIANS_PER_DEGREE;
}

/** Cosine and sine of an angle in radians. */
export function angleOfRadians(rad: number): Angle {
  return { cos: cos(rad), sin: sin(rad) };
}

/** Cosine and sine of an angle in degrees; exact at multiples of 90, so that an equator is one. */
export function angleOfDegrees(deg: number): Angle {
  const quarters = deg / 90;
  if (!Number.isInteger(quarters)) return angleOfRadians(deg * RADIANS_PER_DEGREE);
  const quarter = ((quarters % 4) + 4) % 4;
  return { cos: [1, 0, -1, 0][quarter]!, sin: [0, 1, 0, -1][quarter]! };
}
