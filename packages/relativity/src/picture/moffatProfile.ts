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
    brightness: inversePower(beta, (squaredRadiusPx) => 1 + squaredRadiusPx * inverse),
    outside: (radiusPx) => exp((1 - beta) * log(1 + radiusPx * radiusPx * inverse)),
    scalePx: (squaredRadiusPx) => Math.sqrt(alphaPx * alphaPx + squaredRadiusPx),
  };
}

/** base^-beta; by products and a root alone where beta is a multiple of 1/2, which is many times as fast. */
function inversePower(beta: number, base: (argument: number) => number): (argument: number) => number {
  const wholes = Math.floor(beta);
  const isHalf = beta - wholes === 0.5;
  if (beta !== wholes && !isHalf) return (argument) => exp(-beta * log(base(argument)));
  return (argument) => {
    const size = base(argument);
    let product = isHalf ? Math.sqrt(size) : 1;
    for (let i = 0; i < wholes; i++) product *= size;
    return 1 / product;
  };
}
