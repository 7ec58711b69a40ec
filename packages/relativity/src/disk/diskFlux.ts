import { acos, cos, log, PI } from "../kernel/elementary.ts";
import { InputError } from "../problem.ts";
import { innermostStableRadius } from "../spacetime/circularOrbits.ts";
import { kerrSchildParameters, type Spacetime } from "../spacetime/spacetime.ts";

/** What each face of a thin disk radiates, over the accretion rate, in its matter's own frame. */
export interface DiskFlux {
  /** Innermost stable orbit, in M: nothing is radiated within it. */
  readonly innerRadiusM: number;
  /** Radius of the greatest flux, in M. */
  readonly peakRadiusM: number;
  readonly peak: number;
  /** F / Mdot at a Boyer-Lindquist radius, per M^2. */
  at(radiusM: number): number;
}

/**
 * Flux of a steady thin disk without torque at its inner edge.
 * @param at  path of the disk in the input, for the message
 * @throws InputError where no closed form exists: flat, charged and tabulated spacetimes
 * @see Page, Thorne 1974, ApJ 191, 499, eq. 15n; relativity 5.8
 */
export function pageThorneFlux(spacetime: Spacetime, at = "disk"): DiskFlux {
  const { mass, spin, charge } = kerrSchildParameters(spacetime);
  if (mass !== 1 || charge !== 0 || spacetime.kind === "tabulated") {
    const what = `shines by Page and Thorne's flux, which is of Kerr's spacetime, but the spacetime is ${spacetime.kind}`;
    throw new InputError("disk", [{ at, what, mend: "use schwarzschild or kerr, or remove the disk" }]);
  }
  const innerRadiusM = innermostStableRadius(spacetime);
  const flux = (radiusM: number): number => fluxAt(spin, innerRadiusM, radiusM);
  const peakRadiusM = peakOf(flux, innerRadiusM);
  return { innerRadiusM, peakRadiusM, peak: flux(peakRadiusM), at: flux };
}

/** Roots of x^3 - 3x + 2a, the square roots of the radii at which circular orbits are null. */
function cubicRoots(spin: number): readonly [number, number, number] {
  const third = acos(spin) / 3;
  return [2 * cos(third - PI / 3), 2 * cos(third + PI / 3), -2 * cos(third)];
}

function fluxAt(spin: number, innerRadiusM: number, radiusM: number): number {
  if (!(radiusM > innerRadiusM)) return 0;
  const x = Math.sqrt(radiusM);
  const x0 = Math.sqrt(innerRadiusM);
  const roots = cubicRoots(spin);
  let sum = x - x0 - 1.5 * spin * log(x / x0);
  roots.forEach((root, k) => {
    if (spin === 0 && k === 1) return;
    const others = roots.reduce((product, other, j) => (j === k ? product : product * (root - other)), root);
    const share = (3 * (root - spin) * (root - spin)) / others;
    sum -= share * log((x - root) / (x0 - root));
  });
  const flux = ((1.5 / (4 * PI * radiusM)) * sum) / (x * x * (x * x * x - 3 * x + 2 * spin));
  return Math.max(flux, 0);
}

/** Golden section from the inner edge outward: the flux has one maximum. */
function peakOf(flux: (radiusM: number) => number, innerRadiusM: number): number {
  const ratio = 0.6180339887498949;
  let low = innerRadiusM;
  let high = 3 * innerRadiusM;
  for (let i = 0; i < 60; i++) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (flux(left) < flux(right)) low = left;
    else high = right;
  }
  return 0.5 * (low + high);
}

/** Effective temperature of a face over that where the flux is greatest: the fourth root of the fluxes' ratio. */
export function relativeTemperature(flux: DiskFlux, radiusM: number): number {
  return Math.sqrt(Math.sqrt(flux.at(radiusM) / flux.peak));
}
