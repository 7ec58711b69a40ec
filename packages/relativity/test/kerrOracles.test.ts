import { afterAll, describe, expect, it } from "vitest";
import {
  criticalAuxiliary,
  criticalPoint,
  horizonRadius,
  isCaptured,
  radialPotential,
} from "../src/kernel/physics.ts";
import { bardeen, openKerrShadows, orbitRadius, type KerrPlace as Place, rain } from "./kerrShadows.ts";
import { bisectLooks, DEG, directionOf, isShadow, type LookPath } from "./tracedRays.ts";

const { trace, edges, close } = await openKerrShadows();
afterAll(close);

describe("oracles 62 to 70: single rays", () => {
  const far: Place = { spin: 0.9, r: 50, thetaDeg: 80 };
  const near: Place = { spin: 0.9, r: 10, thetaDeg: 80, observer: rain };
  const within: Place = { spin: 0.9, r: 1.2, thetaDeg: 80, observer: rain };
  it.each([
    [
      62,
      far,
      [10, 0],
      1.020620518427,
      -9.6586481867,
      2.876057926,
      [-0.831568570808, -0.537496275791, -0.13996951652],
    ],
    [
      63,
      far,
      [-10, 0],
      1.020620518427,
      7.795075872,
      1.86477681,
      [-0.858333813298, 0.48859767717, -0.156637718361],
    ],
    [
      64,
      far,
      [0, 10],
      1.020620518427,
      -0.9317861574,
      78.5285382474,
      [-0.756470577637, -0.00499160711, -0.65400867657],
    ],
    [
      66,
      near,
      [30, 10],
      1.58478859117,
      -8.9326637724,
      10.0315342147,
      [-0.971912482888, 0.213589695087, -0.09882088726],
    ],
    [
      68,
      within,
      [80, 20],
      1.003516112366,
      -1.3960688418,
      0.2086844209,
      [0.181363080783, 0.915063692689, 0.360230303072],
    ],
    [
      70,
      within,
      [150, 5],
      0.4551401326,
      0.2446769199,
      -0.0202588035,
      [0.8700187905, 0.426990351695, 0.246468139394],
    ],
  ] as const)("%i", (_number, place, look, g, xi, eta, direction) => {
    const results = trace(place, [look]);
    expect(results.status[0]).toBe(0);
    expect(Math.abs(results.redshiftG[0]! - g)).toBeLessThan(1e-12);
    expect(Math.abs(results.xi[0]! - xi)).toBeLessThan(1e-10);
    expect(Math.abs(results.eta[0]! - eta)).toBeLessThan(2e-10);
    directionOf(results, 0).forEach((component, axis) => {
      expect(Math.abs(component - direction[axis]!)).toBeLessThan(2e-12);
    });
  });
});

it("oracle 35: horizons, and the angular velocity of one", () => {
  expect(horizonRadius(0.5)).toBeCloseTo(1.86602540378444, 14);
  expect(horizonRadius(0.9)).toBeCloseTo(1.43588989435407, 14);
  expect(horizonRadius(0.998)).toBeCloseTo(1.06321392251712, 14);
  expect(0.9 / (2 * horizonRadius(0.9))).toBeCloseTo(0.313394503137, 12);
});

// Oracles 36, 37: the shadow's edges in the equator are the photon orbits.
it.each([
  [0.9, 1.55785462742338, 3.91026793910304, 2.84442140347617, -6.83231923044667],
  [0.5, 2.34729635533386, 3.53208888623796, 4.09626665871387, -6.13815572471545],
])(
  "spin %f has equatorial photon orbits at %f, %f with impact parameters %f, %f",
  (spin, rPro, rRetro, bPro, bRetro) => {
    for (const place of [
      { spin, r: 50, thetaDeg: 90 },
      { spin, r: 5, thetaDeg: 90, observer: rain },
    ]) {
      const [left, right] = edges(place, [(t) => [-90 * t, 0], (t) => [90 * t, 0]]);
      expect(Math.abs(left!.xi - bPro)).toBeLessThan(1e-11);
      expect(Math.abs(right!.xi - bRetro)).toBeLessThan(1e-11);
      expect(Math.abs(orbitRadius(spin, bPro, 0) - rPro)).toBeLessThan(1e-12);
      expect(Math.abs(orbitRadius(spin, bRetro, 0) - rRetro)).toBeLessThan(1e-12);
    }
  },
);

it("oracle 38: a camera on the axis sees a circle, the polar photon orbit", () => {
  const paths = [0, 45, 130, 200, 355].map(
    (turnDeg): LookPath =>
      (t) => {
        const across = Math.sin(90 * t * DEG);
        const el = Math.asin(across * Math.sin(turnDeg * DEG)) / DEG;
        return [Math.atan2(across * Math.cos(turnDeg * DEG), Math.cos(90 * t * DEG)) / DEG, el];
      },
  );
  const found = edges({ spin: 0.9, r: 50, thetaDeg: 0 }, paths);
  for (const { xi, eta, t } of found) {
    expect(Math.abs(xi)).toBe(0);
    expect(Math.abs(eta - 23.357679158422)).toBeLessThan(1e-10);
    expect(Math.abs(Math.sqrt(eta + 0.81) - 4.91606338022833)).toBeLessThan(1e-11);
    expect(Math.abs(orbitRadius(0.9, 0, eta) - 2.55999686936568)).toBeLessThan(1e-6);
    expect(Math.abs(t - found[0]!.t)).toBeLessThan(1e-13);
  }
});

