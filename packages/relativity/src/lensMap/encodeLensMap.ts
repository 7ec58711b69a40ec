import type { FrameCamera } from "../camera/frameCamera.ts";
import type { LensFrame, LensMap, LensMapHeader, MeshStatistics } from "./lensMap.ts";
import { encodeHeader, withCheck } from "./lensMapHeader.ts";
import * as layout from "./lensMapLayout.ts";
import { createSha256, type Sha256 } from "./sha256.ts";

/**
 * A lens map file as it grows: the header block, then each frame's block, then the trailer, in this order. The
 * bytes of the parts, one after the other, are the file.
 */
export class LensMapWriter {
  /** What the file begins with. */
  readonly headerBytes: Uint8Array;
  readonly #hash: Sha256;
  #frames = 0;
  readonly #frameCount: number;

  /** @param hash  the platform's own SHA-256, where it is faster */
  constructor(header: LensMapHeader, hash: Sha256 = createSha256()) {
    this.#hash = hash;
    this.#frameCount = header.frameCount;
    this.headerBytes = encodeHeader(header);
    this.#hash.update(this.headerBytes);
  }

  /** Notes a frame's block, as {@link encodeLensFrame} made it; blocks come in the order of frames. */
  add(block: Uint8Array): void {
    this.#frames++;
    this.#hash.update(block);
  }

  /**
   * What the file ends with.
   * @throws RangeError when the frames are not as many as the header says
   */
  finish(): Uint8Array {
    if (this.#frames !== this.#frameCount) {
      const promised = `the header says ${this.#frameCount}`;
      throw new RangeError(`a lens map of ${this.#frames} frames, but ${promised}: add every frame once`);
    }
    const trailer = new Uint8Array(layout.TRAILER_BYTES);
    const view = new DataView(trailer.buffer);
    view.setUint32(0, layout.TRAILER_MARK, true);
    view.setUint32(layout.TRAILER_FRAMES, this.#frames, true);
    this.#hash.update(trailer.subarray(0, layout.TRAILER_DIGEST));
    trailer.set(this.#hash.digest(), layout.TRAILER_DIGEST);
    return trailer;
  }
}

/** A whole lens map file. */
export function encodeLensMap({ header, frames }: LensMap, hash?: Sha256): Uint8Array<ArrayBuffer> {
  const writer = new LensMapWriter(header, hash);
  const blocks = frames.map(encodeLensFrame);
  for (const block of blocks) writer.add(block);
  const parts = [writer.headerBytes, ...blocks, writer.finish()];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A frame's block of a lens map file: the same bytes whatever the file and its other frames. */
export function encodeLensFrame(frame: LensFrame): Uint8Array {
  const { camera, vertices, cells, statistics } = frame;
  const levels = statistics.levelCounts.length;
  const generations = statistics.generations.length;
  const statisticsStart = layout.BLOCK_CAMERA + 8 * layout.CAMERA_WORDS;
  const columnsStart = statisticsStart + layout.statisticsBytes(levels, generations);
  const end = columnsStart + layout.columnsBytes(vertices.count, cells.count);
  const block = new Uint8Array(end + layout.CHECK_BYTES);
  const view = new DataView(block.buffer);
  view.setUint32(layout.BLOCK_MARK, layout.FRAME_MARK, true);
  view.setUint32(layout.BLOCK_BYTES, block.length, true);
  view.setUint32(layout.BLOCK_VERTICES, vertices.count, true);
  view.setUint32(layout.BLOCK_CELLS, cells.count, true);
  view.setUint32(layout.BLOCK_LEVELS, levels, true);
  view.setUint32(layout.BLOCK_GENERATIONS, generations, true);
  view.setInt32(layout.BLOCK_FRAME, camera.frame, true);
  view.setUint32(layout.BLOCK_PROJECTION, layout.PROJECTION_KINDS.indexOf(camera.projection.kind), true);
  writeCamera(view, layout.BLOCK_CAMERA, camera);
  writeStatistics(view, statisticsStart, statistics);
  writeColumns(view, columnsStart, frame);
  return withCheck(block);
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

/** f64 columns first, then those of 4 bytes, then of 1, so that each is aligned. */
function writeColumns(view: DataView, start: number, { vertices, cells }: LensFrame): void {
  let at = start;
  const f64 = (values: Float64Array, count: number): void => {
    for (let index = 0; index < count; index++, at += 8) view.setFloat64(at, values[index]!, true);
  };
  const u32 = (values: Int32Array | Uint32Array, count: number): void => {
    for (let index = 0; index < count; index++, at += 4) view.setUint32(at, values[index]!, true);
  };
  const u8 = (values: Uint8Array, count: number): void => {
    new Uint8Array(view.buffer, at, count).set(values.subarray(0, count));
    at += count;
  };
  const { count } = vertices;
  f64(vertices.direction, 3 * count);
  f64(vertices.redshiftG, count);
  f64(vertices.marginU, count);
  u32(vertices.x, count);
  u32(vertices.y, count);
  u32(vertices.order, count);
  u32(cells.corners, 4 * cells.count);
  u8(vertices.status, count);
  u8(vertices.reason, count);
  u8(cells.level, cells.count);
}
