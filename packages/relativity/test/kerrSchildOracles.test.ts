import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Observer } from "../src/camera/observer.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import { type LabCamera, openRayLab, type RayLab, shadowEdge } from "./rayLab.ts";

const schwarzschild: Spacetime = { kind: "schwarzschild" };
const kerr: Spacetime = { kind: "kerr", spin: 0.9 };
const camera = (r: number, observer: Observer, thetaDeg = 90): LabCamera => ({ r, thetaDeg, observer });
const drip = (restRadiusM: number): Observer => ({ kind: "drip", restRadiusM });

let lab: RayLab;
beforeAll(async () => {
  lab = await openRayLab();
});
afterAll(() => lab.close());

/** Half-angle of the shadow about the inward direction, in degrees. */
function shadow(r: number, observer: Observer): number {
  const isCaptured = (azDeg: number): boolean =>
    lab.trace({ spacetime: schwarzschild }, camera(r, observer), [[azDeg, 0]])[0]!.status !== "escaped";
  return shadowEdge(isCaptured, 0.1, 179.9);
}

/** Greatest value of a function with one maximum between two angles. */
function extreme(value: (degrees: number) => number, from: number, to: number): number {
  let low = from;
  let high = to;
  for (let i = 0; i < 60; i++) {
    const third = (high - low) / 3;
    if (value(low + third) < value(high - third)) low += third;
    else high -= third;
  }
  return value(0.5 * (low + high));
}

