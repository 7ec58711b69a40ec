import { afterAll, describe, expect, it } from "vitest";
import type { Observer } from "../src/camera/observer.ts";
import { diskRedshiftG } from "../src/kernel/physics.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import { bisectLooks, DEG, isShadow, type Look, openOracleTracer } from "./tracedRays.ts";

const tracer = await openOracleTracer();
afterAll(() => tracer.close());

const schwarzschild: Spacetime = { kind: "schwarzschild" };
/** The same spacetime by the Taylor steps of the Kerr kernel. */
const kerrWithoutSpin: Spacetime = { kind: "kerr", spin: 0 };
const staticObserver: Observer = { kind: "static" };
const rain: Observer = { kind: "rain" };
const drip = (restRadiusM: number): Observer => ({ kind: "drip", restRadiusM });

const camera = (r: number, observer: Observer, spacetime: Spacetime = schwarzschild) => ({
  spacetime,
  r,
  thetaDeg: 90,
  observer,
});

/** Sweeps to infinity for looks at angles from inward, radians. */
function sweeps(
  r: number,
  lookDeg: readonly number[],
  observer: Observer = staticObserver,
  spacetime: Spacetime = schwarzschild,
) {
  const looks = lookDeg.map((deg): Look => [deg, 0]);
  const results = tracer.trace(camera(r, observer, spacetime), looks);
  expect([...results.status]).toEqual(lookDeg.map(() => 0));
  return results.sweepRad;
}

/** Half-angle of the shadow about the inward direction, degrees. */
function shadowHalfAngle(r: number, observer: Observer, spacetime: Spacetime = schwarzschild): number {
  const trace = (looks: readonly Look[]) => tracer.trace(camera(r, observer, spacetime), looks);
  return 180 * bisectLooks(trace, [(t) => [180 * t, 0]], isShadow)[0]!;
}

/** g of a star seen at one angle from inward. */
function redshiftAt(r: number, observer: Observer, look: Look): number {
  return tracer.trace(camera(r, observer), [look]).redshiftG[0]!;
}

describe.each([schwarzschild, kerrWithoutSpin])("%o", (spacetime) => {
  // Oracles 12, 13: static; 14, 15: rain; 20 to 22: drip.
  it.each([
    [50, staticObserver, 0.102000153303713 / DEG],
    [30, staticObserver, 0.168122894296216 / DEG],
    [10, staticObserver, 0.483361282211952 / DEG],
    [6, staticObserver, 45],
    [3, staticObserver, 90],
    [2.5, staticObserver, 111.640506001],
    [2.1, staticObserver, 147.319816053],
    [50, rain, 4.77313063546],
    [30, rain, 7.40352185149],
    [10, rain, 17.3241986566],
    [6, rain, 24.2034283393],
    [3, rain, Math.acos(Math.sqrt(2 / 3)) / DEG],
    [2, rain, (2 * Math.atan(2 / (3 * Math.sqrt(3)))) / DEG],
    [20, drip(30), 11.804150102],
    [10, drip(30), 18.8075222856],
    [4, drip(30), 31.9823187783],
    [3, drip(30), 36.6992252005],
    [2, drip(30), 43.4456175992],
    [1, drip(30), 54.3886738259],
    [2, drip(10), 46.5674634422],
  ])("at r = %f the shadow of a camera that is %o has a half-angle of %f degrees", (r, observer, deg) => {
    expect(Math.abs(shadowHalfAngle(r, observer, spacetime) - deg)).toBeLessThan(2e-9);
  });

  // Oracles 23, 24.
  it("sweeps the angles of section 6 from a static camera at r = 50", () => {
    const found = sweeps(50, [6, 7, 8, 10, 20, 45, 89, 150], staticObserver, spacetime);
    const expected = [
      6.32074458744896, 4.54808033015345, 4.09084975467638, 3.68021705448912, 3.06355368526737,
      2.46000271343752, 1.63062333060877, 0.534657552539438,
    ];
    expected.forEach((angle, row) => {
      expect(Math.abs(found[row]! - angle)).toBeLessThan(2e-12);
    });
  });

  // Oracles 2 to 9: a pass from infinity is the way in from a camera and the way out with the same impact parameter.
  it.each([
    [5.2, 6.810371956663497, 1e-10],
    [5.5, 2.553020182345338, 1e-11],
    [6, 1.719388310230169, 1e-11],
    [7, 1.127639104731336, 1e-11],
    [10, 0.5903957876058273, 1e-11],
    [20, 0.2361359953884699, 1e-11],
    [50, 0.08508345038324747, 1e-11],
    [100, 0.04122253974927365, 1e-11],
    [1000, 0.004011823809925365, 1e-11],
    [3 * Math.sqrt(3) * (1 + 1e-2), 4.229661811837559, 1e-10],
    [3 * Math.sqrt(3) * (1 + 1e-4), 8.810486354995607, 1e-8],
    [3 * Math.sqrt(3) * (1 + 1e-6), 13.41528555779418, 1e-7],
    [3 * Math.sqrt(3) * (1 + 1e-8), 18.02045076738511, 3e-6],
  ])("bends a ray of impact parameter %f by %f", (b, deflection, tolerance) => {
    const r = b < 9 ? 10 : 2 * b;
    const deg = Math.asin((b * Math.sqrt(1 - 2 / r)) / r) / DEG;
    const [inward, outward] = sweeps(r, [deg, 180 - deg], staticObserver, spacetime);
    expect(Math.abs(inward! + outward! - Math.PI - deflection)).toBeLessThan(tolerance);
  });
});

