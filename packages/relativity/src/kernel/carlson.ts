/*
 * Carlson's integral R_F and the sweep of a light ray around a Schwarzschild hole in closed form. No imports, valid
 * for asc and TypeScript, only + - * / sqrt and comparisons.
 *
 * (du/dphi)^2 = beta^2 - u^2 + 2 u^3 with beta = 1/b has one negative root u1 and two others, real (u2 <= u3) or a
 * pair re +- i im. An integral between two points of it is sqrt(2) R_F(U12^2, U13^2, U23^2) (DLMF 19.29.4); here the
 * arguments are taken times the square of the interval, which R_F gives back as a factor, so that nothing overflows.
 */

/** R_F by its series once the arguments differ by so little, relative to their mean. */
const NEAR_MEAN = 2e-3;
/** Each round brings the arguments four times closer; 40 do from any pair of f64. */
export const ROUNDS = 40;

/** Series of R_F about the mean to seventh order. DLMF 19.36.1. */
export function seriesRf(mean: number, e2: number, e3: number): number {
  const squares = e2 * (e2 * (1 / 24 - (5 / 208) * e2) - 1 / 10 - (3 / 44) * e3);
  return (1 + squares + e3 * (1 / 14 + (3 / 104) * e3 + e2 * e2 * (1 / 16))) / Math.sqrt(mean);
}

/** Derivative by e2 of the polynomial in {@link seriesRf}. */
export function seriesRfByE2(e2: number, e3: number): number {
  return e2 * (1 / 12 - (15 / 208) * e2) - 1 / 10 - (3 / 44) * e3 + (1 / 8) * e2 * e3;
}

/** Derivative by e3 of the polynomial in {@link seriesRf}. */
export function seriesRfByE3(e2: number, e3: number): number {
  return 1 / 14 - (3 / 44) * e2 + (3 / 52) * e3 + (1 / 16) * e2 * e2;
}

/** True when R_F's arguments are so near their mean that its series serves: how far one of them is, and the mean. */
export function isNearMean(distance: number, mean: number): boolean {
  const near = NEAR_MEAN * mean;
  return distance < near && -distance < near;
}

/** R_F(x, y, z) of three numbers of which at most one is 0, none negative. DLMF 19.36. */
export function carlsonRf(x0: number, y0: number, z0: number): number {
  let x = x0;
  let y = y0;
  let z = z0;
  let mean = (x + y + z) / 3;
  for (let round: number = 0; round < ROUNDS; round++) {
    const dx = x - mean;
    const dy = y - mean;
    const dz = z - mean;
    const near = NEAR_MEAN * mean;
    if (dx < near && -dx < near && dy < near && -dy < near && dz < near && -dz < near) break;
    const rx = Math.sqrt(x);
    const ry = Math.sqrt(y);
    const rz = Math.sqrt(z);
    const lambda = rx * (ry + rz) + ry * rz;
    x = (x + lambda) * 0.25;
    y = (y + lambda) * 0.25;
    z = (z + lambda) * 0.25;
    mean = (x + y + z) / 3;
  }
  const dx = 1 - x / mean;
  const dy = 1 - y / mean;
  const dz = -(dx + dy);
  return seriesRf(mean, dx * dy - dz * dz, dx * dy * dz);
}

/** R_F(x, re + i im, re - i im), x not negative. The duplication keeps the pair a pair. */
export function carlsonRfOfPair(x0: number, re0: number, im0: number): number {
  let x = x0;
  let re = re0;
  let im = im0 < 0 ? -im0 : im0;
  let mean = (x + 2 * re) / 3;
  for (let round: number = 0; round < ROUNDS; round++) {
    const dx = x - mean;
    const dr = re - mean;
    const near = NEAR_MEAN * mean;
    if (dx < near && -dx < near && dr < near && -dr < near && im < near) break;
    const size = Math.sqrt(re * re + im * im);
    const rootRe = Math.sqrt((size + re) * 0.5);
    const lambda = 2 * Math.sqrt(x) * rootRe + size;
    x = (x + lambda) * 0.25;
    re = (re + lambda) * 0.25;
    im *= 0.25;
    mean = (x + 2 * re) / 3;
  }
  const dx = 1 - x / mean;
  const dr = -0.5 * dx;
  const di = im / mean;
  const product = dr * dr + di * di;
  return seriesRf(mean, product + 2 * dx * dr, dx * product);
}

