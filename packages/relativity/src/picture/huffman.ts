/** A prefix code: length in bits (0: the symbol does not occur) and bits, first bit lowest, of each symbol. */
export interface HuffmanCode {
  readonly lengths: Uint8Array;
  readonly bits: Uint16Array;
}

/**
 * Lengths of the best prefix code whose longest word has at most `limit` bits, by package-merge; exact and the
 * same everywhere: equal weights are taken in the order of symbols.
 * @param counts  occurrences of each symbol
 * @see Larmore and Hirschberg 1990, A fast algorithm for optimal length-limited Huffman codes
 */
export function huffmanLengths(counts: Uint32Array, limit: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const leaves = [...counts.keys()]
    .filter((symbol) => counts[symbol]! > 0)
    .sort((a, b) => counts[a]! - counts[b]! || a - b)
    .map((symbol): Package => ({ weight: counts[symbol]!, symbols: [symbol] }));
  if (leaves.length === 1) {
    lengths[leaves[0]!.symbols[0]!] = 1;
    return lengths;
  }
  let packages: readonly Package[] = [];
  for (let level = 0; level < limit; level++) packages = mergeByWeight(leaves, pairs(packages));
  for (const { symbols } of packages.slice(0, 2 * leaves.length - 2)) {
    for (const symbol of symbols) lengths[symbol]!++;
  }
  return lengths;
}

interface Package {
  readonly weight: number;
  readonly symbols: readonly number[];
}

function pairs(packages: readonly Package[]): Package[] {
  const paired: Package[] = [];
  for (let i = 0; i + 1 < packages.length; i += 2) {
    const [first, second] = [packages[i]!, packages[i + 1]!];
    paired.push({
      weight: first.weight + second.weight,
      symbols: [...first.symbols, ...second.symbols],
    });
  }
  return paired;
}

function mergeByWeight(leaves: readonly Package[], paired: readonly Package[]): Package[] {
  const merged: Package[] = [];
  let next = 0;
  for (const leaf of leaves) {
    while (next < paired.length && paired[next]!.weight < leaf.weight) merged.push(paired[next++]!);
    merged.push(leaf);
  }
  while (next < paired.length) merged.push(paired[next++]!);
  return merged;
}

/** The canonical code of given lengths. @see RFC 1951, section 3.2.2 */
export function canonicalCode(lengths: Uint8Array): HuffmanCode {
  const nextOfLength = firstWords(lengths);
  const bits = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]!;
    if (length > 0) bits[symbol] = reversed(nextOfLength[length]!++, length);
  }
  return { lengths, bits };
}

function firstWords(lengths: Uint8Array): Uint32Array {
  const countOfLength = new Uint32Array(16);
  for (const length of lengths) if (length > 0) countOfLength[length]!++;
  const first = new Uint32Array(16);
  for (let length = 2; length < 16; length++) {
    first[length] = (first[length - 1]! + countOfLength[length - 1]!) << 1;
  }
  return first;
}

function reversed(word: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((word >> bit) & 1) << (length - 1 - bit);
  return result;
}
