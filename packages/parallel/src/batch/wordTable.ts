import { sameWords } from "./wordHash.ts";

/** A run of words somewhere, with its hash: what a table is asked about. */
export interface WordKey {
  /** The words seen as i32, see wordHash.ts. */
  ints: Int32Array;
  /** First word. */
  begin: number;
  /** Words. */
  count: number;
  hash: number;
}

const NONE = -1;

/**
 * Slots found by the bits of the words they stand for: hash chains over plain arrays, no object per slot.
 * Hashes only shorten the way: what is found has been compared word by word.
 */
export class WordTable {
  #heads: Int32Array = new Int32Array(16).fill(NONE);
  #next: Int32Array = new Int32Array(8);
  #hashes: Int32Array = new Int32Array(8);

  /** The slot with the key's words, or -1. `beginOf` and `countOf` tell where a slot's words stand in `ints`. */
  find(key: WordKey, ints: Int32Array, begins: Int32Array, counts: Int32Array): number {
    let slot = this.#heads[key.hash & (this.#heads.length - 1)]!;
    for (; slot !== NONE; slot = this.#next[slot]!) {
      if (
        this.#hashes[slot] === key.hash &&
        counts[slot] === key.count &&
        sameWords(key.ints, key.begin, ints, begins[slot]!, key.count)
      ) {
        return slot;
      }
    }
    return NONE;
  }

  add(slot: number, hash: number): void {
    if (slot >= this.#next.length) this.#grow();
    const bucket = hash & (this.#heads.length - 1);
    this.#hashes[slot] = hash;
    this.#next[slot] = this.#heads[bucket]!;
    this.#heads[bucket] = slot;
  }

  remove(slot: number): void {
    const bucket = this.#hashes[slot]! & (this.#heads.length - 1);
    let at = this.#heads[bucket]!;
    if (at === slot) {
      this.#heads[bucket] = this.#next[slot]!;
      return;
    }
    while (this.#next[at] !== slot) at = this.#next[at]!;
    this.#next[at] = this.#next[slot]!;
  }

  hashOf(slot: number): number {
    return this.#hashes[slot]!;
  }

  /** Empties a table whose slots are 0 to `slotCount - 1`. */
  clear(slotCount: number): void {
    const mask = this.#heads.length - 1;
    for (let slot = 0; slot < slotCount; slot++) this.#heads[this.#hashes[slot]! & mask] = NONE;
  }

  /** Twice the slots, and two heads per slot. Slots are added in order, so all below are taken. */
  #grow(): void {
    const before = this.#next.length;
    const hashes = this.#hashes;
    this.#hashes = new Int32Array(2 * before);
    this.#next = new Int32Array(2 * before);
    this.#heads = new Int32Array(4 * before).fill(NONE);
    for (let slot = 0; slot < before; slot++) this.add(slot, hashes[slot]!);
  }
}
