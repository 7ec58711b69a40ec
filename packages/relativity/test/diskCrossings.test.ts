import { afterAll, expect, it } from "vitest";
import { InputError } from "../src/problem.ts";
import { traceDiskCrossings } from "../src/rays/diskCrossings.ts";
import { readRays } from "../src/rays/readRays.ts";
import { traceRequests } from "../src/rays/traceRequests.ts";
import { openRayLab } from "./rayLab.ts";

const { engine, close } = await openRayLab();
afterAll(close);

const shot = (disk: string): string => `
spacetime: {kind: schwarzschild}
trajectory: {kind: static, radiusM: 30}
camera: {widthPx: 8, heightPx: 8}
${disk}`;

/** The ray from 30 M out and 10 degrees above the equator's plane. */
const rayOf = (elDeg: number, azDeg = 0) =>
  readRays(
    JSON.stringify({
      ...{ id: 1, spacetime: { kind: "schwarzschild" }, azDeg, elDeg },
      camera: { r: 30, thetaDeg: 80, observer: "static" },
    }),
    () => {
      throw new Error("no tables here");
    },
  )[0]!;

it("finds the disk before the hole that captures the ray, which knows nothing of it by itself", async () => {
  const ray = rayOf(-5);
  const [answer] = await traceRequests(engine, [ray]);
  expect(answer!.status).toBe("captured");
  const [crossing, ...more] = await traceDiskCrossings(engine, ray, shot("disk: {}"));
  expect(more).toEqual([]);
  expect(crossing!.radiusM).toBeGreaterThan(6);
  expect(crossing!.radiusM).toBeLessThan(20);
  // The gas comes neither nearer nor moves away there: g is that of a circular orbit, seen from a camera at rest.
  const expected = Math.sqrt((1 - 3 / crossing!.radiusM) / (1 - 2 / 30));
  expect(crossing!.redshiftG).toBeCloseTo(expected, 8);
});

it("finds the far side of the disk above the hole, and the gas behind only where it is transparent", async () => {
  const [over] = await traceDiskCrossings(engine, rayOf(12), shot("disk: {outerRadiusM: 60}"));
  expect(over!.radiusM).toBeGreaterThan(6);
  const ray = rayOf(-16);
  const all = await traceDiskCrossings(engine, ray, shot("disk: {outerRadiusM: 60, opacity: transparent}"));
  const opaque = await traceDiskCrossings(engine, ray, shot("disk: {outerRadiusM: 60}"));
  expect(all.length).toBe(2);
  expect(opaque).toEqual(all.slice(0, 1));
});

it("finds nothing where the shot has no disk, and refuses a disk within the hole", async () => {
  expect(await traceDiskCrossings(engine, rayOf(-5), shot(""))).toEqual([]);
  const within = shot("disk: {innerRadiusM: 1}");
  await expect(traceDiskCrossings(engine, rayOf(-5), within)).rejects.toThrow(InputError);
});
