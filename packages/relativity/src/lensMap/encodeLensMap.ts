import { openLensBlock } from "./lensBlock.ts";
import type { LensFrame, LensMap, LensMapHeader } from "./lensMap.ts";
import { encodeHeader } from "./lensMapHeader.ts";
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

/** A frame's block of a lens map file. */
export function encodeLensFrame({ camera, vertices, cells, statistics }: LensFrame): Uint8Array {
  const shape = {
    vertexCount: vertices.count,
    cellCount: cells.count,
    levelCount: statistics.levelCounts.length,
    generationCount: statistics.generations.length,
  };
  const block = openLensBlock(shape, (bytes) => new Uint8Array(bytes));
  const { columns } = block;
  columns.vertices.x.set(vertices.x);
  columns.vertices.y.set(vertices.y);
  columns.vertices.status.set(vertices.status);
  columns.vertices.reason.set(vertices.reason);
  columns.vertices.direction.set(vertices.direction);
  columns.vertices.redshiftG.set(vertices.redshiftG);
  columns.vertices.order.set(vertices.order);
  columns.vertices.marginU.set(vertices.marginU);
  columns.cells.corners.set(cells.corners);
  columns.cells.level.set(cells.level);
  return block.close({ camera, statistics });
}
