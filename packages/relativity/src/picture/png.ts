import { crc32 } from "./crc32.ts";
import { zlibDeflate } from "./deflate.ts";
import type { ByteImage } from "./linearImage.ts";
import { filteredRows } from "./pngFilter.ts";

const SIGNATURE: Uint8Array = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);

/**
 * A PNG file of a picture: 8 bits a channel, red, green, blue, marked as sRGB. Filters and deflate are our own
 * and depend on the pixels alone, so the file has the same bytes on every engine.
 * @see PNG specification (W3C 2003); design/0007-own-png-encoder.md
 */
export function encodePng(image: ByteImage): Uint8Array<ArrayBuffer> {
  return packedPng(packImage(image));
}

/** A picture whose pixels are filtered and deflated: what files and animations are made of. */
export interface PackedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly packed: Uint8Array;
}

/** Filters and deflates a picture's pixels. */
export function packImage({ widthPx, heightPx, rgb }: ByteImage): PackedImage {
  return { widthPx, heightPx, packed: zlibDeflate(filteredRows(rgb, 3 * widthPx, heightPx)) };
}

/** A PNG file of a packed picture. */
export function packedPng(image: PackedImage): Uint8Array<ArrayBuffer> {
  return joinBytes([
    SIGNATURE,
    ...headerChunks(image),
    pngChunk("IDAT", image.packed),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}

/** Pictures of one size shown one after the other. */
export interface Animation {
  readonly frames: readonly PackedImage[];
  /** Time that each frame is shown, in milliseconds. */
  readonly frameMilliseconds: number;
}

/**
 * An animated PNG that repeats for ever; a viewer that does not know animation shows the first frame.
 * @throws RangeError if there is no frame, or frames differ in size
 * @see PNG specification, third edition, section 11.3.6: acTL, fcTL, fdAT
 */
export function encodeAnimatedPng({ frames, frameMilliseconds }: Animation): Uint8Array<ArrayBuffer> {
  const [first] = frames;
  if (first === undefined) throw new RangeError("an animation needs at least one frame, 0 given");
  const chunks = [SIGNATURE, ...headerChunks(first), pngChunk("acTL", words32([frames.length, 0]))];
  let sequence = 0;
  frames.forEach((frame, index) => {
    if (frame.widthPx !== first.widthPx || frame.heightPx !== first.heightPx) {
      throw new RangeError(
        `frame ${index} is ${frame.widthPx}x${frame.heightPx} px, the first ${first.widthPx}x${first.heightPx}: ` +
          "give frames of one size",
      );
    }
    chunks.push(pngChunk("fcTL", frameControl(frame, sequence++, frameMilliseconds)));
    const { packed } = frame;
    chunks.push(
      index === 0 ? pngChunk("IDAT", packed) : pngChunk("fdAT", joinBytes([words32([sequence++]), packed])),
    );
  });
  return joinBytes([...chunks, pngChunk("IEND", new Uint8Array(0))]);
}

/** Size, depth, colour type, and the word that colours are sRGB. */
function headerChunks({ widthPx, heightPx }: PackedImage): Uint8Array[] {
  const header = joinBytes([words32([widthPx, heightPx]), Uint8Array.of(8, 2, 0, 0, 0)]);
  return [pngChunk("IHDR", header), pngChunk("sRGB", Uint8Array.of(0))];
}

function frameControl(
  { widthPx, heightPx }: PackedImage,
  sequence: number,
  milliseconds: number,
): Uint8Array {
  const delay = Uint8Array.of(milliseconds >> 8, milliseconds & 255, 1000 >> 8, 1000 & 255);
  return joinBytes([words32([sequence, widthPx, heightPx, 0, 0]), delay, Uint8Array.of(0, 0)]);
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const name = Uint8Array.from(type, (letter) => letter.charCodeAt(0));
  const named = joinBytes([name, data]);
  return joinBytes([words32([data.length]), named, words32([crc32(named)])]);
}

/** Numbers as four bytes each, highest first. */
function words32(values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((v) => [v >>> 24, (v >>> 16) & 255, (v >>> 8) & 255, v & 255]));
}

/** Bytes one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
