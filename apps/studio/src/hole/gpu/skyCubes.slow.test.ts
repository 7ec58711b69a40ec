import fc from "fast-check";
import { expect, test } from "vitest";
import { faceDirection, facePoint, skyCubes } from "./skyCubes.ts";

const within = fc.double({ min: -0.99, max: 0.99, noNaN: true });

test("a point of a face has the direction that falls on it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), within, within, (face, s, t) => {
      const found = facePoint(...faceDirection(face, s, t));
      return found.face === face && Math.abs(found.s - s) < 1e-12 && Math.abs(found.t - t) < 1e-12;
    }),
  );
});

test("a star's spot has the star's light in pixels of the picture", () => {
  const pixelSolidAngle = 2e-7;
  const sky = {
    starDirections: Float32Array.of(0.2, 0.9, -0.3),
    starLight: Float32Array.of(1, 1, 1),
    panorama: undefined,
  };
  const { stars } = skyCubes(sky, pixelSolidAngle);
  const { face, s, t } = facePoint(0.2, 0.9, -0.3);
  const texelSolidAngle = 4 / (stars.edgePx ** 2 * (1 + s * s + t * t) ** 1.5);
  const linear = (byte: number): number => {
    const encoded = byte / 255;
    return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
  };
  let sum = 0;
  const faceBytes = 4 * stars.edgePx ** 2;
  for (let at = face * faceBytes; at < (face + 1) * faceBytes; at += 4) sum += linear(stars.faces[at]!);
  expect((sum / stars.scale) * (texelSolidAngle / pixelSolidAngle)).toBeCloseTo(1, 1);
});

test("the panorama's middle is at right ascension 0, with declination 90 on top", () => {
  const [widthPx, heightPx] = [8, 4];
  const rgb = new Float32Array(3 * widthPx * heightPx);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    if (pixel < widthPx) rgb[3 * pixel] = 1;
    if (pixel % widthPx === 3 || pixel % widthPx === 4) rgb[3 * pixel + 1] = 1;
  }
  const sky = { starDirections: new Float32Array(0), starLight: new Float32Array(0) };
  const { panorama } = skyCubes({ ...sky, panorama: { widthPx, heightPx, rgb } }, 1e-6);
  const middleOf = (face: number): number[] => {
    const middle = 4 * (face * panorama.edgePx ** 2 + (panorama.edgePx / 2) * (panorama.edgePx + 1));
    return [...panorama.faces.subarray(middle, middle + 3)];
  };
  expect(middleOf(0)[1]).toBe(255);
  expect(middleOf(1)[1]).toBe(0);
  expect(middleOf(4)[0]).toBe(255);
  expect(middleOf(5)[0]).toBe(0);
});
