import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import { poolTracer } from "../trace/poolTracer.ts";
import { frameCameras } from "../trajectory/frameCameras.ts";
import { generateTrajectory } from "../trajectory/generateTrajectory.ts";
import { starCatalogue } from "./starCatalogue.ts";
import { starEvent } from "./starEvent.ts";
import { findStarImages } from "./starImages.ts";
import { starSky } from "./starSky.ts";

const spacetime: Spacetime = { kind: "schwarzschild" };
const widthPx = 320;
const heightPx = 40;
const hfovDeg = 80;
const focalPx = widthPx / 2 / Math.tan((hfovDeg * Math.PI) / 360);
const sampling = { coarseCellPx: 16, refinementLevels: 3 };

/** A camera at rest at r = 50 on +x that looks at the hole, and everything its rays need. */
async function imagesOf(raDeg: number, orderFloor: number) {
  const look = { azDeg: 0, elDeg: 0, rollDeg: 0 };
  const place = { frames: 1, thetaDeg: 90, phiDeg: 0, look };
  const samples = generateTrajectory(
    { ...place, kind: "static", radiusM: 50, durationM: 0 },
    spacetime,
    hfovDeg,
  );
  const cameras = frameCameras(samples, spacetime, { projection: "pinhole", widthPx, heightPx, hfovDeg });
  const engine = await createEngine({ engine: "reference", lanes: 1 });
  const kernel = await engine.loadKernel(relativityKernelSpec);
  const tracer = poolTracer(engine, kernel, {
    spacetime,
    backend: "fast",
    tolerance: 1e-10,
    stepBudget: 5000,
    frames: cameras,
  });
  try {
    const frames = traceLensFrames(cameras, sampling, tracer);
    const sky = starSky(
      starCatalogue([{ id: 1, rightAscensionDeg: raDeg, declinationDeg: 0, magnitudeV: 0, bMinusV: 0.65 }]),
    );
    const floors = { fluxFloor: () => 0, orderFloor, marginPx: 4, lightFloorBeside: () => 0 };
    const { events } = findStarImages(frames, sampling, sky, { tracer, floors });
    return Array.from({ length: events.count }, (_, i) => starEvent(events, i));
  } finally {
    tracer.close();
    await engine.close();
  }
}

test("a star 20 degrees off the axis has the two images of the deflection's closed form, with their magnifications", async () => {
  // The sky behind the hole is at right ascension 180 degrees; the camera's right is +y, where it falls.
  const events = await imagesOf(160, 1e-3);
  const angleDeg = (x: number): number => (Math.atan((x - widthPx / 2) / focalPx) * 180) / Math.PI;
  expect(events.map(({ order, parity, flag }) => [order, parity, flag])).toEqual([
    [0, 1, "refined"],
    [1, -1, "refined"],
  ]);
  const [first, second] = events;
  expect(angleDeg(first!.x)).toBeCloseTo(29.6806452652, 7);
  expect(angleDeg(second!.x)).toBeCloseTo(-11.7334723656, 6);
  expect(events.every(({ y }) => Math.abs(y - heightPx / 2) < 1e-6)).toBe(true);
  expect(first!.magnification / 1.047418481 - 1).toBeCloseTo(0, 5);
  expect(second!.magnification / 0.1176676351 - 1).toBeCloseTo(0, 5);
  expect(first!.redshiftG).toBeCloseTo(1 / Math.sqrt(1 - 2 / 50), 8);
});
