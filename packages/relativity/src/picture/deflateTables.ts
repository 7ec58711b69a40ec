/** Symbols for literals and lengths. @see RFC 1951, section 3.2.5 */
export const LITERAL_SYMBOLS = 286;
/** Symbols for distances. */
export const DISTANCE_SYMBOLS = 30;
/** The symbol that ends a block. */
export const END_OF_BLOCK = 256;
/** First length of each length symbol from 257. */
export const LENGTH_BASE: readonly number[] = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
/** Bits that follow a length symbol. */
export const LENGTH_EXTRA: readonly number[] = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
/** First distance of each distance symbol. */
export const DISTANCE_BASE: readonly number[] = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
/** Bits that follow a distance symbol. */
export const DISTANCE_EXTRA: readonly number[] = DISTANCE_BASE.map((_, symbol) =>
  symbol < 4 ? 0 : (symbol >> 1) - 1,
);
/** Order in which the lengths of the code of lengths stand. */
export const LENGTH_CODE_ORDER: readonly number[] = [
  16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];
