import { createEngine } from "@lightcone/parallel";
import { afterAll, expect, it } from "vitest";
import { everything } from "../../test/starField.ts";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import { type PoolTracer, poolTracer } from "../trace/poolTracer.ts";
import { ESCAPED } from "../trace/tracer.ts";
import { frameCameras } from "../trajectory/frameCameras.ts";
import { generateTrajectory } from "../trajectory/generateTrajectory.ts";
import { starCatalogue } from "./starCatalogue.ts";
import { starEvent } from "./starEvent.ts";
import { findStarImages } from "./starImages.ts";
import { starSky } from "./starSky.ts";

const spacetime: Spacetime = { kind: "schwarzschild" };
const radiusM = 50;
const widthPx = 320;
const heightPx = 40;
const sampling = { coarseCellPx: 16, refinementLevels: 3 };
const marginPx = 4;

const engine = await createEngine({ engine: "reference", lanes: 1 });
const kernel = await engine.loadKernel(relativityKernelSpec);
afterAll(() => engine.close());

/** A camera at rest at r = 50 that looks at the hole; what is at that angle from it is seen so far left of the frame. */
function openView(angleRad: number, outsidePx: number) {
  const edgeRad = Math.atan((Math.tan(angleRad) * (widthPx / 2)) / (widthPx / 2 + outsidePx));
  const hfovDeg = (2 * edgeRad * 180) / Math.PI;
  const look = { azDeg: 0, elDeg: 0, rollDeg: 0 };
  const place = { frames: 1, thetaDeg: 90, phiDeg: 0, look };
  const samples = generateTrajectory({ ...place, kind: "static", radiusM, durationM: 0 }, spacetime, hfovDeg);
  const cameras = frameCameras(samples, spacetime, { projection: "pinhole", widthPx, heightPx, hfovDeg });
  const setup = { spacetime, backend: "fast", tolerance: 1e-10, stepBudget: 5000, frames: cameras } as const;
  return { cameras, tracer: poolTracer(engine, kernel, setup) };
}

/** Right ascension that is seen at places along the frame's middle line, deg; none where nothing comes from the sky. */
function seenAt(tracer: PoolTracer, x: readonly number[]): (number | undefined)[] {
  const count = x.length;
  const y = new Float64Array(count).fill(heightPx / 2);
  const results = tracer.trace({ count, frame: new Int32Array(count), x: Float64Array.from(x), y });
  return x.map((_, ray) =>
    results.status[ray] === ESCAPED
      ? (Math.atan2(results.directionY[ray]!, results.directionX[ray]!) * 180) / Math.PI
      : undefined,
  );
}

function wrapped(deg: number): number {
  return deg - 360 * Math.round(deg / 360);
}

/** Where on that line, from the margin's edge to a place, rays come from a star: by bisection. */
function imagesLeft(tracer: PoolTracer, raDeg: number, lastPx: number): number[] {
  const places = Array.from({ length: 401 }, (_, index) => -marginPx + (index * (lastPx + marginPx)) / 400);
  const seen = seenAt(tracer, places);
  const apart = (deg: number | undefined): number => (deg === undefined ? Number.NaN : wrapped(deg - raDeg));
  const found: number[] = [];
  for (let index = 0; index + 1 < places.length; index++) {
    const [from, to] = [apart(seen[index]), apart(seen[index + 1])];
    if (!(from * to <= 0 && Math.abs(from - to) < 90)) continue;
    let [low, high] = [places[index]!, places[index + 1]!];
    for (let round = 0; round < 15; round++) {
      const middle = (low + high) / 2;
      if (apart(seenAt(tracer, [middle])[0]) * from > 0) low = middle;
      else high = middle;
    }
    found.push((low + high) / 2);
  }
  return found;
}

const shadowRad = Math.asin((Math.sqrt(27) / radiusM) * Math.sqrt(1 - 2 / radiusM));

/** Angle from the hole at which the sky right behind it is seen from there, as a ring. */
const RING_RAD = 0.3121;
const everywhere = Array.from({ length: 72 }, (_, index) => 7 + 5 * index);
const behind = Array.from({ length: 12 }, (_, index) => 179.7 + 0.05 * index);

it.each([
  {
    what: "the shadow ends",
    angleRad: shadowRad,
    outsidePx: 0.5,
    lastPx: -1.25,
    starsDeg: everywhere,
    least: 15,
  },
  { what: "the ring is", angleRad: RING_RAD, outsidePx: 2, lastPx: 0, starsDeg: behind, least: 12 },
])(
  "where $what just beside the frame all images are found",
  ({ angleRad, outsidePx, lastPx, starsDeg, least }) => {
    const { cameras, tracer } = openView(angleRad, outsidePx);
    try {
      const wanted = starsDeg.map((raDeg) => imagesLeft(tracer, raDeg, lastPx));
      expect(wanted.flat().length).toBeGreaterThanOrEqual(least);
      const frames = traceLensFrames(cameras, sampling, tracer);
      const stars = starsDeg.map((rightAscensionDeg, index) => ({
        ...{ id: index + 1, rightAscensionDeg, declinationDeg: 0, magnitudeV: 0, bMinusV: 0.65 },
      }));
      const floors = { ...everything, marginPx };
      const { events } = findStarImages(frames, sampling, starSky(starCatalogue(stars)), { tracer, floors });
      const found = Array.from({ length: events.count }, (_, index) => starEvent(events, index));
      const missed = wanted.flatMap((places, star) =>
        places.filter((x) => !found.some((image) => image.star === star && Math.abs(image.x - x) < 1e-3)),
      );
      expect(missed).toEqual([]);
    } finally {
      tracer.close();
    }
  },
);
