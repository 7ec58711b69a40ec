/*
 * Layout of a lens map file; README.md beside this describes it. Little-endian; every block starts at a multiple
 * of 8 bytes from the file's start.
 */

/** First bytes of a file: not text, and damaged by whatever rewrites line ends. */
export const MAGIC: readonly number[] = [0x89, 0x4c, 0x45, 0x4e, 0x53, 0x0d, 0x0a, 0x1a];
/** Raised when a reader of the older layout would misread a file. */
export const LENS_MAP_VERSION = 1;

// Header block: magic, then u32 words, then the header's JSON padded with spaces, then its CRC-32.
export const HEADER_VERSION = 8;
export const HEADER_JSON_BYTES = 12;
export const HEADER_JSON = 16;
/** CRC-32 of all bytes before it in the block, then four zero bytes. */
export const CHECK_BYTES = 8;

// Frame block: u32 words, camera, statistics, columns, CRC-32.
/** "FRME" */
export const FRAME_MARK = 0x454d5246;
export const BLOCK_MARK = 0;
/** Bytes of the whole block. */
export const BLOCK_BYTES = 4;
export const BLOCK_VERTICES = 8;
export const BLOCK_CELLS = 12;
/** Levels of cells, level 0 counted. */
export const BLOCK_LEVELS = 16;
export const BLOCK_GENERATIONS = 20;
/** Frame number, i32. */
export const BLOCK_FRAME = 24;
/** Index into PROJECTION_KINDS. */
export const BLOCK_PROJECTION = 28;
export const BLOCK_CAMERA = 32;

/** f64 words of a camera: tau, t, position 3, u 4, forward 4, up 4, right 4, width, height, horizontal field of view. */
export const CAMERA_WORDS = 24;
export const PROJECTION_KINDS = ["pinhole", "fisheye", "equirectangular"] as const;

export const STATUS_KINDS = 4;
export const SPLIT_KINDS = 8;

/** Bytes of a frame's statistics: f64 steps, u32 counts by status, split reason, level, generation; padded to 8. */
export function statisticsBytes(levels: number, generations: number): number {
  return paddedTo8(8 + 4 * (STATUS_KINDS + SPLIT_KINDS + levels + generations));
}

/** Bytes of a vertex and of a cell over all columns. */
const VERTEX_BYTES = 54;
const CELL_BYTES = 17;

/** Bytes of a frame's columns, padded to 8. */
export function columnsBytes(vertices: number, cells: number): number {
  return paddedTo8(VERTEX_BYTES * vertices + CELL_BYTES * cells);
}

// Trailer: u32 mark, u32 frames, SHA-256 of all bytes before the digest.
/** "TAIL" */
export const TRAILER_MARK = 0x4c494154;
export const TRAILER_FRAMES = 4;
export const TRAILER_DIGEST = 8;
export const TRAILER_BYTES = 40;

/** The next multiple of 8. */
export function paddedTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
