/*
 * One Taylor step of a pair of rays, a ray a SIMD lane: coefficients by recurrence, step length, state at its end.
 * AssemblyScript only. Lanes never meet: what a ray gets does not depend on the other one. Section 5.10.
 */
import {
  ORDER,
  PAIR,
  PAIR_A2E2,
  PAIR_AE,
  PAIR_C,
  PAIR_C1,
  PAIR_C2,
  PAIR_C3,
  PAIR_ENERGY,
  PAIR_K,
  PAIR_P2,
  PAIR_PSI,
  PAIR_STEP,
  PAIR_TARGET,
  PAIR_VX,
  PAIR_VY,
  PAIR_VZ,
  PAIR_W_SCALE,
  RECIPROCALS,
  SERIES,
  SERIES_BYTES,
  SERIES_DENOMINATOR,
  SERIES_G,
  SERIES_NX,
  SERIES_NY,
  SERIES_NZ,
  SERIES_PSI,
  SERIES_RATE,
  SERIES_S,
  SERIES_U,
  SERIES_VX,
  SERIES_VY,
  SERIES_VZ,
  SERIES_W,
} from "./scratchLayout";

/** Writes 1/(k + 1) for every order. */
export function writeReciprocals(scratch: usize): void {
  for (let k = 0; k < ORDER; k++) {
    v128.store(scratch + RECIPROCALS + <usize>(16 * k), f64x2.splat(1 / <f64>(k + 1)));
  }
}

