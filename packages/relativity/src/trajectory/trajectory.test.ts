import { describe, expect, it } from "vitest";
import { InputError } from "../problem.ts";
import type { TrajectoryChoice } from "../shot/shot.ts";
import { innerProduct, metricAt, radiusAt } from "../spacetime/metric.ts";
import { kerrSchildParameters, type Spacetime, type Vec4 } from "../spacetime/spacetime.ts";
import type { CameraSample } from "./cameraSample.ts";
import { frameCameras } from "./frameCameras.ts";
import { generateTrajectory } from "./generateTrajectory.ts";

type Generated = Exclude<TrajectoryChoice, { readonly kind: "file" }>;

const SCHWARZSCHILD: Spacetime = { kind: "schwarzschild" };
const KERR: Spacetime = { kind: "kerr", spin: 0.9 };
const STRAIGHT = { azDeg: 0, elDeg: 0, rollDeg: 0 };
const AT = { thetaDeg: 90, phiDeg: 0, look: STRAIGHT };

const drip = (
  fromRadiusM: number,
  toRadiusM: number,
  frames: number,
  spacing: "eta" | "sqrtR" = "eta",
): Generated => ({
  ...AT,
  kind: "drip",
  frames,
  fromRadiusM,
  toRadiusM,
  restRadiusM: fromRadiusM,
  spacing,
});
const rain = (fromRadiusM: number, toRadiusM: number, frames: number, thetaDeg = 90): Generated => ({
  ...AT,
  thetaDeg,
  kind: "rain",
  frames,
  fromRadiusM,
  toRadiusM,
  restRadiusM: fromRadiusM,
  spacing: "sqrtR",
});

const last = (samples: readonly CameraSample[]): CameraSample => samples.at(-1)!;
const radii = (samples: readonly CameraSample[], spin = 0): number[] =>
  samples.map(({ position }) => radiusAt(spin, position));

describe("a generated fall", () => {
  it("takes the proper time of the closed forms (oracles 53 and 54)", () => {
    const rainTimes = [
      [30, 2, 76.126333590815],
      [10, 2, 13.5737865166653],
      [12, 0.5, 19.4292512755988],
    ] as const;
    for (const [from, to, tauM] of rainTimes) {
      for (const frames of [2, 7]) {
        expect(last(generateTrajectory(rain(from, to, frames), SCHWARZSCHILD, 60)).tauM).toBeCloseTo(
          tauM,
          11,
        );
      }
    }
    const dripTimes = [
      [10, 2, 33.7008698518923],
      [30, 2, 181.14904481621],
      [6, 3, 13.3582495617606],
    ] as const;
    for (const [from, to, tauM] of dripTimes) {
      for (const spacing of ["eta", "sqrtR"] as const) {
        expect(last(generateTrajectory(drip(from, to, 5, spacing), SCHWARZSCHILD, 60)).tauM).toBeCloseTo(
          tauM,
          10,
        );
      }
    }
  });

  it("ends in the singularity after the proper time of the closed forms (oracles 53 and 54)", () => {
    // What is left from there on, to a part in 1e5: (sqrt 2 / 3) r^(3/2).
    const nearM = 1e-4;
    const restM = (Math.SQRT2 / 3) * nearM * Math.sqrt(nearM);
    for (const [from, tauM] of [
      [30, 77.4596669241483],
      [2, 4 / 3],
    ] as const) {
      expect(last(generateTrajectory(rain(from, nearM, 2), SCHWARZSCHILD, 60)).tauM + restM).toBeCloseTo(
        tauM,
        10,
      );
    }
    for (const [from, tauM] of [
      [10, 35.1240736552036],
      [30, 182.510040418813],
    ] as const) {
      const fall = drip(from, nearM, 3, "sqrtR");
      expect(last(generateTrajectory(fall, SCHWARZSCHILD, 60)).tauM + restM).toBeCloseTo(tauM, 10);
    }
  });

  it("has the Kerr-Schild time of rain (oracle 55), with Painleve-Gullstrand time equal to proper time", () => {
    const delays = [
      [30, -9.15710799966619],
      [10, -4.24683588752096],
      [2, -1.22741127776022],
      [1, -0.689227137787909],
    ] as const;
    for (const [radiusM, delayM] of delays) {
      const { tKsM, tauM } = last(generateTrajectory(rain(40, radiusM, 3), SCHWARZSCHILD, 60));
      expect(tKsM - tauM).toBeCloseTo(delayM, 11);
    }
  });

  it("spaces frames evenly in eta or in the root of the radius, from the first radius to the last exactly", () => {
    const roots = radii(generateTrajectory(drip(30, 0.5, 21, "sqrtR"), SCHWARZSCHILD, 60)).map(Math.sqrt);
    const steps = roots.slice(1).map((root, index) => roots[index]! - root);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1e-13);
    const etas = radii(generateTrajectory(drip(30, 0.5, 21), SCHWARZSCHILD, 60)).map((r) =>
      Math.acos(r / 15 - 1),
    );
    const etaSteps = etas.slice(1).map((eta, index) => eta - etas[index]!);
    expect(Math.max(...etaSteps) - Math.min(...etaSteps)).toBeLessThan(1e-12);
    const ends = radii(generateTrajectory(drip(30, 0.5, 21), SCHWARZSCHILD, 60));
    expect([ends[0], ends[20]]).toEqual([30, 0.5]);
  });

  it.each([
    ["drip", SCHWARZSCHILD, drip(30, 0.5, 4001)],
    ["rain", SCHWARZSCHILD, rain(30, 0.5, 4001)],
    ["Kerr rain", KERR, rain(30, 0.8, 4001, 80)],
    ["Kerr circular", KERR, { ...AT, kind: "circular", frames: 4001, radiusM: 6, orbits: 1 }],
    [
      "Kerr circling",
      KERR,
      { ...AT, thetaDeg: 50, kind: "circling", frames: 4001, radiusM: 6, orbits: -1, durationM: 90 },
    ],
    ["Kerr zamo", KERR, { ...AT, thetaDeg: 60, kind: "zamo", frames: 4001, radiusM: 4, durationM: 100 }],
  ] as const)("moves as its four-velocity says: %s", (_name, spacetime, choice) => {
    const samples = generateTrajectory(choice, spacetime, 60);
    const worst = samples.slice(1, -1).map((sample, index) => {
      const [before, after] = [samples[index]!, samples[index + 2]!];
      return Math.max(...derivativeErrors(before, sample, after));
    });
    expect(Math.max(...worst)).toBeLessThan(2e-5);
  });
});

