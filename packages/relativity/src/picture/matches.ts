/** Shortest and longest repeat that deflate knows, in bytes, and how far back one can reach. */
const MINIMUM_MATCH = 3;
const MAXIMUM_MATCH = 258;
const WINDOW = 32768;
const HASH_BITS = 15;
/** Earlier places tried for each byte: fixed, since the output's bytes depend on it. */
const CHAIN_LIMIT = 24;
/** A repeat this long is taken without looking for a longer one. */
const GOOD_ENOUGH = 64;
/** Places at the beginning of a repeat that later ones can start from: all places of a long one gain nothing. */
const REMEMBERED_OF_MATCH = 16;

/** Bytes as literals and repeats (3 to 258 bytes that stand 1 to 32767 bytes earlier too), `count` of them in order. */
export interface MatchedBytes {
  count: number;
  /** Bytes that an item stands for. */
  readonly lengths: Uint16Array;
  /** Distance of a repeat, 0 for a literal. */
  readonly distances: Uint16Array;
  /** Byte of a literal. */
  readonly literals: Uint8Array;
}

/** Room for that many items. */
export function createMatchedBytes(capacity: number): MatchedBytes {
  return {
    count: 0,
    lengths: new Uint16Array(capacity),
    distances: new Uint16Array(capacity),
    literals: new Uint8Array(capacity),
  };
}

/** Finds repeats in bytes from the beginning to the end, as many items at a time as there is room for. */
export interface MatchFinder {
  /** Fills the items; true if the end of the bytes was reached. */
  fill(items: MatchedBytes): boolean;
}

/** Repeats are found greedily along hash chains of bounded length: a function of the bytes alone. @see RFC 1951, section 4 */
export function createMatchFinder(bytes: Uint8Array): MatchFinder {
  const newest = new Int32Array(1 << HASH_BITS).fill(-1);
  const older = new Int32Array(Math.min(WINDOW, bytes.length));
  const remember = (at: number): void => {
    if (at + MINIMUM_MATCH > bytes.length) return;
    const hash = hashAt(bytes, at);
    older[at & (WINDOW - 1)] = newest[hash]!;
    newest[hash] = at;
  };
  let at = 0;
  return {
    fill(items) {
      items.count = 0;
      while (at < bytes.length && items.count < items.lengths.length) {
        const match = longestMatch(bytes, at, newest, older);
        const length = match > 0 ? Math.floor(match / (WINDOW * 2)) : 1;
        items.literals[items.count] = bytes[at]!;
        items.lengths[items.count] = length;
        items.distances[items.count++] = length > 1 ? match % (WINDOW * 2) : 0;
        const remembered = Math.min(length, REMEMBERED_OF_MATCH);
        for (let place = at; place < at + remembered; place++) remember(place);
        at += length;
        // The last place lets a run of one value go on at distance 1.
        if (remembered < length) remember(at - 1);
      }
      return at >= bytes.length;
    },
  };
}

function hashAt(bytes: Uint8Array, at: number): number {
  const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  return (Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS)) & ((1 << HASH_BITS) - 1);
}

/** Length times 2 * WINDOW plus distance of the longest repeat of what stands at `at`; 0 if there is none. */
function longestMatch(bytes: Uint8Array, at: number, newest: Int32Array, older: Int32Array): number {
  if (at + MINIMUM_MATCH > bytes.length) return 0;
  const limit = Math.min(bytes.length - at, MAXIMUM_MATCH);
  let best = MINIMUM_MATCH - 1;
  let bestDistance = 0;
  let candidate = newest[hashAt(bytes, at)]!;
  for (let tried = 0; tried < CHAIN_LIMIT && candidate >= 0 && at - candidate < WINDOW; tried++) {
    if (bytes[candidate + best] === bytes[at + best]) {
      const length = matchLength(bytes, candidate, at, limit);
      if (length > best) {
        best = length;
        bestDistance = at - candidate;
        if (best >= GOOD_ENOUGH || best === limit) break;
      }
    }
    const next = older[candidate & (WINDOW - 1)]!;
    if (next >= candidate) break;
    candidate = next;
  }
  return bestDistance > 0 ? best * WINDOW * 2 + bestDistance : 0;
}

function matchLength(bytes: Uint8Array, earlier: number, at: number, limit: number): number {
  let length = 0;
  while (length < limit && bytes[earlier + length] === bytes[at + length]) length++;
  return length;
}
