import { createHash } from "node:crypto";
import { decode, decodeApng } from "fast-png";
import { expect, test } from "vitest";
import type { ByteImage } from "./linearImage.ts";
import { encodeAnimatedPng, encodePng, packImage } from "./png.ts";

/** A picture with smooth parts, noise and black, so that every filter is somewhere the best. */
function picture(widthPx: number, heightPx: number, shift = 0): ByteImage {
  const rgb = new Uint8Array(3 * widthPx * heightPx);
  let state = 7 + shift;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const noise = y % 9 === 4 ? state >>> 24 : 0;
      const value = y % 3 === 0 ? 3 * x + shift : x % 7 === 0 ? 2 * y : noise;
      rgb.set([value & 255, (value + x) & 255, (x * y) & 255], 3 * (y * widthPx + x));
    }
  }
  return { widthPx, heightPx, rgb };
}

test("another decoder reads back the same pixels at every size", () => {
  for (const [widthPx, heightPx] of [
    [1, 1],
    [1, 5],
    [64, 36],
    [67, 41],
    [640, 360],
  ] as const) {
    const image = picture(widthPx, heightPx);
    const decoded = decode(encodePng(image), { checkCrc: true });
    expect([decoded.width, decoded.height, decoded.channels, decoded.depth]).toEqual([
      widthPx,
      heightPx,
      3,
      8,
    ]);
    expect(Buffer.compare(Buffer.from(decoded.data as Uint8Array), Buffer.from(image.rgb))).toBe(0);
  }
});

test("an animation holds every frame, in order, and its time", () => {
  const frames = [0, 40, 90].map((shift) => picture(31, 17, shift));
  const decoded = decodeApng(encodeAnimatedPng({ frames: frames.map(packImage), frameMilliseconds: 40 }), {
    checkCrc: true,
  });
  expect(decoded.numberOfFrames).toBe(3);
  expect(decoded.frames.map(({ delayNumber, delayDenominator }) => delayNumber / delayDenominator)).toEqual([
    0.04, 0.04, 0.04,
  ]);
  decoded.frames.forEach((frame, i) => {
    expect(Buffer.compare(Buffer.from(frame.data as Uint8Array), Buffer.from(frames[i]!.rgb))).toBe(0);
  });
  expect(() => encodeAnimatedPng({ frames: [], frameMilliseconds: 40 })).toThrow(/at least one frame/);
  expect(() =>
    encodeAnimatedPng({ frames: [picture(2, 2), picture(2, 3)].map(packImage), frameMilliseconds: 40 }),
  ).toThrow(/frame 1 is 2x3 px, the first 2x2/);
});

test("parts of an animation are numbered in order, as viewers demand", () => {
  const frames = [0, 40, 90].map((shift) => picture(5, 4, shift));
  const bytes = encodeAnimatedPng({ frames: frames.map(packImage), frameMilliseconds: 40 });
  const view = new DataView(bytes.buffer);
  const numbers: number[] = [];
  for (let at = 8; at < bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "fcTL" || type === "fdAT") numbers.push(view.getUint32(at + 8));
  }
  expect(numbers).toEqual([0, 1, 2, 3, 4]);
});

test("the file's bytes are the ones that every engine must give", () => {
  const bytes = encodePng(picture(67, 41));
  expect(createHash("sha256").update(bytes).digest("hex")).toMatchInlineSnapshot(
    `"04713a9abb783eec8504a4604fcd146aef5e9e310a0c82fd8c0f5d54db680814"`,
  );
});
