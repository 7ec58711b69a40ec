/*
 * Tables of the entry `paintFrames` in the kernel's memory. An index is a row: one frame, whose lens map block it
 * reads and for which it leaves a block of results. Numbers only.
 */

// --- Params: i32 words, byte offsets --------------------------------------------------------------------

/** Base of the arena, in which lanes allocate what they need and what they leave. */
export const PAINT_ARENA = 0;
/** The palette's description and its bytes; see paletteTables.ts. */
export const PAINT_PALETTE = 4;
export const PAINT_PALETTE_BYTES = 8;
/** Context of the scene whose frames the rows name. */
export const PAINT_CONTEXT = 12;
/** Bytes of one lane's scratch. */
export const PAINT_SCRATCH_BYTES = 16;
/** Pointer to the rows, a multiple of 8. */
export const PAINT_ROWS = 20;
export const PAINT_BYTES = 24;

// --- Rows: byte offsets ---------------------------------------------------------------------------------

/** f64: multiplier of light that is the frame's own. */
export const ROW_EXPOSURE = 0;
/** i32: block of the lens map, and its bytes. */
export const ROW_LENS = 8;
export const ROW_LENS_BYTES = 12;
/** i32: index of the frame in the scene. */
export const ROW_SCENE_INDEX = 16;
/** i32: sum of the WANT_ numbers of what is wanted besides the picture. */
export const ROW_WANTED = 20;
/** i32, written by the lane: block of the results; see frameBlock.ts. */
export const ROW_RESULT = 24;
/** i32, written by the lane: its scratch, by which lanes are told apart. */
export const ROW_SCRATCH = 28;
export const ROW_BYTES = 32;

/** Lines of the event log. */
export const WANT_EVENTS = 1;
/** The small picture, packed, for the preview. */
export const WANT_PREVIEW = 2;
/** The pixels of the small picture, for the contact sheet. */
export const WANT_SHEET = 4;