it("oracle 1: the shadow's edge is the critical impact parameter, from any camera", () => {
  for (const [r, observer] of [
    [50, staticObserver],
    [4, staticObserver],
    [10, rain],
    [1, rain],
  ] as const) {
    const deg = shadowHalfAngle(r, observer);
    const { xi } = tracer.trace(camera(r, observer), [[deg + 1e-9, 0]]);
    expect(Math.abs(Math.abs(xi[0]!) - 5.196152422706632)).toBeLessThan(1e-8);
  }
});

it("oracle 10: the deflection's strong limit", () => {
  const b = 3 * Math.sqrt(3) * (1 + 1e-6);
  const deg = Math.asin((b * Math.sqrt(0.8)) / 10) / DEG;
  const [inward, outward] = sweeps(10, [deg, 180 - deg]);
  const constant = inward! + outward! - Math.PI + Math.log(1e-6);
  expect(Math.abs(constant - -0.4002300397552617)).toBeLessThan(2e-5);
});

it("oracle 17: the closed form of a falling camera's shadow", () => {
  for (const r of [0.5, 1.5, 2.9, 3.1, 7, 25]) {
    const beta = Math.sqrt(2 / r);
    const edge = 3 * Math.sqrt(3);
    const turn = Math.acos(edge / Math.sqrt(r * r + 27 * beta * beta));
    const expected = Math.atan2(r, edge * beta) + (r > 3 ? -turn : turn);
    expect(Math.abs(shadowHalfAngle(r, rain) * DEG - expected)).toBeLessThan(1e-10);
  }
});

// Oracles 18, 19, 22.
it.each([
  [10, rain, 1.74497474683, 0.690983005625],
  [3, rain, 3, 1 / (1 + Math.sqrt(2 / 3))],
  [2, rain, 3.875, 0.5],
  [1, rain, 6.48331477355, 0.414213562373],
  [2, drip(30), 3.7781089374, 0.517549169507],
])(
  "at r = %f a camera that is %o sees g = %f at the shadow's edge, %f at the zenith",
  (r, observer, edge, zenith) => {
    const deg = shadowHalfAngle(r, observer);
    expect(Math.abs(redshiftAt(r, observer, [deg + 1e-9, 0]) - edge)).toBeLessThan(2e-9);
    expect(Math.abs(redshiftAt(r, observer, [180, 0]) - zenith)).toBeLessThan(1e-11);
  },
);

it("oracle 22: a drip from 10 at the horizon; oracle 19 at r = 0.5", () => {
  const deg = shadowHalfAngle(2, drip(10));
  expect(Math.abs(redshiftAt(2, drip(10), [deg + 1e-9, 0]) - 3.577708764)).toBeLessThan(2e-9);
  expect(Math.abs(redshiftAt(0.5, rain, [180, 0]) - 1 / 3)).toBeLessThan(1e-14);
});

