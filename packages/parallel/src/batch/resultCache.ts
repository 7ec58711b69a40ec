import { type WordKey, WordTable } from "./wordTable.ts";

const NONE = -1;
const FIRST_SLOTS = 64;

/**
 * Results by the words of their trial, at most `entryLimit` of them. The oldest that was not asked for since the
 * hand last passed makes room (the clock algorithm, Corbató 1968). Only true equality of all words is a hit.
 */
export class ResultCache {
  readonly #entryLimit: number;
  readonly #resultWords: number;
  readonly #table = new WordTable();
  #slots = 0; // slots in use: all below this
  #slotLimit = 0; // slots that the arrays have room for
  #stride = 1; // words that a slot has room for
  #ints: Int32Array = new Int32Array(0);
  #begins: Int32Array = new Int32Array(0);
  #counts: Int32Array = new Int32Array(0);
  #results: Float64Array = new Float64Array(0);
  #wasAsked: Uint8Array = new Uint8Array(0);
  #hand = 0;

  /**
   * @param entryLimit   most results kept; 0 keeps none
   * @param resultWords  f64 words of one result
   */
  constructor(entryLimit: number, resultWords: number) {
    this.#entryLimit = entryLimit;
    this.#resultWords = resultWords;
  }

  get size(): number {
    return this.#slots;
  }

  /** Results one after the other; that of slot s starts at {@link ResultCache.resultOffset}. */
  get results(): Float64Array {
    return this.#results;
  }

  resultOffset(slot: number): number {
    return slot * this.#resultWords;
  }

  /** The slot of the trial's result, or -1. */
  find(key: WordKey): number {
    if (this.#slots === 0) return NONE;
    const slot = this.#table.find(key, this.#ints, this.#begins, this.#counts);
    if (slot !== NONE) this.#wasAsked[slot] = 1;
    return slot;
  }

  /** Keeps a trial's result, whose words start at `offset` of `results`. */
  keep(key: WordKey, results: Float64Array, offset: number): void {
    if (this.#entryLimit === 0 || this.find(key) !== NONE) return;
    if (key.count > this.#stride) this.#makeRoom(this.#slotLimit, Math.max(key.count, 2 * this.#stride));
    const slot = this.#freeSlot();
    const begin = slot * this.#stride;
    copyInts(key.ints, 2 * key.begin, this.#ints, 2 * begin, 2 * key.count);
    this.#begins[slot] = begin;
    this.#counts[slot] = key.count;
    this.#wasAsked[slot] = 0;
    const to = this.resultOffset(slot);
    for (let word = 0; word < this.#resultWords; word++) this.#results[to + word] = results[offset + word]!;
    this.#table.add(slot, key.hash);
  }

  #freeSlot(): number {
    if (this.#slots === this.#entryLimit) return this.#evict();
    if (this.#slots === this.#slotLimit) {
      this.#makeRoom(Math.min(this.#entryLimit, Math.max(FIRST_SLOTS, 2 * this.#slotLimit)), this.#stride);
    }
    return this.#slots++;
  }

  #evict(): number {
    for (;;) {
      const slot = this.#hand;
      this.#hand = (slot + 1) % this.#slots;
      if (this.#wasAsked[slot] === 0) {
        this.#table.remove(slot);
        return slot;
      }
      this.#wasAsked[slot] = 0;
    }
  }

  #makeRoom(slotLimit: number, stride: number): void {
    const before = { ints: this.#ints, begins: this.#begins, counts: this.#counts };
    const kept = { results: this.#results, wasAsked: this.#wasAsked };
    this.#slotLimit = slotLimit;
    this.#stride = stride;
    this.#ints = new Int32Array(2 * stride * slotLimit);
    this.#begins = new Int32Array(slotLimit);
    this.#counts = new Int32Array(slotLimit);
    this.#counts.set(before.counts);
    this.#results = new Float64Array(slotLimit * this.#resultWords);
    this.#results.set(kept.results);
    this.#wasAsked = new Uint8Array(slotLimit);
    this.#wasAsked.set(kept.wasAsked);
    for (let slot = 0; slot < this.#slots; slot++) {
      this.#begins[slot] = slot * stride;
      copyInts(before.ints, 2 * before.begins[slot]!, this.#ints, 2 * slot * stride, 2 * this.#counts[slot]!);
    }
  }
}

/** For a hundred words a loop is as fast as `set`, and makes no view. */
function copyInts(from: Int32Array, fromAt: number, to: Int32Array, toAt: number, count: number): void {
  for (let index = 0; index < count; index++) to[toAt + index] = from[fromAt + index]!;
}
