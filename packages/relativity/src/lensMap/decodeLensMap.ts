import type { FrameCamera, Projection, Vec3, Vec4 } from "../camera/frameCamera.ts";
import { crc32 } from "../picture/crc32.ts";
import { InputError, type Problem } from "../problem.ts";
import { lensColumns } from "./lensBlock.ts";
import type { LensFrame, LensMap, LensMapHeader, MeshStatistics } from "./lensMap.ts";
import { readHeader } from "./lensMapHeader.ts";
import * as layout from "./lensMapLayout.ts";
import { createSha256, hexOf, type Sha256 } from "./sha256.ts";

/** Places of a file's blocks. */
interface FileParts {
  readonly header: LensMapHeader;
  /** Byte at which each frame's block begins. */
  readonly blocks: readonly number[];
  readonly trailer: number;
}

/**
 * Reads a lens map file, after every check that its bytes allow: version, CRC-32 of each block, SHA-256 of all.
 * @param name  of the file, for messages
 * @throws InputError `lens-map` for a file that is truncated, damaged, of another version, or no lens map
 */
export function decodeLensMap(bytes: Uint8Array, name: string, hash: Sha256 = createSha256()): LensMap {
  const { header, blocks, trailer } = checkLensMap(bytes, name, hash);
  const copies = blocks.map((at, index) => new Uint8Array(bytes.subarray(at, blocks[index + 1] ?? trailer)));
  return { header, frames: copies.map((copy) => decodeLensFrame(copy, 0)) };
}

/** A lens map file that was found whole. */
export interface OpenLensMap {
  readonly header: LensMapHeader;
  /** A frame whose columns are the file's own bytes. */
  frame(index: number): LensFrame;
  /** A frame's block as it stands in the file. */
  block(index: number): Uint8Array;
}

/**
 * A lens map's header and frames, one at a time, so that no more than one frame is in memory beside the file.
 * @throws InputError as {@link decodeLensMap}, before the first frame is given
 */
export function openLensMap(bytes: Uint8Array, name: string, hash: Sha256 = createSha256()): OpenLensMap {
  const { header, blocks, trailer } = checkLensMap(bytes, name, hash);
  return {
    header,
    frame: (index) => decodeLensFrame(bytes, blocks[index]!),
    block: (index) => bytes.subarray(blocks[index]!, blocks[index + 1] ?? trailer),
  };
}

function checkLensMap(bytes: Uint8Array, name: string, hash: Sha256): FileParts {
  const refuse = refusal(name);
  const parts = findParts(bytes, refuse);
  hash.update(bytes.subarray(0, parts.trailer + layout.TRAILER_DIGEST));
  const found = hexOf(hash.digest());
  const written = hexOf(bytes.subarray(parts.trailer + layout.TRAILER_DIGEST));
  if (found !== written) {
    throw refuse(`the file ends with SHA-256 ${written}, but its bytes have ${found}: it is damaged`);
  }
  return parts;
}

/** Makes the error of a file that cannot be read. */
export type Refusal = (what: string, mend?: string) => InputError;

function refusal(name: string): Refusal {
  return (what, mend = "render again, or take the file from where it was whole") => {
    const problem: Problem = { at: name, what, mend };
    return new InputError("lens-map", [problem]);
  };
}

function findParts(bytes: Uint8Array, refuse: Refusal): FileParts {
  const view = viewOf(bytes);
  const { header, end: begin } = readHeader(bytes, refuse);
  const { blocks, end: at } = findBlocks(bytes, { begin, count: header.frameCount }, refuse);
  const excess = bytes.length - at - layout.TRAILER_BYTES;
  if (excess < 0)
    throw refuse(`is truncated: ends at byte ${bytes.length}, within the trailer that begins at ${at}`);
  const isTrailer =
    view.getUint32(at, true) === layout.TRAILER_MARK &&
    view.getUint32(at + layout.TRAILER_FRAMES, true) === header.frameCount;
  if (!isTrailer) throw refuse(`has no trailer at byte ${at}, after its last frame: it is damaged`);
  if (excess > 0) throw refuse(`goes on for ${excess} bytes after its trailer: it is damaged`);
  return { header, blocks, trailer: at };
}

/**
 * The blocks of bytes that hold nothing but frames, after the check of each.
 * @param count   how many frames there must be
 * @param refuse  makes the error that is thrown where they are truncated, damaged or more
 */
export function splitLensBlocks(bytes: Uint8Array, count: number, refuse: Refusal): Uint8Array[] {
  const { blocks, end } = findBlocks(bytes, { begin: 0, count }, refuse);
  const excess = bytes.length - end;
  if (excess > 0) throw refuse(`goes on for ${excess} bytes after its last frame: it is damaged`);
  return blocks.map((at, index) => bytes.subarray(at, blocks[index + 1] ?? end));
}

function findBlocks(
  bytes: Uint8Array,
  { begin, count }: { readonly begin: number; readonly count: number },
  refuse: Refusal,
): { readonly blocks: readonly number[]; readonly end: number } {
  const view = viewOf(bytes);
  const blocks: number[] = [];
  let at = begin;
  for (let index = 0; index < count; index++) {
    checkBlock(bytes, at, `frame ${index + 1} of ${count}`, refuse);
    blocks.push(at);
    at += view.getUint32(at + layout.BLOCK_BYTES, true);
  }
  return { blocks, end: at };
}

