import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { photonOrbitRadius } from "../src/spacetime/circularOrbits.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import type { RayResult } from "../src/trace/tracer.ts";
import { cameraOf, type LabCamera, type Look, openRayLab, type RayLab, radians } from "./rayLab.ts";

const kerr = (spin: number): Spacetime => ({ kind: "kerr", spin });
const still = (r: number, thetaDeg = 90): LabCamera => ({ r, thetaDeg, observer: { kind: "static" } });
const rain = (r: number, thetaDeg = 90): LabCamera => ({ r, thetaDeg, observer: { kind: "rain" } });

/** Looks spread over the whole sky of a camera. */
const allRound: readonly Look[] = Array.from({ length: 160 }, (_, i) => {
  const height = 1 - (2 * i + 1) / 160;
  return [((i * 137.50776) % 360) - 180, (Math.asin(height) * 180) / Math.PI];
});

let lab: RayLab;
beforeAll(async () => {
  lab = await openRayLab();
});
afterAll(() => lab.close());

const turn = (
  [ax, ay, az]: readonly [number, number, number],
  [bx, by, bz]: readonly [number, number, number],
): number => Math.hypot(ax - bx, ay - by, az - bz);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

describe("the general backend and the fast one", () => {
  it("agree on every status and, in the median, to the tolerance", () => {
    for (const [spacetime, camera] of [
      [kerr(0.9), still(50, 80)],
      [kerr(0.9), rain(10, 80)],
      [kerr(0.9), rain(1.2, 80)],
      [kerr(0.998), rain(0.8, 50)],
      [kerr(-0.7), rain(4, 130)],
      [{ kind: "schwarzschild" } as const, rain(1.5, 20)],
    ] as const) {
      const general = lab.trace({ spacetime }, camera, allRound);
      const fast = lab.trace({ spacetime, backend: "fast", tolerance: 1e-13 }, camera, allRound);
      expect(general.map(({ status }) => status)).toEqual(fast.map(({ status }) => status));
      const both = general.flatMap((ray, i) => (ray.status === "escaped" ? [[ray, fast[i]!] as const] : []));
      expect(both.length).toBeGreaterThan(20);
      expect(median(both.map(([a, b]) => turn(a.direction!, b.direction!)))).toBeLessThan(2.5e-10);
      expect(median(both.map(([a, b]) => Math.abs(a.sweepRad - b.sweepRad)))).toBeLessThan(1e-8);
      expect(Math.max(...both.map(([a, b]) => Math.abs(a.redshiftG! / b.redshiftG! - 1)))).toBeLessThan(1e-9);
      expect(Math.max(...both.map(([a, b]) => Math.abs(a.xi - b.xi) / (1 + Math.abs(b.xi))))).toBeLessThan(
        1e-9,
      );
    }
  });

  it("meet the disk at the same places, as bright", () => {
    for (const [spin, opacity, innerRadiusM] of [
      [0.9, "transparent", 1.6],
      [0.9, "opaque", 2.4],
      [0, "transparent", 3],
      [-0.5, "opaque", 4],
    ] as const) {
      const spacetime = kerr(spin);
      const disk = { innerRadiusM, outerRadiusM: 20, opacity };
      const looks: Look[] = Array.from({ length: 120 }, (_, i) => [
        -24 + (i % 12) * 4,
        -18 + Math.floor(i / 12) * 4,
      ]);
      const general = lab.trace({ spacetime, disk }, still(40, 75), looks);
      const fast = lab.trace({ spacetime, disk, backend: "fast", tolerance: 1e-12 }, still(40, 75), looks);
      expect(general.map(({ status }) => status)).toEqual(fast.map(({ status }) => status));
      const crossings = general.flatMap(({ crossings: own }, i) =>
        own.map((crossing, n) => [crossing, fast[i]!.crossings[n]!] as const),
      );
      expect(crossings.length).toBeGreaterThan(40);
      expect(general.map((ray) => ray.crossings.length)).toEqual(fast.map((ray) => ray.crossings.length));
      expect(median(crossings.map(([a, b]) => Math.abs(a.radiusM - b.radiusM)))).toBeLessThan(1e-8);
      expect(median(crossings.map(([a, b]) => Math.abs(a.phiRad - b.phiRad)))).toBeLessThan(1e-8);
      expect(median(crossings.map(([a, b]) => Math.abs(a.redshiftG / b.redshiftG - 1)))).toBeLessThan(1e-9);
      expect(crossings.every(([{ redshiftG }]) => redshiftG > 0)).toBe(true);
    }
  });
});

