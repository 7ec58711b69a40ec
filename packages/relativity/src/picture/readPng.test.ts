import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { encode } from "fast-png";
import { expect, test } from "vitest";
import { InputError } from "../problem.ts";
import { encodePng } from "./png.ts";
import { readPng } from "./readPng.ts";

const picture = fc
  .tuple(fc.integer({ min: 1, max: 17 }), fc.integer({ min: 1, max: 17 }), fc.constantFrom(1, 2, 3, 4))
  .chain(([width, height, channels]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      channels: fc.constant(channels as 1 | 2 | 3 | 4),
      data: fc.uint8Array({ minLength: width * height * channels, maxLength: width * height * channels }),
    }),
  );

test("reads what another library writes: grey and colour, with alpha and without", () => {
  fc.assert(
    fc.property(picture, ({ width, height, channels, data }) => {
      const { rgb, widthPx, heightPx } = readPng(
        encode({ width, height, channels, data, depth: 8 }),
        "a.png",
        inflateSync,
      );
      if (widthPx !== width || heightPx !== height) return false;
      return rgb.every((byte, index) => {
        const [pixel, channel] = [Math.floor(index / 3), index % 3];
        return byte === data[channels * pixel + (channels >= 3 ? channel : 0)];
      });
    }),
  );
});

test("undoes every filter: reads back the rows of our own encoder", () => {
  const rgb = Uint8Array.from({ length: 3 * 64 * 48 }, (_, index) => (index * index) >> 7);
  const image = { widthPx: 64, heightPx: 48, rgb };
  expect(readPng(encodePng(image), "a.png", inflateSync).rgb).toEqual(rgb);
  for (let filter = 1; filter <= 4; filter++) {
    const rows = Uint8Array.of(filter, 10, 20, 30, 5, 5, 5, filter, 1, 2, 3, 4, 5, 6);
    const { rgb: read } = readPng(pngOf(2, 2, rows), "a.png", inflateSync);
    const first =
      filter === 2
        ? [10, 20, 30, 5, 5, 5]
        : filter === 3
          ? [10, 20, 30, 10, 15, 20]
          : [10, 20, 30, 15, 25, 35];
    expect([...read.slice(0, 6)], `filter ${filter}`).toEqual(first);
  }
});

test("refuses what is no such PNG, cut off or damaged", () => {
  const good = encodePng({ widthPx: 4, heightPx: 4, rgb: new Uint8Array(48).fill(7) });
  const damaged = good.slice();
  damaged[50]! ^= 1;
  const faults: readonly [Uint8Array, string][] = [
    [new Uint8Array(8), "does not begin as a PNG"],
    [good.slice(0, 40), "is cut off"],
    [damaged, "is damaged"],
    [pngOf(2, 2, new Uint8Array(3)), "holds 3 bytes"],
    [pngOf(1, 1, Uint8Array.of(9, 0, 0, 0)), "has filter 9"],
    [encode({ width: 1, height: 1, channels: 3, depth: 16, data: new Uint16Array(3) }), "has 16 bits"],
  ];
  for (const [bytes, said] of faults) {
    expect(() => readPng(bytes, "a.png", inflateSync)).toThrow(InputError);
    expect(() => readPng(bytes, "a.png", inflateSync)).toThrow(said);
  }
});

/** A PNG of red, green and blue with these filtered rows: another's header and end around them. */
function pngOf(width: number, height: number, rows: Uint8Array): Uint8Array {
  const shell = encode({ width, height, channels: 3, depth: 8, data: new Uint8Array(3 * width * height) });
  const at = shell.findIndex(
    (_, index) => String.fromCharCode(...shell.subarray(index, index + 4)) === "IDAT",
  );
  const length = new DataView(shell.buffer, shell.byteOffset).getUint32(at - 4);
  const packed = deflateSync(rows);
  const body = Buffer.concat([Buffer.from("IDAT"), packed]);
  const words = Buffer.alloc(8);
  words.writeUInt32BE(packed.length, 0);
  words.writeUInt32BE(crcOf(body), 4);
  return new Uint8Array(
    Buffer.concat([
      shell.subarray(0, at - 4),
      words.subarray(0, 4),
      body,
      words.subarray(4),
      shell.subarray(at + 8 + length),
    ]),
  );
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