/** |dx/dtau - u| of the four components, by the three-point formula for uneven steps. */
function derivativeErrors(before: CameraSample, at: CameraSample, after: CameraSample): number[] {
  const place = ({ tKsM, position }: CameraSample): Vec4 => [tKsM, ...position];
  const [h0, h1] = [at.tauM - before.tauM, after.tauM - at.tauM];
  return at.fourVelocity.map((u, index) => {
    const [x0, x1, x2] = [place(before)[index]!, place(at)[index]!, place(after)[index]!];
    const slope = ((x2 - x1) / h1) * (h0 / (h0 + h1)) + ((x1 - x0) / h0) * (h1 / (h0 + h1));
    return Math.abs(slope - u) / (1 + Math.abs(u));
  });
}

describe("a generated camera", () => {
  it("comes back to its place after a whole orbit, one frame after the last", () => {
    const samples = generateTrajectory(
      { ...AT, kind: "circular", frames: 4, radiusM: 10, orbits: 1 },
      KERR,
      60,
    );
    const [first, second] = [samples[0]!, samples[1]!];
    expect(second.position[0]).toBeCloseTo(-first.position[1], 12);
    expect(second.position[1]).toBeCloseTo(first.position[0], 12);
    expect(second.tKsM * 4).toBeCloseTo(2 * Math.PI * (10 ** 1.5 + 0.9), 10);
  });

  it("looks where the shot says, in its own frame", () => {
    const turned = { azDeg: 30, elDeg: 20, rollDeg: 40 };
    const ahead = generateTrajectory(rain(10, 10, 1, 80), KERR, 60);
    const aside = generateTrajectory({ ...rain(10, 10, 1, 80), look: turned }, KERR, 60);
    const camera = { projection: "pinhole", widthPx: 4, heightPx: 4, hfovDeg: 60 } as const;
    const straight = frameCameras(ahead, KERR, camera)[0]!.tetrad;
    const { forward, up } = frameCameras(aside, KERR, camera)[0]!.tetrad;
    const metric = metricAt(KERR, ahead[0]!.position, 0);
    const part = (leg: Vec4, other: Vec4): number => innerProduct(metric, leg, other);
    const rad = Math.PI / 180;
    expect(part(forward, straight.right)).toBeCloseTo(Math.cos(20 * rad) * Math.sin(30 * rad), 12);
    expect(part(forward, straight.up)).toBeCloseTo(Math.sin(20 * rad), 12);
    expect(part(forward, straight.forward)).toBeCloseTo(Math.cos(20 * rad) * Math.cos(30 * rad), 12);
    expect(part(up, straight.up)).toBeCloseTo(Math.cos(20 * rad) * Math.cos(40 * rad), 12);
  });

  it("is refused where it cannot be, with the reason", () => {
    const refused: readonly [Generated, Spacetime][] = [
      [{ ...AT, kind: "static", frames: 1, radiusM: 1.9, durationM: 0 }, KERR],
      [{ ...AT, kind: "circular", frames: 1, radiusM: 2.5, orbits: 1 }, SCHWARZSCHILD],
      [{ ...AT, kind: "circling", frames: 1, radiusM: 6, orbits: 1, durationM: 30 }, KERR],
      [{ ...AT, kind: "zamo", frames: 1, radiusM: 1.2, durationM: 0 }, KERR],
    ];
    for (const [choice, spacetime] of refused) {
      expect(() => generateTrajectory(choice, spacetime, 60)).toThrow(InputError);
    }
  });
});

it("a frame's camera is orthonormal to rounding outside and inside the horizon", () => {
  const camera = { projection: "fisheye", widthPx: 8, heightPx: 8, hfovDeg: 180 } as const;
  const cameras = frameCameras(generateTrajectory(rain(30, 0.8, 40, 80), KERR, 180), KERR, camera);
  const { spin } = kerrSchildParameters(KERR);
  const worst = cameras.map(({ tetrad, position, tKsM }) => {
    const metric = metricAt(KERR, position, tKsM);
    const legs = [tetrad.u, tetrad.forward, tetrad.up, tetrad.right];
    const errors = legs.flatMap((a, i) =>
      legs.map((b, j) => Math.abs(innerProduct(metric, a, b) - (i !== j ? 0 : i === 0 ? -1 : 1))),
    );
    return Math.max(...errors) * Math.min(1, radiusAt(spin, position));
  });
  expect(Math.max(...worst)).toBeLessThan(1e-13);
});
