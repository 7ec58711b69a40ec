/*
 * One step of two rays of the general backend at once, in a closed-form spacetime. AssemblyScript only. The
 * operations of each lane and their order are those of affineRates and of entryKerrSchildStep, so which rays are
 * paired does not matter to the bits.
 *
 * Two-lane words at `s`: the state, seven rates, the state after the step; then step length, energy, squared error.
 */
import * as rk from "./dormandPrince";

/** Byte offsets from `s`; lane l of word i is 16 i + 8 l beyond. */
export const PAIR_STATE: usize = 0;
export const PAIR_RATES: usize = 128;
export const PAIR_NEW: usize = 1024;
export const PAIR_STEP: usize = 1152;
export const PAIR_ENERGY: usize = 1168;
export const PAIR_ERROR: usize = 1184;
/** Squared angle that a unit of the sweep's parameter is: Q + L^2. */
export const PAIR_SQUARED_SPEED: usize = 1200;
const WORDS: usize = 128;

function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}
function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}
function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}
function div(a: v128, b: v128): v128 {
  return f64x2.div(a, b);
}
function num(a: f64): v128 {
  return f64x2.splat(a);
}

/** affineRates with mass 1, of the six words at `y`, to the eight at `out`. */
function pairRates(y: usize, out: usize, e: v128, a: v128, q2: v128): void {
  const x = v128.load(y);
  const yy = v128.load(y, 16);
  const z = v128.load(y, 32);
  const px = v128.load(y, 48);
  const py = v128.load(y, 64);
  const pz = v128.load(y, 80);
  const a2 = mul(a, a);
  const a2z = mul(a2, z);
  const half = mul(num(0.5), sub(add(add(mul(x, x), mul(yy, yy)), mul(z, z)), a2));
  const a2zz = mul(a2z, z);
  const r2 = add(half, f64x2.sqrt(add(mul(half, half), a2zz)));
  const r = f64x2.sqrt(r2);
  const invD = div(num(1), add(mul(r2, r2), a2zz));
  const invS = div(num(1), add(r2, a2));
  const invR = div(num(1), r);
  const twoR = mul(num(2), r);
  const f = mul(mul(r2, sub(twoR, q2)), invD);
  const lx = mul(add(mul(r, x), mul(a, yy)), invS);
  const ly = mul(sub(mul(r, yy), mul(a, x)), invS);
  const lz = mul(z, invR);
  const s = add(e, add(add(mul(lx, px), mul(ly, py)), mul(lz, pz)));
  const fs = mul(f, s);
  const halfS2 = mul(mul(num(0.5), s), s);
  const frA = sub(mul(mul(num(3), twoR), r), mul(mul(num(2), q2), r));
  const fr = mul(sub(frA, mul(mul(mul(num(4), r2), r), f)), invD);
  const twistX = mul(sub(x, mul(twoR, lx)), px);
  const twistY = mul(sub(yy, mul(twoR, ly)), py);
  const twist = sub(mul(add(twistX, twistY), invS), mul(mul(z, pz), mul(invR, invR)));
  const along = mul(add(mul(halfS2, fr), mul(fs, twist)), mul(r, invD));
  v128.store(out, sub(px, mul(fs, lx)));
  v128.store(out, sub(py, mul(fs, ly)), 16);
  v128.store(out, sub(pz, mul(fs, lz)), 32);
  v128.store(out, add(mul(along, mul(r2, x)), mul(fs, mul(sub(mul(r, px), mul(a, py)), invS))), 48);
  v128.store(out, add(mul(along, mul(r2, yy)), mul(fs, mul(add(mul(a, px), mul(r, py)), invS))), 64);
  const spin = mul(halfS2, mul(mul(mul(num(2), a2z), f), invD));
  v128.store(out, add(sub(mul(along, add(mul(r2, z), a2z)), spin), mul(fs, mul(pz, invR))), 80);
  v128.store(out, add(e, fs), 96);
  v128.store(out, mul(r2, invD), 112);
}

