/*
 * Tables of stamps on a picture in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   params    i32 words
 *   picture   three f64 a pixel (red, green, blue), row by row
 *   shares    f64: stamps of edge x edge shares each, one after the other
 *   rows      ROW_WORDS i32 a stamp to be added
 *   flux      three f64 a row: red, green, blue
 *   landed    f64 a row, written: the share of the stamp that lies in the picture
 *
 * Entry addStamps(params, begin, end, scratch): an index is a row. Rows are added in their order, to one picture: a
 * call is not to be cut among lanes.
 */

// --- Params: byte offsets -------------------------------------------------------------------------------

export const STAMPS_PICTURE = 0;
export const STAMPS_WIDTH_PX = 4;
export const STAMPS_HEIGHT_PX = 8;
export const STAMPS_EDGE_PX = 12;
export const STAMPS_SHARES = 16;
export const STAMPS_ROWS = 20;
export const STAMPS_FLUX = 24;
export const STAMPS_LANDED = 28;
export const STAMPS_BYTES = 32;

// --- Rows: i32 words ------------------------------------------------------------------------------------

/** Where the stamp's top left pixel lies on the picture; may be outside it. */
export const ROW_LEFT = 0;
export const ROW_TOP = 1;
/** Number of the stamp among the shares. */
export const ROW_STAMP = 2;
/** Sum of MIRRORED_ numbers: how the stamp is read. */
export const ROW_MIRRORED = 3;
export const ROW_WORDS = 4;

export const MIRRORED_X = 1;
export const MIRRORED_Y = 2;
