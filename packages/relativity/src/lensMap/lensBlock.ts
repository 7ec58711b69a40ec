import type { FrameCamera } from "../camera/frameCamera.ts";
import type { LensCells, LensFrame, LensVertices, MeshStatistics } from "./lensMap.ts";
import { withCheck } from "./lensMapHeader.ts";
import * as layout from "./lensMapLayout.ts";

/** How much a frame's mesh has of everything: what its block's length follows from. */
export interface FrameShape {
  readonly vertexCount: number;
  readonly cellCount: number;
  /** Levels of cells, level 0 counted. */
  readonly levelCount: number;
  readonly generationCount: number;
}

/** The columns of a frame's mesh. */
export interface LensColumns {
  readonly vertices: LensVertices;
  readonly cells: LensCells;
}

/** Gives so many bytes, at a multiple of 8 bytes in their buffer, whatever is in them. */
export type RoomFor = (bytes: number) => Uint8Array;

/** A frame's block of a lens map file while it is written. */
export interface OpenLensBlock {
  /** To be filled: they are the block's own bytes. */
  readonly columns: LensColumns;
  /** Writes all the rest, when the columns are filled; gives the block. */
  close(frame: Pick<LensFrame, "camera" | "statistics">): Uint8Array;
}

/** Opens a block for writing; once closed it has the same bytes whatever the file and its other frames. */
export function openLensBlock(shape: FrameShape, roomFor: RoomFor): OpenLensBlock {
  const { vertexCount, cellCount, levelCount, generationCount } = shape;
  const statisticsStart = layout.BLOCK_CAMERA + 8 * layout.CAMERA_WORDS;
  const columnsStart = statisticsStart + layout.statisticsBytes(levelCount, generationCount);
  const end = columnsStart + layout.columnsBytes(vertexCount, cellCount);
  const block = roomFor(end + layout.CHECK_BYTES).fill(0);
  return {
    columns: lensColumns(block.subarray(columnsStart, end), shape),
    close({ camera, statistics }) {
      const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
      view.setUint32(layout.BLOCK_MARK, layout.FRAME_MARK, true);
      view.setUint32(layout.BLOCK_BYTES, block.length, true);
      view.setUint32(layout.BLOCK_VERTICES, vertexCount, true);
      view.setUint32(layout.BLOCK_CELLS, cellCount, true);
      view.setUint32(layout.BLOCK_LEVELS, levelCount, true);
      view.setUint32(layout.BLOCK_GENERATIONS, generationCount, true);
      view.setInt32(layout.BLOCK_FRAME, camera.frame, true);
      const projection = layout.PROJECTION_KINDS.indexOf(camera.projection.kind);
      view.setUint32(layout.BLOCK_PROJECTION, projection, true);
      writeCamera(view, layout.BLOCK_CAMERA, camera);
      writeStatistics(view, statisticsStart, statistics);
      return withCheck(block);
    },
  };
}

/**
 * The columns that stand in a block: f64 first, then those of 4 bytes, then of 1, so that each is aligned. They are the
 * bytes themselves, since hosts that run kernels are little-endian, as the file is.
 * @param bytes  all columns of so many vertices and cells, from a multiple of 8 bytes in their buffer on
 */
export function lensColumns(
  bytes: Uint8Array,
  { vertexCount, cellCount }: Pick<FrameShape, "vertexCount" | "cellCount">,
): LensColumns {
  const { buffer } = bytes;
  let at = bytes.byteOffset;
  const take = (width: number, length: number): number => {
    at += width * length;
    return at - width * length;
  };
  const f64 = (length: number): Float64Array => new Float64Array(buffer, take(8, length), length);
  const i32 = (length: number): Int32Array => new Int32Array(buffer, take(4, length), length);
  const u32 = (length: number): Uint32Array => new Uint32Array(buffer, take(4, length), length);
  const u8 = (length: number): Uint8Array => new Uint8Array(buffer, take(1, length), length);
  // In the order of the file.
  const count = vertexCount;
  const direction = f64(3 * count);
  const redshiftG = f64(count);
  const marginU = f64(count);
  const x = i32(count);
  const y = i32(count);
  const order = i32(count);
  const corners = u32(4 * cellCount);
  const status = u8(count);
  const reason = u8(count);
  const level = u8(cellCount);
  return {
    vertices: { count, x, y, status, reason, direction, redshiftG, order, marginU },
    cells: { count: cellCount, corners, level },
  };
}

function writeCamera(view: DataView, start: number, camera: FrameCamera): void {
  const { tauM, tKsM, position, tetrad, projection } = camera;
  const words = [
    ...[tauM, tKsM, ...position],
    ...[...tetrad.u, ...tetrad.forward, ...tetrad.up, ...tetrad.right],
    ...[projection.widthPx, projection.heightPx],
    projection.kind === "equirectangular" ? 0 : projection.hfovRad,
  ];
  words.forEach((word, index) => {
    view.setFloat64(start + 8 * index, word + 0, true);
  });
}

function writeStatistics(view: DataView, start: number, statistics: MeshStatistics): void {
  const { statusCounts, splitCounts, levelCounts, generations, steps } = statistics;
  view.setFloat64(start, steps, true);
  [...statusCounts, ...splitCounts, ...levelCounts, ...generations].forEach((count, index) => {
    view.setUint32(start + 8 + 4 * index, count, true);
  });
}
