import { describe, expect, it } from "vitest";
import { circularOrbit } from "../spacetime/circularOrbits.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import { pageThorneFlux, relativeTemperature } from "./diskFlux.ts";

const kerr = (spin: number): Spacetime => ({ kind: "kerr", spin });

describe("Page-Thorne flux", () => {
  it("is that of oracles 48 and 49", () => {
    const oracles = [
      [0, 7, 6.1150102735218e-6],
      [0, 10, 1.3568754638047e-5],
      [0, 20, 4.7251440657552e-6],
      [0, 50, 5.0686795124764e-7],
      [0.9, 7, 1.120515395625e-4],
      [0.9, 10, 4.804168669126e-5],
      [0.9, 20, 7.9677020724498e-6],
      [0.9, 50, 6.4125332624656e-7],
    ] as const;
    for (const [spin, radiusM, flux] of oracles) {
      expect(pageThorneFlux(kerr(spin)).at(radiusM) / flux).toBeCloseTo(1, 11);
    }
  });

  it("peaks where oracle 50 says", () => {
    const flat = pageThorneFlux({ kind: "schwarzschild" });
    expect(flat.peakRadiusM).toBeCloseTo(9.5509280779439, 6);
    expect(flat.peak).toBeCloseTo(1.367811081983e-5, 16);
    const fast = pageThorneFlux(kerr(0.9));
    expect(fast.peakRadiusM).toBeCloseTo(3.4418433623575, 6);
    expect(fast.peak).toBeCloseTo(3.3922862492262e-4, 15);
    expect(relativeTemperature(fast, fast.peakRadiusM)).toBe(1);
    expect(relativeTemperature(fast, fast.innerRadiusM)).toBe(0);
  });

  it("carries away the binding energy of the innermost stable orbit", () => {
    for (const spin of [0, 0.5, 0.9, -0.5]) {
      const flux = pageThorneFlux(kerr(spin));
      const parameters = { mass: 1, spin, charge: 0 };
      // Simpson's rule in s = sqrt(r0 / r), from infinity (0) to the inner edge (1).
      const count = 4000;
      let sum = 0;
      for (let i = 1; i < count; i++) {
        const s = i / count;
        const r = flux.innerRadiusM / (s * s);
        const jacobian = (2 * r) / s;
        const radiated = 4 * Math.PI * r * flux.at(r) * circularOrbit(parameters, r).energy * jacobian;
        sum += (i % 2 === 1 ? 4 : 2) * radiated;
      }
      const efficiency = 1 - circularOrbit(parameters, flux.innerRadiusM).energy;
      expect(sum / (3 * count) / efficiency).toBeCloseTo(1, 8);
    }
  });

  it("equals Page and Thorne's integral over (E - Omega L) dL", () => {
    const spin = 0.7;
    const flux = pageThorneFlux(kerr(spin));
    const orbit = (r: number) => circularOrbit({ mass: 1, spin, charge: 0 }, r);
    const radiusM = 8;
    const count = 20000;
    let integral = 0;
    for (let i = 0; i < count; i++) {
      const width = (radiusM - flux.innerRadiusM) / count;
      const r = flux.innerRadiusM + (i + 0.5) * width;
      const { energy, omega, angularMomentumM } = orbit(r);
      const rise = orbit(r + width / 2).angularMomentumM - orbit(r - width / 2).angularMomentumM;
      integral += (energy - omega * angularMomentumM) * rise;
    }
    const { energy, omega, angularMomentumM } = orbit(radiusM);
    const slope = (orbit(radiusM + 1e-4).omega - orbit(radiusM - 1e-4).omega) / 2e-4;
    const wanted = (-slope * integral) / (4 * Math.PI * radiusM * (energy - omega * angularMomentumM) ** 2);
    expect(flux.at(radiusM) / wanted).toBeCloseTo(1, 5);
  });

  it("is refused where the formula does not hold", () => {
    expect(() => pageThorneFlux({ kind: "kerr-newman", spin: 0, charge: 0.5 })).toThrow(
      /kerr-newman.*remove/,
    );
    expect(() => pageThorneFlux({ kind: "minkowski" })).toThrow(/minkowski/);
  });
});
