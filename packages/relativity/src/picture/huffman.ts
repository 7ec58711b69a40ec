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
  const symbols = [...counts.keys()]
    .filter((symbol) => counts[symbol]! > 0)
    .sort((a, b) => counts[a]! - counts[b]! || a - b);
  if (symbols.length === 1) {
    lengths[symbols[0]!] = 1;
    return lengths;
  }
  const weights = Float64Array.from(symbols, (symbol) => counts[symbol]!);
  const levels: Level[] = [];
  let packages = new Float64Array(0);
  for (let depth = 0; depth < limit; depth++) {
    const level = mergeByWeight(weights, packages);
    levels.push(level);
    packages = pairWeights(level.weights);
  }
  // A level's first so many entries hold its lightest leaves, and packages of the first entries of the level before.
  let taken = 2 * symbols.length - 2;
  for (const { leavesBefore } of levels.reverse()) {
    const leaves = leavesBefore[taken]!;
    for (let leaf = 0; leaf < leaves; leaf++) lengths[symbols[leaf]!]!++;
    taken = 2 * (taken - leaves);
  }
  return lengths;
}

/** Leaves and packages of one depth, by weight; of equal ones leaves come first. */
interface Level {
  readonly weights: Float64Array;
  /** Leaves among the first so many entries. */
  readonly leavesBefore: Uint16Array;
}

function mergeByWeight(leaves: Float64Array, packages: Float64Array): Level {
  const count = leaves.length + packages.length;
  const weights = new Float64Array(count);
  const leavesBefore = new Uint16Array(count + 1);
  let leaf = 0;
  for (let entry = 0; entry < count; entry++) {
    const next = entry - leaf;
    const isPackage = leaf === leaves.length || (next < packages.length && packages[next]! < leaves[leaf]!);
    weights[entry] = isPackage ? packages[next]! : leaves[leaf++]!;
    leavesBefore[entry + 1] = leaf;
  }
  return { weights, leavesBefore };
}

/** Weights of neighbours taken two by two; one that is left over is dropped. */
function pairWeights(weights: Float64Array): Float64Array<ArrayBuffer> {
  const paired = new Float64Array(weights.length >> 1);
  for (let pair = 0; pair < paired.length; pair++) paired[pair] = weights[2 * pair]! + weights[2 * pair + 1]!;
  return paired;
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
