import fc from "fast-check";
import { expect, test } from "vitest";
import { samplePicture } from "../../test/samplePicture.ts";
import { pngFault } from "./pictures.ts";

const SIZE = { widthPx: 3, heightPx: 2 };

test("a whole picture has no fault", () => {
  expect(pngFault(samplePicture(), SIZE)).toBeUndefined();
});

test("any byte that is changed, and any end that is cut off, is found", () => {
  const whole = samplePicture();
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const broken = Buffer.from(whole);
      broken[place]! ^= change;
      return pngFault(broken, SIZE) !== undefined && pngFault(whole.subarray(0, place), SIZE) !== undefined;
    }),
  );
});

test("another size, too few lines and an unknown filter are named", () => {
  expect(pngFault(samplePicture(), { widthPx: 4, heightPx: 2 })).toBe("is 3 x 2 pixels, not 4 x 2");
  expect(pngFault(samplePicture(Buffer.alloc(10)), SIZE)).toBe("unpacks to 10 bytes, not 2 lines of 10");
  const lines = Buffer.alloc(20);
  lines[10] = 5;
  expect(pngFault(samplePicture(lines), SIZE)).toBe("has filter 5 in line 1");
});