/**
 * The negative root of 2 u^3 - u^2 + beta^2, for beta above 0. Newton from the right of the root: one step leads to its
 * left, from where the function is concave and rises, so that the rest are monotone.
 */
export function negativeRoot(beta: number): number {
  const square = beta * beta;
  let u = -beta / Math.sqrt(1 + 2 * beta);
  for (let round: number = 0; round < 80; round++) {
    const step = (square + u * u * (2 * u - 1)) / (u * (6 * u - 2));
    u -= step;
    if (step * step <= 1e-32 * (u * u)) break;
  }
  return u;
}

/** Squared difference of the two other roots, below 0 for a pair: (1/2 - u1)(1/2 + 3 u1). */
export function rootGapSquared(u1: number): number {
  return (0.5 - u1) * (0.5 + 3 * u1);
}

/**
 * Sweep from a point `u` to the turning point `u2`, radians.
 * @param u1   negative root
 * @param gap  u3 - u2, at least 0
 * @param below  u2 - u, at least 0: given, because the difference of the two loses digits
 */
export function sweepToTurn(u1: number, gap: number, below: number): number {
  const u2 = 0.5 * (0.5 - u1 - gap);
  const x1 = u2 - u1;
  const y1 = x1 - below;
  const y3 = gap + below;
  return Math.sqrt(2 * below) * carlsonRf(y1 * gap, x1 * gap, x1 * y3);
}

/** Real part of the square root of re + i im, of which `size` is the modulus. */
export function rootReal(size: number, re: number, im: number): number {
  if (re >= 0) return Math.sqrt((size + re) * 0.5);
  return im / (2 * Math.sqrt((size - re) * 0.5));
}

/** Imaginary part of the same root, for im at least 0. */
export function rootImaginary(size: number, re: number, im: number): number {
  if (re < 0) return Math.sqrt((size - re) * 0.5);
  return im / (2 * Math.sqrt((size + re) * 0.5));
}

/**
 * Sweep from infinity to `u` without a turn, radians.
 * @param u1     negative root
 * @param speed  |du/dphi| at `u`
 */
export function sweepFromInfinity(u: number, u1: number, speed: number): number {
  const gapSquared = rootGapSquared(u1);
  const middle = 0.5 * (0.5 - u1);
  const x1 = Math.sqrt(u - u1);
  const y1 = Math.sqrt(-u1);
  const x23 = speed / (Math.SQRT2 * x1);
  const y23 = Math.sqrt(-u1 * (0.5 - u1));
  const n23 = x23 * y1 + y23 * x1;
  if (gapSquared >= 0) {
    const half = 0.5 * Math.sqrt(gapSquared);
    const x3 = Math.sqrt(middle + half - u);
    const y3 = Math.sqrt(middle + half);
    const n12 = (x1 * x23 * y3) / x3 + (y1 * y23 * x3) / y3;
    const n13 = (x1 * x3 * y23) / y3 + (y1 * y3 * x23) / x3;
    return Math.SQRT2 * u * carlsonRf(n12 * n12, n13 * n13, n23 * n23);
  }
  const im = 0.5 * Math.sqrt(-gapSquared);
  const xr = rootReal(x23, middle - u, im);
  const xi = rootImaginary(x23, middle - u, im);
  const yr = rootReal(y23, middle, im);
  const yi = rootImaginary(y23, middle, im);
  const re = (x1 + y1) * (xr * yr + xi * yi);
  const rest = (x1 - y1) * (xi * yr - xr * yi);
  return Math.SQRT2 * u * carlsonRfOfPair(n23 * n23, re * re - rest * rest, 2 * re * rest);
}
