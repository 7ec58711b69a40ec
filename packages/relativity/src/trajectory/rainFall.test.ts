import { expect, test } from "vitest";
import { rainFall } from "./rainFall.ts";

test("without spin it takes the time of a fall from infinity: (2/3) sqrt(r^3 / 2), horizon or not", () => {
  const points = rainFall({ spin: 0, thetaDeg: 30, fromRadiusM: 20, toRadiusM: 0.1, places: 9 });
  const left = (radiusM: number): number => ((2 / 3) * radiusM * Math.sqrt(radiusM)) / Math.SQRT2;
  for (const { tauM, radiusM, phiRad } of points) {
    expect(tauM).toBeCloseTo(left(20) - left(radiusM), 10);
    expect(phiRad).toBe(0);
  }
  expect(points.map(({ radiusM }) => radiusM).filter((_, index) => index % 8 === 0)).toEqual([20, 0.1]);
});

test("its Kerr-Schild azimuth falls by a / (p (p + s)) on each M of radius, p^2 = r^2 + a^2, s^2 = 2 r", () => {
  const [spin, steps] = [0.9, 20_000];
  const turned = (a: number): number =>
    rainFall({ spin: a, thetaDeg: 80, fromRadiusM: 20, toRadiusM: 1, places: 5 }).at(-1)?.phiRad ??
    Number.NaN;
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const r = 1 + (19 * (step + 0.5)) / steps;
    const p = Math.sqrt(r * r + spin * spin);
    sum += ((19 / steps) * spin) / (p * (p + Math.sqrt(2 * r)));
  }
  expect(turned(spin)).toBeCloseTo(-sum, 7);
  expect(turned(-spin)).toBe(-turned(spin));
});
