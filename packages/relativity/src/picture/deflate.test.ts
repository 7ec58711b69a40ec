import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { zlibDeflate } from "./deflate.ts";
import { huffmanLengths } from "./huffman.ts";

function isRestored(bytes: Uint8Array): boolean {
  const back = inflateSync(zlibDeflate(bytes));
  return back.length === bytes.length && back.every((byte, i) => byte === bytes[i]);
}

test("another inflate gives back whatever bytes were compressed", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 3000 }), isRestored), { numRuns: 150 });
  const fewValues = fc.array(fc.constantFrom(0, 0, 0, 1, 255), { maxLength: 5000 });
  fc.assert(
    fc.property(fewValues, (values) => isRestored(Uint8Array.from(values))),
    { numRuns: 100 },
  );
});

test("repeats of every length and far distance come back, over several blocks", () => {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 16;
  };
  const noise = Uint8Array.from({ length: 120_000 }, () => random() & 255);
  expect(isRestored(noise)).toBe(true);
  const pieces: number[] = [];
  for (let length = 3; length < 300; length++) {
    const from = random() % 40_000;
    pieces.push(...noise.subarray(from, from + length), length & 255);
    pieces.push(...noise.subarray(length, length + 500));
  }
  expect(isRestored(Uint8Array.from(pieces))).toBe(true);
  expect(isRestored(new Uint8Array(200_000))).toBe(true);
  expect(zlibDeflate(new Uint8Array(200_000)).length).toBeLessThan(400);
});

test("code lengths keep to their limit, fill the code, and are as good as unlimited ones when the limit is loose", () => {
  const fibonacci = Uint32Array.from([1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597]);
  const lengths = huffmanLengths(fibonacci, 7);
  expect(lengths.every((length) => length >= 1 && length <= 7)).toBe(true);
  expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
  expect([...huffmanLengths(Uint32Array.from([5, 9, 12, 13, 16, 45]), 15)]).toEqual([4, 4, 3, 3, 3, 1]);
});
