/*
 * Tables of the search for the places from which rays come from given directions. Numbers only, no imports: read by asc
 * and by TypeScript.
 *
 *   params     i32 words, then f64 words
 *   images     columns of AIM_CAPACITY rows: AIM_F64_COLUMNS of f64, then four of i32
 *
 * Entry aimRays(params, begin, end, scratch): an index is an image. Moves each by Newton's method, with the slopes of
 * its rays, to where its ray comes from its target. For scenes whose rays end where they start (traceSlopes of
 * layout.ts); all rays are those of the scene's first frame.
 */

// --- Params: byte offsets -------------------------------------------------------------------------------

/** Pointer to the context of layout.ts. */
export const AIM_CONTEXT = 0;
/** Pointer to the images, a multiple of 8. */
export const AIM_IMAGES = 4;
/** Rows of the images: what one column takes. */
export const AIM_CAPACITY = 8;
/** One of PROJECTION_ of layout.ts. */
export const AIM_PROJECTION = 12;
/** f64: focal length in px, or px a radian. */
export const AIM_FOCAL = 16;
/** f64: middle of the image, px. */
export const AIM_MIDDLE_X = 24;
export const AIM_MIDDLE_Y = 32;
export const AIM_BYTES = 40;

// --- Images: columns ------------------------------------------------------------------------------------

/** Place, px: where the search begins, then where it ended. */
export const AIM_X = 0;
export const AIM_Y = 1;
/** Longest step, px. */
export const AIM_REACH_PX = 2;
/** Move times magnification, px, within which an image is where its star is. */
export const AIM_SETTLED_PX = 3;
/** First of three columns' room: the unit direction, three components side by side. */
export const AIM_TARGET = 4;
/** Written: solid angle of the image over that of the sky it shows, and redshift factor; 0 where none was found. */
export const AIM_MAGNIFICATION = 7;
export const AIM_REDSHIFT_G = 8;
export const AIM_F64_COLUMNS = 9;

/** Written: one of AIMED_. */
export const AIM_OUTCOME = 0;
/** Written: 1 as the naked sky shows it, -1 mirrored; half turns of its light; 0 where none was found. */
export const AIM_PARITY = 1;
export const AIM_ORDER = 2;
/** Written: rays that were followed. */
export const AIM_RAYS = 3;
/** Bytes of a row over all columns. */
export const AIM_ROW_BYTES = 88;

/** A ray does not come from the sky. */
export const AIMED_LOST = 0;
/** The image still moves, or its place is no number. */
export const AIMED_UNSETTLED = 1;
export const AIMED_FOUND = 2;

// --- Bounds of the search -------------------------------------------------------------------------------

/** Rays after which an image that still moves is given up; seeds beside a fold run along it. */
export const MOST_ROUNDS = 40;
/** Move within which any image is where its star is, px: place is known to the square of it. */
export const SETTLED_PX = 1e-3;
/** Magnification from which a move that is longer does not do, and from which folds are looked for within half a pixel. */
export const FOLD_CHECK_MAGNIFICATION = 4;
