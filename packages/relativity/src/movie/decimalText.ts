/** Whole numbers below this have all their digits. */
const WHOLE_LIMIT = 1e9;
const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;
const LETTER_E = 0x65;
/** `0.00` and `0000` as they stand in memory. */
const ZERO_POINT_ZEROS = 0x3030_2e30;
const FOUR_ZEROS = 0x3030_3030;
/** Exponents from which numbers are written without `e`. */
const LEAST_PLAIN = -5;
/** Powers of ten of the largest and the least number there are. */
const MOST_POWER = 308;
const LEAST_POWER = -324;
/** From here up to its limit one exact power of ten brings a number among those of nine digits. */
const LEAST_DIRECT = 1e-13;

/** Bytes that a number may be written over: its text is shorter, but whole words are stored. */
export const DECIMAL_BYTES = 24;

/** Powers of ten up to this are exact. */
const MOST_EXACT = 22;
/** 1e-22 to 1e22, those below 1 rounded. */
const TEN_TO = Float64Array.from({ length: 2 * MOST_EXACT + 1 }, (_, place) =>
  Number(`1e${place - MOST_EXACT}`),
);

/** The three digits of 0 to 999 as they stand in memory, the first in the lowest byte, and a zero byte that the next ones replace. */
const THREE_DIGITS = Uint32Array.from({ length: 1000 }, (_, three) => {
  const text = String(three).padStart(3, "0");
  return [...text].reduce((word, digit, place) => word + (ZERO + Number(digit)) * 256 ** place, 0);
});

/** How many of the three digits of 0 to 999 are zeros at their end. */
const END_ZEROS = Uint8Array.from({ length: 1000 }, (_, three) => {
  const text = String(three).padStart(3, "0");
  return text.length - text.replace(/0+$/, "").length;
});

/** By the 11 bits of a double's exponent: the power of ten not above the powers of two from 1e-22 to 1e22. */
const POWER_OF_TEN_BELOW = Int8Array.from({ length: 2048 }, (_, bits) => {
  const size = 2 ** (bits - 1023);
  const above = TEN_TO.findIndex((power) => power > size);
  return above - 1 - MOST_EXACT;
});

/**
 * Turns a double into its decimal text, where it stands: without trailing zeros, whole numbers below 1e9 with all their
 * digits. It is handed over in memory because a movie has millions of them, and a number that is handed to a function
 * is put on the heap first.
 * @param text        holds the double, finite and little-endian, at `at`; {@link DECIMAL_BYTES} from there on are written
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
 * @param text  {@link DECIMAL_BYTES} from `at` on are written
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
