import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Observer } from "../src/camera/observer.ts";
import * as layout from "../src/kernel/layout.ts";
import { radialPotential } from "../src/kernel/physics.ts";
import { emptySeries, expand, move, stepLength } from "../src/kernelTables/referenceSeries.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import { RayTable } from "../src/trace/rayTable.ts";
import { writeScene } from "../src/trace/sceneTables.ts";
import type { ResultColumns } from "../src/trace/tracer.ts";
import {
  directionCamera,
  directionOf,
  type Look,
  type OracleCamera,
  openOracleTracer,
} from "./tracedRays.ts";

const tracer = await openOracleTracer();
afterAll(() => tracer.close());

const looks = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -89, max: 89, noNaN: true }),
);
const spins = fc.double({ min: -0.999, max: 0.999, noNaN: true });
const radii = fc.double({ min: 0.7, max: 200, noNaN: true });
const polarAngles = fc.double({ min: 5, max: 175, noNaN: true });
const rain: Observer = { kind: "rain" };

const fallingIn = (spacetime: Spacetime, r: number, thetaDeg: number): OracleCamera => ({
  spacetime,
  r,
  thetaDeg,
  observer: rain,
});

/** How far two directions are apart, and whether both rays end alike; near the critical curve anything may happen. */
function differ(
  a: ResultColumns,
  b: ResultColumns,
  turned = (d: readonly number[]): readonly number[] => d,
): number {
  if (a.marginU[0]! < 1e-3) return 0;
  if (a.status[0] !== b.status[0]) return Number.POSITIVE_INFINITY;
  const [first, second] = [directionOf(a, 0), turned(directionOf(b, 0))];
  return Math.max(...first.map((component, axis) => Math.abs(component - second[axis]!)));
}

