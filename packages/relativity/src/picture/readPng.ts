import { InputError } from "../problem.ts";
import { crc32 } from "./crc32.ts";
import type { ByteImage } from "./linearImage.ts";

/** Undoes zlib's deflate. */
export type Inflate = (bytes: Uint8Array) => Uint8Array;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Samples of a pixel by colour type: grey, red-green-blue, grey and alpha, red-green-blue and alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
const CHUNK_OVERHEAD_BYTES = 12;

/**
 * The picture of a PNG of 8 bits a sample, not interlaced; alpha is left out, grey becomes red, green and blue.
 * @param name     of the file, for messages
 * @throws InputError for a file that is no such PNG, cut off or damaged
 * @see PNG specification (W3C 2003), sections 5, 9
 */
export function readPng(bytes: Uint8Array, name: string, inflate: Inflate): ByteImage {
  const { header, data } = readChunks(bytes, name);
  const { widthPx, heightPx, samples } = readHeader(header, name);
  const rows = inflated(data, name, inflate);
  const rowBytes = widthPx * samples;
  if (rows.length !== heightPx * (rowBytes + 1)) {
    throw noPng(name, `holds ${rows.length} bytes of pixels, not ${heightPx * (rowBytes + 1)}`);
  }
  const pixels = unfilteredRows(rows, rowBytes, samples, name);
  const rgb = new Uint8Array(3 * widthPx * heightPx);
  const step = samples >= 3 ? 1 : 0;
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      rgb[3 * pixel + channel] = pixels[samples * pixel + step * channel]!;
    }
  }
  return { widthPx, heightPx, rgb };
}

function noPng(name: string, what: string): InputError {
  const mend = "give a PNG of 8 bits a channel, not interlaced and without a palette";
  return new InputError("picture", [{ at: name, what, mend }]);
}

function readChunks(bytes: Uint8Array, name: string): { header: DataView; data: Uint8Array } {
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) throw noPng(name, "does not begin as a PNG");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let header: DataView | undefined;
  for (let at = SIGNATURE.length; ; ) {
    const length = at + CHUNK_OVERHEAD_BYTES <= bytes.length ? view.getUint32(at) : Number.POSITIVE_INFINITY;
    const end = at + CHUNK_OVERHEAD_BYTES + length;
    if (end > bytes.length) throw noPng(name, `is cut off in the chunk that begins at byte ${at}`);
    const body = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) {
      throw noPng(name, `is damaged in the chunk that begins at byte ${at}`);
    }
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IHDR") header = new DataView(body.buffer, body.byteOffset, body.byteLength);
    if (type === "IDAT") parts.push(body);
    if (type === "IEND") break;
    at = end;
  }
  if (header === undefined || header.byteLength !== 13) throw noPng(name, "has no header");
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    data.set(part, filled);
    filled += part.length;
  }
  return { header, data };
}

function readHeader(header: DataView, name: string): { widthPx: number; heightPx: number; samples: number } {
  const [depth, colourType, interlace] = [header.getUint8(8), header.getUint8(9), header.getUint8(12)];
  const samples = SAMPLES[colourType];
  if (depth !== 8 || samples === undefined || interlace !== 0) {
    throw noPng(name, `has ${depth} bits, colour type ${colourType}, interlacing ${interlace}`);
  }
  return { widthPx: header.getUint32(0), heightPx: header.getUint32(4), samples };
}

function inflated(data: Uint8Array, name: string, inflate: Inflate): Uint8Array {
  try {
    return inflate(data);
  } catch (error) {
    throw noPng(name, `cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Undoes the filter of each row: none, sub, up, average or Paeth. */
function unfilteredRows(rows: Uint8Array, rowBytes: number, samples: number, name: string): Uint8Array {
  const count = rows.length / (rowBytes + 1);
  const pixels = new Uint8Array(count * rowBytes);
  for (let row = 0; row < count; row++) {
    const filter = rows[row * (rowBytes + 1)]!;
    if (filter > 4) throw noPng(name, `has filter ${filter} in row ${row}`);
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= samples ? pixels[to + i - samples]! : 0;
      const above = row > 0 ? pixels[to + i - rowBytes]! : 0;
      const corner = i >= samples && row > 0 ? pixels[to + i - rowBytes - samples]! : 0;
      pixels[to + i] = rows[from + i]! + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const sum = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
