import { describe, expect, it } from "vitest";
import * as layout from "../kernel/layout.ts";
import { lookOf } from "../kernelTables/referenceCamera.ts";
import type { RayJob } from "../kernelTables/referenceTables.ts";
import { focalPx } from "../trace/sceneTables.ts";
import type { Projection } from "./frameCamera.ts";

const kinds = {
  pinhole: layout.PROJECTION_PINHOLE,
  fisheye: layout.PROJECTION_FISHEYE,
  equirectangular: layout.PROJECTION_EQUIRECTANGULAR,
} as const;

/** Components (right, up, forward) of the direction through a pixel, by the kernel's twin. */
function directionOf(projection: Projection, x: number, y: number): readonly [number, number, number] {
  const f64 = new Float64Array(64);
  const frames = 256;
  const at = (byte: number, value: number): void => {
    f64[(frames + byte) / 8] = value;
  };
  at(layout.FRAME_PROJECTION, kinds[projection.kind]);
  at(layout.FRAME_FOCAL, focalPx(projection));
  at(layout.FRAME_WIDTH_PX, projection.widthPx);
  at(layout.FRAME_HEIGHT_PX, projection.heightPx);
  const i32 = new Int32Array(f64.buffer);
  i32[layout.CONTEXT_FRAMES / 4] = frames;
  const job: RayJob = { f64, i32, context: 0, rays: 0, capacity: 0, active: 0 };
  const { right, up, forward } = lookOf(job, 0, x, y);
  return [right, up, forward];
}

const pinhole: Projection = { kind: "pinhole", widthPx: 64, heightPx: 36, hfovRad: Math.PI / 3 };

describe("projections", () => {
  it("have the focal length and vertical field of view of oracle 56", () => {
    const focal = focalPx(pinhole);
    expect(focal).toBeCloseTo(55.4256258422041, 12);
    expect((2 * Math.atan(18 / focal) * 180) / Math.PI).toBeCloseTo(35.98339777136, 10);
  });

  it("look through pixel (0, 0) along oracle 57", () => {
    const [right, up, forward] = directionOf(pinhole, 0.5, 0.5);
    expect(right).toBeCloseTo(-0.4764803460713, 12);
    expect(up).toBeCloseTo(0.2647113033729, 12);
    expect(forward).toBeCloseTo(0.8383879803971, 12);
  });

  it("of a fisheye keep angles from forward, of a panorama azimuth and elevation", () => {
    const fisheye: Projection = { kind: "fisheye", widthPx: 200, heightPx: 200, hfovRad: Math.PI };
    const [right, up, forward] = directionOf(fisheye, 150, 100);
    expect(right).toBeCloseTo(Math.SQRT1_2, 14);
    expect(up).toBe(0);
    expect(forward).toBeCloseTo(Math.SQRT1_2, 14);
    expect(directionOf(fisheye, 100, 100)).toEqual([0, 0, 1]);
    const panorama: Projection = { kind: "equirectangular", widthPx: 360, heightPx: 180 };
    const [east, top, ahead] = directionOf(panorama, 270, 60);
    expect(east).toBeCloseTo(Math.cos(Math.PI / 6), 13);
    expect(top).toBeCloseTo(0.5, 13);
    expect(ahead).toBeCloseTo(0, 13);
  });
});