/** Expands the pair's motion about its state: coefficients of orders 0 to ORDER. */
export function expandPair(scratch: usize, spin: f64): void {
  const pair = scratch + PAIR;
  const series = scratch + SERIES;
  const zero = f64x2.splat(0);
  const a = f64x2.splat(spin);
  const a2 = f64x2.splat(spin * spin);
  const two = f64x2.splat(2);
  const energy = v128.load(pair, PAIR_ENERGY);
  const p2 = v128.load(pair, PAIR_P2);
  const k1 = v128.load(pair, PAIR_K);
  const c1 = v128.load(pair, PAIR_C1);
  const c2 = v128.load(pair, PAIR_C2);
  const c3 = v128.load(pair, PAIR_C3);
  const a2e2 = v128.load(pair, PAIR_A2E2);
  const minusTwice = f64x2.mul(f64x2.splat(-2), a2e2);
  copyState(pair, series);

  // The branch of the turning rate holds for the whole step: P w at its start.
  const u0 = v128.load(series, SERIES_U);
  const s0 = f64x2.mul(u0, u0);
  const start = f64x2.mul(f64x2.add(energy, f64x2.mul(p2, s0)), v128.load(series, SERIES_W));
  const isIngoing = f64x2.gt(start, zero);
  let constantE = energy;
  let constantC = v128.load(pair, PAIR_C);
  let constantAE = v128.load(pair, PAIR_AE);
  let one = f64x2.splat(1);
  let inverse = zero;
  let g0 = zero;

  for (let k = 0; k < ORDER; k++) {
    const at = series + <usize>(SERIES_BYTES * k);
    // Squares u^2 and n_z^2.
    let s = zero;
    let q = zero;
    let low = series;
    let high = at;
    for (; low < high; low += SERIES_BYTES, high -= SERIES_BYTES) {
      s = f64x2.add(s, f64x2.mul(v128.load(low, SERIES_U), v128.load(high, SERIES_U)));
      q = f64x2.add(q, f64x2.mul(v128.load(low, SERIES_NZ), v128.load(high, SERIES_NZ)));
    }
    s = f64x2.add(s, s);
    q = f64x2.add(q, q);
    if (low === high) {
      const u = v128.load(low, SERIES_U);
      const nz = v128.load(low, SERIES_NZ);
      s = f64x2.add(s, f64x2.mul(u, u));
      q = f64x2.add(q, f64x2.mul(nz, nz));
    }
    const u = v128.load(at, SERIES_U);
    const w = v128.load(at, SERIES_W);
    const p = f64x2.add(f64x2.mul(p2, s), constantE);
    const g = f64x2.sub(f64x2.mul(minusTwice, q), constantC);
    const direct = f64x2.add(f64x2.sub(f64x2.mul(a2, s), f64x2.mul(two, u)), one);
    const denominator = v128.bitselect(f64x2.add(p, w), direct, isIngoing);
    let rate = v128.bitselect(f64x2.mul(k1, s), f64x2.sub(p, w), isIngoing);
    v128.store(at, s, SERIES_S);
    v128.store(at, g, SERIES_G);
    v128.store(at, denominator, SERIES_DENOMINATOR);
    if (k === 0) {
      g0 = g;
      inverse = f64x2.div(f64x2.splat(1), denominator);
      one = zero;
      constantE = zero;
      constantC = zero;
    }
    // Products u u^2, g n and the division by the denominator.
    const nz = v128.load(at, SERIES_NZ);
    let t = f64x2.mul(u0, s);
    let ax = f64x2.mul(g0, v128.load(at, SERIES_NX));
    let ay = f64x2.mul(g0, v128.load(at, SERIES_NY));
    let az = f64x2.mul(g0, nz);
    low = series + SERIES_BYTES;
    high = at - SERIES_BYTES;
    for (; low <= at; low += SERIES_BYTES, high -= SERIES_BYTES) {
      const gi = v128.load(low, SERIES_G);
      t = f64x2.add(t, f64x2.mul(v128.load(low, SERIES_U), v128.load(high, SERIES_S)));
      ax = f64x2.add(ax, f64x2.mul(gi, v128.load(high, SERIES_NX)));
      ay = f64x2.add(ay, f64x2.mul(gi, v128.load(high, SERIES_NY)));
      az = f64x2.add(az, f64x2.mul(gi, v128.load(high, SERIES_NZ)));
      rate = f64x2.sub(rate, f64x2.mul(v128.load(low, SERIES_DENOMINATOR), v128.load(high, SERIES_RATE)));
    }
    rate = f64x2.mul(rate, inverse);
    v128.store(at, rate, SERIES_RATE);
    const next = at + SERIES_BYTES;
    const r = v128.load(scratch + RECIPROCALS + <usize>(16 * k));
    const c = f64x2.add(f64x2.add(f64x2.mul(c1, u), f64x2.mul(c2, s)), f64x2.mul(c3, t));
    v128.store(next, f64x2.mul(w, r), SERIES_U);
    v128.store(next, f64x2.mul(c, r), SERIES_W);
    v128.store(next, f64x2.mul(v128.load(at, SERIES_VX), r), SERIES_NX);
    v128.store(next, f64x2.mul(v128.load(at, SERIES_VY), r), SERIES_NY);
    v128.store(next, f64x2.mul(v128.load(at, SERIES_VZ), r), SERIES_NZ);
    v128.store(next, f64x2.mul(ax, r), SERIES_VX);
    v128.store(next, f64x2.mul(ay, r), SERIES_VY);
    v128.store(next, f64x2.mul(f64x2.add(az, f64x2.mul(a2e2, nz)), r), SERIES_VZ);
    v128.store(next, f64x2.mul(f64x2.sub(f64x2.mul(a, rate), constantAE), r), SERIES_PSI);
    constantAE = zero;
  }
}

/** Coefficients of order 0: the state. The fields of pair and series differ in their order. */
function copyState(pair: usize, series: usize): void {
  v128.store(series, v128.load(pair), SERIES_U);
  v128.store(series, v128.load(pair, 16), SERIES_W);
  v128.store(series, v128.load(pair, 32), SERIES_NX);
  v128.store(series, v128.load(pair, 48), SERIES_NY);
  v128.store(series, v128.load(pair, 64), SERIES_NZ);
  v128.store(series, v128.load(pair, PAIR_VX), SERIES_VX);
  v128.store(series, v128.load(pair, PAIR_VY), SERIES_VY);
  v128.store(series, v128.load(pair, PAIR_VZ), SERIES_VZ);
  v128.store(series, v128.load(pair, PAIR_PSI), SERIES_PSI);
}

/** The larger of two sizes, lane by lane. */
function larger(a: v128, b: v128): v128 {
  return f64x2.pmax(a, b);
}

/** Size of the last coefficients of an order: w by |E|, n and psi by 1. */
function sizeAt(at: usize, scale: v128): v128 {
  const n = larger(
    larger(f64x2.abs(v128.load(at, SERIES_NX)), f64x2.abs(v128.load(at, SERIES_NY))),
    f64x2.abs(v128.load(at, SERIES_NZ)),
  );
  const w = f64x2.mul(f64x2.abs(v128.load(at, SERIES_W)), scale);
  return larger(larger(n, w), f64x2.abs(v128.load(at, SERIES_PSI)));
}