// Oracles 39, 40, 42: left and right end of the shadow, where a ray has no motion in theta.
it.each([
  [0.9, 90, -2.8444214034762, 6.8323192304467],
  [0.9, 60, -3.0959079711524, 6.589408976122],
  [0.998, 90, -2.1108877945528, 6.9966662714],
  [0.5, 60, -4.2309990719655, 6.0038242948461],
])("spin %f from %f degrees: the shadow reaches from %f to %f", (spin, thetaDeg, left, right) => {
  const found = edges({ spin, r: 100, thetaDeg }, [(t) => [-10 * t, 0], (t) => [10 * t, 0]]);
  const alphas = found.map((ray) => bardeen(ray, spin, thetaDeg).alpha);
  expect(Math.abs(alphas[0]! - left)).toBeLessThan(2e-11);
  expect(Math.abs(alphas[1]! - right)).toBeLessThan(2e-11);
});

/** Constants of the spherical photon orbit at r. Section 5.9. */
function orbitConstants(spin: number, r: number) {
  const xi = (r * r * (3 - r) - spin * spin * (r + 1)) / (spin * (r - 1));
  const eta = (r ** 3 * (4 * spin * spin - r * (r - 3) ** 2)) / (spin * spin * (r - 1) ** 2);
  return { xi, eta };
}

// Oracle 43.
it.each([
  [2, -2.0143109391727, 3.381575289762],
  [2.5, -0.24804678231851, 4.7546323043256],
  [3, 2.0784609690827, 5.1110175112202],
])(
  "spin 0.9 from 60 degrees: the orbit at %f is the edge at (%f, %f), and the classification changes there",
  (r, alpha, beta) => {
    const { xi, eta } = orbitConstants(0.9, r);
    const point = bardeen({ xi, eta }, 0.9, 60);
    expect(Math.abs(point.alpha - alpha)).toBeLessThan(1e-12);
    expect(Math.abs(point.beta - beta)).toBeLessThan(1e-12);
    const isLost = (scale: number): boolean => {
      const momentum = xi * scale;
      const carter = eta * scale * scale;
      const k = carter + (momentum - 0.9) ** 2;
      const c1 = 0.81 - momentum * momentum - carter;
      const c3 = -2 * 0.81 * carter;
      const auxiliary = criticalAuxiliary(c1, 3 * k, c3);
      const [uA, uB] = [criticalPoint(c1, auxiliary), criticalPoint(auxiliary, c3)];
      const value = (u: number): number => radialPotential(u, 1, c1, k, 0.81 * carter);
      return isCaptured(uA, value(uA), uB, value(uB), 1 / 50, 1 / horizonRadius(0.9), 1);
    };
    expect(isLost(1 - 1e-12)).toBe(true);
    expect(isLost(1 + 1e-12)).toBe(false);
  },
);

/** phi of the Kerr-Schild chart minus that of Boyer-Lindquist, at r; 0 at infinity. */
function chartOffset(spin: number, r: number): number {
  const root = Math.sqrt(1 - spin * spin);
  return (spin / (2 * root)) * Math.log((r - 1 - root) / (r - 1 + root));
}

// Oracles 44, 46: a pass in the equator is the way in from a camera and the way out with the same angular momentum.
it.each([
  [10, Math.PI + 0.504632984000672, 1e-11],
  [-10, -Math.PI - 0.720503613953961, 1e-11],
  [3.2, 7.43201388476613, 1e-10],
  [2.9, 11.748111319108, 1e-10],
  [2.85, 17.590402165104, 1e-9],
])("spin 0.9, impact parameter %f: phi turns by %f", (b, turn, tolerance) => {
  const place: Place = { spin: 0.9, r: 20, thetaDeg: 90 };
  const isWithin = (results: { xi: Float64Array }, row: number) => Math.abs(results.xi[row]!) < Math.abs(b);
  const side = b > 0 ? -1 : 1;
  const paths: LookPath[] = [(t) => [side * 80 * t, 0], (t) => [side * (180 - 80 * t), 0]];
  const ts = bisectLooks((looks) => trace(place, looks), paths, isWithin);
  const results = trace(
    place,
    paths.map((path, index) => path(ts[index]!)),
  );
  const start = -chartOffset(0.9, 20);
  // The backward ray turns against its angular momentum.
  const sum = [0, 1].reduce((total, row) => {
    const [x, y] = directionOf(results, row);
    return total + (Math.atan2(y, x) - start);
  }, 0);
  const left = (-sum - turn) / (2 * Math.PI);
  expect(Math.abs(left - Math.round(left)) * 2 * Math.PI).toBeLessThan(tolerance);
});

it("oracle 71: extent of the shadow of a camera that falls at r = 10 in the equator", () => {
  const place: Place = { spin: 0.9, r: 10, thetaDeg: 90, observer: rain };
  const [right, left, up] = bisectLooks(
    (looks) => trace(place, looks),
    [(t) => [90 * t, 0], (t) => [-90 * t, 0], (t) => [0, 90 * t]],
    isShadow,
  );
  expect(Math.abs(90 * right! - 17.917136625)).toBeLessThan(1e-8);
  expect(Math.abs(90 * left! - 14.568083315)).toBeLessThan(1e-8);
  expect(Math.abs(90 * up! - 17.32633774)).toBeLessThan(1e-8);
});
