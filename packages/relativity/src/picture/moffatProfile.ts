import { exp, log } from "../kernel/elementary.ts";
import type { RadialProfile } from "./radialPixels.ts";

/**
 * The profile of a star seen through air: (1 + r^2 / alpha^2)^-beta.
 * @param fwhmPx  full width at half maximum
 * @param beta    > 1: the smaller, the wider the wings
 * @see Moffat 1969, Astronomy and Astrophysics 3, 455
 */
export function moffatProfile(fwhmPx: number, beta: number): RadialProfile {
  const alphaPx = fwhmPx / (2 * Math.sqrt(exp(log(2) / beta) - 1));
  const inverse = 1 / (alphaPx * alphaPx);
  return {
    brightness: (squaredRadiusPx) => exp(-beta * log(1 + squaredRadiusPx * inverse)),
    outside: (radiusPx) => exp((1 - beta) * log(1 + radiusPx * radiusPx * inverse)),
    scalePx: alphaPx,
  };
}
