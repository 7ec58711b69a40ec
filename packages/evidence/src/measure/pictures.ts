import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, inflateSync } from "node:zlib";
import type { PictureRule } from "../claim/claim.ts";
import { isMeant } from "../claim/path.ts";
import type { OutputFile } from "../judge/run.ts";

const SIGNATURE = "89504e470d0a1a0a";
/** Samples of a pixel by colour type. @see PNG specification, table 11.1 */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const MOST_FILTER = 4;

/** What is wrong with the pictures of a run: their number, and each that is not whole. */
export function pictureFaults(folder: string, files: readonly OutputFile[], rule: PictureRule): string[] {
  const meant = files.filter(({ file }) => isMeant(rule.files, file));
  const counted =
    meant.length === rule.count ? [] : [`left ${meant.length} files ${rule.files}, not ${rule.count}`];
  return [
    ...counted,
    ...meant.flatMap(({ file }) => {
      const fault = pngFault(readFileSync(join(folder, file)), rule);
      return fault === undefined ? [] : [`${file}: ${fault}`];
    }),
  ];
}

/**
 * What is wrong with a PNG: signature, size, CRC of a chunk, compressed lines. Undefined when it is whole.
 * @see PNG specification (third edition), 5 and 10
 */
export function pngFault(png: Uint8Array, wanted: { widthPx: number; heightPx: number }): string | undefined {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (bytes.subarray(0, 8).toString("hex") !== SIGNATURE) return "has not the signature of a PNG";
  const chunks = chunksOf(bytes);
  if (typeof chunks === "string") return chunks;
  const [head] = chunks;
  if (head?.type !== "IHDR" || head.data.length !== 13) return "does not begin with IHDR";
  if (chunks.at(-1)?.type !== "IEND") return "does not end with IEND";
  const [widthPx, heightPx] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  if (widthPx !== wanted.widthPx || heightPx !== wanted.heightPx) {
    return `is ${widthPx} x ${heightPx} pixels, not ${wanted.widthPx} x ${wanted.heightPx}`;
  }
  const bitsAPixel = head.data[8]! * (SAMPLES[head.data[9]!] ?? 0);
  const lineBytes = 1 + Math.ceil((widthPx * bitsAPixel) / 8);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  return linesFault(packed, lineBytes, heightPx);
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(bytes: Buffer): Chunk[] | string {
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = at + 12 <= bytes.length ? bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (at + 12 + length > bytes.length) return `is cut off in a chunk at byte ${at}`;
    const type = bytes.toString("latin1", at + 4, at + 8);
    const crc = crc32(bytes.subarray(at + 4, at + 8 + length));
    if (crc !== bytes.readUInt32BE(at + 8 + length)) return `has a wrong CRC in chunk ${type} at byte ${at}`;
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function linesFault(packed: Buffer, lineBytes: number, lineCount: number): string | undefined {
  const lines = inflated(packed);
  if (lines === undefined) return "has compressed lines that cannot be unpacked";
  if (lines.length !== lineBytes * lineCount) {
    return `unpacks to ${lines.length} bytes, not ${lineCount} lines of ${lineBytes}`;
  }
  const wrong = Array.from({ length: lineCount }, (_, line) => line).find(
    (line) => lines[line * lineBytes]! > MOST_FILTER,
  );
  return wrong === undefined ? undefined : `has filter ${lines[wrong * lineBytes]} in line ${wrong}`;
}

function inflated(packed: Buffer): Buffer | undefined {
  try {
    return inflateSync(packed);
  } catch {
    return undefined;
  }
}
