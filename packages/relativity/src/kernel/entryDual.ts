/*
 * Numbers with a slope: first derivatives that are carried along a computation, value and slope in the two lanes of a
 * vector. AssemblyScript only. Values have the same bits as the same operations on plain numbers.
 */

/** A number with its slope. */
export function dual(value: f64, slope: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(value), 1, slope);
}

/** A constant. */
export function constant(value: f64): v128 {
  return dual(value, 0);
}

export function valueIn(a: v128): f64 {
  return f64x2.extract_lane(a, 0);
}

export function slopeIn(a: v128): f64 {
  return f64x2.extract_lane(a, 1);
}

export function sum(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}

export function difference(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}

export function scaled(a: v128, factor: f64): v128 {
  return f64x2.mul(a, f64x2.splat(factor));
}

export function product(a: v128, b: v128): v128 {
  const value = valueIn(a);
  return dual(value * valueIn(b), value * slopeIn(b) + slopeIn(a) * valueIn(b));
}

export function quotient(a: v128, b: v128): v128 {
  const value = valueIn(a) / valueIn(b);
  return dual(value, (slopeIn(a) - value * slopeIn(b)) / valueIn(b));
}

export function root(a: v128): v128 {
  const value = Math.sqrt(valueIn(a));
  return dual(value, slopeIn(a) / (value + value));
}

/** A third of a number, rounded as a division. */
export function third(a: v128): v128 {
  return f64x2.div(a, f64x2.splat(3));
}