/** Steps both lanes to their new states and rates, and leaves their squared errors over the tolerance's square. */
export function stepPair(s: usize, spin: f64, squaredCharge: f64, tolerance: f64): void {
  const a = num(spin);
  const q2 = num(squaredCharge);
  const e = v128.load(s, PAIR_ENERGY);
  const h = v128.load(s, PAIR_STEP);
  const k1 = s + PAIR_RATES;
  const n = s + PAIR_NEW;
  for (let i: usize = s; i < s + 96; i += 16) stage2(i, h);
  pairRates(n, k1 + WORDS, e, a, q2);
  for (let i: usize = s; i < s + 96; i += 16) stage3(i, h);
  pairRates(n, k1 + 2 * WORDS, e, a, q2);
  for (let i: usize = s; i < s + 96; i += 16) stage4(i, h);
  pairRates(n, k1 + 3 * WORDS, e, a, q2);
  for (let i: usize = s; i < s + 96; i += 16) stage5(i, h);
  pairRates(n, k1 + 4 * WORDS, e, a, q2);
  for (let i: usize = s; i < s + 96; i += 16) stage6(i, h);
  pairRates(n, k1 + 5 * WORDS, e, a, q2);
  for (let i: usize = s; i < s + 128; i += 16) stage7(i, h);
  pairRates(n, k1 + 6 * WORDS, e, a, q2);
  const rho2 = squareOf(s);
  const p2 = squareOf(s + 48);
  const scale = mul(rho2, p2);
  const turn = errorOf(s + 112, h);
  const angle = mul(mul(turn, turn), v128.load(s, PAIR_SQUARED_SPEED));
  const error = add(
    add(mul(squaredErrorOf(s, h), p2), mul(squaredErrorOf(s + 48, h), rho2)),
    mul(angle, scale),
  );
  v128.store(s, div(error, mul(num(tolerance * tolerance), scale)), PAIR_ERROR);
}

function k(i: usize, rate: usize, c: f64): v128 {
  return mul(num(c), v128.load(i + PAIR_RATES + WORDS * rate));
}

function stage2(i: usize, h: v128): void {
  v128.store(i + PAIR_NEW, add(v128.load(i), mul(h, k(i, 0, rk.A21))));
}

function stage3(i: usize, h: v128): void {
  const sum = add(k(i, 0, rk.A31), k(i, 1, rk.A32));
  v128.store(i + PAIR_NEW, add(v128.load(i), mul(h, sum)));
}

function stage4(i: usize, h: v128): void {
  const sum = add(add(k(i, 0, rk.A41), k(i, 1, rk.A42)), k(i, 2, rk.A43));
  v128.store(i + PAIR_NEW, add(v128.load(i), mul(h, sum)));
}

function stage5(i: usize, h: v128): void {
  const sum = add(add(add(k(i, 0, rk.A51), k(i, 1, rk.A52)), k(i, 2, rk.A53)), k(i, 3, rk.A54));
  v128.store(i + PAIR_NEW, add(v128.load(i), mul(h, sum)));
}

function stage6(i: usize, h: v128): void {
  const first = add(add(add(k(i, 0, rk.A61), k(i, 1, rk.A62)), k(i, 2, rk.A63)), k(i, 3, rk.A64));
  v128.store(i + PAIR_NEW, add(v128.load(i), mul(h, add(first, k(i, 4, rk.A65)))));
}

function stage7(i: usize, h: v128): void {
  const first = add(add(add(k(i, 0, rk.B1), k(i, 2, rk.B3)), k(i, 3, rk.B4)), k(i, 4, rk.B5));
  v128.store(i + PAIR_NEW, add(v128.load(i), mul(h, add(first, k(i, 5, rk.B6)))));
}

/** Sum over three words of the squared error estimate. */
function squaredErrorOf(at: usize, h: v128): v128 {
  const x = errorOf(at, h);
  const y = errorOf(at + 16, h);
  const z = errorOf(at + 32, h);
  return add(add(mul(x, x), mul(y, y)), mul(z, z));
}

/** Error estimate of a word. */
function errorOf(i: usize, h: v128): v128 {
  const first = add(add(add(k(i, 0, rk.E1), k(i, 2, rk.E3)), k(i, 3, rk.E4)), k(i, 4, rk.E5));
  return mul(h, add(add(first, k(i, 5, rk.E6)), k(i, 6, rk.E7)));
}

/** Squared length of three words. */
export function squareOf(at: usize): v128 {
  const x = v128.load(at);
  const y = v128.load(at, 16);
  const z = v128.load(at, 32);
  return add(add(mul(x, x), mul(y, y)), mul(z, z));
}
