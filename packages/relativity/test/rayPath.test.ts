import { afterAll, describe, expect, it } from "vitest";
import { pixelDirection } from "../src/camera/pixelDirection.ts";
import { cameraTetrad } from "../src/camera/tetrad.ts";
import { type RayPath, traceRayPath } from "../src/rays/rayPath.ts";
import { readRays } from "../src/rays/readRays.ts";
import { traceRequests } from "../src/rays/traceRequests.ts";
import { hintsOfLook } from "../src/trajectory/look.ts";
import { cameraOf, openRayLab, radians } from "./rayLab.ts";

const { engine, traceFrame, trace, close } = await openRayLab();
afterAll(close);

const noTable = (): never => {
  throw new Error("no tables here");
};
const rayOf = (spacetime: object, azDeg: number, elDeg = 0, camera: object = {}) =>
  readRays(
    JSON.stringify({
      ...{ id: 1, spacetime, azDeg, elDeg },
      camera: { r: 20, thetaDeg: 90, observer: "static", ...camera },
    }),
    noTable,
  )[0]!;
const pathOf = (...of: Parameters<typeof rayOf>): Promise<RayPath> => traceRayPath(engine, rayOf(...of));
const radii = ({ points }: RayPath): number[] => points.map(([x, y]) => Math.hypot(x, y));

describe("a ray's path", () => {
  it("is straight in flat space", async () => {
    const { points, status, horizonM, lightRingsM } = await pathOf({ kind: "minkowski" }, 30);
    expect(status).toBe("escaped");
    expect(horizonM).toBe(0);
    expect(lightRingsM).toEqual([]);
    const [camera, end] = [points[0]!, points.at(-1)!];
    expect(camera[0]).toBeCloseTo(20, 12);
    expect(Math.atan2(end[1] - camera[1], camera[0] - end[0])).toBeCloseTo(radians(30), 12);
  });

  it("turns around without spin where its impact parameter says, and leaves where its sweep says", async () => {
    const spacetime = { kind: "schwarzschild" };
    const path = await pathOf(spacetime, 25, 10);
    const [answer] = await traceRequests(engine, [rayOf(spacetime, 25, 10)]);
    expect(path.plane).toBe("orbit");
    expect(path.lightRingsM).toHaveLength(1);
    expect(path.lightRingsM[0]).toBeCloseTo(3, 14);
    const b = Math.sqrt(answer!.eta + answer!.xi * answer!.xi);
    // The path is sampled: its nearest point is a little outside the periastron, where b^2 = r^3 / (r - 2).
    const nearest = Math.min(...radii(path));
    const squaredB = nearest ** 3 / (nearest - 2);
    expect(squaredB / (b * b)).toBeGreaterThan(1 - 1e-9);
    expect(squaredB / (b * b)).toBeLessThan(1.02);
    const [beforeLast, last] = path.points.slice(-2);
    const heading = Math.atan2(last![1] - beforeLast![1], last![0] - beforeLast![0]);
    expect((heading + 2 * Math.PI) % (2 * Math.PI)).toBeCloseTo(answer!.sweepRad, 6);
  });

  it("ends at the horizon when it is captured, with spin and without", async () => {
    const still = await pathOf({ kind: "schwarzschild" }, 3);
    const turning = await pathOf({ kind: "kerr", spin: 0.9 }, 3, 4);
    expect([still.status, turning.status]).toEqual(["captured", "captured"]);
    expect(still.horizonM).toBe(2);
    expect(Math.min(...radii(still))).toBeLessThan(2.1);
    expect(turning.plane).toBe("azimuth");
    expect(Math.min(...radii(turning))).toBeLessThan(turning.horizonM + 0.1);
  });

  it("has the camera on the x axis at its Boyer-Lindquist radius, and two light rings with spin", async () => {
    const { points, lightRingsM } = await pathOf({ kind: "kerr", spin: 0.9 }, -20, 5, { phiDeg: 70 });
    expect(points[0]![0]).toBeCloseTo(20, 10);
    expect(points[0]![1]).toBeCloseTo(0, 10);
    expect(lightRingsM[0]).toBeCloseTo(1.558, 3);
    expect(lightRingsM[1]).toBeCloseTo(3.91, 3);
  });

  it("goes the way of phi where the ray looks that way", async () => {
    const spacetime = { kind: "kerr", spin: 0.5 };
    const along = await pathOf(spacetime, 40);
    const against = await pathOf(spacetime, -40);
    expect(along.points[2]![1]).toBeGreaterThan(0);
    expect(against.points[2]![1]).toBeLessThan(0);
  });
});

describe("a pixel's direction", () => {
  it("is the one that the kernel gives the pixel of a camera turned by azimuth, elevation and roll", () => {
    const spacetime = { kind: "kerr", spin: 0.8 } as const;
    const camera = { r: 15, thetaDeg: 70, observer: { kind: "rain" } } as const;
    const look = { azDeg: 35, elDeg: -20, rollDeg: 25 };
    const image = { widthPx: 80, heightPx: 60, hfovDeg: 70 };
    const { widthPx, heightPx, hfovDeg } = image;
    const frame = cameraOf(spacetime, camera, {
      kind: "pinhole",
      widthPx,
      heightPx,
      hfovRad: radians(hfovDeg),
    });
    const place = { spacetime, position: frame.position, tKsM: 0, fourVelocity: frame.tetrad.u };
    const turned = { ...frame, tetrad: cameraTetrad(place, hintsOfLook(frame.tetrad, look)) };
    for (const pixel of [
      [40, 30],
      [3.5, 7.5],
      [70.25, 51],
    ] as const) {
      const { azRad, elRad } = pixelDirection(image, look, pixel);
      const [seen] = traceFrame({ spacetime }, turned, [pixel]);
      const [asked] = trace({ spacetime }, camera, [[(azRad * 180) / Math.PI, (elRad * 180) / Math.PI]]);
      expect(asked!.status).toBe(seen!.status);
      expect(asked!.xi).toBeCloseTo(seen!.xi, 8);
      expect(asked!.eta).toBeCloseTo(seen!.eta, 6);
    }
  });
});
