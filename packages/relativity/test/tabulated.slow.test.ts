import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { innerProduct, metricAt } from "../src/spacetime/metric.ts";
import { readSpacetimeTable } from "../src/spacetime/readSpacetimeTable.ts";
import { sampleSpacetime, symmetricNodes } from "../src/spacetime/sampleSpacetime.ts";
import type { Spacetime, Vec4 } from "../src/spacetime/spacetime.ts";
import type { SpacetimeTable } from "../src/spacetime/spacetimeTable.ts";
import type { RayResult } from "../src/trace/tracer.ts";
import { type LabCamera, type Look, openRayLab, type RayLab, shadowEdge } from "./rayLab.ts";

const schwarzschild = { kind: "schwarzschild" } as const;
const still = (r: number, thetaDeg = 80, tKsM = 0): LabCamera => ({
  r,
  thetaDeg,
  tKsM,
  observer: { kind: "static" },
});

/** Looks around the hole, 14 to 44 degrees from inward. */
const around: readonly Look[] = Array.from({ length: 60 }, (_, i) => {
  const [away, turned] = [((14 + i / 2) * Math.PI) / 180, 2.39996 * i];
  const azimuth = Math.atan2(Math.sin(away) * Math.cos(turned), Math.cos(away));
  return [(azimuth * 180) / Math.PI, (Math.asin(Math.sin(away) * Math.sin(turned)) * 180) / Math.PI];
});

interface Shape {
  readonly count: number;
  readonly extent: number;
  readonly captureRadiusM?: number;
  readonly t?: readonly number[];
  readonly outsideTime?: SpacetimeTable["outsideTime"];
}

function sampled(source: Parameters<typeof sampleSpacetime>[0], shape: Shape): Spacetime {
  const { count, extent, captureRadiusM = 2.5, t = [0], outsideTime = "hold" } = shape;
  const nodes = symmetricNodes(count, extent, 0.5);
  const axes = { t: Float64Array.from(t), x: nodes, y: nodes, z: nodes };
  const sampling = { name: "sampled", axes, captureRadiusM, outsideTime, fillRadiusM: 1.5 };
  return { kind: "tabulated", table: sampleSpacetime(source, sampling) };
}

let lab: RayLab;
beforeAll(async () => {
  lab = await openRayLab();
});
afterAll(() => lab.close());

