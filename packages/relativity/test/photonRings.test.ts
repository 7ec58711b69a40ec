import { afterAll, expect, it } from "vitest";
import { radialPotential } from "../src/kernel/physics.ts";
import { openKerrShadows, orbitRadius } from "./kerrShadows.ts";
import type { LookPath } from "./tracedRays.ts";

const { trace, edges, close } = await openKerrShadows();
afterAll(close);

const SPIN = 0.9;

/** Constants of the spherical photon orbit at a radius, for energy 1. @see relativity, section 5.9 */
function orbitConstants(r: number, a: number): { readonly xi: number; readonly eta: number } {
  const xi = (r * r * (3 - r) - a * a * (r + 1)) / (a * (r - 1));
  const eta = (r ** 3 * (4 * a * a - r * (r - 3) ** 2)) / (a * a * (r - 1) ** 2);
  return { xi, eta };
}

/** Complete elliptic integral of the first kind, by the arithmetic-geometric mean. */
function completeK(m: number): number {
  let x = 1;
  let y = Math.sqrt(1 - m);
  for (let round = 0; round < 40; round++) [x, y] = [(x + y) / 2, Math.sqrt(x * y)];
  return Math.PI / (2 * x);
}

/** Mino's parameter of half a polar turn, and the exponent by which neighbouring rays part in it. */
function halfOrbit(r: number, a: number): { readonly tau: number; readonly gamma: number } {
  const { xi, eta } = orbitConstants(r, a);
  const middle = 0.5 * (1 - (eta + xi * xi) / (a * a));
  const root = Math.sqrt(middle * middle + eta / (a * a));
  const [upper, lower] = [middle + root, middle - root];
  const delta = r * r - 2 * r + a * a;
  const tau = (2 / Math.sqrt(-lower * a * a)) * completeK(upper / lower);
  return { tau, gamma: 2 * r * Math.sqrt(1 - delta / (r * (r - 1) ** 2)) * tau };
}

it.each([
  [2, 2.4652235068186],
  [2.55999686936568, 2.6396228383705],
  [3, 2.8189465203053],
  [1.55785462742338 + 1e-9, Math.PI],
  [3.91026793910304 - 1e-9, Math.PI],
])("oracle 47: at r = %f each ring is e^-%f as far from the critical curve as the last", (r, gamma) => {
  expect(Math.abs(halfOrbit(r, SPIN).gamma - gamma)).toBeLessThan(1e-6);
});

it.each([17, 60, 80])(
  "rays so much nearer to it wind half a turn more, from theta = %f degrees",
  (thetaDeg) => {
    const place = { spin: SPIN, r: 50, thetaDeg };
    for (const [azDeg, elDeg] of [
      [8, 1],
      [-8, 2],
      [1, 9],
      [-4, -7],
    ] as const) {
      const path: LookPath = (t) => [azDeg * t, elDeg * t];
      const [{ xi, eta, t }] = edges(place, [path]) as [{ xi: number; eta: number; t: number }];
      const { tau, gamma } = halfOrbit(orbitRadius(SPIN, xi, eta), SPIN);
      const near = 1e-5;
      const { sweepRad } = trace(place, [path(t + near), path(t + near * Math.exp(-gamma))]);
      const turned = (sweepRad[1]! - sweepRad[0]!) / Math.sqrt(eta + xi * xi);
      expect(Math.abs(turned / tau - 1)).toBeLessThan(1e-4);
    }
  },
);

it.each([
  [0, 5.2, 3.0686558370782],
  [0, 6, 4.4533631938114],
  [SPIN, 3.2, 2.0898287608935],
  [SPIN, 2.9, 1.7063496468396],
  [SPIN, 2.85, 1.5971747151763],
])("oracles 2, 4, 46: around spin %f a ray of impact parameter %f turns at r = %f", (spin, b, turnM) => {
  const potential = (r: number): number =>
    radialPotential(1 / r, 1, spin * spin - b * b, (b - spin) * (b - spin), 0);
  expect(potential(turnM * (1 - 1e-12))).toBeLessThan(0);
  expect(potential(turnM * (1 + 1e-12))).toBeGreaterThan(0);
});
