import { type BitWriter, createBitWriter } from "./bitWriter.ts";
import { adler32 } from "./crc32.ts";
import {
  DISTANCE_BASE,
  DISTANCE_EXTRA,
  DISTANCE_SYMBOLS,
  END_OF_BLOCK,
  LENGTH_BASE,
  LENGTH_CODE_ORDER,
  LENGTH_EXTRA,
  LITERAL_SYMBOLS,
} from "./deflateTables.ts";
import { canonicalCode, type HuffmanCode, huffmanLengths } from "./huffman.ts";
import { createMatchedBytes, createMatchFinder, type MatchedBytes } from "./matches.ts";

/** Literals and repeats that share one pair of codes: enough to pay for writing the codes down. */
const BLOCK_ITEMS = 32768;

const LENGTH_SYMBOL: Uint8Array = symbolTable(LENGTH_BASE, 259);
const DISTANCE_SYMBOL: Uint8Array = symbolTable(DISTANCE_BASE, 32769);

/** For each value the last symbol whose first value does not exceed it. */
function symbolTable(base: readonly number[], valueCount: number): Uint8Array {
  const table = new Uint8Array(valueCount);
  let symbol = 0;
  for (let value = base[0]!; value < valueCount; value++) {
    while (symbol + 1 < base.length && base[symbol + 1]! <= value) symbol++;
    table[value] = symbol;
  }
  return table;
}

/** Compresses bytes to a zlib stream; the same bytes on every engine. @see RFC 1950, RFC 1951, design/0007-own-png-encoder.md */
export function zlibDeflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = createBitWriter(64 + (bytes.length >> 2));
  writer.bytes(Uint8Array.of(0x78, 0x9c));
  const finder = createMatchFinder(bytes);
  const items = createMatchedBytes(Math.min(BLOCK_ITEMS, Math.max(1, bytes.length)));
  for (let isLast = false; !isLast; ) {
    isLast = finder.fill(items);
    writeBlock(writer, items, isLast);
  }
  const sum = adler32(bytes);
  writer.bytes(Uint8Array.of(sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255));
  return writer.finish();
}

/** Writes items as one block with codes of its own. */
function writeBlock(writer: BitWriter, items: MatchedBytes, isLast: boolean): void {
  const literalCounts = new Uint32Array(LITERAL_SYMBOLS);
  const distanceCounts = new Uint32Array(DISTANCE_SYMBOLS);
  literalCounts[END_OF_BLOCK] = 1;
  for (let i = 0; i < items.count; i++) {
    const distance = items.distances[i]!;
    literalCounts[distance === 0 ? items.literals[i]! : 257 + LENGTH_SYMBOL[items.lengths[i]!]!]!++;
    if (distance > 0) distanceCounts[DISTANCE_SYMBOL[distance]!]!++;
  }
  // A code of one word is not complete: some readers refuse it, so two distances are always given a word.
  if (distanceCounts[0] === 0) distanceCounts[0] = 1;
  if (distanceCounts[1] === 0) distanceCounts[1] = 1;
  const literals = canonicalCode(huffmanLengths(literalCounts, 15));
  const distances = canonicalCode(huffmanLengths(distanceCounts, 15));
  writer.write(isLast ? 1 : 0, 1);
  writer.write(2, 2);
  writeCodes(writer, literals, distances);
  writeItems(writer, items, { literals, distances });
  writer.write(literals.bits[END_OF_BLOCK]!, literals.lengths[END_OF_BLOCK]!);
}

interface BlockCodes {
  readonly literals: HuffmanCode;
  readonly distances: HuffmanCode;
}

function writeItems(writer: BitWriter, matched: MatchedBytes, { literals, distances }: BlockCodes): void {
  for (let i = 0; i < matched.count; i++) {
    const distance = matched.distances[i]!;
    if (distance === 0) {
      const literal = matched.literals[i]!;
      writer.write(literals.bits[literal]!, literals.lengths[literal]!);
      continue;
    }
    const length = matched.lengths[i]!;
    const lengthSymbol = LENGTH_SYMBOL[length]!;
    writer.write(literals.bits[257 + lengthSymbol]!, literals.lengths[257 + lengthSymbol]!);
    writer.write(length - LENGTH_BASE[lengthSymbol]!, LENGTH_EXTRA[lengthSymbol]!);
    const symbol = DISTANCE_SYMBOL[distance]!;
    writer.write(distances.bits[symbol]!, distances.lengths[symbol]!);
    writer.write(distance - DISTANCE_BASE[symbol]!, DISTANCE_EXTRA[symbol]!);
  }
}

/** Writes both codes' lengths, themselves coded. @see RFC 1951, section 3.2.7 */
function writeCodes(writer: BitWriter, literals: HuffmanCode, distances: HuffmanCode): void {
  const literalCount = usedSymbols(literals.lengths, 257);
  const distanceCount = usedSymbols(distances.lengths, 1);
  const runs = lengthRuns([
    ...literals.lengths.subarray(0, literalCount),
    ...distances.lengths.subarray(0, distanceCount),
  ]);
  const counts = new Uint32Array(19);
  for (const { symbol } of runs) counts[symbol]!++;
  if (counts[0] === 0) counts[0] = 1;
  const code = canonicalCode(huffmanLengths(counts, 7));
  let given = 19;
  while (given > 4 && code.lengths[LENGTH_CODE_ORDER[given - 1]!] === 0) given--;
  writer.write(literalCount - 257, 5);
  writer.write(distanceCount - 1, 5);
  writer.write(given - 4, 4);
  for (let i = 0; i < given; i++) writer.write(code.lengths[LENGTH_CODE_ORDER[i]!]!, 3);
  for (const { symbol, extra, extraBits } of runs) {
    writer.write(code.bits[symbol]!, code.lengths[symbol]!);
    writer.write(extra, extraBits);
  }
}

function usedSymbols(lengths: Uint8Array, minimum: number): number {
  let used = lengths.length;
  while (used > minimum && lengths[used - 1] === 0) used--;
  return used;
}

interface LengthRun {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

/** Lengths with repeats folded: 16 repeats the last length 3 to 6 times, 17 and 18 zeros 3 to 10 and 11 to 138 times. */
function lengthRuns(lengths: readonly number[]): LengthRun[] {
  const runs: LengthRun[] = [];
  for (let at = 0; at < lengths.length; ) {
    const value = lengths[at]!;
    let end = at + 1;
    while (end < lengths.length && lengths[end] === value) end++;
    if (value !== 0) runs.push({ symbol: value, extra: 0, extraBits: 0 });
    let left = end - at - (value !== 0 ? 1 : 0);
    while (left > 0) {
      const run = foldedRun(value, left);
      runs.push(run.item);
      left -= run.covered;
    }
    at = end;
  }
  return runs;
}

function foldedRun(value: number, left: number): { item: LengthRun; covered: number } {
  if (left < 3) return { item: { symbol: value, extra: 0, extraBits: 0 }, covered: 1 };
  if (value !== 0) {
    const covered = Math.min(left, 6);
    return { item: { symbol: 16, extra: covered - 3, extraBits: 2 }, covered };
  }
  const covered = Math.min(left, 138);
  if (covered < 11) return { item: { symbol: 17, extra: covered - 3, extraBits: 3 }, covered };
  return { item: { symbol: 18, extra: covered - 11, extraBits: 7 }, covered };
}
