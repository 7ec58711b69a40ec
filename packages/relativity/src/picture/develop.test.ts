import { expect, test } from "vitest";
import { developImage, toneCurve, visibleFlux } from "./develop.ts";
import { createPointSpread } from "./pointSpread.ts";
import { linearOfSRgbByte, sRgbByte } from "./sRgb.ts";

test("bytes are those of the sRGB formula, to one part in 65535 of light", () => {
  const formula = (linear: number): number =>
    255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
  let isNear = true;
  for (let i = 0; i <= 100_000; i++) {
    const linear = i / 100_000;
    const byte = sRgbByte(linear);
    const low = Math.round(formula(Math.max(0, linear - 1 / 65535)));
    isNear &&= byte >= low && byte <= Math.round(formula(linear));
  }
  expect(isNear).toBe(true);
  expect([sRgbByte(-1), sRgbByte(Number.NaN), sRgbByte(2)]).toEqual([0, 0, 255]);
});

test("every byte decodes to light that encodes to it", () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  expect(bytes.map((byte) => sRgbByte(linearOfSRgbByte(byte)))).toEqual(bytes);
});

test("the tone curve rises, is smooth at its shoulder, and ends at white", () => {
  let isRising = true;
  for (let light = 0; light < 20; light += 0.01) isRising &&= toneCurve(light + 0.01) > toneCurve(light);
  expect(isRising).toBe(true);
  expect((toneCurve(0.7 + 1e-6) - toneCurve(0.7)) / 1e-6).toBeCloseTo(1, 4);
  expect(toneCurve(1e9)).toBeLessThanOrEqual(1);
  expect(toneCurve(1e9)).toBeGreaterThan(0.9999);
});

test("an overexposed pixel keeps its colour's proportions", () => {
  const rgb = Float64Array.from([0.5, 0.25, 0.125, 50, 25, 12.5, 0, 0, 0]);
  const { rgb: bytes } = developImage({ widthPx: 3, heightPx: 1, rgb }, 1);
  const [red, green, blue] = [3, 4, 5].map((i) => linearOfSRgbByte(bytes[i]!)) as [number, number, number];
  expect(green / red).toBeCloseTo(0.5, 2);
  expect(blue / red).toBeCloseTo(0.25, 2);
  expect([...bytes.subarray(6)]).toEqual([0, 0, 0]);
});

test("the visible flux is where a centred star's byte rounds up from 0", () => {
  const spread = createPointSpread({ kind: "gaussian", sigmaPx: 0.8 });
  const flux = visibleFlux(0.2, spread);
  expect(sRgbByte(1.01 * flux * spread.peakShare * 0.2)).toBe(1);
  expect(sRgbByte(0.98 * flux * spread.peakShare * 0.2)).toBe(0);
});
