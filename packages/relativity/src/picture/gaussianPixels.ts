import { exp, PI } from "../kernel/elementary.ts";

/** A gaussian's light on pixels along one axis, and what lies beyond a distance. */
export interface GaussianPixels {
  /** Shares of the 2 reach + 1 pixels around a star at `place` (0 to 1) of its own pixel. */
  share(place: number, reachPx: number): Float64Array;
  /**
   * Light beyond a stamp of that reach, at most, as a share. A star stands in the nearer half of its pixel: so far
   * from the stamp's one edge on each axis, and half a pixel further from the other.
   */
  outside(reachPx: number): number;
}

/** Integrals over whole pixels, exact: differences of the error function. @param sigmaPx  standard deviation, > 0 */
export function gaussianPixels(sigmaPx: number): GaussianPixels {
  const scale = 1 / (sigmaPx * Math.SQRT2);
  return {
    share(place, reachPx) {
      const shares = new Float64Array(2 * reachPx + 1);
      let before = errorFunction((-reachPx - place) * scale);
      for (let i = 0; i < shares.length; i++) {
        const after = errorFunction((i - reachPx + 1 - place) * scale);
        shares[i] = 0.5 * (after - before);
        before = after;
      }
      return shares;
    },
    outside: (reachPx) => 2 - errorFunction(reachPx * scale) - errorFunction((reachPx + 0.5) * scale),
  };
}

/** Beyond this the error function is 1 in double precision. */
const ERROR_FUNCTION_IS_ONE = 6;

/**
 * erf x, to 1e-15 absolute, from + - * / and `exp` alone.
 * @see Abramowitz and Stegun 7.1.6: a series without cancellation
 */
export function errorFunction(x: number): number {
  const size = x < 0 ? -x : x;
  if (size > ERROR_FUNCTION_IS_ONE) return x < 0 ? -1 : 1;
  let term = x;
  let sum = x;
  for (let n = 1; (term < 0 ? -term : term) > 1e-18 * (sum < 0 ? -sum : sum); n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return ((2 * exp(-x * x)) / Math.sqrt(PI)) * sum;
}