/** Beyond this the share of tolerance and coefficient says nothing: the coefficient is 0 or nearly so. */
const NO_LIMIT: f64 = 1e200;

/**
 * Chooses the step so that neither of the two last terms exceeds the tolerance, and that it ends beyond the ray's
 * target at most by the distance to it. Written to PAIR_STEP.
 */
export function chooseStep(scratch: usize, tolerance: f64): void {
  const pair = scratch + PAIR;
  const scale = v128.load(pair, PAIR_W_SCALE);
  const limit = f64x2.splat(tolerance);
  const last = f64x2.div(limit, sizeAt(scratch + SERIES + SERIES_BYTES * ORDER, scale));
  const before = f64x2.div(limit, sizeAt(scratch + SERIES + SERIES_BYTES * (ORDER - 1), scale));
  const root = root16(last);
  let y = root16(before);
  const start = y;
  for (let turn = 0; turn < 3; turn++) {
    const y2 = f64x2.mul(y, y);
    const y4 = f64x2.mul(y2, y2);
    const y14 = f64x2.mul(f64x2.mul(f64x2.mul(y4, y4), y4), y2);
    y = f64x2.mul(f64x2.add(f64x2.mul(f64x2.splat(14), y), f64x2.div(before, y14)), f64x2.splat(1 / 15.0));
  }
  y = v128.bitselect(y, start, f64x2.lt(before, f64x2.splat(NO_LIMIT)));
  let step = f64x2.pmin(root, y);
  const gap = f64x2.sub(v128.load(pair, PAIR_TARGET), v128.load(pair));
  const reach = f64x2.div(f64x2.add(gap, gap), v128.load(pair, 16));
  step = v128.bitselect(f64x2.pmin(step, reach), step, f64x2.gt(reach, f64x2.splat(0)));
  v128.store(pair, step, PAIR_STEP);
}

function root16(x: v128): v128 {
  return f64x2.sqrt(f64x2.sqrt(f64x2.sqrt(f64x2.sqrt(x))));
}

/** Evaluates the step polynomials at the step's end and writes the state there. */
export function movePair(scratch: usize): void {
  const pair = scratch + PAIR;
  const series = scratch + SERIES;
  const h = v128.load(pair, PAIR_STEP);
  let at = series + SERIES_BYTES * ORDER;
  let u = v128.load(at, SERIES_U);
  let w = v128.load(at, SERIES_W);
  let nx = v128.load(at, SERIES_NX);
  let ny = v128.load(at, SERIES_NY);
  let nz = v128.load(at, SERIES_NZ);
  let vx = v128.load(at, SERIES_VX);
  let vy = v128.load(at, SERIES_VY);
  let vz = v128.load(at, SERIES_VZ);
  let psi = v128.load(at, SERIES_PSI);
  while (at > series) {
    at -= SERIES_BYTES;
    u = f64x2.add(f64x2.mul(u, h), v128.load(at, SERIES_U));
    w = f64x2.add(f64x2.mul(w, h), v128.load(at, SERIES_W));
    nx = f64x2.add(f64x2.mul(nx, h), v128.load(at, SERIES_NX));
    ny = f64x2.add(f64x2.mul(ny, h), v128.load(at, SERIES_NY));
    nz = f64x2.add(f64x2.mul(nz, h), v128.load(at, SERIES_NZ));
    vx = f64x2.add(f64x2.mul(vx, h), v128.load(at, SERIES_VX));
    vy = f64x2.add(f64x2.mul(vy, h), v128.load(at, SERIES_VY));
    vz = f64x2.add(f64x2.mul(vz, h), v128.load(at, SERIES_VZ));
    psi = f64x2.add(f64x2.mul(psi, h), v128.load(at, SERIES_PSI));
  }
  v128.store(pair, u);
  v128.store(pair, w, 16);
  v128.store(pair, nx, 32);
  v128.store(pair, ny, 48);
  v128.store(pair, nz, 64);
  v128.store(pair, vx, PAIR_VX);
  v128.store(pair, vy, PAIR_VY);
  v128.store(pair, vz, PAIR_VZ);
  v128.store(pair, psi, PAIR_PSI);
}