describe("the general backend", () => {
  it("sees the static shadows of oracles 12 and 13", () => {
    expect((shadow(50, { kind: "static" }) * Math.PI) / 180).toBeCloseTo(0.102000153303713, 9);
    expect((shadow(30, { kind: "static" }) * Math.PI) / 180).toBeCloseTo(0.168122894296216, 9);
    expect((shadow(10, { kind: "static" }) * Math.PI) / 180).toBeCloseTo(0.483361282211952, 9);
    expect(shadow(6, { kind: "static" })).toBeCloseTo(45, 7);
    expect(shadow(3, { kind: "static" })).toBeCloseTo(90, 5);
    expect(shadow(2.5, { kind: "static" })).toBeCloseTo(111.640506001, 7);
    expect(shadow(2.1, { kind: "static" })).toBeCloseTo(147.319816053, 7);
  });

  it("sees the rain's shadows of oracles 14 and 15, on both sides of the horizon", () => {
    const oracles = [
      [50, 4.77313063546],
      [30, 7.40352185149],
      [10, 17.3241986566],
      [6, 24.2034283393],
      [3, 35.2643896828],
      [2, 42.1034488707],
    ] as const;
    for (const [r, halfAngleDeg] of oracles) {
      expect(shadow(r, { kind: "rain" })).toBeCloseTo(halfAngleDeg, 7);
      const beta = Math.sqrt(2 / r);
      const size = Math.sqrt(r * r + 27 * beta * beta);
      const closed =
        Math.atan2(r, Math.sqrt(27) * beta) - (r >= 3 ? 1 : -1) * Math.acos(Math.sqrt(27) / size);
      expect((closed * 180) / Math.PI).toBeCloseTo(halfAngleDeg, 5);
    }
  });

  it("sees stars at the rain's shadow edge and zenith with g of oracles 18 and 19", () => {
    const edges = [
      [10, 1.74497474683],
      [3, 3],
      [2, 3.875],
      [1, 6.48331477355],
    ] as const;
    for (const [r, g] of edges) {
      const edge = shadow(r, { kind: "rain" });
      const [ray] = lab.trace({ spacetime: schwarzschild }, camera(r, { kind: "rain" }), [[edge + 1e-7, 0]]);
      expect(ray!.redshiftG! / g).toBeCloseTo(1, 7);
    }
    const zeniths = [
      [10, 0.690983005625],
      [2, 0.5],
      [1, 0.414213562373],
      [0.5, 1 / 3],
    ] as const;
    for (const [r, g] of zeniths) {
      const [ray] = lab.trace({ spacetime: schwarzschild }, camera(r, { kind: "rain" }), [[180, 0]]);
      expect(ray).toMatchObject({ status: "escaped", order: 0 });
      expect(ray!.redshiftG).toBeCloseTo(g, 11);
    }
  });

  it("sees the drip's shadows and shifts of oracles 20 to 22", () => {
    const oracles = [
      [20, 11.804150102],
      [10, 18.8075222856],
      [4, 31.9823187783],
      [3, 36.6992252005],
      [2, 43.4456175992],
      [1, 54.3886738259],
    ] as const;
    for (const [r, halfAngleDeg] of oracles) expect(shadow(r, drip(30))).toBeCloseTo(halfAngleDeg, 7);
    const atTwo = camera(2, drip(30));
    const edge = shadow(2, drip(30)) + 1e-8;
    const [atEdge, zenith] = lab.trace({ spacetime: schwarzschild }, atTwo, [
      [edge, 0],
      [180, 0],
    ]);
    expect(atEdge!.redshiftG).toBeCloseTo(3.7781089374, 8);
    expect(zenith!.redshiftG).toBeCloseTo(0.517549169507, 11);
    expect(shadow(2, drip(10))).toBeCloseTo(46.5674634422, 7);
    const fromTen = lab.trace({ spacetime: schwarzschild }, camera(2, drip(10)), [[46.5674634422 + 1e-8, 0]]);
    expect(fromTen[0]!.redshiftG).toBeCloseTo(3.577708764, 8);
  });

  it("sweeps the angles of oracles 23 to 25", () => {
    const oracles = [
      [6, 6.32074458744896, 1e-7],
      [7, 4.54808033015345, 1e-8],
      [8, 4.09084975467638, 1e-8],
      [10, 3.68021705448912, 1e-8],
      [20, 3.06355368526737, 1e-8],
      [45, 2.46000271343752, 1e-8],
      [89, 1.63062333060877, 1e-8],
      [150, 0.534657552539438, 1e-8],
      [17.87270150659, Math.PI, 1e-8],
      [6.0062736554421, 2 * Math.PI, 1e-7],
      [5.8508144691955, 3 * Math.PI, 2e-5],
    ] as const;
    const rays = lab.trace(
      { spacetime: schwarzschild },
      camera(50, { kind: "static" }, 80),
      oracles.map(([azDeg]) => [azDeg, 0]),
    );
    oracles.forEach(([, sweepRad, error], index) => {
      expect(Math.abs(rays[index]!.sweepRad - sweepRad)).toBeLessThan(error);
    });
    expect(rays.map(({ order }) => order).slice(0, 4)).toEqual([2, 1, 1, 1]);
  });

  it("shifts light for a circular camera as oracle 31 says", () => {
    const orbiting = camera(10, { kind: "circular" });
    const shift = (azDeg: number, elDeg = 0): number =>
      lab.trace({ spacetime: schwarzschild }, orbiting, [[azDeg, elDeg]])[0]!.redshiftG!;
    // The frame's right leans from the motion, towards which light is shifted most.
    expect(extreme((azDeg) => shift(azDeg), 60, 120)).toBeCloseTo(1.6178057366987, 11);
    expect(-extreme((azDeg) => -shift(-azDeg), 60, 120)).toBeCloseTo(0.7726514819701, 11);
    expect(shift(0, 90)).toBeCloseTo(1.0458250331676, 11);
  });

  it("follows the single Kerr rays of oracles 62 to 70, inside the horizon too", () => {
    const rain: Observer = { kind: "rain" };
    const still: Observer = { kind: "static" };
    const oracles = [
      [
        50,
        still,
        10,
        0,
        1.020620518427,
        -9.6586481867,
        2.876057926,
        [-0.831568570808, -0.537496275791, -0.13996951652],
      ],
      [
        50,
        still,
        -10,
        0,
        1.020620518427,
        7.795075872,
        1.86477681,
        [-0.858333813298, 0.48859767717, -0.156637718361],
      ],
      [
        50,
        still,
        0,
        10,
        1.020620518427,
        -0.9317861574,
        78.5285382474,
        [-0.756470577637, -0.00499160711, -0.65400867657],
      ],
      [
        10,
        rain,
        30,
        10,
        1.58478859117,
        -8.9326637724,
        10.0315342147,
        [-0.971912482888, 0.213589695087, -0.09882088726],
      ],
      [
        1.2,
        rain,
        80,
        20,
        1.003516112366,
        -1.3960688418,
        0.2086844209,
        [0.181363080783, 0.915063692689, 0.360230303072],
      ],
      [
        1.2,
        rain,
        150,
        5,
        0.4551401326,
        0.2446769199,
        -0.0202588035,
        [0.8700187905, 0.426990351695, 0.246468139394],
      ],
    ] as const;
    for (const [r, observer, azDeg, elDeg, g, xi, eta, direction] of oracles) {
      const [ray] = lab.trace({ spacetime: kerr }, camera(r, observer, 80), [[azDeg, elDeg]]);
      expect(ray!.status).toBe("escaped");
      expect(ray!.redshiftG).toBeCloseTo(g, 11);
      expect(ray!.xi).toBeCloseTo(xi, 9);
      expect(ray!.eta).toBeCloseTo(eta, 9);
      direction.forEach((part, axis) => {
        expect(Math.abs(ray!.direction![axis]! - part)).toBeLessThan(4e-10);
      });
    }
  });

  it("sees the shadow of oracle 71: Kerr rain in the equator at r = 10", () => {
    const edge = (look: (degrees: number) => readonly [number, number]): number =>
      shadowEdge(
        (degrees) =>
          lab.trace({ spacetime: kerr }, camera(10, { kind: "rain" }), [look(degrees)])[0]!.status !==
          "escaped",
        5,
        30,
      );
    expect(edge((degrees) => [degrees, 0])).toBeCloseTo(17.917136625, 7);
    expect(edge((degrees) => [-degrees, 0])).toBeCloseTo(14.568083315, 7);
  });
});