function rootMeanSquare(rays: readonly RayResult[], exact: readonly RayResult[]): number {
  const squares = rays.map(({ direction }, i) => {
    const wanted = exact[i]!.direction!;
    return direction!.reduce((sum, part, axis) => sum + (part - wanted[axis]!) ** 2, 0);
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

describe("rays in a tabulated spacetime", () => {
  it("converge to the closed form by the fourth power of the spacing", () => {
    const exact = lab.trace(
      { spacetime: schwarzschild, backend: "fast", tolerance: 1e-12 },
      still(30),
      around,
    );
    const errors = [32, 64].map((count) => {
      const spacetime = sampled(schwarzschild, { count, extent: 20 });
      return rootMeanSquare(lab.trace({ spacetime, tolerance: 1e-9 }, still(30), around), exact);
    });
    expect(Math.log(errors[0]! / errors[1]!) / Math.log(63 / 31)).toBeGreaterThan(3.6);
    expect(errors[1]).toBeLessThan(1e-5);
  });

  it("are near the oracles in the table that ships, outside it and within", () => {
    const file = readFileSync(join(import.meta.dirname, "../../../examples/schwarzschild.table"));
    const table = readSpacetimeTable(file, "schwarzschild.table");
    const spacetime: Spacetime = { kind: "tabulated", table };
    // Oracle 23: sweep to infinity of a static camera at r = 50.
    const [ten, twenty] = lab.trace({ spacetime, tolerance: 1e-8 }, still(50), [
      [10, 0],
      [20, 0],
    ]);
    expect(ten!.sweepRad).toBeCloseTo(3.68021705448912, 2);
    expect(twenty!.sweepRad).toBeCloseTo(3.06355368526737, 3);
    const [inside] = lab.trace({ spacetime, tolerance: 1e-8 }, still(6), [[180, 0]]);
    expect(inside!.redshiftG).toBeCloseTo(1 / Math.sqrt(1 - 2 / 6), 3);
    // Oracle 12, by integration alone.
    const isCaptured = (azDeg: number): boolean =>
      lab.trace({ spacetime, tolerance: 1e-7 }, still(50), [[azDeg, 0]])[0]!.status === "captured";
    expect((shadowEdge(isCaptured, 1, 20) * Math.PI) / 180).toBeCloseTo(0.102000153303713, 3);
  });

  it("are those of the closed form where the table is only its surroundings, and end where it says", () => {
    // The grid holds little more than the sphere of capture: nearly all of the way is the closed form's, integrated
    // without its classification.
    const edges = [2.1, 2.5, 2.9].map((captureRadiusM) => {
      const spacetime = sampled(schwarzschild, { count: 40, extent: 2.95, captureRadiusM });
      const isCaptured = (azDeg: number): boolean =>
        lab.trace({ spacetime, tolerance: 1e-9 }, still(50), [[azDeg, 0]])[0]!.status !== "escaped";
      return (shadowEdge(isCaptured, 4, 8) * Math.PI) / 180;
    });
    for (const edge of edges) expect(edge).toBeCloseTo(0.102000153303713, 6);
    const spacetime = sampled({ kind: "kerr", spin: 0.4 }, { count: 12, extent: 2.7, captureRadiusM: 2.2 });
    const rays = lab.trace({ spacetime }, still(30), around);
    const exact = lab.trace({ spacetime: { kind: "kerr", spin: 0.4 }, backend: "fast" }, still(30), around);
    rays.forEach((ray, i) => {
      expect(Math.abs(ray.redshiftG! / exact[i]!.redshiftG! - 1)).toBeLessThan(1e-8);
      expect(Math.abs(ray.xi - exact[i]!.xi)).toBeLessThan(1e-7);
      expect(Math.abs(ray.eta - exact[i]!.eta)).toBeLessThan(1e-5);
    });
    expect(rootMeanSquare(rays, exact)).toBeLessThan(3e-9);
  });

  it("are the same through any slabs of time, and pend until their camera's time is reached", () => {
    const spacetime = sampled(
      { kind: "kerr", spin: 0.3 },
      { count: 10, extent: 15, t: [-40, -20, 0, 20], captureRadiusM: 2.3 },
    );
    const setup = { spacetime, tolerance: 1e-7 } as const;
    const whole = lab.trace(setup, still(10, 70, 5), around);
    expect(lab.trace({ ...setup, slab: { kind: "time", lengthM: 7 } }, still(10, 70, 5), around)).toEqual(
      whole,
    );
    expect(whole.some(({ status }) => status === "escaped")).toBe(true);
  });

  it("feel a spacetime that changes: levels that differ bend light by when it passes", () => {
    // Flat before, a hole's field after: the table is a movie of its shift growing.
    const early = sampled(schwarzschild, { count: 16, extent: 15, t: [0, 1, 2, 3] });
    if (early.kind !== "tabulated") throw new Error("a table was made");
    const { table } = early;
    const perLevel = table.values.length / 4;
    const values = table.values.map((value, at) => {
      const share = Math.floor(at / perLevel) / 3;
      const flat = [1, 0, 0, 0, 1, 0, 0, 1, 0, 1][at % 10]!;
      return flat + share * (value - flat);
    });
    const changing: Spacetime = {
      kind: "tabulated",
      table: { ...table, values, axes: { ...table.axes, t: Float64Array.of(-60, -30, 0, 30) } },
    };
    const at = (tKsM: number): RayResult =>
      lab.trace({ spacetime: changing, tolerance: 1e-8 }, still(10, 80, tKsM), [[40, 0]])[0]!;
    const [late, middle, soon] = [at(30), at(0), at(-40)];
    expect(late.sweepRad).toBeGreaterThan(middle.sweepRad + 0.05);
    expect(middle.sweepRad).toBeGreaterThan(soon.sweepRad + 0.02);
  });

  it("are unresolved, with the reason, when they leave the levels' times, unless the levels hold", () => {
    const shape = { count: 10, extent: 15, t: [-10, -5, 0, 5] } as const;
    const refusing = sampled(schwarzschild, { ...shape, outsideTime: "refuse" });
    const [ray, outward] = lab.trace({ spacetime: refusing, tolerance: 1e-7 }, still(10), [
      [30, 0],
      [180, 0],
    ]);
    expect(ray).toMatchObject({ status: "unresolved", direction: null });
    expect(ray!.reason).toMatch(/times that the tabulated spacetime covers/);
    // It leaves the grid within the levels.
    expect(outward!.status).toBe("escaped");
    const [late] = lab.trace({ spacetime: refusing, tolerance: 1e-7 }, still(10, 80, 7), [[180, 0]]);
    expect(late!.reason).toMatch(/times/);
    const holding = sampled(schwarzschild, { ...shape, outsideTime: "hold" });
    const [held] = lab.trace({ spacetime: holding, tolerance: 1e-7 }, still(10), [[30, 0]]);
    expect(held!.status).not.toBe("unresolved");
  });

  it("tell the hole from the sky inside the horizon too", () => {
    const spacetime = sampled(schwarzschild, { count: 48, extent: 12 });
    const fall = { kind: "given", fourVelocity: rainAt(spacetime, 1.8) } as const;
    const camera: LabCamera = { r: 1.8, thetaDeg: 90, observer: fall };
    const looks: Look[] = [0, 20, 35, 50, 70, 110, 160, 180].map((azDeg) => [azDeg, 0]);
    const exact = lab.trace({ spacetime: schwarzschild }, { ...camera, observer: { kind: "rain" } }, looks);
    const rays = lab.trace({ spacetime, tolerance: 1e-8 }, camera, looks);
    expect(rays.map(({ status }) => status)).toEqual(exact.map(({ status }) => status));
    expect(new Set(exact.map(({ status }) => status)).size).toBe(2);
    // Rays of the hole cling to the horizon for ever; that is seen early.
    expect(rays.every(({ status, steps }) => status !== "captured" || steps < 100)).toBe(true);
  });
});

/** Rain on the x axis, normalised in the table's own metric. */
function rainAt(spacetime: Spacetime, r: number): Vec4 {
  const s = Math.sqrt(2 * r);
  const rain: Vec4 = [(r * r + r * s + s * s) / (r * (r + s)), -s / r, 0, 0];
  const scale = 1 / Math.sqrt(-innerProduct(metricAt(spacetime, [r, 0, 0], 0), rain, rain));
  return [rain[0] * scale, rain[1] * scale, 0, 0];
}
