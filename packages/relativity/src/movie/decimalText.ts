/** Significant digits that a number can have: 12 or fewer, three at a time. */
const MOST_DIGITS = 12;
/** Whole numbers below this are written digit by digit. */
const SMALL_WHOLE = 1e9;
/** 1 to 1e22, all exact. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** 1 to 1e-22, rounded. */
const TENTHS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e-${power}`));
const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;
const LETTER_E = 0x65;
/** Exponents from which numbers are written without `e`. */
const LEAST_PLAIN = -5;

/** Bytes that a number takes at most: sign, digits, point, leading zeros or exponent. */
export const DECIMAL_BYTES = 24;

/** The digits of 0 to 999, three each. */
const THREE_DIGITS = Uint8Array.from({ length: 3000 }, (_, place) => {
  const three = Math.floor(place / 3);
  return Math.floor(three / (place % 3 === 0 ? 100 : place % 3 === 1 ? 10 : 1)) % 10;
});

/** Digits of a number on their way into bytes. */
const digits = new Uint8Array(MOST_DIGITS);

/**
 * Writes a finite number in decimal without trailing zeros: some ten times as fast as through a string, which counts
 * where a movie has millions of them. Whole numbers below 1e9 have all their digits.
 * @param digitCount  significant digits of others
 * @returns the place after it
 */
export function writeDecimal(into: Uint8Array, at: number, value: number, digitCount: 6 | 9 | 12): number {
  if (value === 0) {
    into[at] = ZERO;
    return at + 1;
  }
  let place = at;
  if (value < 0) into[place++] = MINUS;
  const size = value < 0 ? -value : value;
  if (size < SMALL_WHOLE && size === (size | 0)) return writeWhole(into, place, size);
  let exponent = exponentOf(size);
  let whole = Math.round(scaled(size, digitCount - 1 - exponent));
  if (whole < POWERS_OF_TEN[digitCount - 1]!) whole = Math.round(scaled(size, digitCount - 1 - --exponent));
  if (whole >= POWERS_OF_TEN[digitCount]!) {
    whole = Math.round(whole / 10);
    exponent++;
  }
  const count = splitDigits(whole, digitCount);
  return exponent >= LEAST_PLAIN && exponent < digitCount
    ? writePlain(into, place, count, exponent)
    : writeExponent(into, place, count, exponent);
}

function writeWhole(into: Uint8Array, at: number, whole: number): number {
  let end = at + 1;
  for (let power = 1; power < 9 && whole >= POWERS_OF_TEN[power]!; power++) end++;
  let rest = whole | 0;
  for (let place = end - 1; place >= at; place--) {
    const tenth = (rest / 10) | 0;
    into[place] = ZERO + rest - 10 * tenth;
    rest = tenth;
  }
  return end;
}

/** The power of ten of a positive number's first digit; one too many or few only beside a power of ten. */
function exponentOf(size: number): number {
  if (size >= 1e22 || size < 1e-22) return extremeExponentOf(size);
  let exponent = 0;
  if (size >= 1) {
    while (size >= POWERS_OF_TEN[exponent + 1]!) exponent++;
    return exponent;
  }
  do exponent--;
  while (size < TENTHS[-exponent]!);
  return exponent;
}

function extremeExponentOf(size: number): number {
  let exponent = size >= 1 ? 308 : -22;
  while (exponent > -324 && scaled(size, -exponent) < 1) exponent--;
  return exponent;
}

/** A number times a power of ten. */
function scaled(size: number, power: number): number {
  if (power < 0)
    return power >= -22 ? size / POWERS_OF_TEN[-power]! : scaled(size / POWERS_OF_TEN[22]!, power + 22);
  return power <= 22 ? size * POWERS_OF_TEN[power]! : scaled(size * POWERS_OF_TEN[22]!, power - 22);
}

/** Puts the digits of a whole number of so many down; gives how many there are without trailing zeros. */
function splitDigits(whole: number, digitCount: number): number {
  let rest = whole;
  if (digitCount > 9) {
    rest = Math.floor(whole / 1000);
    splitThree(whole - 1000 * rest, digitCount - 3);
  }
  for (let from = digitCount > 9 ? digitCount - 6 : digitCount - 3, left = rest | 0; from >= 0; from -= 3) {
    const thousands = (left / 1000) | 0;
    splitThree(left - 1000 * thousands, from);
    left = thousands;
  }
  let count = digitCount;
  while (count > 1 && digits[count - 1] === 0) count--;
  return count;
}

function splitThree(three: number, from: number): void {
  digits[from] = THREE_DIGITS[3 * three]!;
  digits[from + 1] = THREE_DIGITS[3 * three + 1]!;
  digits[from + 2] = THREE_DIGITS[3 * three + 2]!;
}

function writePlain(into: Uint8Array, at: number, count: number, exponent: number): number {
  let place = at;
  if (exponent < 0) {
    into[place++] = ZERO;
    into[place++] = POINT;
    for (let zeros = -1 - exponent; zeros > 0; zeros--) into[place++] = ZERO;
    for (let index = 0; index < count; index++) into[place++] = ZERO + digits[index]!;
    return place;
  }
  for (let index = 0; index <= exponent; index++) into[place++] = ZERO + (index < count ? digits[index]! : 0);
  if (count <= exponent + 1) return place;
  into[place++] = POINT;
  for (let index = exponent + 1; index < count; index++) into[place++] = ZERO + digits[index]!;
  return place;
}

function writeExponent(into: Uint8Array, at: number, count: number, exponent: number): number {
  let place = at;
  into[place++] = ZERO + digits[0]!;
  if (count > 1) into[place++] = POINT;
  for (let index = 1; index < count; index++) into[place++] = ZERO + digits[index]!;
  into[place++] = LETTER_E;
  return writeDecimal(into, place, exponent, 6);
}
