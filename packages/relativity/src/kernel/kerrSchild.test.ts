import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circularOrbit, innermostStableOrbit } from "../spacetime/circularOrbits.ts";
import { innerProduct, metricAt } from "../spacetime/metric.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import { ERROR_ALLOWANCE, GREATEST_FACTOR, LEAST_FACTOR, stepFactor } from "./dormandPrince.ts";
import * as light from "./kerrSchild.ts";
import { diskRedshiftG } from "./physics.ts";

type Numbers = readonly [number, number, number];
const within = (limit: number): fc.Arbitrary<number> => fc.double({ min: -limit, max: limit, noNaN: true });
const triple = (limit: number): fc.Arbitrary<Numbers> =>
  fc.tuple(within(limit), within(limit), within(limit));

/** H = (-E^2 + p^2 - f S^2) / 2. */
function hamiltonian(a: number, q2: number, e: number, [x, y, z]: Numbers, [px, py, pz]: Numbers): number {
  light.kerrSchildFormAt(1, a, q2, x, y, z);
  const s = e + light.nullX * px + light.nullY * py + light.nullZ * pz;
  return 0.5 * (px * px + py * py + pz * pz - e * e - light.form * s * s);
}

describe("light in Kerr-Schild coordinates", () => {
  it("moves by the derivatives of its Hamiltonian, with charge too", () => {
    const property = fc.property(
      fc.tuple(within(0.9), fc.double({ min: 0, max: 0.4, noNaN: true })),
      triple(8),
      triple(2),
      ([a, q2], place, p) => {
        if (Math.hypot(...place) < 2 || Math.abs(place[2]) < 0.2) return true;
        const e = -1.2;
        const step = 1e-5;
        const slope = (value: (by: Numbers) => number, axis: number): number => {
          const by = [0, 0, 0].map((_, i) => (i === axis ? step : 0)) as unknown as Numbers;
          return (value(by) - value(by.map((d) => -d) as unknown as Numbers)) / (2 * step);
        };
        const plus = (u: Numbers, d: Numbers): Numbers => [u[0] + d[0], u[1] + d[1], u[2] + d[2]];
        light.affineRates(1, a, q2, e, ...place, ...p);
        const rates = [light.rateX, light.rateY, light.rateZ, light.ratePx, light.ratePy, light.ratePz];
        const byP = [0, 1, 2].map((axis) => slope((d) => hamiltonian(a, q2, e, place, plus(p, d)), axis));
        const byX = [0, 1, 2].map((axis) => -slope((d) => hamiltonian(a, q2, e, plus(place, d), p), axis));
        return [...byP, ...byX].every((wanted, i) => Math.abs(rates[i]! - wanted) < 1e-6);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it("keeps H = 0 with the energy of its spatial momentum", () => {
    const property = fc.property(within(0.9), triple(8), triple(2), (a, place, p) => {
      if (Math.hypot(...place) < 1 || Math.hypot(...p) < 0.01) return true;
      const e = light.backwardEnergy(1, a, 0, ...place, ...p);
      return Math.abs(hamiltonian(a, 0, e, place, p)) < 1e-12 * Math.hypot(...p) ** 2;
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe("disk matter", () => {
  const schwarzschild: Spacetime = { kind: "schwarzschild" };

  it("on circular orbits is seen without angular momentum as oracle 29 says", () => {
    const { radiusM, energy, angularMomentumM } = innermostStableOrbit(schwarzschild)!;
    for (const [r, g] of [
      [6, Math.SQRT1_2],
      [10, 0.836660026534076],
      [20, 0.921954445729289],
    ] as const) {
      const frequency = light.diskFrequency(1, 0, 0, -1, r, 0, 0.7, 0, radiusM, energy, angularMomentumM);
      expect(1 / frequency).toBeCloseTo(g, 14);
    }
  });

  it("is seen edge-on with the blue and red of oracle 30, both above 0 without a change of sign", () => {
    const b = 6 / Math.sqrt(1 - 2 / 6);
    const frequency = (py: number): number => light.diskFrequency(1, 0, 0, -1, 6, 0, 0, py, 6, 1, 1);
    // The ray is followed backward: light that comes towards us has the orbit's sense, its reverse the other one.
    expect(1 / frequency(-b / 6)).toBeCloseTo(Math.SQRT2, 13);
    expect(1 / frequency(b / 6)).toBeCloseTo(0.471404520791032, 13);
  });

  it("falls from the innermost stable orbit with its energy and momentum, and joins it there", () => {
    const property = fc.property(
      fc.double({ min: -0.95, max: 0.95, noNaN: true }),
      fc.double({ min: 0.05, max: 0.999, noNaN: true }),
      within(2),
      within(2),
      (a, share, px, py) => {
        const isco = innermostStableOrbit({ kind: "kerr", spin: a })!;
        const horizon = 1 + Math.sqrt(1 - a * a);
        const r = horizon + share * (isco.radiusM - horizon);
        // At azimuth 0 of the spheroidal coordinates.
        const place: Numbers = [r, a, 0];
        const e = light.backwardEnergy(1, a, 0, ...place, px, py, 0.3);
        const orbit = [isco.radiusM, isco.energy, isco.angularMomentumM] as const;
        const frequency = light.diskFrequency(1, a, 0, e, r, a, px, py, ...orbit);
        light.setConserved(1, a, 0, e, ...place, px, py, 0.3);
        const sphere = 1 / diskRedshiftG(a, r, e, light.momentum, light.inward, ...orbit);
        return Math.abs(frequency - sphere) < 1e-8 * (1 + Math.abs(frequency));
      },
    );
    fc.assert(property, { numRuns: 300 });
    const isco = innermostStableOrbit({ kind: "kerr", spin: 0.6 })!;
    const at = (r: number): number =>
      light.diskFrequency(1, 0.6, 0, -1, r, 0.6, 0.3, 0.9, isco.radiusM, isco.energy, isco.angularMomentumM);
    expect(at(isco.radiusM - 1e-9)).toBeCloseTo(at(isco.radiusM), 7);
  });

  it("has unit four-velocity on charged orbits", () => {
    const parameters = { mass: 1, spin: 0.4, charge: 0.6 };
    const spacetime: Spacetime = { kind: "kerr-newman", spin: 0.4, charge: 0.6 };
    const r = 7;
    const { omega, timeRate, energy, angularMomentumM } = circularOrbit(parameters, r);
    const u = [timeRate, -omega * 0.4 * timeRate, omega * r * timeRate, 0] as const;
    const metric = metricAt(spacetime, [r, 0.4, 0], 0);
    expect(innerProduct(metric, u, u)).toBeCloseTo(-1, 13);
    expect(innerProduct(metric, u, [1, 0, 0, 0])).toBeCloseTo(-energy, 13);
    expect(innerProduct(metric, u, [0, -0.4, r, 0])).toBeCloseTo(angularMomentumM, 12);
    const frequency = light.diskFrequency(1, 0.4, 0.36, -1, r, 0.4, 0.5, -0.2, 1, 1, 1);
    // k_t = 1, and by the ray's momentum along u.
    expect(frequency).toBeCloseTo(u[0] * 1 + u[1] * 0.5 + u[2] * -0.2, 13);
  });
});

describe("step control", () => {
  it("never lets an error that is not a number pass, and shrinks the step", () => {
    expect(stepFactor(Number.NaN)).toBe(LEAST_FACTOR);
    expect(stepFactor(Number.POSITIVE_INFINITY)).toBe(LEAST_FACTOR);
    expect(stepFactor(0)).toBe(GREATEST_FACTOR);
    expect(stepFactor(1)).toBeLessThan(1);
    expect(ERROR_ALLOWANCE).toBeGreaterThan(0);
  });
});