describe("cases that other ray tracers got wrong", () => {
  it("has no blind spot exactly away from the hole: radial, g = sqrt(1 - 2/r) of a static camera", () => {
    const [ray] = lab.trace({ spacetime: kerr(0) }, still(10), [[180, 0]]);
    expect(ray).toMatchObject({ status: "escaped", order: 0 });
    expect(turn(ray!.direction!, [1, 0, 0])).toBeLessThan(1e-14);
    expect(ray!.redshiftG).toBeCloseTo(1 / Math.sqrt(1 - 2 / 10), 13);
    const [inward] = lab.trace({ spacetime: kerr(0) }, still(10), [[0, 0]]);
    expect(inward).toMatchObject({ status: "captured" });
  });

  it("is smooth along the polar axis, with a circular shadow of radius 4.91606338", () => {
    const onAxis = still(1e5, 0);
    const edge = 4.91606338022833 / 1e5;
    const ring = (size: number): RayResult[] =>
      lab.trace(
        { spacetime: kerr(0.9) },
        onAxis,
        Array.from({ length: 16 }, (_, i) => {
          const around = (2 * Math.PI * i) / 16;
          const [sin, cos] = [Math.sin(size * edge), Math.cos(size * edge)];
          return [
            (Math.atan2(sin * Math.cos(around), cos) * 180) / Math.PI,
            (Math.asin(sin * Math.sin(around)) * 180) / Math.PI,
          ];
        }),
      );
    expect(ring(0.9998).every(({ status }) => status === "captured")).toBe(true);
    expect(ring(1.0002).every(({ status }) => status === "escaped")).toBe(true);
    const beside = lab.trace(
      { spacetime: kerr(0.9) },
      still(20, 80),
      [-1e-5, 0, 1e-5].map((d): Look => {
        // Where xi = 0 the ray goes over the pole.
        return [2.6 + d, 30];
      }),
    );
    const [before, at, after] = beside.map(({ direction }) => direction!);
    expect(turn(before!, at!) / turn(at!, after!)).toBeCloseTo(1, 4);
  });

  it("says captured without a step, and unresolved with its reason when the budget is used up", () => {
    const [captured, escaping] = lab.trace({ spacetime: kerr(0.9), stepBudget: 10 }, still(50, 80), [
      [0, 0],
      [10, 0],
    ]);
    expect(captured).toMatchObject({ status: "captured", steps: 0 });
    expect(escaping).toMatchObject({ status: "unresolved", steps: 10, direction: null, redshiftG: null });
    expect(escaping!.reason).toMatch(/step budget/);
  });

  it("has rows and columns where they belong: a pixel is the ray of its direction, at all four borders", () => {
    const spacetime = kerr(0.9);
    const [widthPx, heightPx, hfovRad] = [64, 36, radians(100)];
    const frame = cameraOf(spacetime, still(50, 80), { kind: "pinhole", widthPx, heightPx, hfovRad });
    const focalPx = widthPx / 2 / Math.tan(hfovRad / 2);
    const pixels = [
      [0.5, 18.5],
      [63.5, 18.5],
      [32.5, 0.5],
      [32.5, 35.5],
    ] as const;
    const looks = pixels.map(([x, y]): Look => {
      const [right, up] = [x - widthPx / 2, heightPx / 2 - y];
      const elevation = Math.atan2(up, Math.hypot(focalPx, right));
      return [(Math.atan2(right, focalPx) * 180) / Math.PI, (elevation * 180) / Math.PI];
    });
    const byPixel = lab.traceFrame({ spacetime }, frame, pixels);
    const byLook = lab.trace({ spacetime }, still(50, 80), looks);
    byPixel.forEach(({ direction }, i) => {
      expect(turn(direction!, byLook[i]!.direction!)).toBeLessThan(1e-11);
    });
    // Up on the image is up in space, right is towards +y: the primary image of what lies behind is not turned over.
    expect(byPixel[2]!.direction![2]).toBeGreaterThan(byPixel[3]!.direction![2]);
    expect(byPixel[1]!.direction![1]).toBeGreaterThan(byPixel[0]!.direction![1]);
  });

  it("turns with the hole: the shadow is flattened on the left for spin up, on the right for spin down", () => {
    const edges = (spin: number): readonly [number, number] => {
      const lit = (side: 1 | -1): number => {
        let [dark, light] = [0.05, 1];
        for (let i = 0; i < 40; i++) {
          const middle = (dark + light) / 2;
          const [ray] = lab.trace({ spacetime: kerr(spin) }, still(1000), [[side * middle, 0]]);
          if (ray!.status === "captured") dark = middle;
          else light = middle;
        }
        return lab.trace({ spacetime: kerr(spin) }, still(1000), [[side * light, 0]])[0]!.xi;
      };
      return [lit(-1), lit(1)];
    };
    const [left, right] = edges(0.9);
    expect(left).toBeCloseTo(2.84442140347617, 7);
    expect(right).toBeCloseTo(-6.83231923044667, 7);
    const [mirroredLeft, mirroredRight] = edges(-0.9);
    expect(mirroredLeft).toBeCloseTo(-right, 7);
    expect(mirroredRight).toBeCloseTo(-left, 7);
  });

  it("follows orbits below r = 2: b = 3.2, 2.9, 2.85 around spin 0.9 turn by the angles of oracle 46", () => {
    const a = 0.9;
    const camera = still(30);
    const rMinus = 1 - Math.sqrt(1 - a * a);
    const rPlus = 1 + Math.sqrt(1 - a * a);
    // Azimuth of the camera in Boyer-Lindquist coordinates, its Kerr-Schild azimuth being 0.
    const phi0 = (-a / (rPlus - rMinus)) * Math.log((30 - rPlus) / (30 - rMinus));
    const rayOf = (b: number, low: number, high: number): RayResult => {
      const at = (azDeg: number): RayResult => lab.trace({ spacetime: kerr(a) }, camera, [[azDeg, 0]])[0]!;
      let [left, right] = [low, high];
      const rises = at(high).xi > at(low).xi;
      for (let i = 0; i < 60; i++) {
        const middle = (left + right) / 2;
        if (at(middle).xi < b === rises) left = middle;
        else right = middle;
      }
      return lab.trace({ spacetime: kerr(a), tolerance: 1e-12 }, camera, [[(left + right) / 2, 0]])[0]!;
    };
    for (const [b, total] of [
      [3.2, 7.43201388476613],
      [2.9, 11.748111319108],
      [2.85, 17.590402165104],
    ] as const) {
      const around = rayOf(b, -9, -3);
      const away = rayOf(b, -177, -171);
      const azimuth = ({ direction }: RayResult): number => Math.atan2(direction![1], direction![0]);
      const swept = 2 * phi0 - azimuth(around) - azimuth(away);
      const difference = (swept - total) / (2 * Math.PI);
      expect(Math.abs(difference - Math.round(difference))).toBeLessThan(1e-6);
      expect(around.order).toBe(Math.floor(around.sweepRad / Math.PI));
    }
  });

  it("never takes a ray that steps over the horizon for one that escapes, however rough the steps", () => {
    const spacetime = kerr(0.5);
    const exact = lab.trace({ spacetime, backend: "fast" }, rain(2.5, 60), allRound);
    for (const tolerance of [1e-2, 1e-4]) {
      const rough = lab.trace({ spacetime, tolerance }, rain(2.5, 60), allRound);
      expect(rough.map(({ status }) => status)).toEqual(exact.map(({ status }) => status));
      expect(rough.every(({ sweepRad, xi, eta }) => [sweepRad, xi, eta].every(Number.isFinite))).toBe(true);
    }
  });

  it("calls a camera that is none unresolved, with the reason", () => {
    const spacetime = kerr(0.5);
    const frame = cameraOf(spacetime, rain(5));
    const broken = { ...frame, position: [Number.NaN, 0, 0] as const };
    const [ray] = lab.traceFrame({ spacetime }, broken, [[0.3, 0]]);
    expect(ray).toMatchObject({ status: "unresolved", direction: null, steps: 0 });
    expect(ray!.reason).toMatch(/camera/);
  });

  it("works at the edge of the spins: a = 1 - 1e-12", () => {
    const spacetime = kerr(1 - 1e-12);
    const general = lab.trace({ spacetime }, rain(10, 85), allRound);
    const fast = lab.trace({ spacetime, backend: "fast" }, rain(10, 85), allRound);
    expect(general.map(({ status }) => status)).toEqual(fast.map(({ status }) => status));
    expect(photonOrbitRadius(spacetime, "prograde")).toBeCloseTo(1, 4);
  });
});

