/*
 * The sweep of a light ray around a Schwarzschild hole together with its slope along (dbeta, drate) = (rate, beta): the
 * twin of entrySweepSlope.ts.
 */
import {
  isNearMean,
  negativeRoot,
  ROUNDS,
  rootGapSquared,
  rootImaginary,
  rootReal,
  seriesRf,
  seriesRfByE2,
  seriesRfByE3,
} from "../kernel/carlson.ts";
import {
  constant,
  type Dual,
  difference,
  dual,
  product,
  quotient,
  root,
  scaled,
  sum,
  third,
} from "./dual.ts";

/** R_F by its series about the mean. */
function seriesWithSlope(mean: Dual, e2: Dual, e3: Dual): Dual {
  const a = e2.value;
  const b = e3.value;
  const value = seriesRf(mean.value, a, b);
  const change = seriesRfByE2(a, b) * e2.slope + seriesRfByE3(a, b) * e3.slope;
  const root = Math.sqrt(mean.value);
  return dual(value, change / root - (value * mean.slope) / (2 * mean.value));
}

/** R_F(x, y, z) of three numbers above 0. */
function rfWithSlope(x0: Dual, y0: Dual, z0: Dual): Dual {
  let x = x0;
  let y = y0;
  let z = z0;
  let mean = third(sum(sum(x, y), z));
  for (let round = 0; round < ROUNDS; round++) {
    const m = mean.value;
    if (isNearMean(x.value - m, m) && isNearMean(y.value - m, m) && isNearMean(z.value - m, m)) break;
    const rx = root(x);
    const ry = root(y);
    const rz = root(z);
    const lambda = sum(product(rx, sum(ry, rz)), product(ry, rz));
    x = scaled(sum(x, lambda), 0.25);
    y = scaled(sum(y, lambda), 0.25);
    z = scaled(sum(z, lambda), 0.25);
    mean = third(sum(sum(x, y), z));
  }
  const dx = difference(constant(1), quotient(x, mean));
  const dy = difference(constant(1), quotient(y, mean));
  const dz = scaled(sum(dx, dy), -1);
  const e2 = difference(product(dx, dy), product(dz, dz));
  return seriesWithSlope(mean, e2, product(product(dx, dy), dz));
}

/** R_F(x, re + i im, re - i im). */
function rfOfPairWithSlope(x0: Dual, re0: Dual, im0: Dual): Dual {
  let x = x0;
  let re = re0;
  let im = im0.value < 0 ? scaled(im0, -1) : im0;
  let mean = third(sum(x, scaled(re, 2)));
  for (let round = 0; round < ROUNDS; round++) {
    const m = mean.value;
    if (isNearMean(x.value - m, m) && isNearMean(re.value - m, m) && isNearMean(im.value, m)) break;
    const size = root(sum(product(re, re), product(im, im)));
    const rootRe = root(scaled(sum(size, re), 0.5));
    const lambda = sum(product(scaled(root(x), 2), rootRe), size);
    x = scaled(sum(x, lambda), 0.25);
    re = scaled(sum(re, lambda), 0.25);
    im = scaled(im, 0.25);
    mean = third(sum(x, scaled(re, 2)));
  }
  const dx = difference(constant(1), quotient(x, mean));
  const dr = scaled(dx, -0.5);
  const di = quotient(im, mean);
  const size = sum(product(dr, dr), product(di, di));
  const e2 = sum(size, product(scaled(dx, 2), dr));
  return seriesWithSlope(mean, e2, product(dx, size));
}

/** The negative root with its slope. */
function negativeRootOf(beta: number, rate: number): Dual {
  const u1 = negativeRoot(beta);
  return dual(u1, (beta * rate) / (u1 * (1 - 3 * u1)));
}

/** rootGapSquared with its slope. */
function gapSquaredOf(u1: Dual): Dual {
  return dual(rootGapSquared(u1.value), u1.slope * (1 - 6 * u1.value));
}

/**
 * Sweep from infinity in to the turning point and out again to `u`, with its slope.
 * @param rate  du/dphi at `u`, at least 0
 */
