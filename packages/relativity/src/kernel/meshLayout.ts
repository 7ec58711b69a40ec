/*
 * Tables of the mesh's cells in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   params    i32 pointers to the columns of vertices, to the cells and to the answers; one f64
 *   cells     CELL_WORDS i32 a cell
 *   answers   i32 a cell: the reason to split it, or KEEP
 *
 * Entry judgeCells(params, begin, end, scratch): an index is a cell.
 */

// --- Params: byte offsets -------------------------------------------------------------------------------

/** u8 a vertex: one of STATUS_. */
export const JUDGE_STATUS = 0;
/** Three f64 a vertex. */
export const JUDGE_DIRECTION = 4;
/** f64 a vertex. */
export const JUDGE_REDSHIFT_G = 8;
/** i32 a vertex. */
export const JUDGE_ORDER = 12;
/** f64 a vertex. */
export const JUDGE_MARGIN_U = 16;
export const JUDGE_CELLS = 20;
export const JUDGE_ANSWERS = 24;
/** f64: edge of a cell of level 0, px. */
export const JUDGE_COARSE_CELL_PX = 32;
export const JUDGE_BYTES = 40;

// --- Cells: i32 words -----------------------------------------------------------------------------------

/** Vertices at the corners and at the centre. */
export const CELL_TOP_LEFT = 0;
export const CELL_TOP_RIGHT = 1;
export const CELL_BOTTOM_LEFT = 2;
export const CELL_BOTTOM_RIGHT = 3;
export const CELL_CENTRE = 4;
export const CELL_LEVEL = 5;
export const CELL_WORDS = 6;

// --- Answers --------------------------------------------------------------------------------------------

/** The cell can stay as it is. */
export const KEEP = -1;
export const SPLIT_MIXED_STATUS = 0;
export const SPLIT_ORDER = 1;
export const SPLIT_PARITY = 2;
export const SPLIT_LARGE_PATCH = 3;
export const SPLIT_POSITION = 4;
export const SPLIT_REDSHIFT = 5;
export const SPLIT_NEAR_CRITICAL = 6;
/** For the sake of a neighbour two levels deeper; no criterion gives this. */
export const SPLIT_BALANCE = 7;

// --- Tolerances -----------------------------------------------------------------------------------------

/** How far an image's position may be off inside a cell by interpolation, px. */
export const POSITION_TOLERANCE_PX: number = 0.05;
/** How far the redshift factor at a cell's centre may be off, relative to itself. */
export const REDSHIFT_TOLERANCE: number = 1e-3;
/** Cosine of the widest sky patch, 30 degrees, that a cell may cover. */
export const COS_WIDEST_PATCH: number = 0.8660254037844386;