describe("the fast backend obeys the laws of its spacetime", () => {
  it("Kerr without spin is Schwarzschild: Taylor steps give what the closed form does", () => {
    const property = fc.property(radii, polarAngles, looks, (r, thetaDeg, look) => {
      const a = tracer.trace(fallingIn({ kind: "schwarzschild" }, r, thetaDeg), [look]);
      const b = tracer.trace(fallingIn({ kind: "kerr", spin: 0 }, r, thetaDeg), [look]);
      return differ(a, b) < 1e-10 && Math.abs(a.redshiftG[0]! - b.redshiftG[0]!) < 1e-12;
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("is mirrored with the spin: z -> -z alone, phi -> -phi together with a -> -a", () => {
    const property = fc.property(spins, radii, polarAngles, looks, (spin, r, thetaDeg, [azDeg, elDeg]) => {
      const kerr: Spacetime = { kind: "kerr", spin };
      const ray = tracer.trace(fallingIn(kerr, r, thetaDeg), [[azDeg, elDeg]]);
      const below = tracer.trace(fallingIn(kerr, r, 180 - thetaDeg), [[azDeg, -elDeg]]);
      const turned = tracer.trace(fallingIn({ kind: "kerr", spin: -spin }, r, thetaDeg), [[-azDeg, elDeg]]);
      return (
        differ(ray, below, ([x, y, z]) => [x!, y!, -z!]) < 1e-9 &&
        differ(ray, turned, ([x, y, z]) => [x!, -y!, z!]) < 1e-9
      );
    });
    fc.assert(property, { numRuns: 400 });
  });

  it("is flat where the hole is far: a camera at r = 1e12 sees straight lines", () => {
    const property = fc.property(spins, looks, (spin, look) => {
      const place = { r: 1e12, thetaDeg: 70, observer: { kind: "static" } } as const;
      const [azDeg, elDeg] = look;
      if (Math.abs(azDeg) < 1 && Math.abs(elDeg) < 1) return true;
      const curved = tracer.trace({ ...place, spacetime: { kind: "kerr", spin } }, [look]);
      const flat = tracer.trace({ ...place, spacetime: { kind: "minkowski" } }, [look]);
      return (
        Math.max(...directionOf(curved, 0).map((c, axis) => Math.abs(c - directionOf(flat, 0)[axis]!))) <
          1e-9 && Math.abs(curved.sweepRad[0]! - flat.sweepRad[0]!) < 1e-9
      );
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("is the same all around a camera on the spin axis", () => {
    const angle = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const property = fc.property(spins, radii, angle(0, Math.PI), angle(0, 6.28), (spin, r, aside, turn) => {
      const onAxis = fallingIn({ kind: "kerr", spin }, r, 0);
      const [a, b] = [0, turn].map((about) => {
        const el = Math.asin(Math.sin(aside) * Math.sin(about));
        const az = Math.atan2(Math.sin(aside) * Math.cos(about), Math.cos(aside));
        return tracer.trace(onAxis, [[(az * 180) / Math.PI, (el * 180) / Math.PI]]);
      });
      if (a!.marginU[0]! < 1e-3) return true;
      const isSame = a!.status[0] === b!.status[0] && Math.abs(a!.redshiftG[0]! - b!.redshiftG[0]!) < 1e-11;
      return isSame && Math.abs(a!.directionZ[0]! - b!.directionZ[0]!) < 1e-9;
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("reaches the shadow's edge without any stop radius: spins up to 1 - 1e-12 classify alike on both sides", () => {
    for (const spin of [0.9, 0.998, 1 - 1e-6, 1 - 1e-12]) {
      const camera = fallingIn({ kind: "kerr", spin }, 20, 90);
      const fan = Array.from({ length: 400 }, (_, index): Look => [0.1 * index - 20, 0.3]);
      const { status, reason } = tracer.trace(camera, fan);
      const changes = [...status].filter((code, index) => index > 0 && code !== status[index - 1]).length;
      expect(changes).toBe(2);
      expect([...reason].every((code) => code === 0)).toBe(true);
    }
  });
});

describe("a ray on its way", () => {
  /** State columns of an active ray after each slab of one step. */
  function statesOf(camera: OracleCamera, look: Look, tolerance: number): number[][] {
    const { arena } = tracer.kernel;
    const slab = { kind: "steps", steps: 1 } as const;
    const frames = [directionCamera(camera)];
    const { spacetime } = camera;
    const scene = writeScene(arena, {
      spacetime,
      backend: "fast",
      tolerance,
      stepBudget: 1000,
      slab,
      frames,
    });
    const table = new RayTable(arena);
    const [x, y] = look.map((deg) => Float64Array.of((deg * Math.PI) / 180)) as [Float64Array, Float64Array];
    table.append({ count: 1, frame: new Int32Array(1), x, y }, new Int32Array(1));
    const params = arena.allocate(layout.PARAMS_BYTES);
    arena.i32(params, 4).set([scene.contextPointer, table.pointer, table.capacity, 0]);
    const states: number[][] = [];
    const visit = (entry: string): void => {
      tracer.engine.run({ kernel: tracer.kernel, entry, paramsPointer: params, count: 1 });
      if (table.i32(layout.RAY_POOL_STATUS)[0] !== layout.POOL_ACTIVE) return;
      states.push(Array.from({ length: 14 }, (_, field) => table.f64(layout.RAY_STATE + field)[0]!));
    };
    visit("startRays");
    while (table.i32(layout.RAY_POOL_STATUS)[0] === layout.POOL_ACTIVE) visit("advanceSphere");
    table.free();
    scene.free();
    arena.free(params);
    return states;
  }

  it("keeps E, L and Q: the state drifts from its invariants by less than ten tolerances", () => {
    const tolerance = 1e-10;
    const property = fc.property(spins, radii, polarAngles, looks, (spin, r, thetaDeg, look) =>
      statesOf(fallingIn({ kind: "kerr", spin }, r, thetaDeg), look, tolerance).every((state) =>
        drifts(spin, state).every((drift) => Math.abs(drift) < 10 * tolerance),
      ),
    );
    fc.assert(property, { numRuns: 300 });
  });

  it("followed the other way returns to the camera", () => {
    const tolerance = 1e-12;
    let followed = 0;
    const property = fc.property(spins, radii, polarAngles, looks, (spin, r, thetaDeg, look) => {
      const states = statesOf(fallingIn({ kind: "kerr", spin }, r, thetaDeg), look, tolerance);
      // Rays that wind around the hole lose the digits by which they came.
      if (states.length < 2 || states.length > 12) return true;
      followed++;
      const start = states[0]!;
      const back = returned(spin, states.at(-1)!, tolerance);
      return back.every(
        (value, field) => Math.abs(value - start[field]!) < 1e-8 * (1 + Math.abs(start[field]!)),
      );
    });
    fc.assert(property, { numRuns: 1200 });
    expect(followed).toBeGreaterThan(80);
  });
});

/** The state at Mino's parameter 0 of a ray that is followed back from a state on its way. */
function returned(a: number, state: readonly number[], tolerance: number): number[] {
  const [energy, momentum, carter, target] = state.slice(10) as [number, number, number, number];
  const whole = carter + momentum * momentum;
  const ae = a * energy;
  const k = carter + (momentum - ae) ** 2;
  const [u, w, nx, ny, nz, vx, vy, vz] = state as [
    ...[number, number, number, number, number, number, number, number],
  ];
  const ray = {
    ...{ u, w, nx, ny, nz, vx, vy, vz, psi: state[8]!, tau: state[9]!, energy, momentum, carter, target },
    ...{ whole, k, ae, c1: ae * ae - whole, c2: 3 * k, c3: -2 * a * a * carter, p2: -a * (momentum - ae) },
    wScale: 1 / Math.abs(energy),
  };
  const series = emptySeries();
  while (ray.tau > 0) {
    expand(ray, series, a);
    const step = Math.min(stepLength(ray, series, tolerance), ray.tau);
    move(ray, series, -step);
    ray.tau -= step;
  }
  return [ray.u, ray.w, ray.nx, ray.ny, ray.nz, ray.vx, ray.vy, ray.vz, ray.psi];
}

/** What should be 0: of w^2 = U, n^2 = 1, n.v = 0, v^2 = C + a^2 E^2 n_z^2, each over its size. */
function drifts(spin: number, state: readonly number[]): number[] {
  const [u, w, nx, ny, nz, vx, vy, vz, , , energy, momentum, carter] = state as [
    ...[number, number, number, number, number, number, number, number],
    ...[number, number, number, number, number, number],
  ];
  const whole = carter + momentum * momentum;
  const a2e2 = spin * spin * energy * energy;
  const k = carter + (momentum - spin * energy) ** 2;
  const potential = radialPotential(u, energy * energy, a2e2 - whole, k, spin * spin * carter);
  const size = energy * energy + (Math.abs(whole) + a2e2) * u * u * (1 + 2 * u) + k * u * u * u;
  const speed = vx * vx + vy * vy + vz * vz;
  return [
    (w * w - potential) / size,
    nx * nx + ny * ny + nz * nz - 1,
    (nx * vx + ny * vy + nz * vz) / (1 + Math.sqrt(speed)),
    (speed - whole - a2e2 * nz * nz) / (1 + speed + a2e2),
  ];
}
