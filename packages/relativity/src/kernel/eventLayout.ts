/*
 * Tables of the lines of the event log in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   params     i32 words
 *   events     columns of EVENTS_CAPACITY rows: EVENT_F64_COLUMNS of f64, then six of i32
 *   tables     what numbers are written with: see movie/eventTables.ts
 *
 * Entry writeEvents(params, begin, end, scratch): an index is an event. Its line goes behind those that EVENTS_LENGTH
 * counts. A call is not to be cut among lanes.
 */

// --- Params: i32 words, byte offsets --------------------------------------------------------------------

/** Pointer to the events, a multiple of 8. */
export const EVENTS_ROWS = 0;
/** Rows of the events, an even number: what one column takes. */
export const EVENTS_CAPACITY = 4;
/** Pointer to the tables, a multiple of 8. */
export const EVENTS_TABLES = 8;
/** Pointer to the text; LINE_BYTES a line are room enough. */
export const EVENTS_TEXT = 12;
/** Written and read again: bytes of the text. */
export const EVENTS_LENGTH = 16;
export const EVENTS_BYTES = 24;

// --- Events: columns, in the order of a line ------------------------------------------------------------

export const EVENT_FRAME = 0;
export const EVENT_STAR = 1;
export const EVENT_ID = 2;
export const EVENT_PARITY = 3;
export const EVENT_ORDER = 4;
/** Whole numbers that a line begins with: the columns before EVENT_FLAG. */
export const EVENT_WHOLE_COUNT = 5;
/** Index of the flag. */
export const EVENT_FLAG = 5;

/** x, y, magnification, redshift factor: f64 columns that go into a line in their order. */
export const EVENT_X = 0;
export const EVENT_Y = 1;
export const EVENT_MAGNIFICATION = 2;
export const EVENT_REDSHIFT_G = 3;
export const EVENT_NUMBER_COUNT = 4;
/** First of three columns' room: red, green, blue side by side. */
export const EVENT_FLUX = 4;
export const EVENT_F64_COLUMNS = 7;
/** Bytes of a row over all columns. */
export const EVENT_ROW_BYTES = 80;

/** Flag of an image that the mesh tells of. */
export const FLAG_UNREFINED = 1;

// --- Tables: byte offsets -------------------------------------------------------------------------------

/** Powers of ten up to this are exact. */
export const MOST_EXACT = 22;
/** f64: 1e-22 to 1e22, those below 1 rounded. */
export const TABLE_TEN_TO = 0;
/** u32: the three digits of 0 to 999 as they stand in memory, the first in the lowest byte, and a zero byte. */
export const TABLE_THREE_DIGITS = 360;
/** u8: how many of the three digits of 0 to 999 are zeros at their end. */
export const TABLE_END_ZEROS = 4360;
/** i8: by the 11 bits of a double's exponent, the power of ten not above the powers of two from 1e-22 to 1e22. */
export const TABLE_POWER_BELOW = 5360;
/** How each of three flags ends a line: FLAG_BYTES, the last of which says how many of them count. */
export const TABLE_FLAGS = 7408;
export const FLAG_BYTES = 16;
export const TABLE_BYTES = 7456;

// --- Text -----------------------------------------------------------------------------------------------

/** Bytes that a number may be written over: its text is shorter, but whole words are stored. */
export const DECIMAL_BYTES = 24;
/** Bytes of a line at most: twelve numbers with their commas, the longest flag, the line's end. */
export const LINE_BYTES = 316;
/** Significant digits: true rays tell a place to 1e-6 px and a magnification to 1e-7, the mesh neither of them to a thousandth. */
export const DIGITS = 9;
export const UNREFINED_DIGITS = 6;
/** Whole numbers below this have all their digits. */
export const WHOLE_LIMIT = 1e9;
/** Exponents from which numbers are written without `e`. */
export const LEAST_PLAIN = -5;
/** Powers of ten of the largest and the least number there are. */
export const MOST_POWER = 308;
export const LEAST_POWER = -324;
/** From here up to its limit one exact power of ten brings a number among those of nine digits. */
export const LEAST_DIRECT = 1e-13;
