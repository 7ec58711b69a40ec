/**
 * Random whole numbers that depend on (seed, home, topic, draw) and on nothing else: 32-bit integer arithmetic,
 * so that every machine draws the same.
 * @see finaliser of MurmurHash3 (Austin Appleby, public domain) for the mixing constants
 */
export class Draws {
  readonly #base: number;
  #drawCount = 0;

  /**
   * @param seed   of the whole file
   * @param home   index of the home
   * @param topic  what is drawn; topics do not disturb each other
   */
  constructor(seed: number, home: number, topic: number) {
    this.#base = mix(mix(mix(seed | 0) ^ (home | 0)) ^ (topic | 0));
  }

  /** The next number from low to high, both included; high - low is below 2^21. */
  between(low: number, high: number): number {
    const word = mix(this.#base ^ Math.imul(this.#drawCount, 0x9e3779b9));
    this.#drawCount += 1;
    return low + Math.floor((word * (high - low + 1)) / 2 ** 32);
  }

  /** The next entry of a list. */
  pick<Entry>(list: readonly Entry[]): Entry {
    return list[this.between(0, list.length - 1)]!;
  }

  /** True in `percent` of 100 draws. */
  happens(percent: number): boolean {
    return this.between(1, 100) <= percent;
  }
}

/** Scrambles 32 bits, one to one; the answer is from 0 to 2^32 - 1. */
function mix(word: number): number {
  let bits = (word + 0x6a09e667) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
