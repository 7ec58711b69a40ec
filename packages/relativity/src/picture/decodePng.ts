import { InputError } from "../problem.ts";
import { crc32 } from "./crc32.ts";
import { InflateError, zlibInflate } from "./inflate.ts";
import type { LinearImage } from "./linearImage.ts";
import { joinBytes } from "./png.ts";
import { predictedByte } from "./pngFilter.ts";
import { linearOfSRgbByte } from "./sRgb.ts";

/** Channels of each colour type; palettes (3) have one. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
const SIGNATURE: readonly number[] = [137, 80, 78, 71, 13, 10, 26, 10];
/** Pixels that a picture may have: 16384 x 8192. */
const MOST_PIXELS = 134_217_728;

interface PngParts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly depth: number;
  readonly colourType: number;
  readonly palette: Uint8Array;
  readonly compressed: Uint8Array;
}

/**
 * A PNG file as linear light: 8 or 16 bits a channel, grey, colour or palette, not interlaced; transparency is
 * left out of account. Bytes are taken as sRGB.
 * @param name  the file, for messages
 * @throws InputError if it is damaged or of a kind that is not read
 * @see PNG specification (W3C 2003)
 */
export function decodePng(bytes: Uint8Array, name: string): LinearImage {
  try {
    const parts = readChunks(bytes);
    const channels = CHANNELS[parts.colourType]!;
    const pixelBytes = (channels * parts.depth) / 8;
    const rowBytes = parts.widthPx * pixelBytes;
    const filtered = zlibInflate(parts.compressed, (rowBytes + 1) * parts.heightPx);
    return linearPixels(parts, unfiltered(filtered, { rowBytes, pixelBytes, rowCount: parts.heightPx }));
  } catch (error) {
    if (!(error instanceof PngFault || error instanceof InflateError)) throw error;
    const mend = "give an 8 or 16 bit PNG that is not interlaced, as image programs write by default";
    throw new InputError("png", [{ at: name, what: error.message, mend }]);
  }
}

class PngFault extends Error {}

function readChunks(bytes: Uint8Array): PngParts {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw new PngFault("is no PNG file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let header: Omit<PngParts, "palette" | "compressed"> | undefined;
  let palette = new Uint8Array(0);
  const compressed: Uint8Array[] = [];
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw new PngFault("is cut off");
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) throw new PngFault("is cut off");
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
      throw new PngFault(`is damaged: its part ${type} does not fit its checksum`);
    }
    if (type === "IHDR") header = readHeader(data);
    else if (type === "PLTE") palette = Uint8Array.from(data);
    else if (type === "IDAT") compressed.push(data);
    else if (type === "IEND") break;
    at += 12 + length;
  }
  if (header === undefined) throw new PngFault("has no header");
  return { ...header, palette, compressed: joinBytes(compressed) };
}

function readHeader(data: Uint8Array): Omit<PngParts, "palette" | "compressed"> {
  if (data.length !== 13) throw new PngFault(`has a header of ${data.length} bytes, not 13`);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const [widthPx, heightPx] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colourType, , , interlace] = data.subarray(8) as unknown as number[];
  if (widthPx === 0 || heightPx === 0 || widthPx * heightPx > MOST_PIXELS) {
    throw new PngFault(`is ${widthPx}x${heightPx} px`);
  }
  const isKnown =
    CHANNELS[colourType!] !== undefined && (depth === 8 || (depth === 16 && colourType !== PALETTE));
  if (!isKnown || interlace !== 0) {
    throw new PngFault(`has ${depth} bits, colour type ${colourType}, interlace ${interlace}`);
  }
  return { widthPx, heightPx, depth: depth!, colourType: colourType! };
}

interface Rows {
  readonly rowBytes: number;
  readonly pixelBytes: number;
  readonly rowCount: number;
}

/** Rows with their filters undone. @see PNG specification, section 9 */
function unfiltered(filtered: Uint8Array, { rowBytes, pixelBytes, rowCount }: Rows): Uint8Array {
  const bytes = new Uint8Array(rowBytes * rowCount);
  for (let row = 0; row < rowCount; row++) {
    const filter = filtered[row * (rowBytes + 1)]!;
    if (filter > 4) throw new PngFault(`has a row of unknown filter ${filter}`);
    const start = row * rowBytes;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= pixelBytes ? bytes[start + i - pixelBytes]! : 0;
      const up = row > 0 ? bytes[start + i - rowBytes]! : 0;
      const upLeft = row > 0 && i >= pixelBytes ? bytes[start + i - rowBytes - pixelBytes]! : 0;
      bytes[start + i] = filtered[row * (rowBytes + 1) + 1 + i]! + predictedByte(filter, left, up, upLeft);
    }
  }
  return bytes;
}

/** Light of sRGB bytes; of 16-bit values the higher byte counts, with the lower in between. */
function linearPixels(parts: PngParts, bytes: Uint8Array): LinearImage {
  const { widthPx, heightPx, depth, colourType, palette } = parts;
  const light = Float64Array.from({ length: 257 }, (_, byte) => linearOfSRgbByte(Math.min(byte, 255)));
  const channels = CHANNELS[colourType]!;
  const stride = (channels * depth) / 8;
  const rgb = new Float64Array(3 * widthPx * heightPx);
  const at = (index: number): number => {
    if (depth === 8) return light[bytes[index]!]!;
    const value = (bytes[index]! * 256 + bytes[index + 1]!) / 257;
    const low = Math.floor(value);
    return light[low]! + (value - low) * (light[low + 1]! - light[low]!);
  };
  const channelStep = channels >= 3 ? depth / 8 : 0;
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    const index = bytes[pixel * stride]!;
    for (let channel = 0; channel < 3; channel++) {
      rgb[3 * pixel + channel] =
        colourType === PALETTE
          ? light[palette[3 * index + channel] ?? 0]!
          : at(pixel * stride + channel * channelStep);
    }
  }
  return { widthPx, heightPx, rgb };
}
