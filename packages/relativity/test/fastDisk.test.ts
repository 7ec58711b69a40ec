import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { pageThorneFlux } from "../src/disk/diskFlux.ts";
import { diskRedshiftG } from "../src/kernel/physics.ts";
import { diskLight } from "../src/sky/diskLight.ts";
import { innermostStableOrbit } from "../src/spacetime/circularOrbits.ts";
import { horizonRadius } from "../src/spacetime/horizon.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import type { ResultColumns } from "../src/trace/tracer.ts";
import { DEG, type Look, type OracleCamera, openOracleTracer } from "./tracedRays.ts";

const tracer = await openOracleTracer();
afterAll(() => tracer.close());

const kerr: Spacetime = { kind: "kerr", spin: 0.9 };
const far: OracleCamera = { spacetime: kerr, r: 40, thetaDeg: 75, observer: { kind: "static" } };
const disk = { innerRadiusM: 2.4, outerRadiusM: 15 };
const opaque = { ...disk, opacity: "opaque" } as const;
const transparent = { ...disk, opacity: "transparent" } as const;
const grid = Array.from(
  { length: 400 },
  (_, index): Look => [2 * (index % 20) - 19, Math.floor(index / 20) - 9.5],
);

/** Radius, azimuth and g of a ray's crossings. */
function crossingsOf({ crossings, crossingCount }: ResultColumns, row: number): number[][] {
  return Array.from({ length: crossingCount[row]! }, (_, index) => [
    ...crossings.subarray(12 * row + 3 * index, 12 * row + 3 * index + 3),
  ]);
}

