/*
 * Decimal rounding of a double as its exact binary value deserves: to the nearest multiple of 10^-n, a true
 * tie to the even digit, and the result the double nearest to that decimal. This file imports nothing and
 * uses + - * / and floor only, so the same text is valid TypeScript and valid AssemblyScript.
 */

/** Above this product every remaining fraction is a multiple of 1/2 or coarser. */
const EXACT_INTEGER_LIMIT: number = 2251799813685248; // 2^51
/** Bound on the relative error of one product of doubles, doubled. */
const PRODUCT_ERROR: number = 2.220446049250313e-16; // 2^-52
/** Veltkamp's constant: splits a double into two halves of at most 26 bits. */
const SPLITTER: number = 134217729; // 2^27 + 1

/**
 * What the rounded product leaves out: a x b = product + productError(a, b, product), exactly.
 * @see T. J. Dekker, "A floating-point technique for extending the available precision", 1971, algorithm mul12
 */
function productError(a: number, b: number, product: number): number {
  const aSplit = SPLITTER * a;
  const aHigh = aSplit - (aSplit - a);
  const aLow = a - aHigh;
  const bSplit = SPLITTER * b;
  const bHigh = bSplit - (bSplit - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** Nearest integer to the exact product of two doubles, of which the rounded product lies in [0, 2^51); ties to even. */
function nearestIntegerToProduct(a: number, b: number): number {
  const product = a * b;
  const below = Math.floor(product);
  const pastHalf = product - below - 0.5;
  const doubt = product * PRODUCT_ERROR;
  if (pastHalf > doubt) return below + 1;
  if (pastHalf < -doubt) return below;
  const exactPastHalf = pastHalf + productError(a, b, product);
  if (exactPastHalf > 0) return below + 1;
  if (exactPastHalf < 0) return below;
  return Math.floor(below * 0.5) * 2 === below ? below : below + 1;
}

/**
 * Rounds to 1/scale: exact value of the double, ties to even. Sign of zero is kept.
 * @param value  any finite double
 * @param scale  10, 100, 1,000 or 10,000: a power of ten up to 10^4
 */
export function roundToScale(value: number, scale: number): number {
  const magnitude = value < 0 ? -value : value;
  let rounded: number = 0;
  if (magnitude * scale < EXACT_INTEGER_LIMIT) {
    rounded = nearestIntegerToProduct(magnitude, scale) / scale;
  } else {
    // So large a value has few bits after the point: fraction x scale is exact, and whole x scale is even.
    const whole = Math.floor(magnitude);
    rounded = whole + nearestIntegerToProduct(magnitude - whole, scale) / scale;
  }
  return value < 0 ? -rounded : rounded;
}

/** To 1 decimal: the charge that the rate curves are read at (household model, section 4). */
export function round1(value: number): number {
  return roundToScale(value, 10);
}

/** To 2 decimals: prices and shares (household model, sections 2, 5.1). */
export function round2(value: number): number {
  return roundToScale(value, 100);
}

/** To 3 decimals: planned boosts and the stored charge of a series (household model, sections 4.1, 9.8). */
export function round3(value: number): number {
  return roundToScale(value, 1000);
}

/** To 4 decimals: forecasts and every result (household model, sections 2, 4). */
export function round4(value: number): number {
  return roundToScale(value, 10000);
}
