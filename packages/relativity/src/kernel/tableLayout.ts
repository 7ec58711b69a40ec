/*
 * Data of a tabulated spacetime in the kernel's memory, f64 words. Numbers only, no imports: read by asc and by
 * TypeScript.
 *
 *   header        TABLE_HEADER_WORDS
 *   axes          per axis t x y z: PIECE_WORDS a piece of the cubic spline's basis
 *   coefficients  per node FIELD_COUNT spline coefficients: ((it nx + ix) ny + iy) nz + iz, times FIELD_COUNT
 *
 * A piece lies between two knots: its start, then four basis functions by four powers of the distance from it.
 * Piece j of an axis uses coefficients j to j + 3. An axis of one node has no piece: its weight is 1.
 */

/** First of four: nodes along t, x, y, z. */
export const TABLE_NODE_COUNT = 0;
/** First of four: the first node's coordinate. */
export const TABLE_FIRST = 4;
/** First of four: the last node's coordinate. */
export const TABLE_LAST = 8;
/** First of four: word at which the axis's pieces start. */
export const TABLE_PIECES = 12;
/** Word at which the coefficients start; an even number. */
export const TABLE_COEFFICIENTS = 16;
/** A ray going inward through this radius is captured, M. */
export const TABLE_CAPTURE_RADIUS = 17;
/** Mass, spin and charge of the closed form around the grid. */
export const TABLE_MASS = 18;
export const TABLE_SPIN = 19;
export const TABLE_CHARGE = 20;
/** 1 when the first and last level hold for ever, 0 when rays may not leave the levels' times. */
export const TABLE_HOLDS_TIME = 21;
/** Horizon of the closed form, M. */
export const TABLE_HORIZON = 22;
export const TABLE_HEADER_WORDS = 24;

export const PIECE_WORDS = 17;
/** Lapse, shift (3, contravariant), spatial metric (6, covariant: xx xy xz yy yz zz). */
export const FIELD_COUNT = 10;