/** Checks that a whole, undamaged frame block stands at a byte. */
function checkBlock(bytes: Uint8Array, at: number, which: string, refuse: Refusal): void {
  const view = viewOf(bytes);
  const truncated = (): InputError =>
    refuse(`is truncated: ends at byte ${bytes.length}, within ${which}, whose block begins at ${at}`);
  const damaged = (): InputError => refuse(`is damaged in ${which}, whose block begins at byte ${at}`);
  if (at + layout.BLOCK_CAMERA > bytes.length) throw truncated();
  if (view.getUint32(at, true) !== layout.FRAME_MARK) throw damaged();
  const blockBytes = view.getUint32(at + layout.BLOCK_BYTES, true);
  if (blockBytes !== expectedBlockBytes(view, at)) throw damaged();
  if (at + blockBytes > bytes.length) throw truncated();
  const end = at + blockBytes - layout.CHECK_BYTES;
  if (view.getUint32(end, true) !== crc32(bytes.subarray(at, end))) throw damaged();
}

function expectedBlockBytes(view: DataView, at: number): number {
  const word = (byte: number): number => view.getUint32(at + byte, true);
  const camera = layout.BLOCK_CAMERA + 8 * layout.CAMERA_WORDS;
  const statistics = layout.statisticsBytes(word(layout.BLOCK_LEVELS), word(layout.BLOCK_GENERATIONS));
  const columns = layout.columnsBytes(word(layout.BLOCK_VERTICES), word(layout.BLOCK_CELLS));
  return camera + statistics + columns + layout.CHECK_BYTES;
}

/**
 * Reads one frame's block, which must be whole. Its columns are the block's own bytes where these are aligned, as they
 * are in a file, else copies.
 * @param at  the byte at which it begins
 * @throws RangeError for a block that is truncated
 */
export function decodeLensFrame(bytes: Uint8Array, at: number): LensFrame {
  const view = viewOf(bytes);
  const word = (byte: number): number => view.getUint32(at + byte, true);
  const levels = word(layout.BLOCK_LEVELS);
  const generations = word(layout.BLOCK_GENERATIONS);
  const statisticsStart = at + layout.BLOCK_CAMERA + 8 * layout.CAMERA_WORDS;
  const statistics = readStatistics(view, statisticsStart, levels, generations);
  const columnsStart = statisticsStart + layout.statisticsBytes(levels, generations);
  const counts = { vertexCount: word(layout.BLOCK_VERTICES), cellCount: word(layout.BLOCK_CELLS) };
  const columnsBytes = layout.columnsBytes(counts.vertexCount, counts.cellCount);
  const columns = lensColumns(alignedBytes(view, columnsStart, columnsBytes), counts);
  return { camera: readCamera(view, at), ...columns, statistics };
}

function readCamera(view: DataView, at: number): FrameCamera {
  const word = (index: number): number => view.getFloat64(at + layout.BLOCK_CAMERA + 8 * index, true);
  const triple = (index: number): Vec3 => [word(index), word(index + 1), word(index + 2)];
  const four = (index: number): Vec4 => [word(index), word(index + 1), word(index + 2), word(index + 3)];
  return {
    frame: view.getInt32(at + layout.BLOCK_FRAME, true),
    tauM: word(0),
    tKsM: word(1),
    position: triple(2),
    tetrad: { u: four(5), forward: four(9), up: four(13), right: four(17) },
    projection: projectionOf(
      view.getUint32(at + layout.BLOCK_PROJECTION, true),
      word(21),
      word(22),
      word(23),
    ),
    exposure: 1,
  };
}

function projectionOf(number: number, widthPx: number, heightPx: number, hfovRad: number): Projection {
  const kind = layout.PROJECTION_KINDS[number] ?? "pinhole";
  return kind === "equirectangular" ? { kind, widthPx, heightPx } : { kind, widthPx, heightPx, hfovRad };
}

function readStatistics(view: DataView, start: number, levels: number, generations: number): MeshStatistics {
  let at = start + 8;
  const counts = (length: number): number[] =>
    Array.from({ length }, () => {
      at += 4;
      return view.getUint32(at - 4, true);
    });
  return {
    statusCounts: counts(layout.STATUS_KINDS),
    splitCounts: counts(layout.SPLIT_KINDS),
    levelCounts: counts(levels),
    generations: counts(generations),
    steps: view.getFloat64(start, true),
  };
}

/**
 * Bytes of a view where they stand, or copied to where words of 8 bytes can be read.
 * @throws RangeError where the view ends before them: beyond it memory goes on
 */
function alignedBytes(view: DataView, start: number, count: number): Uint8Array {
  if (start + count > view.byteLength) {
    const end = `columns end at byte ${start + count}`;
    throw new RangeError(`${end}, the bytes at ${view.byteLength}: give a whole block`);
  }
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, count);
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
