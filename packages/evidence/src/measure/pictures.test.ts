import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pngFault } from "./pictures.ts";

const SIZE = { widthPx: 3, heightPx: 2 };

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** An 8-bit RGB picture of 3 by 2 pixels. */
function png(
  lines: Uint8Array = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(3, 0);
  head.writeUInt32BE(2, 4);
  head.set([8, 2], 8);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(lines)), chunk("IEND", new Uint8Array(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

test("a whole picture has no fault", () => {
  expect(pngFault(png(), SIZE)).toBeUndefined();
});

test("any byte that is changed, and any end that is cut off, is found", () => {
  const whole = png();
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const broken = Buffer.from(whole);
      broken[place]! ^= change;
      return pngFault(broken, SIZE) !== undefined && pngFault(whole.subarray(0, place), SIZE) !== undefined;
    }),
  );
});

test("another size, too few lines and an unknown filter are named", () => {
  expect(pngFault(png(), { widthPx: 4, heightPx: 2 })).toBe("is 3 x 2 pixels, not 4 x 2");
  expect(pngFault(png(Buffer.alloc(10)), SIZE)).toBe("unpacks to 10 bytes, not 2 lines of 10");
  const lines = Buffer.alloc(20);
  lines[10] = 5;
  expect(pngFault(png(lines), SIZE)).toBe("has filter 5 in line 1");
});
