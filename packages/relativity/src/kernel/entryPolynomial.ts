/* The polynomials of one ray's last step: values and places of a change of sign. AssemblyScript only. */
import { ORDER, SERIES, SERIES_BYTES } from "./scratchLayout";

/** A lane's step polynomial at `t`; `lane` is the scratch plus the lane's 8 bytes. Even and odd orders side by side. */
export function valueAt(lane: usize, field: usize, t: f64): f64 {
  const square = t * t;
  let at = lane + SERIES + field + SERIES_BYTES * (ORDER - 2);
  let even = load<f64>(at + 2 * SERIES_BYTES);
  let odd: f64 = 0;
  for (let order = ORDER - 2; order >= 0; order -= 2) {
    even = even * square + load<f64>(at);
    odd = odd * square + load<f64>(at + SERIES_BYTES);
    at -= 2 * SERIES_BYTES;
  }
  return even + t * odd;
}

/** Rounds of Newton's method or halving after which f64 has no more. */
const ROOT_ROUNDS = 60;
/** A Newton step so small, relative to the stretch, leads to the root's last digits. */
const LAST_CHANGE: f64 = 1e-10;

/**
 * The place in (low, high) where a step polynomial changes its sign, by Newton's method kept within the bracket. The field
 * that follows holds its derivative.
 */
export function rootIn(lane: usize, field: usize, low: f64, high: f64, guess: f64): f64 {
  let below = low;
  let above = high;
  const isUp = valueAt(lane, field, low) > 0;
  let t = guess > low && guess < high ? guess : 0.5 * (low + high);
  for (let round = 0; round < ROOT_ROUNDS; round++) {
    const value = valueAt(lane, field, t);
    if (value === 0) return t;
    if (value > 0 === isUp) below = t;
    else above = t;
    const next = t - value / valueAt(lane, field + 16, t);
    if (next > below && next < above) {
      const change = next - t;
      t = next;
      if ((change < 0 ? -change : change) <= LAST_CHANGE * high) break;
    } else t = 0.5 * (below + above);
  }
  return t;
}
