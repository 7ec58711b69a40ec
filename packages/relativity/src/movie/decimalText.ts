import {
  LEAST_DIRECT,
  LEAST_PLAIN,
  LEAST_POWER,
  MOST_EXACT,
  MOST_POWER,
  WHOLE_LIMIT,
} from "../kernel/eventLayout.ts";
import { END_ZEROS, POWER_OF_TEN_BELOW, TEN_TO, THREE_DIGITS } from "./eventTables.ts";

const POINT = 0x2e;
const MINUS = 0x2d;
const LETTER_E = 0x65;
/** `0.00` and `0000` as they stand in memory. */
const ZERO_POINT_ZEROS = 0x3030_2e30;
const FOUR_ZEROS = 0x3030_3030;

/**
 * Turns a double into its decimal text, where it stands: without trailing zeros, whole numbers below 1e9 with all their
 * digits. It is handed over in memory because a number that is handed to a
 * function is put on the heap first. The twin of entryDecimal.ts.
 * @param text        holds the double, finite and little-endian, at `at`; DECIMAL_BYTES of eventLayout.ts from there on are written
 * @param digitCount  significant digits of numbers that are not whole
 * @returns the place after it
 */
export function writeDecimal(text: DataView, at: number, digitCount: 6 | 9): number {
  const value = text.getFloat64(at, true);
  const below = POWER_OF_TEN_BELOW[(text.getUint16(at + 6, true) >>> 4) & 0x7ff]!;
  let place = at;
  let size = value;
  if (value < 0) {
    text.setUint8(place++, MINUS);
    size = -value;
  }
  const least = digitCount === 9 ? 1e8 : 1e5;
  if (size < WHOLE_LIMIT && size === (size | 0)) return writeWhole(text, place, size | 0);
  if (size < LEAST_DIRECT || size >= 10 * least) return writeFarNumber(text, place, size, digitCount);
  let exponent = size >= TEN_TO[MOST_EXACT + below + 1]! ? below + 1 : below;
  let digits = (size * TEN_TO[MOST_EXACT + digitCount - 1 - exponent]! + 0.5) | 0;
  // The negative powers of ten are rounded, and so are the digits.
  if (digits < least) digits = (size * TEN_TO[MOST_EXACT + digitCount - 1 - --exponent]! + 0.5) | 0;
  if (digits >= 10 * least) {
    digits = least;
    exponent++;
  }
  const nine = digitCount === 9 ? digits : 1000 * digits;
  if (exponent >= 0 && exponent < digitCount) return writePointed(text, place, nine, exponent);
  return exponent < 0 && exponent >= LEAST_PLAIN
    ? writeFraction(text, place, nine, exponent)
    : writeScientific(text, place, nine, exponent);
}

/**
 * Writes a whole number from 0 to 2147483647.
 * @param text  DECIMAL_BYTES of eventLayout.ts from `at` on are written
 * @returns the place after it
 */
export function writeWhole(text: DataView, at: number, whole: number): number {
  if (whole < 1000) return writeShort(text, at, whole);
  const head = (whole / 1000) | 0;
  const place = head < 1000 ? writeShort(text, at, head) : writeWhole(text, at, head);
  text.setUint32(place, THREE_DIGITS[whole - 1000 * head]!, true);
  return place + 3;
}

/** Writes 0 to 999. */
function writeShort(text: DataView, at: number, whole: number): number {
  const absent = whole < 10 ? 2 : whole < 100 ? 1 : 0;
  text.setUint32(at, THREE_DIGITS[whole]! >>> (8 * absent), true);
  return at + 3 - absent;
}

/** A number that no single power of ten brings among those of so many digits. */
function writeFarNumber(text: DataView, at: number, size: number, digitCount: 6 | 9): number {
  let exponent = size >= 1 ? MOST_POWER : -1;
  while (exponent > LEAST_POWER && scaled(size, -exponent) < 1) exponent--;
  const least = digitCount === 9 ? 1e8 : 1e5;
  let digits = Math.round(scaled(size, digitCount - 1 - exponent));
  if (digits < least) digits = Math.round(scaled(size, digitCount - 1 - --exponent));
  if (digits >= 10 * least) {
    digits = least;
    exponent++;
  }
  return writeScientific(text, at, digitCount === 9 ? digits : 1000 * digits, exponent);
}

/** A number times a power of ten. */
function scaled(size: number, power: number): number {
  if (power > MOST_EXACT) return scaled(size * TEN_TO[2 * MOST_EXACT]!, power - MOST_EXACT);
  if (power < -MOST_EXACT) return scaled(size / TEN_TO[2 * MOST_EXACT]!, power + MOST_EXACT);
  return power < 0 ? size / TEN_TO[MOST_EXACT - power]! : size * TEN_TO[MOST_EXACT + power]!;
}

/** Nine digits, the first not zero, with an exponent: `1.23e-7`. */
function writeScientific(text: DataView, at: number, nine: number, exponent: number): number {
  let place = writePointed(text, at, nine, 0);
  text.setUint8(place++, LETTER_E);
  if (exponent < 0) text.setUint8(place++, MINUS);
  return writeWhole(text, place, Math.abs(exponent));
}

/** Nine digits, the first not zero, as a number below 1 without its end's zeros: `0.00123`. */
function writeFraction(text: DataView, at: number, nine: number, exponent: number): number {
  text.setUint32(at, ZERO_POINT_ZEROS, true);
  text.setUint32(at + 4, FOUR_ZEROS, true);
  const place = at + 1 - exponent;
  return place + writeNine(text, place, nine);
}

/** Nine digits, the first not zero, with a point after as many as are wanted; without its end's zeros. */
function writePointed(text: DataView, at: number, nine: number, exponent: number): number {
  const count = writeNine(text, at + 1, nine);
  for (let place = at; place <= at + exponent; place++) text.setUint8(place, text.getUint8(place + 1));
  text.setUint8(at + exponent + 1, POINT);
  return count <= exponent + 1 ? at + exponent + 1 : at + 1 + count;
}

/** Writes all nine digits; gives how many there are without zeros at their end. */
function writeNine(text: DataView, at: number, nine: number): number {
  const six = (nine / 1000) | 0;
  const low = nine - 1000 * six;
  const high = (six / 1000) | 0;
  const middle = six - 1000 * high;
  text.setUint32(at, THREE_DIGITS[high]!, true);
  text.setUint32(at + 3, THREE_DIGITS[middle]!, true);
  text.setUint32(at + 6, THREE_DIGITS[low]!, true);
  if (low !== 0) return 9 - END_ZEROS[low]!;
  return middle === 0 ? 3 - END_ZEROS[high]! : 6 - END_ZEROS[middle]!;
}
