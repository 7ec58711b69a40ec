import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { encode } from "fast-png";
import { expect, test } from "vitest";
import { InputError } from "../problem.ts";
import { decodePng } from "./decodePng.ts";
import { zlibDeflate } from "./deflate.ts";
import { zlibInflate } from "./inflate.ts";
import { encodePng } from "./png.ts";
import { linearOfSRgbByte, sRgbByte } from "./sRgb.ts";

function noise(count: number, seed = 3): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: count }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return i % 50 < 25 ? state >>> 24 : i % 7;
  });
}

test("what another deflate compressed comes back, at every level and strategy, and so does our own", () => {
  const settings = fc.record({
    level: fc.integer({ min: 0, max: 9 }),
    strategy: fc.constantFrom(0, 2, 3, 4),
  });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), settings, (bytes, options) => {
      const repeated = Uint8Array.from([...bytes, ...bytes, 0, 0, 0, ...bytes]);
      const isRestored = (stream: Uint8Array): boolean =>
        Buffer.compare(Buffer.from(zlibInflate(stream, repeated.length)), Buffer.from(repeated)) === 0;
      return isRestored(deflateSync(repeated, options)) && isRestored(zlibDeflate(repeated));
    }),
  );
  const long = noise(200_000);
  expect(
    Buffer.compare(Buffer.from(zlibInflate(deflateSync(long, { level: 0 }), long.length)), Buffer.from(long)),
  ).toBe(0);
});

test("a stream that is cut off or has a bit turned is refused, never read as something else", () => {
  const bytes = noise(600);
  const stream = zlibDeflate(bytes);
  fc.assert(
    fc.property(fc.nat({ max: stream.length - 1 }), fc.nat({ max: 7 }), (at, bit) => {
      const damaged = stream.slice();
      damaged[at]! ^= 1 << bit;
      try {
        return Buffer.compare(Buffer.from(zlibInflate(damaged, bytes.length)), Buffer.from(bytes)) === 0;
      } catch (error) {
        return error instanceof Error && error.name === "InflateError";
      }
    }),
  );
  expect(() => zlibInflate(stream.subarray(0, stream.length - 9), bytes.length)).toThrow();
});

test("pictures of another encoder are read in every kind that has 8 or 16 bits", () => {
  for (const channels of [1, 2, 3, 4] as const) {
    for (const depth of [8, 16] as const) {
      const raw = noise(13 * 7 * channels);
      const data = depth === 8 ? raw : Uint16Array.from(raw, (value) => value * 257);
      const image = decodePng(encode({ width: 13, height: 7, data, channels, depth }), "a.png");
      expect([image.widthPx, image.heightPx]).toEqual([13, 7]);
      const bytes = Array.from(image.rgb, sRgbByte);
      const wanted = Array.from({ length: 3 * 13 * 7 }, (_, i) => {
        const pixel = Math.floor(i / 3);
        return raw[pixel * channels + (channels >= 3 ? i % 3 : 0)]!;
      });
      expect(bytes).toEqual(wanted);
    }
  }
});

test("what we write we read back, in linear light", () => {
  const rgb = noise(3 * 20 * 10);
  const image = decodePng(encodePng({ widthPx: 20, heightPx: 10, rgb }), "a.png");
  expect([...image.rgb]).toEqual([...rgb].map(linearOfSRgbByte));
});

test("a file that is no picture, cut off or damaged is named with what is wrong", () => {
  const file = encodePng({ widthPx: 20, heightPx: 10, rgb: noise(600) });
  const turned = file.slice();
  turned[60]! ^= 4;
  expect(() => decodePng(Uint8Array.of(1, 2, 3), "sky.png")).toThrow(/sky\.png: is no PNG file/);
  expect(() => decodePng(file.subarray(0, 100), "sky.png")).toThrow(/sky\.png: is cut off/);
  expect(() => decodePng(turned, "sky.png")).toThrow(/its part IDAT does not fit its checksum/);
  expect(() => decodePng(turned, "sky.png")).toThrow(InputError);
});
