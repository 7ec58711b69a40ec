import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { InputError } from "../problem.ts";
import { coverageOf, type Isophote, readIsophotes } from "./isophotes.ts";
import { milkyWay } from "./milkyWay.ts";
import { skyNoise } from "./skyNoise.ts";

/** A square of that half width about a place, in degrees. */
function square(longitudeDeg: number, latitudeDeg: number, halfDeg: number): Isophote {
  const [x, y, half] = [longitudeDeg * 100, latitudeDeg * 100, halfDeg * 100];
  const corners = [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
  return { level: 1, corners: Int32Array.from(corners) };
}

const shareSum = ({ share }: { readonly share: Float64Array }): number =>
  share.reduce((sum, value) => sum + value, 0);

test("what an outline covers is its area, wherever it is, also across longitude 180 degrees", () => {
  for (const longitudeDeg of [0, 17.3, 179.2, -179.9, 180]) {
    const grid = coverageOf([square(longitudeDeg, 20, 6)], 720);
    expect(shareSum(grid)).toBeCloseTo(24 * 24, 0);
    expect(grid.share.every((share) => share >= 0 && share <= 1 + 1e-12)).toBe(true);
  }
});

test("an outline within another one is a hole, and two around the sky bound a band", () => {
  expect(shareSum(coverageOf([square(30, 0, 10), square(30, 0, 5)], 720))).toBeCloseTo(40 * 40 - 20 * 20, 0);
  const around = (latitudeDeg: number): Isophote => {
    const corners = Array.from({ length: 72 }, (_, i) => [-18000 + 500 * i, latitudeDeg * 100]).flat();
    return { level: 1, corners: Int32Array.from(corners) };
  };
  expect(shareSum(coverageOf([around(-10), around(25)], 360))).toBeCloseTo(360 * 35, 0);
});

test("places stand where right ascension and declination put them", () => {
  const { share } = coverageOf([square(90, 45, 1)], 360);
  // Right ascension 90 degrees is a quarter from the left, declination 45 degrees an eighth down from the top.
  expect(share[45 * 360 + 90]).toBe(1);
  expect(share[45 * 360 + 270]).toBe(0);
});

test("the shipped outlines make the Milky Way: brightest towards the galaxy's centre, dark at its poles, without a seam", () => {
  const text = readFileSync(join(import.meta.dirname, "../../data/milky-way.txt"), "utf8");
  const { rgb, widthPx, heightPx } = milkyWay(readIsophotes(text, "milky-way.txt"));
  const at = (raDeg: number, decDeg: number): number => {
    const column = Math.floor(((((180 - raDeg) % 360) + 360) % 360) * (widthPx / 360));
    return rgb[3 * (Math.floor(((90 - decDeg) / 180) * heightPx) * widthPx + column) + 1]!;
  };
  expect(at(270, -29)).toBeGreaterThan(0.1);
  expect(at(90, 20)).toBeGreaterThan(0.001);
  expect(at(90, 20)).toBeLessThan(at(270, -29) / 3);
  expect(at(192.9, 27.1)).toBe(0);
  expect(at(12.9, -27.1)).toBe(0);
  let seam = 0;
  let beside = 0;
  for (let row = 0; row < heightPx; row++) {
    const pixel = 3 * row * widthPx;
    seam = Math.max(seam, Math.abs(rgb[pixel]! - rgb[pixel + 3 * (widthPx - 1)]!));
    beside = Math.max(beside, Math.abs(rgb[pixel]! - rgb[pixel + 3]!));
  }
  expect(seam).toBeLessThan(2 * beside + 1e-6);
  expect(rgb.every((value) => value >= 0 && value < 1)).toBe(true);
});

test("a line that is no outline is named", () => {
  expect(() => readIsophotes("# x\n1 2 3\n", "mw.txt")).toThrow(InputError);
  expect(() => readIsophotes("# x\n1 2 3\n", "mw.txt")).toThrow(/mw\.txt: line 2: is no outline/);
});

test("noise is smooth, of both signs, and the same everywhere on earth", () => {
  const values = Array.from({ length: 500 }, (_, i) => skyNoise([Math.cos(i), Math.sin(i), 0], 0.25));
  expect(Math.max(...values)).toBeGreaterThan(0.3);
  expect(Math.min(...values)).toBeLessThan(-0.3);
  const near = values.map((value, i) =>
    Math.abs(value - skyNoise([Math.cos(i + 1e-6), Math.sin(i + 1e-6), 0], 0.25)),
  );
  expect(Math.max(...near)).toBeLessThan(1e-3);
  expect(skyNoise([0.6, 0.8, 0], 0.25)).toMatchInlineSnapshot(`-0.40801077103472927`);
});