export function sweepOverTurn(u: number, rate: number, beta: number): Dual {
  const u1 = negativeRootOf(beta, rate);
  const gap = root(gapSquaredOf(u1));
  const turnU = scaled(difference(difference(constant(0.5), u1), gap), 0.5);
  const u3 = difference(sum(turnU, gap), constant(u));
  const above = difference(constant(u), u1);
  const below = (rate * rate) / (2 * above.value * u3.value);
  // The root of twice this is the rate over another root: it has a slope where this has none.
  const reach = quotient(dual(rate, beta), root(product(above, u3)));
  const belowSlope = reach.value * reach.slope;
  const rest = sweepToTurnOf(u1, gap, dual(below, belowSlope), dual(Math.sqrt(2 * below), reach.slope));
  return sum(sweepToTurnOf(u1, gap, turnU, root(scaled(turnU, 2))), rest);
}

/** sweepToTurn with its slope. @param length  the root of 2 below */
function sweepToTurnOf(u1: Dual, gap: Dual, below: Dual, length: Dual): Dual {
  const u2 = scaled(difference(difference(constant(0.5), u1), gap), 0.5);
  const x1 = difference(u2, u1);
  const y1 = difference(x1, below);
  const y3 = sum(gap, below);
  return product(length, rfWithSlope(product(y1, gap), product(x1, gap), product(x1, y3)));
}

/**
 * Sweep from infinity to `u` without a turn, with its slope.
 * @param speed  |du/dphi| at `u`
 */
export function sweepInward(u: number, speed: number, beta: number): Dual {
  const u1 = negativeRootOf(beta, -speed);
  const gapSquared = gapSquaredOf(u1);
  const below = difference(constant(0.5), u1);
  const middle = scaled(below, 0.5);
  const x1 = root(difference(constant(u), u1));
  const y1 = root(scaled(u1, -1));
  const x23 = quotient(dual(speed, -beta), scaled(x1, Math.SQRT2));
  const y23 = root(product(scaled(u1, -1), below));
  const n23 = sum(product(x23, y1), product(y23, x1));
  if (gapSquared.value < 0) {
    const im = scaled(root(scaled(gapSquared, -1)), 0.5);
    const atU = difference(middle, constant(u));
    const xr = rootRealOf(x23, atU, im);
    const xi = rootImaginaryOf(x23, atU, im);
    const yr = rootRealOf(y23, middle, im);
    const yi = rootImaginaryOf(y23, middle, im);
    const re = product(sum(x1, y1), sum(product(xr, yr), product(xi, yi)));
    const rest = product(difference(x1, y1), difference(product(xi, yr), product(xr, yi)));
    const nRe = difference(product(re, re), product(rest, rest));
    const nIm = product(scaled(re, 2), rest);
    return scaled(rfOfPairWithSlope(product(n23, n23), nRe, nIm), Math.SQRT2 * u);
  }
  const half = scaled(root(gapSquared), 0.5);
  const y3Squared = sum(middle, half);
  const x3 = root(difference(y3Squared, constant(u)));
  const y3 = root(y3Squared);
  const n12 = sum(quotient(product(product(x1, x23), y3), x3), quotient(product(product(y1, y23), x3), y3));
  const n13 = sum(quotient(product(product(x1, x3), y23), y3), quotient(product(product(y1, y3), x23), x3));
  const rf = rfWithSlope(product(n12, n12), product(n13, n13), product(n23, n23));
  return scaled(rf, Math.SQRT2 * u);
}

/** Real part of the root of re + i im, of which `size` is the modulus. */
function rootRealOf(size: Dual, re: Dual, im: Dual): Dual {
  const real = rootReal(size.value, re.value, im.value);
  const imaginary = rootImaginary(size.value, re.value, im.value);
  return dual(real, (re.slope * real + im.slope * imaginary) / (2 * size.value));
}

/** Imaginary part of the same root, for im at least 0. */
function rootImaginaryOf(size: Dual, re: Dual, im: Dual): Dual {
  const real = rootReal(size.value, re.value, im.value);
  const imaginary = rootImaginary(size.value, re.value, im.value);
  return dual(imaginary, (im.slope * real - re.slope * imaginary) / (2 * size.value));
}
