/*
 * Decimal texts of numbers. AssemblyScript only; movie/decimalText.ts is the twin: the same bytes. Each function is given
 * the tables of eventLayout.ts and the place of the text, and gives the place after it; DECIMAL_BYTES from the place on
 * are written.
 */
import {
  LEAST_DIRECT,
  LEAST_PLAIN,
  LEAST_POWER,
  MOST_EXACT,
  MOST_POWER,
  TABLE_END_ZEROS,
  TABLE_POWER_BELOW,
  TABLE_TEN_TO,
  TABLE_THREE_DIGITS,
  WHOLE_LIMIT,
} from "./eventLayout";

/** `0.00` and `0000` as they stand in memory. */
const ZERO_POINT_ZEROS: u32 = 0x3030_2e30;
const FOUR_ZEROS: u32 = 0x3030_3030;
const POINT: u8 = 0x2e;
const MINUS: u8 = 0x2d;
const LETTER_E: u8 = 0x65;

/** 1e-22 to 1e22. */
function tenTo(tables: usize, power: i32): f64 {
  return load<f64>(tables + TABLE_TEN_TO + 8 * <usize>(MOST_EXACT + power));
}

function threeDigits(tables: usize, three: i32): u32 {
  return load<u32>(tables + TABLE_THREE_DIGITS + 4 * <usize>three);
}

function endZeros(tables: usize, three: i32): i32 {
  return load<u8>(tables + TABLE_END_ZEROS + <usize>three);
}

/**
 * Without trailing zeros, whole numbers below 1e9 with all their digits.
 * @param value       finite
 * @param digitCount  9, or 6: significant digits of numbers that are not whole
 */
export function writeDecimal(tables: usize, at: usize, value: f64, digitCount: i32): usize {
  let place = at;
  let size = value;
  if (value < 0) {
    store<u8>(place++, MINUS);
    size = -value;
  }
  const least: f64 = digitCount === 9 ? 1e8 : 1e5;
  if (size < WHOLE_LIMIT && size === <f64>(<i32>size)) return writeWhole(tables, place, <i32>size);
  if (size < LEAST_DIRECT || size >= 10 * least) return writeFarNumber(tables, place, size, digitCount);
  const bits = <usize>((reinterpret<u64>(value) >> 52) & 0x7ff);
  const below = <i32>load<i8>(tables + TABLE_POWER_BELOW + bits);
  let exponent = size >= tenTo(tables, below + 1) ? below + 1 : below;
  let digits = <i32>(size * tenTo(tables, digitCount - 1 - exponent) + 0.5);
  // The negative powers of ten are rounded, and so are the digits.
  if (<f64>digits < least) digits = <i32>(size * tenTo(tables, digitCount - 1 - --exponent) + 0.5);
  if (<f64>digits >= 10 * least) {
    digits = <i32>least;
    exponent++;
  }
  const nine = digitCount === 9 ? digits : 1000 * digits;
  if (exponent >= 0 && exponent < digitCount) return writePointed(tables, place, nine, exponent);
  return exponent < 0 && exponent >= LEAST_PLAIN
    ? writeFraction(tables, place, nine, exponent)
    : writeScientific(tables, place, nine, exponent);
}

/** Writes a whole number from 0 to 2147483647. */
export function writeWhole(tables: usize, at: usize, whole: i32): usize {
  if (whole < 1000) return writeShort(tables, at, whole);
  const head = whole / 1000;
  const place = head < 1000 ? writeShort(tables, at, head) : writeWhole(tables, at, head);
  store<u32>(place, threeDigits(tables, whole - 1000 * head));
  return place + 3;
}

/** Writes 0 to 999. */
function writeShort(tables: usize, at: usize, whole: i32): usize {
  const absent: u32 = whole < 10 ? 2 : whole < 100 ? 1 : 0;
  store<u32>(at, threeDigits(tables, whole) >> (8 * absent));
  return at + 3 - <usize>absent;
}

/** A number that no single power of ten brings among those of so many digits. */
function writeFarNumber(tables: usize, at: usize, size: f64, digitCount: i32): usize {
  let exponent = size >= 1 ? MOST_POWER : -1;
  while (exponent > LEAST_POWER && scaled(tables, size, -exponent) < 1) exponent--;
  const least: f64 = digitCount === 9 ? 1e8 : 1e5;
  let digits = Math.floor(scaled(tables, size, digitCount - 1 - exponent) + 0.5);
  if (digits < least) digits = Math.floor(scaled(tables, size, digitCount - 1 - --exponent) + 0.5);
  if (digits >= 10 * least) {
    digits = least;
    exponent++;
  }
  return writeScientific(tables, at, digitCount === 9 ? <i32>digits : 1000 * <i32>digits, exponent);
}

/** A number times a power of ten. */
function scaled(tables: usize, size: f64, power: i32): f64 {
  if (power > MOST_EXACT) return scaled(tables, size * tenTo(tables, MOST_EXACT), power - MOST_EXACT);
  if (power < -MOST_EXACT) return scaled(tables, size / tenTo(tables, MOST_EXACT), power + MOST_EXACT);
  return power < 0 ? size / tenTo(tables, -power) : size * tenTo(tables, power);
}

/** Nine digits, the first not zero, with an exponent: `1.23e-7`. */
function writeScientific(tables: usize, at: usize, nine: i32, exponent: i32): usize {
  let place = writePointed(tables, at, nine, 0);
  store<u8>(place++, LETTER_E);
  if (exponent < 0) store<u8>(place++, MINUS);
  return writeWhole(tables, place, exponent < 0 ? -exponent : exponent);
}

/** Nine digits, the first not zero, as a number below 1 without its end's zeros: `0.00123`. */
function writeFraction(tables: usize, at: usize, nine: i32, exponent: i32): usize {
  store<u32>(at, ZERO_POINT_ZEROS);
  store<u32>(at, FOUR_ZEROS, 4);
  const place = at + 1 + <usize>-exponent;
  return place + writeNine(tables, place, nine);
}

/** Nine digits, the first not zero, with a point after as many as are wanted; without its end's zeros. */
function writePointed(tables: usize, at: usize, nine: i32, exponent: i32): usize {
  const count = writeNine(tables, at, nine);
  const point = at + <usize>exponent + 1;
  // What is behind the point are eight digits at most: they make room for it.
  store<u64>(point, load<u64>(point), 1);
  store<u8>(point, POINT);
  return count <= <usize>(exponent + 1) ? point : at + 1 + count;
}

/** Writes all nine digits; gives how many there are without zeros at their end. */
function writeNine(tables: usize, at: usize, nine: i32): usize {
  const six = nine / 1000;
  const low = nine - 1000 * six;
  const high = six / 1000;
  const middle = six - 1000 * high;
  store<u32>(at, threeDigits(tables, high));
  store<u32>(at + 3, threeDigits(tables, middle));
  store<u32>(at + 6, threeDigits(tables, low));
  if (low !== 0) return 9 - endZeros(tables, low);
  return middle === 0 ? 3 - endZeros(tables, high) : 6 - endZeros(tables, middle);
}