describe("laws of rays in the general backend", () => {
  it("are mirror symmetric: z -> -z, and phi -> -phi with a -> -a", () => {
    const above = lab.trace({ spacetime: kerr(0.8) }, rain(8, 70), allRound);
    const below = lab.trace(
      { spacetime: kerr(0.8) },
      rain(8, 110),
      allRound.map(([az, el]): Look => [az, -el]),
    );
    const other = lab.trace(
      { spacetime: kerr(-0.8) },
      rain(8, 70),
      allRound.map(([az, el]): Look => [-az, el]),
    );
    above.forEach((ray, i) => {
      expect(below[i]!.status).toBe(ray.status);
      expect(other[i]!.status).toBe(ray.status);
      if (ray.status !== "escaped") return;
      const [x, y, z] = ray.direction!;
      expect(turn(below[i]!.direction!, [x, y, -z])).toBeLessThan(
        3e-9 * Math.exp(2 * ray.sweepRad - 4) + 1e-9,
      );
      expect(turn(other[i]!.direction!, [x, -y, z])).toBeLessThan(
        3e-9 * Math.exp(2 * ray.sweepRad - 4) + 1e-9,
      );
    });
  });

  it("do not depend on where slabs end: steps, Kerr-Schild time, or none", () => {
    const spacetime: Spacetime = { kind: "kerr-newman", spin: 0.5, charge: 0.6 };
    const disk = { innerRadiusM: 5, outerRadiusM: 12, opacity: "transparent" } as const;
    const camera = { ...still(20, 70), tKsM: 3 };
    const whole = lab.trace({ spacetime, disk }, camera, allRound);
    expect(lab.trace({ spacetime, disk, slab: { kind: "steps", steps: 7 } }, camera, allRound)).toEqual(
      whole,
    );
    expect(lab.trace({ spacetime, disk, slab: { kind: "time", lengthM: 25 } }, camera, allRound)).toEqual(
      whole,
    );
    expect(whole.some(({ crossings }) => crossings.length > 0)).toBe(true);
  });

  it("is Schwarzschild's for a small charge, and sees a smaller shadow for a large one", () => {
    const bare = lab.trace({ spacetime: kerr(0) }, still(20), [[20, 0]])[0]!;
    const small = lab.trace({ spacetime: { kind: "kerr-newman", spin: 0, charge: 1e-6 } }, still(20), [
      [20, 0],
    ])[0]!;
    expect(turn(bare.direction!, small.direction!)).toBeLessThan(1e-9);
    // Reissner-Nordstrom: b_crit = r^2 / sqrt(r^2 - 2r + q^2) at r = (3 + sqrt(9 - 8 q^2)) / 2.
    const charge = 0.8;
    const r = (3 + Math.sqrt(9 - 8 * charge * charge)) / 2;
    const critical = (r * r) / Math.sqrt(r * r - 2 * r + charge * charge);
    const spacetime: Spacetime = { kind: "kerr-newman", spin: 0, charge };
    const sine = (critical / 30) * Math.sqrt(1 - 2 / 30 + (charge * charge) / 900);
    const edgeDeg = (Math.asin(sine) * 180) / Math.PI;
    const [dark, light] = lab.trace({ spacetime }, still(30), [
      [edgeDeg - 1e-6, 0],
      [edgeDeg + 1e-6, 0],
    ]);
    expect(dark!.status).toBe("captured");
    expect(light!.status).toBe("escaped");
  });

  it("go straight where there is no mass, with aberration g = sqrt(3) for a speed of 0.5 ahead", () => {
    const spacetime: Spacetime = { kind: "minkowski" };
    const gamma = 1 / Math.sqrt(0.75);
    const moving: LabCamera = {
      r: 10,
      thetaDeg: 90,
      observer: { kind: "given", fourVelocity: [gamma, -0.5 * gamma, 0, 0] },
    };
    const [ahead, aside] = lab.trace({ spacetime }, moving, [
      [0, 0],
      [0, 90],
    ]);
    expect(ahead!.redshiftG).toBeCloseTo(Math.sqrt(3), 13);
    expect(turn(ahead!.direction!, [-1, 0, 0])).toBeLessThan(1e-14);
    // Seen at a right angle from ahead, it stands behind that.
    expect(aside!.direction![0]).toBeCloseTo(0.5, 13);
  });
});
