import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../problem.ts";
import { innerProduct, metricAt } from "../spacetime/metric.ts";
import type { Spacetime, Vec3, Vec4 } from "../spacetime/spacetime.ts";
import { type Observer, observerFourVelocity } from "./observer.ts";
import { kerrSchildPosition } from "./place.ts";
import { cameraTetrad, sphericalTetrad } from "./tetrad.ts";

const kerr = (spin: number): Spacetime => ({ kind: "kerr", spin });
const angle = (radians: number) => ({ cos: Math.cos(radians), sin: Math.sin(radians) });

function place(spin: number, r: number, thetaDeg: number, phi = 0): Vec3 {
  const theta = thetaDeg === 90 ? { cos: 0, sin: 1 } : angle((thetaDeg * Math.PI) / 180);
  return kerrSchildPosition(spin, r, { theta, phi: angle(phi) });
}

function refusal(spacetime: Spacetime, position: Vec3, observer: Observer): string {
  try {
    observerFourVelocity({ spacetime, position }, observer);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "";
}

function norm(spacetime: Spacetime, position: Vec3, u: Vec4): number {
  return innerProduct(metricAt(spacetime, position, 0), u, u);
}

describe("observers", () => {
  it("have unit timelike four-velocities wherever they exist, inside the horizon too", () => {
    const property = fc.property(
      fc.double({ min: -0.999, max: 0.999, noNaN: true }),
      fc.double({ min: 0.3, max: 60, noNaN: true }),
      fc.double({ min: 0, max: 180, noNaN: true }),
      fc.constantFrom<Observer["kind"]>("static", "zamo", "circular", "rain", "drip"),
      (spin, r, thetaDeg, kind) => {
        const a = kind === "drip" ? 0 : spin;
        const position = place(a, r, kind === "circular" ? 90 : thetaDeg, 1.1);
        const observer: Observer = kind === "drip" ? { kind, restRadiusM: 70 } : { kind: kind as "rain" };
        try {
          const u = observerFourVelocity({ spacetime: kerr(a), position }, observer);
          // Near the ring or a null limit u^t is large, and its square is what rounding is relative to.
          return Math.abs(norm(kerr(a), position, u) + 1) < 1e-13 * u[0] * u[0] * (1 + 4 / r) && u[0] > 0;
        } catch (error) {
          return error instanceof InputError && kind !== "rain" && kind !== "drip";
        }
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("orbit with the u^t and Omega of oracle 51", () => {
    for (const [r, ut, omega] of [
      [6, 1.34509111785584, 0.0641151468781034],
      [10, 1.18212210745716, 0.0307476822242855],
    ] as const) {
      const position = place(0.9, r, 90);
      const u = observerFourVelocity({ spacetime: kerr(0.9), position }, { kind: "circular" });
      expect(u[0]).toBeCloseTo(ut, 13);
      expect(u[2] / u[0] / position[0]).toBeCloseTo(omega, 14);
    }
  });

  it("drag with the omega and lapse of oracle 52", () => {
    for (const [r, omega, lapse] of [
      [6, 0.00809061488673, 0.81798157138941],
      [10, 0.00178267242404, 0.89460655096882],
    ] as const) {
      const position = place(0.9, r, 90);
      const u = observerFourVelocity({ spacetime: kerr(0.9), position }, { kind: "zamo" });
      expect(1 / u[0]).toBeCloseTo(lapse, 13);
      expect(u[2] / u[0] / position[0]).toBeCloseTo(omega, 13);
    }
  });

  it("drag without angular momentum at every latitude, whatever the spin", () => {
    const property = fc.property(
      fc.double({ min: -0.999, max: 0.999, noNaN: true }),
      fc.double({ min: 2.1, max: 60, noNaN: true }),
      fc.double({ min: 1, max: 179, noNaN: true }),
      (spin, r, thetaDeg) => {
        const [x, y, z] = place(spin, r, thetaDeg, 1.1);
        const u = observerFourVelocity({ spacetime: kerr(spin), position: [x, y, z] }, { kind: "zamo" });
        const momentum = innerProduct(metricAt(kerr(spin), [x, y, z], 0), u, [0, -y, x, 0]);
        return Math.abs(momentum) < 1e-13 * u[0] * r;
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  it("stand still with the redshift of oracle 28", () => {
    for (const [r, g] of [
      [6, 0.816496580927726],
      [10, 0.894427190999916],
      [20, 0.948683298050514],
    ] as const) {
      const u = observerFourVelocity({ spacetime: kerr(0), position: [r, 0, 0] }, { kind: "static" });
      expect(1 / u[0]).toBeCloseTo(g, 14);
    }
  });

  it("drip from rest: static at the start, rain from far away", () => {
    const spacetime = kerr(0);
    const atRest = observerFourVelocity(
      { spacetime, position: [10, 0, 0] },
      { kind: "drip", restRadiusM: 10 },
    );
    const still = observerFourVelocity({ spacetime, position: [10, 0, 0] }, { kind: "static" });
    expect(atRest[0]).toBeCloseTo(still[0], 14);
    const far = observerFourVelocity(
      { spacetime, position: [1.5, 0, 0] },
      { kind: "drip", restRadiusM: 1e12 },
    );
    const rain = observerFourVelocity({ spacetime, position: [1.5, 0, 0] }, { kind: "rain" });
    far.forEach((part, index) => {
      expect(part).toBeCloseTo(rain[index]!, 10);
    });
  });

  it("are refused with the reason where they cannot exist", () => {
    const inside = place(0.9, 1.2, 90);
    expect(refusal(kerr(0.9), place(0.9, 1.9, 90), { kind: "static" })).toMatch(/r = 1\.9.*ergosphere/);
    expect(refusal(kerr(0.9), inside, { kind: "zamo" })).toMatch(/r = 1\.2.*inside the horizon/);
    expect(refusal(kerr(0), [2.9, 0, 0], { kind: "circular" })).toMatch(/no timelike circular orbit/);
    expect(refusal(kerr(0), [3, 0, 0], { kind: "circular" })).toMatch(/no timelike circular orbit/);
    expect(refusal(kerr(0), place(0, 9, 80), { kind: "circular" })).toMatch(
      /equatorial plane.*thetaDeg to 90/,
    );
    expect(refusal(kerr(0.5), place(0.5, 9, 80), { kind: "drip", restRadiusM: 20 })).toMatch(/spin is 0\.5/);
    expect(refusal(kerr(0), [9, 0, 0], { kind: "drip", restRadiusM: 8 })).toMatch(/restRadius is 8/);
    const charged: Spacetime = { kind: "kerr-newman", spin: 0, charge: 0.9 };
    expect(refusal(charged, [0.3, 0, 0], { kind: "rain" })).toMatch(/charge turns/);
    expect(refusal(charged, [0, 0, 0], { kind: "rain" })).toMatch(/ring/);
    const given = (fourVelocity: Vec4): Observer => ({ kind: "given", fourVelocity });
    expect(refusal(kerr(0), [1e6, 0, 0], given([1, 1, 0, 0]))).toMatch(/not timelike/);
    expect(refusal({ kind: "minkowski" }, [5, 0, 0], given([-1, 0, 0, 0]))).toMatch(/past-directed/);
    expect(refusal({ kind: "minkowski" }, [5, 0, 0], given([1.1, 0, 0, 0]))).toMatch(
      /not normalised.*divide/,
    );
    expect(refusal({ kind: "minkowski" }, [5, 0, 0], given([Number.NaN, 0, 0, 0]))).toMatch(/not finite/);
  });
});

describe("tetrads", () => {
  it("are orthonormal to 1e-13 outside and inside the horizon", () => {
    const property = fc.property(
      fc.double({ min: -0.99, max: 0.99, noNaN: true }),
      fc.double({ min: 0.8, max: 50, noNaN: true }),
      fc.double({ min: 0, max: 180, noNaN: true }),
      fc.boolean(),
      (spin, r, thetaDeg, hinted) => {
        const spacetime = kerr(spin);
        const position = place(spin, r, thetaDeg, 2.2);
        const fourVelocity = observerFourVelocity({ spacetime, position }, { kind: "rain" });
        const at = { spacetime, position, tKsM: 0, fourVelocity };
        const legs = hinted
          ? cameraTetrad(at, { forward: [-1, 0.3, 0.2], up: [0.1, 0, 1] })
          : sphericalTetrad(at);
        const metric = metricAt(spacetime, position, 0);
        const frame = [legs.u, legs.forward, legs.up, legs.right];
        return frame.every((a, i) =>
          frame.every((b, j) => {
            const wanted = i !== j ? 0 : i === 0 ? -1 : 1;
            return Math.abs(innerProduct(metric, a, b) - wanted) <= 1e-13;
          }),
        );
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it("have right = forward x up: a camera on +x that looks in has +y on its right", () => {
    const at = { spacetime: kerr(0.9), position: [50, 0, 0] as Vec3, tKsM: 0 };
    const fourVelocity = observerFourVelocity(at, { kind: "static" });
    const byHints = cameraTetrad({ ...at, fourVelocity }, { forward: [-1, 0, 0], up: [0, 0, 1] });
    const bySphere = sphericalTetrad({ ...at, fourVelocity });
    expect(byHints.right[2]).toBeGreaterThan(0.99);
    expect(bySphere.right[2]).toBeGreaterThan(0.99);
    expect(byHints.up[3]).toBeGreaterThan(0.99);
    expect(bySphere.up[3]).toBeGreaterThan(0.99);
  });

  it("have right = forward x up for any two hints in flat space", () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    const property = fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (forward, up) => {
      const [fx, fy, fz] = forward;
      const [ux, uy, uz] = up;
      const cross = [fy * uz - fz * uy, fz * ux - fx * uz, fx * uy - fy * ux] as const;
      const size = Math.hypot(...cross);
      if (size < 1e-3) return true;
      const at = { spacetime: { kind: "minkowski" } as const, position: [1, 2, 3] as Vec3, tKsM: 0 };
      const { right } = cameraTetrad({ ...at, fourVelocity: [1, 0, 0, 0] }, { forward, up });
      return cross.every((wanted, axis) => Math.abs(right[axis + 1]! - wanted / size) < 1e-9);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it("are smooth through the polar axis", () => {
    const legsAt = (thetaDeg: number) => {
      const position = place(0.9, 10, thetaDeg, 0);
      const at = { spacetime: kerr(0.9), position, tKsM: 0 };
      return sphericalTetrad({ ...at, fourVelocity: observerFourVelocity(at, { kind: "rain" }) });
    };
    const onAxis = legsAt(0);
    const beside = legsAt(1e-7);
    onAxis.right.forEach((part, index) => {
      expect(part).toBeCloseTo(beside.right[index]!, 7);
    });
  });

  it("refuse a camera as good as light, whose frame rounding spoils", () => {
    const spacetime = kerr(1 - 1e-12);
    const near = {
      spacetime,
      position: place(spacetime.kind === "kerr" ? spacetime.spin : 0, 1.0000016432, 90),
      tKsM: 0,
    };
    const fourVelocity = observerFourVelocity(near, { kind: "circular" });
    expect(fourVelocity[0]).toBeGreaterThan(1e6);
    expect(() => sphericalTetrad({ ...near, fourVelocity }, "trajectory")).toThrow(
      /^trajectory: is so near that of light/,
    );
  });

  it("refuse hints that span no plane", () => {
    const at = { spacetime: kerr(0), position: [9, 0, 0] as Vec3, tKsM: 0 };
    const fourVelocity = observerFourVelocity(at, { kind: "static" });
    expect(() => cameraTetrad({ ...at, fourVelocity }, { forward: [1, 0, 0], up: [2, 0, 0] })).toThrow(
      /camera\.up/,
    );
  });
});
