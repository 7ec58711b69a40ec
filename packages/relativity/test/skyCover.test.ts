import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import type { FrameCamera } from "../src/camera/frameCamera.ts";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import type { LensFrame } from "../src/lensMap/lensMap.ts";
import { lensTriangles } from "../src/lensMap/lensTriangles.ts";
import { traceLensFrames } from "../src/lensMap/traceLensFrames.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import { poolTracer } from "../src/trace/poolTracer.ts";
import { ESCAPED } from "../src/trace/tracer.ts";
import { rainFrames } from "./kerrFrames.ts";

const sampling = { coarseCellPx: 16, refinementLevels: 4 };

/** A panorama of the whole sky by a camera that falls freely through a radius. */
async function panorama(radiusM: number, spacetime: Spacetime): Promise<LensFrame> {
  const engine = await createEngine({ lanes: 1 });
  const kernel = await engine.loadKernel(relativityKernelSpec);
  const projection = { kind: "equirectangular", widthPx: 512, heightPx: 256 } as const;
  const frames: FrameCamera[] = rainFrames([radiusM], 512, 256, spacetime).map((frame) => ({
    ...frame,
    projection,
  }));
  const tracer = poolTracer(engine, kernel, {
    spacetime,
    backend: "fast",
    tolerance: 1e-9,
    stepBudget: 5000,
    frames,
  });
  const [frame] = traceLensFrames(frames, sampling, tracer);
  tracer.close();
  await engine.close();
  return frame!;
}

/** Solid angle of the sky that a mesh's triangles of one order show, signed by parity. */
function skyArea(frame: LensFrame, order: number): number {
  const { vertices } = frame;
  const { corners, count } = lensTriangles(frame, { sampling });
  let area = 0;
  for (let triangle = 0; triangle < count; triangle++) {
    const vertex = corners.subarray(3 * triangle, 3 * triangle + 3);
    if (vertex.every((v) => vertices.status[v] === ESCAPED && vertices.order[v] === order)) {
      const [a, b, c] = [...vertex].map((v) => vertices.direction.subarray(3 * v, 3 * v + 3));
      area += solidAngle(a!, b!, c!);
    }
  }
  return area;
}

/** Van Oosterom and Strackee 1983. */
function solidAngle(a: Float64Array, b: Float64Array, c: Float64Array): number {
  const dot = (u: Float64Array, v: Float64Array): number => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!;
  const triple =
    a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
    a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
    a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
  return 2 * Math.atan2(triple, 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

test.each([20, 3, 1])("first images show the whole sky once, from r = %s", async (radiusM) => {
  const frame = await panorama(radiusM, { kind: "schwarzschild" });
  // What mixed triangles along the Einstein ring show is left out: a small cap behind the hole.
  const area = Math.abs(skyArea(frame, 0)) / (4 * Math.PI);
  expect(area).toBeGreaterThan(0.97);
  expect(area).toBeLessThan(1.0001);
  // Second images are mirrored.
  expect(Math.sign(skyArea(frame, 1))).toBe(-Math.sign(skyArea(frame, 0)));
});
