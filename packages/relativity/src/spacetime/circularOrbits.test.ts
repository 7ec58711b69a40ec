import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  circularOrbit,
  innermostStableOrbit,
  innermostStableRadius,
  photonOrbitRadius,
} from "./circularOrbits.ts";
import { cubeRoot } from "./cubeRoot.ts";
import { horizonRadius, MAXIMUM_SPIN, spacetimeProblems } from "./horizon.ts";
import { innerProduct, metricAt } from "./metric.ts";
import type { Spacetime } from "./spacetime.ts";

const kerr = (spin: number): Spacetime => ({ kind: "kerr", spin });

describe("circular orbits", () => {
  it("end at the innermost stable one of oracles 32 to 34", () => {
    const oracles = [
      [0, 6, 0.05719095841794],
      [0.5, 4.23300252953083, 0.08211799333922],
      [0.9, 2.32088304176189, 0.1557529919945],
      [0.998, 1.23697065517518, 0.3209941656162],
    ] as const;
    for (const [spin, radiusM, efficiency] of oracles) {
      const orbit = innermostStableOrbit(kerr(spin))!;
      expect(orbit.radiusM).toBeCloseTo(radiusM, 12);
      expect(1 - orbit.energy).toBeCloseTo(efficiency, 12);
    }
    expect(innermostStableRadius(kerr(-0.5))).toBeCloseTo(7.55458471451236, 12);
    expect(innermostStableRadius(kerr(-0.9))).toBeCloseTo(8.71735227960649, 12);
    expect(innermostStableRadius(kerr(-0.998))).toBeCloseTo(8.99437445480357, 12);
  });

  it("have their least energy there, with charge too", () => {
    const property = fc.property(
      fc.double({ min: -0.7, max: 0.7, noNaN: true }),
      fc.double({ min: 0, max: 0.7, noNaN: true }),
      (spin, charge) => {
        const radiusM = innermostStableRadius({ kind: "kerr-newman", spin, charge });
        const energyAt = (r: number): number => circularOrbit({ mass: 1, spin, charge }, r).energy;
        const least = energyAt(radiusM);
        return energyAt(radiusM - 0.02) > least && energyAt(radiusM + 0.02) > least;
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  it("are null at the photon orbits of oracles 36 and 37", () => {
    expect(photonOrbitRadius(kerr(0.9), "prograde")).toBeCloseTo(1.55785462742338, 13);
    expect(photonOrbitRadius(kerr(0.9), "retrograde")).toBeCloseTo(3.91026793910304, 13);
    expect(photonOrbitRadius(kerr(0.5), "prograde")).toBeCloseTo(2.34729635533386, 13);
    expect(photonOrbitRadius(kerr(0.5), "retrograde")).toBeCloseTo(3.53208888623796, 13);
  });

  it("take 27 for the cube of 3, and any other cube", () => {
    const property = fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (x) => {
      const root = cubeRoot(x);
      return Math.abs(root * root * root - x) <= 1e-14 * Math.abs(x);
    });
    fc.assert(property, { numRuns: 500 });
    expect(cubeRoot(27)).toBe(3);
  });
});

describe("horizons", () => {
  it("are those of oracle 35", () => {
    expect(horizonRadius(kerr(0.5))).toBeCloseTo(1.86602540378444, 13);
    expect(horizonRadius(kerr(0.9))).toBeCloseTo(1.43588989435407, 13);
    expect(horizonRadius(kerr(0.998))).toBeCloseTo(1.06321392251712, 13);
  });

  it("are where the Killing field of their own rotation is null, with charge too", () => {
    for (const [spin, charge] of [
      [0.9, 0],
      [0.5, 0.6],
      [0, 0.8],
    ] as const) {
      const spacetime: Spacetime = { kind: "kerr-newman", spin, charge };
      const r = horizonRadius(spacetime);
      const omega = spin / (r * r + spin * spin);
      const killing = [1, -omega * spin, omega * r, 0] as const;
      const norm = innerProduct(metricAt(spacetime, [r, spin, 0], 0), killing, killing);
      expect(Math.abs(norm)).toBeLessThan(1e-14);
      if (spin === 0.9) expect(omega).toBeCloseTo(0.313394503137, 12);
    }
  });

  it("exist up to a spin of 1 - 1e-12; above it the spin is refused with its value", () => {
    expect(spacetimeProblems(kerr(MAXIMUM_SPIN), "spacetime")).toEqual([]);
    expect(horizonRadius(kerr(MAXIMUM_SPIN))).toBeGreaterThan(1);
    expect(innermostStableRadius(kerr(MAXIMUM_SPIN))).toBeCloseTo(1, 3);
    const [problem] = spacetimeProblems(kerr(1.5), "spacetime");
    expect(problem).toMatchObject({ at: "spacetime.spin", what: expect.stringContaining("1.5") });
    const charged: Spacetime = { kind: "kerr-newman", spin: 0.8, charge: 0.7 };
    expect(spacetimeProblems(charged, "spacetime")[0]).toMatchObject({ at: "spacetime.charge" });
    expect(spacetimeProblems(kerr(Number.NaN), "spacetime")[0]).toMatchObject({ at: "spacetime.spin" });
  });
});

describe("the metric", () => {
  it("times its inverse eta - f l l is 1, with charge too", () => {
    const property = fc.property(
      fc.double({ min: -0.7, max: 0.7, noNaN: true }),
      fc.double({ min: 0, max: 0.7, noNaN: true }),
      fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -20, max: 20, noNaN: true }))),
      (spin, charge, position) => {
        if (Math.abs(position[2]!) < 0.3) return true;
        const spacetime: Spacetime = { kind: "kerr-newman", spin, charge };
        const metric = metricAt(spacetime, position as unknown as [number, number, number], 0);
        const eta = (i: number, j: number): number => (i !== j ? 0 : i === 0 ? -1 : 1);
        const size = Math.max(...metric.map(Math.abs));
        for (let i = 0; i < 4; i++) {
          for (let j = 0; j < 4; j++) {
            let sum = 0;
            for (let k = 0; k < 4; k++) {
              // h = g - eta = f l l; raised with eta it changes the sign of the t components.
              const h = (eta(i, i) * eta(k, k) * (metric[4 * i + k]! - eta(i, k))) as number;
              sum += (eta(i, k) - h) * metric[4 * k + j]!;
            }
            if (Math.abs(sum - (i === j ? 1 : 0)) > 1e-13 * size * size) return false;
          }
        }
        return true;
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});
