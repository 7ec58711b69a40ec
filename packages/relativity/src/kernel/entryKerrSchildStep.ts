/*
 * One step of one ray of the general backend: closed-form and tabulated spacetimes. AssemblyScript only. Where pairs
 * of rays are stepped at once (entryKerrSchildPair), the operations and their order are these.
 *
 * Words at `s`: the state, seven rates, the state after the step, energy; see OFFSET_.
 */
import * as rk from "./dormandPrince";
import { storeRates, tableRates } from "./entryTable";
import * as light from "./kerrSchild";
import { CONTEXT_CHARGE, CONTEXT_SPIN, CONTEXT_TABLE } from "./layout";

/** Byte offsets from `s`. */
export const OFFSET_STATE: usize = 0;
export const OFFSET_RATES: usize = 64;
export const OFFSET_NEW: usize = 512;
export const OFFSET_ENERGY: usize = 576;
export const OFFSET_MOMENTUM: usize = 584;
export const OFFSET_CARTER: usize = 592;
export const OFFSET_TABLE: usize = 640;
const WORDS: usize = 64;

/** Writes the rates at the state in `y` to `out`. */
export function ratesAt(context: usize, s: usize, y: usize, out: usize): void {
  const table = <usize>load<i32>(context, CONTEXT_TABLE);
  if (table !== 0) {
    tableRates(table, y, out, s + OFFSET_TABLE);
    return;
  }
  const charge = load<f64>(context, CONTEXT_CHARGE);
  light.affineRates(
    1,
    load<f64>(context, CONTEXT_SPIN),
    charge * charge,
    load<f64>(s, OFFSET_ENERGY),
    load<f64>(y),
    load<f64>(y, 8),
    load<f64>(y, 16),
    load<f64>(y, 24),
    load<f64>(y, 32),
    load<f64>(y, 40),
  );
  storeRates(out);
}

/** Steps from the state with its rates in place to the new state and its rates, by `h`. */
export function stepScalar(context: usize, s: usize, h: f64): void {
  const y = s + OFFSET_STATE;
  const k1 = s + OFFSET_RATES;
  const k2 = k1 + WORDS;
  const k3 = k2 + WORDS;
  const k4 = k3 + WORDS;
  const k5 = k4 + WORDS;
  const k6 = k5 + WORDS;
  const n = s + OFFSET_NEW;
  for (let i: usize = 0; i < 56; i += 8) {
    store<f64>(n + i, load<f64>(y + i) + h * (rk.A21 * load<f64>(k1 + i)));
  }
  ratesAt(context, s, n, k2);
  for (let i: usize = 0; i < 56; i += 8) {
    store<f64>(n + i, load<f64>(y + i) + h * (rk.A31 * load<f64>(k1 + i) + rk.A32 * load<f64>(k2 + i)));
  }
  ratesAt(context, s, n, k3);
  for (let i: usize = 0; i < 56; i += 8) {
    const sum = rk.A41 * load<f64>(k1 + i) + rk.A42 * load<f64>(k2 + i) + rk.A43 * load<f64>(k3 + i);
    store<f64>(n + i, load<f64>(y + i) + h * sum);
  }
  ratesAt(context, s, n, k4);
  for (let i: usize = 0; i < 56; i += 8) {
    const sum =
      rk.A51 * load<f64>(k1 + i) +
      rk.A52 * load<f64>(k2 + i) +
      rk.A53 * load<f64>(k3 + i) +
      rk.A54 * load<f64>(k4 + i);
    store<f64>(n + i, load<f64>(y + i) + h * sum);
  }
  ratesAt(context, s, n, k5);
  for (let i: usize = 0; i < 56; i += 8) {
    const sum =
      rk.A61 * load<f64>(k1 + i) +
      rk.A62 * load<f64>(k2 + i) +
      rk.A63 * load<f64>(k3 + i) +
      rk.A64 * load<f64>(k4 + i) +
      rk.A65 * load<f64>(k5 + i);
    store<f64>(n + i, load<f64>(y + i) + h * sum);
  }
  ratesAt(context, s, n, k6);
  for (let i: usize = 0; i < 64; i += 8) {
    const sum =
      rk.B1 * load<f64>(k1 + i) +
      rk.B3 * load<f64>(k3 + i) +
      rk.B4 * load<f64>(k4 + i) +
      rk.B5 * load<f64>(k5 + i) +
      rk.B6 * load<f64>(k6 + i);
    store<f64>(n + i, load<f64>(y + i) + h * sum);
  }
  ratesAt(context, s, n, k6 + WORDS);
}

/**
 * Squared error of the step just taken, over the squared tolerance: place by distance, momentum by its size, the
 * sweep as the angle that it is.
 */
export function squaredErrorScalar(s: usize, h: f64, tolerance: f64, squaredSpeed: f64): f64 {
  const rho2 = squareOf(s + OFFSET_STATE);
  const p2 = squareOf(s + OFFSET_STATE + 24);
  const scale = rho2 * p2;
  const turn = errorOf(s, h, 56);
  const angle = turn * turn * squaredSpeed;
  const error = squaredErrorOf(s, h, 0) * p2 + squaredErrorOf(s, h, 24) * rho2 + angle * scale;
  return error / (tolerance * tolerance * scale);
}

/** Sum over three words, from byte `at`, of the squared error estimate. */
function squaredErrorOf(s: usize, h: f64, at: usize): f64 {
  const x = errorOf(s, h, at);
  const y = errorOf(s, h, at + 8);
  const z = errorOf(s, h, at + 16);
  return x * x + y * y + z * z;
}

/** Error estimate of the word at byte `at`. */
function errorOf(s: usize, h: f64, at: usize): f64 {
  const k1 = s + OFFSET_RATES + at;
  return (
    h *
    (rk.E1 * load<f64>(k1) +
      rk.E3 * load<f64>(k1 + 2 * WORDS) +
      rk.E4 * load<f64>(k1 + 3 * WORDS) +
      rk.E5 * load<f64>(k1 + 4 * WORDS) +
      rk.E6 * load<f64>(k1 + 5 * WORDS) +
      rk.E7 * load<f64>(k1 + 6 * WORDS))
  );
}

/** Squared length of three words. */
export function squareOf(at: usize): f64 {
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  const z = load<f64>(at, 16);
  return x * x + y * y + z * z;
}