describe("a thin disk", () => {
  it("ends a ray at the crossing that a transparent one records first, and nothing else changes", () => {
    const ended = tracer.trace(far, grid, { disk: opaque });
    const through = tracer.trace(far, grid, { disk: transparent });
    const without = tracer.trace(far, grid);
    let metCount = 0;
    grid.forEach((_, row) => {
      const [first] = crossingsOf(through, row);
      if (first === undefined) expect(ended.status[row]).toBe(without.status[row]);
      else {
        metCount++;
        expect(ended.status[row]).toBe(2);
        expect(crossingsOf(ended, row)).toEqual([first]);
        expect(ended.redshiftG[row]).toBe(first[2]);
        expect(ended.order[row]).toBe(0);
      }
      expect(through.status[row]).toBe(without.status[row]);
      expect(through.directionX[row]).toBe(without.directionX[row]);
    });
    expect(metCount).toBeGreaterThan(100);
  });

  it("is met by rays of the shadow too, on this side of the hole", () => {
    const { status, crossingCount } = tracer.trace(far, grid, { disk: transparent });
    const shadowed = [...status.keys()].filter((row) => status[row] === 1);
    expect(shadowed.some((row) => crossingCount[row]! > 0)).toBe(true);
  });

  it("is met where the general backend meets it, with the same factor", () => {
    for (const options of [{ disk: opaque }, { disk: { ...transparent, innerRadiusM: 1.7 } }]) {
      const fast = tracer.trace(far, grid, options);
      const general = tracer.trace(far, grid, { ...options, backend: "kerr-schild", tolerance: 1e-11 });
      let compared = 0;
      grid.forEach((_, row) => {
        if (fast.marginU[row]! < 0.05) return;
        const expected = crossingsOf(general, row);
        const found = crossingsOf(fast, row);
        if (fast.status[row] === 1) expected.length = Math.min(expected.length, found.length);
        expect(found.length).toBe(expected.length);
        found.forEach(([radius, phi, g], index) => {
          const [otherRadius, otherPhi, otherG] = expected[index]!;
          expect(Math.abs(radius! - otherRadius!)).toBeLessThan(1e-6);
          expect(Math.abs(Math.sin(phi! - otherPhi!))).toBeLessThan(1e-6);
          expect(Math.abs(g! - otherG!)).toBeLessThan(1e-6);
          compared++;
        });
      });
      expect(compared).toBeGreaterThan(100);
    }
  });

  it("is blue on the left, where matter comes towards the camera, for spin up", () => {
    const camera = { ...far, thetaDeg: 85 };
    const { status, redshiftG } = tracer.trace(
      camera,
      [
        [-10, -0.6],
        [10, -0.6],
      ],
      { disk: opaque },
    );
    expect([...status]).toEqual([2, 2]);
    expect(redshiftG[0]).toBeGreaterThan(1.05);
    expect(redshiftG[1]).toBeLessThan(0.9);
  });

  it("far from the hole is met where a straight line meets the plane", () => {
    const spacetime: Spacetime = { kind: "schwarzschild" };
    const camera = { spacetime, r: 1e7, thetaDeg: 60, observer: { kind: "static" } } as const;
    const wide = { innerRadiusM: 1e5, outerRadiusM: 1e8, opacity: "opaque" } as const;
    const angle = fc.tuple(
      fc.double({ min: -60, max: 60, noNaN: true }),
      fc.double({ min: -25, max: -5, noNaN: true }),
    );
    const property = fc.property(angle, (look) => {
      const results = tracer.trace(camera, [look], { disk: wide });
      const [azimuth, elevation] = [look[0] * DEG, look[1] * DEG];
      const [sin, cos] = [Math.sin(60 * DEG), Math.cos(60 * DEG)];
      const forward = Math.cos(elevation) * Math.cos(azimuth);
      const up = Math.sin(elevation);
      const aside = Math.cos(elevation) * Math.sin(azimuth);
      const [dx, dy, dz] = [-forward * sin - up * cos, aside, -forward * cos + up * sin];
      const t = (-1e7 * cos) / dz;
      const [x, y] = [1e7 * sin + t * dx, t * dy];
      const [[radius, phi] = [0, 0]] = crossingsOf(results, 0);
      return Math.abs(radius! / Math.hypot(x, y) - 1) < 1e-4 && Math.abs(phi! - Math.atan2(y, x)) < 1e-4;
    });
    fc.assert(property, { numRuns: 100 });
  });

  it("has a factor that is continuous where matter begins to plunge", () => {
    for (const spin of [0, 0.5, 0.9, 0.998, -0.6]) {
      const isco = innermostStableOrbit({ kind: "kerr", spin })!;
      const g = (radius: number): number =>
        diskRedshiftG(spin, radius, -1, -1.5, 0.3, isco.radiusM, isco.energy, isco.angularMomentumM);
      expect(Math.abs(g(isco.radiusM * (1 - 1e-9)) / g(isco.radiusM) - 1)).toBeLessThan(1e-6);
      expect(g(isco.radiusM * 0.9)).toBeGreaterThan(0);
    }
  });

  it("falls from r = 6 around a hole without spin with u^r = -(6/r - 1)^(3/2) / 3, and reddens light by that", () => {
    const isco = innermostStableOrbit({ kind: "schwarzschild" })!;
    for (const r of [5.9, 5, 4, 3, 2.5, 2.01]) {
      const gap = 1 - 2 / r;
      const fall = (6 / r - 1) ** 1.5 / 3;
      // Radial light of energy 1: it goes out with dr/dtau = r^2, or in.
      const g = (w: number): number =>
        diskRedshiftG(0, r, -1, 0, w, isco.radiusM, isco.energy, isco.angularMomentumM);
      expect(g(1) / (gap / (Math.sqrt(8) / 3 + fall))).toBeCloseTo(1, 11);
      expect(g(-1) / (gap / (Math.sqrt(8) / 3 - fall))).toBeCloseTo(1, 9);
    }
  });

  it("reaches down to the horizon: dark gas that hides what is behind, ever redder", () => {
    const camera = { ...far, thetaDeg: 30 };
    const looks = Array.from({ length: 60 }, (_, index): Look => [0.15 * (index - 30), -0.2]);
    const deep = { ...opaque, innerRadiusM: horizonRadius(kerr) * (1 + 1e-6) };
    const { status, redshiftG, crossings } = tracer.trace(camera, looks, { disk: deep });
    const plunging = [...status.keys()].filter((row) => status[row] === 2 && crossings[12 * row]! < 2.32);
    expect(plunging.length).toBeGreaterThan(8);
    const light = diskLight(pageThorneFlux(kerr), 15, { peakTemperatureK: 6500, brightness: 1 });
    for (const row of plunging) {
      const into = new Float64Array(3);
      light.add(crossings[12 * row]!, redshiftG[row]!, into);
      expect([...into]).toEqual([0, 0, 0]);
      expect(redshiftG[row]).toBeGreaterThan(0);
      expect(redshiftG[row]).toBeLessThan(0.9);
    }
    const deepest = Math.min(...plunging.map((row) => crossings[12 * row]!));
    const reddest = Math.min(...plunging.map((row) => redshiftG[row]!));
    expect(deepest).toBeLessThan(1.6);
    expect(reddest).toBeLessThan(0.2);
  });
});
