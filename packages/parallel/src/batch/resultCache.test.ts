import fc from "fast-check";
import { expect, test } from "vitest";
import { ResultCache } from "./resultCache.ts";
import { hashWords, sameWords } from "./wordHash.ts";
import type { WordKey } from "./wordTable.ts";

function keyOf(words: readonly number[], hash?: number): WordKey {
  // The words stand behind others, as in a queue.
  const ints = new Int32Array(new Float64Array([9, 9, ...words]).buffer);
  return { ints, begin: 2, count: words.length, hash: hash ?? hashWords(ints, 2, 2 + words.length) };
}

function keep(cache: ResultCache, words: readonly number[], result: number, hash?: number): void {
  cache.keep(keyOf(words, hash), new Float64Array([0, result, -result]), 1);
}

function found(cache: ResultCache, words: readonly number[], hash?: number): number | undefined {
  const slot = cache.find(keyOf(words, hash));
  if (slot < 0) return undefined;
  const offset = cache.resultOffset(slot);
  return cache.results[offset + 1] === -cache.results[offset]! ? cache.results[offset] : Number.NaN;
}

test("trials whose hashes collide are told apart by their words", () => {
  const cache = new ResultCache(100, 2);
  const trials = [[1, 2], [2, 1], [1, 2, 0], [1], [], [0], [-0], [Number.NaN]];
  trials.forEach((words, index) => {
    expect(found(cache, words, 77)).toBeUndefined();
    keep(cache, words, index + 1, 77);
  });
  expect(trials.map((words) => found(cache, words, 77))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("all that it holds is found while it grows, whether hashes collide or not", () => {
  for (const hash of [undefined, 0, 77]) {
    const cache = new ResultCache(300, 2);
    const numbers = Array.from({ length: 200 }, (_, index) => index + 0.1);
    for (const number of numbers) keep(cache, [number], number, hash);
    expect(numbers.every((number) => found(cache, [number], hash) === number)).toBe(true);
    expect(found(cache, [-1], hash)).toBeUndefined();
  }
});

test("it has room for no more results than it may keep, and for few while it keeps few", () => {
  const few = new ResultCache(5, 2);
  keep(few, [1], 1);
  expect(few.results.length).toBe(5 * 2);
  const many = new ResultCache(1000, 2);
  const rooms = Array.from({ length: 130 }, (_, index) => {
    keep(many, [index], index);
    return many.results;
  });
  expect([rooms[0], rooms[64], rooms[128]].map((room) => room?.length)).toEqual([128, 256, 512]);
  expect(new Set(rooms).size).toBe(3);
});

test("a trial that takes the place of another leaves its neighbour's words as they are", () => {
  const cache = new ResultCache(2, 2);
  for (const number of [0.1, 0.2, 0.3]) keep(cache, [number], number);
  expect([0.1, 0.2, 0.3].map((number) => found(cache, [number]))).toEqual([undefined, 0.2, 0.3]);
});

test("what was asked for is still known when longer trials come", () => {
  const cache = new ResultCache(2, 2);
  keep(cache, [0.1], 1);
  found(cache, [0.1]);
  keep(cache, [0.2, 0.2, 0.2], 2);
  keep(cache, [0.3], 3);
  expect([[0.1], [0.2, 0.2, 0.2], [0.3]].map((words) => found(cache, words))).toEqual([1, undefined, 3]);
});

test("a colliding trial that was pushed out leaves the others of its chain in place", () => {
  const cache = new ResultCache(3, 2);
  for (const number of [1, 2, 3, 4, 5]) keep(cache, [number], number, 77);
  expect([1, 2, 3, 4, 5].map((number) => found(cache, [number], 77))).toEqual([
    undefined,
    undefined,
    3,
    4,
    5,
  ]);
});

test("it never holds more than its limit, keeps what it was last given, and what it answers is what was kept", () => {
  const step = fc.record({ word: fc.nat(30), length: fc.integer({ min: 0, max: 9 }), isAsked: fc.boolean() });
  const property = fc.property(
    fc.integer({ min: 1, max: 12 }),
    fc.array(step, { maxLength: 200 }),
    (limit, steps) => {
      const cache = new ResultCache(limit, 2);
      const truth = new Map<string, number>();
      return steps.every(({ word, length, isAsked }, index) => {
        const words = new Array(length).fill(word);
        const name = `${words}`;
        const before = found(cache, words);
        if (before !== undefined && before !== truth.get(name)) return false;
        if (isAsked) return true;
        const expected = before ?? index + 1;
        keep(cache, words, index + 1);
        truth.set(name, expected);
        return found(cache, words) === expected && cache.size <= limit;
      });
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test("what is asked for again and again outlives what is not", () => {
  const cache = new ResultCache(8, 2);
  keep(cache, [-1], 42);
  for (let number = 0; number < 100; number++) {
    expect(found(cache, [-1])).toBe(42);
    keep(cache, [number], number + 1);
  }
});

test("a limit of 0 keeps nothing", () => {
  const cache = new ResultCache(0, 2);
  keep(cache, [1], 1);
  expect([cache.size, found(cache, [1])]).toEqual([0, undefined]);
});

test("hashes of trials that differ in one everyday number hardly ever collide", () => {
  const hashes = new Set<number>();
  const lowBits = new Set<number>();
  for (let place = 0; place < 20; place++) {
    for (let step = 0; step < 500; step++) {
      const words = new Array(20).fill(1);
      words[place] = 10 + step * 0.25;
      const { hash } = keyOf(words);
      hashes.add(hash);
      lowBits.add(hash & 0xffff);
    }
  }
  // 10,000 draws: about 0.01 collisions expected in 32 bits; in 16 bits 65,536 (1 - e^(-10,000/65,536)) = 9,274 values.
  expect(hashes.size).toBeGreaterThan(9990);
  expect(lowBits.size).toBeGreaterThan(9100);
});

test("words are compared by their bits, all of them and no more", () => {
  const a = new Int32Array(new Float64Array([0, 1, 2, 3]).buffer);
  const b = new Int32Array(new Float64Array([1, 2, 4]).buffer);
  expect([sameWords(a, 1, b, 0, 2), sameWords(a, 1, b, 0, 3), sameWords(a, 0, b, 0, 1)]).toEqual([
    true,
    false,
    false,
  ]);
});
