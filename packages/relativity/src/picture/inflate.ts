import { adler32 } from "./crc32.ts";
import {
  DISTANCE_BASE,
  DISTANCE_EXTRA,
  END_OF_BLOCK,
  LENGTH_BASE,
  LENGTH_CODE_ORDER,
  LENGTH_EXTRA,
} from "./deflateTables.ts";

/** Why bytes are no zlib stream. */
export class InflateError extends Error {
  override readonly name = "InflateError";
}

/** Words of a code by their length: how many, and the symbols in the order of words. */
interface Decoder {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

interface BitReader {
  readonly bytes: Uint8Array;
  at: number;
  held: number;
  heldBits: number;
}

/**
 * What a zlib stream holds.
 * @param expectedBytes  how many bytes there must be
 * @throws InflateError if it is cut off, damaged, or of another length
 * @see RFC 1950, RFC 1951
 */
export function zlibInflate(bytes: Uint8Array, expectedBytes: number): Uint8Array {
  if ((bytes[0]! & 15) !== 8 || (bytes[0]! * 256 + bytes[1]!) % 31 !== 0 || (bytes[1]! & 32) !== 0) {
    throw new InflateError("the compressed part does not begin as a zlib stream does");
  }
  const reader: BitReader = { bytes, at: 2, held: 0, heldBits: 0 };
  const output = new Uint8Array(expectedBytes);
  let length = 0;
  for (let isLast = false; !isLast; ) {
    isLast = takeBits(reader, 1) === 1;
    const kind = takeBits(reader, 2);
    if (kind === 0) length = copyStored(reader, output, length);
    else if (kind === 1) length = readBlock(reader, fixedCodes(), output, length);
    else if (kind === 2) length = readBlock(reader, readCodes(reader), output, length);
    else throw new InflateError("a block of the compressed part has no known kind");
  }
  if (length !== expectedBytes) {
    throw new InflateError(`the compressed part holds ${length} bytes, not ${expectedBytes}`);
  }
  const end = reader.at - (reader.heldBits >> 3);
  const sum = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (end + 4 > bytes.length || sum.getUint32(end) !== adler32(output)) {
    throw new InflateError("the compressed part's checksum does not fit its bytes");
  }
  return output;
}

function takeBits(reader: BitReader, count: number): number {
  while (reader.heldBits < count) {
    if (reader.at >= reader.bytes.length) throw new InflateError("the compressed part is cut off");
    reader.held |= reader.bytes[reader.at++]! << reader.heldBits;
    reader.heldBits += 8;
  }
  const bits = reader.held & ((1 << count) - 1);
  reader.held >>>= count;
  reader.heldBits -= count;
  return bits;
}

function copyStored(reader: BitReader, output: Uint8Array, length: number): number {
  takeBits(reader, reader.heldBits & 7);
  const size = takeBits(reader, 16);
  if ((size ^ 0xffff) !== takeBits(reader, 16)) throw new InflateError("a stored block's length is damaged");
  reader.at -= reader.heldBits >> 3;
  reader.held = 0;
  reader.heldBits = 0;
  if (reader.at + size > reader.bytes.length || length + size > output.length) {
    throw new InflateError("a stored block is longer than it may be");
  }
  output.set(reader.bytes.subarray(reader.at, reader.at + size), length);
  reader.at += size;
  return length + size;
}

interface BlockDecoders {
  readonly literals: Decoder;
  readonly distances: Decoder;
}

function readBlock(reader: BitReader, codes: BlockDecoders, output: Uint8Array, begin: number): number {
  let length = begin;
  while (true) {
    const symbol = takeSymbol(reader, codes.literals);
    if (symbol === END_OF_BLOCK) return length;
    if (symbol < END_OF_BLOCK) {
      if (length >= output.length) throw new InflateError("the compressed part holds too many bytes");
      output[length++] = symbol;
      continue;
    }
    const lengthSymbol = symbol - 257;
    const distanceOf = (): number => {
      const at = takeSymbol(reader, codes.distances);
      return (DISTANCE_BASE[at] ?? Number.NaN) + takeBits(reader, DISTANCE_EXTRA[at] ?? 0);
    };
    const run = (LENGTH_BASE[lengthSymbol] ?? Number.NaN) + takeBits(reader, LENGTH_EXTRA[lengthSymbol] ?? 0);
    const distance = distanceOf();
    if (!(distance <= length && length + run <= output.length)) {
      throw new InflateError("a repeat in the compressed part reaches out of it");
    }
    for (const end = length + run; length < end; length++) output[length] = output[length - distance]!;
  }
}

/** Reads a word bit by bit: words of one length are numbered in order. */
function takeSymbol(reader: BitReader, { counts, symbols }: Decoder): number {
  let word = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= 15; length++) {
    word |= takeBits(reader, 1);
    const count = counts[length]!;
    if (word - count < first) return symbols[index + (word - first)]!;
    index += count;
    first = (first + count) << 1;
    word <<= 1;
  }
  throw new InflateError("the compressed part holds a word that its code has not");
}

function decoderOf(lengths: Uint8Array): Decoder {
  const counts = new Uint16Array(16);
  for (const length of lengths) if (length > 0) counts[length]!++;
  const offsets = new Uint16Array(16);
  for (let length = 1; length < 15; length++) offsets[length + 1] = offsets[length]! + counts[length]!;
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) symbols[offsets[length]!++] = symbol;
  });
  return { counts, symbols };
}

function fixedCodes(): BlockDecoders {
  const literals = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  return { literals: decoderOf(literals), distances: decoderOf(new Uint8Array(30).fill(5)) };
}

function readCodes(reader: BitReader): BlockDecoders {
  const literalCount = takeBits(reader, 5) + 257;
  const distanceCount = takeBits(reader, 5) + 1;
  const given = takeBits(reader, 4) + 4;
  const codeLengths = new Uint8Array(19);
  for (let i = 0; i < given; i++) codeLengths[LENGTH_CODE_ORDER[i]!] = takeBits(reader, 3);
  const code = decoderOf(codeLengths);
  const lengths = new Uint8Array(literalCount + distanceCount);
  for (let at = 0; at < lengths.length; ) {
    const symbol = takeSymbol(reader, code);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
    const run =
      symbol === 16
        ? 3 + takeBits(reader, 2)
        : symbol === 17
          ? 3 + takeBits(reader, 3)
          : 11 + takeBits(reader, 7);
    if (at + run > lengths.length) throw new InflateError("a code of the compressed part is too long");
    lengths.fill(value, at, at + run);
    at += run;
  }
  return {
    literals: decoderOf(lengths.subarray(0, literalCount)),
    distances: decoderOf(lengths.subarray(literalCount)),
  };
}