describe("rings and images of a static camera at r = 50", () => {
  const edgeDeg = 0.102000153303713 / DEG;

  /** Look angle whose ray sweeps an angle, degrees. */
  function lookOfSweep(sweepRad: number): number {
    const trace = (looks: readonly Look[]) => tracer.trace(camera(50, staticObserver), looks);
    const path = (t: number): Look => [edgeDeg + (180 - edgeDeg) * t, 0];
    const isLong = (results: ReturnType<typeof trace>, row: number) =>
      results.status[row] !== 0 || results.sweepRad[row]! > sweepRad;
    return path(bisectLooks(trace, [path], isLong)[0]!)[0];
  }

  // Oracle 25.
  it.each([
    [1, 17.87270150659],
    [2, 6.0062736554421],
    [3, 5.8508144691955],
    [4, 5.8444641556097],
    [5, 5.8441906449895],
  ])("the sweep is %i pi at %f degrees", (turns, deg) => {
    expect(Math.abs(lookOfSweep(turns * Math.PI) - deg)).toBeLessThan(1e-9);
  });

  it("oracle 11: each ring is e^-pi closer to the edge than the last", () => {
    const gaps = [3, 4, 5].map((turns) => lookOfSweep(turns * Math.PI) - edgeDeg);
    expect(Math.abs(gaps[1]! / gaps[0]! / 0.04321391826377225 - 1)).toBeLessThan(0.02);
    expect(Math.abs(gaps[2]! / gaps[0]! / 0.001867442731707989 - 1)).toBeLessThan(0.02);
  });

  // Oracle 26: images of a star 20 degrees off the axis, and their magnifications.
  it.each([
    [Math.PI - 20 * DEG, 29.6806452652, 1.047418481],
    [Math.PI + 20 * DEG, 11.7334723656, 0.1176676351],
    [3 * Math.PI - 20 * DEG, 5.85359854756, 4.923301915e-5],
    [3 * Math.PI + 20 * DEG, 5.84885479408, 2.437320998e-5],
  ])("sweep %f: a star's image at %f degrees, magnified %f times", (sweepRad, deg, magnification) => {
    const found = lookOfSweep(sweepRad);
    expect(Math.abs(found - deg)).toBeLessThan(2e-9);
    const step = 1e-5 * (found - edgeDeg);
    const [low, high] = sweeps(50, [found - step, found + step]);
    const slope = Math.abs(high! - low!) / (2 * step * DEG);
    const area = Math.sin(found * DEG) / (Math.sin(20 * DEG) * slope);
    expect(Math.abs(area / magnification - 1)).toBeLessThan(1e-6);
  });
});

describe("redshift of matter and cameras", () => {
  it("oracle 28: light of a static source is seen at infinity as a star is by a static camera, turned over", () => {
    for (const [r, g] of [
      [6, 0.816496580927726],
      [10, 0.894427190999916],
      [20, 0.948683298050514],
    ] as const) {
      expect(Math.abs(1 / redshiftAt(r, staticObserver, [100, 30]) - g)).toBeLessThan(1e-14);
    }
  });

  it("oracle 29: matter on circular orbits, by light without angular momentum", () => {
    for (const [r, g] of [
      [6, Math.SQRT1_2],
      [10, 0.836660026534076],
      [20, 0.921954445729289],
    ] as const) {
      expect(Math.abs(diskRedshiftG(0, r, -1, 0, 0, 6, 0, 0) - g)).toBeLessThan(1e-14);
    }
  });

  it("oracle 29 by rays: a camera on the axis sees each ring of the disk with its factor", () => {
    const disk = { innerRadiusM: 6, outerRadiusM: 100, opacity: "opaque" } as const;
    const looks = [22, 26, 30, 40].map((deg): Look => [0, deg]);
    const place = { spacetime: schwarzschild, r: 20, thetaDeg: 0, observer: staticObserver };
    const { status, redshiftG, crossings } = tracer.trace(place, looks, { disk });
    looks.forEach((_, row) => {
      expect(status[row]).toBe(2);
      const r = crossings[12 * row]!;
      const expected = Math.sqrt((1 - 3 / r) / (1 - 2 / 20));
      expect(Math.abs(redshiftG[row]! - expected)).toBeLessThan(1e-11);
    });
  });

  it("oracle 30: matter at r = 6 along the line of sight", () => {
    const impact = 6 / Math.sqrt(1 - 2 / 6);
    expect(Math.abs(diskRedshiftG(0, 6, -1, -impact, 0, 6, 0, 0) - Math.SQRT2)).toBeLessThan(1e-14);
    expect(Math.abs(diskRedshiftG(0, 6, -1, impact, 0, 6, 0, 0) - 0.471404520791032)).toBeLessThan(1e-14);
  });

  it("oracle 31: a camera on a circular orbit at r = 10 looks ahead, back and across", () => {
    const looks: Look[] = [
      [0, 0],
      [180, 0],
      [0, 90],
    ];
    const hints = { forward: [0, 1, 0], up: [0, 0, 1] } as const;
    const { redshiftG } = tracer.trace({ ...camera(10, { kind: "circular" }), hints }, looks);
    [1.6178057366987, 0.7726514819701, 1.0458250331676].forEach((g, row) => {
      expect(Math.abs(redshiftG[row]! - g)).toBeLessThan(1e-12);
    });
    const [ahead, back] = redshiftG;
    expect(Math.abs((ahead! - back!) / (ahead! + back!) - 0.3535533905933)).toBeLessThan(1e-12);
  });

  it("looking exactly away from the hole is no blind spot", () => {
    const { status, redshiftG, directionX } = tracer.trace(camera(10, staticObserver), [[180, 0]]);
    expect(status[0]).toBe(0);
    expect(redshiftG[0]).toBeCloseTo(1 / Math.sqrt(1 - 2 / 10), 14);
    expect(directionX[0]).toBe(1);
  });
});
