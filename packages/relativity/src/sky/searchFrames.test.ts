import { describe, expect, it, test } from "vitest";
import {
  catalogueOf,
  eventsOf,
  everything,
  focal,
  lens,
  lensedMap,
  sampling,
  scatteredPlaces,
  straight,
} from "../../test/starField.ts";
import { createResults, stillCamera, thinLensTracer } from "../../test/thinLens.ts";
import type { FrameCamera } from "../camera/frameCamera.ts";
import { cos, PI, sin } from "../kernel/elementary.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { findStarImages } from "./starImages.ts";
import { starSky } from "./starSky.ts";

test("images are found up to the shadow's edge, not only where the mesh's cells are whole", () => {
  const { tracer, frames } = lensedMap({ ...lens, shadow: 0.12 });
  // Mirrored images at so many pixels from the shadow's edge, all around it.
  const wanted = Array.from({ length: 90 }, (_, index) => {
    const tangent = 0.12 + (0.75 + 0.01 * index) / focal;
    const angle = 2.4 * index;
    const source = tangent - (lens.einstein * lens.einstein) / tangent;
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    return {
      direction: straight(32 + focal * source * across, 18 + focal * source * down),
      x: 32 + focal * tangent * across,
      y: 18 + focal * tangent * down,
    };
  });
  const sky = starSky(catalogueOf(wanted.map(({ direction }) => direction)));
  const events = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors: everything }));
  const found = wanted.filter(({ x, y }, star) =>
    events.some((event) => event.star === star && Math.hypot(event.x - x, event.y - y) < 1e-4),
  );
  expect(found.length).toBe(wanted.length);
});

describe("images beside the frame", () => {
  const thin = { einstein: 0.2, shadow: 0.12 };
  const floors = {
    ...everything,
    lightFloorBeside: (_: number, px: number) => (px <= 4 ? 0 : Number.POSITIVE_INFINITY),
  };
  /** Places just within the strips, so near to where the lens folds the sky or ends that a coarse strip misses them. */
  function placesAround(x: number, y: number, tangents: readonly number[]) {
    const all = Array.from({ length: 720 }, (_, index) => {
      const [angle, tangent] = [0.5 * (index + 0.25) * (PI / 180), tangents[index % tangents.length]!];
      const [across, down] = [cos(angle), sin(angle)];
      const source = tangent - thin.einstein ** 2 / tangent;
      const direction = straight(32 + focal * source * across, 18 + focal * source * down);
      return { direction, x: x + focal * tangent * across, y: y + focal * tangent * down };
    });
    const outside = all.map((at) => Math.max(-at.x, -at.y, at.x - 64, at.y - 36));
    return all.filter((_, index) => outside[index]! > 0.05 && outside[index]! < 3.95);
  }
  const beside = [
    { edge: "left", x: -2, y: 18, sign: [-1, 0] },
    { edge: "right", x: 66, y: 16, sign: [1, 0] },
    { edge: "upper", x: 30, y: -2, sign: [0, -1] },
    { edge: "lower", x: 33, y: 38, sign: [0, 1] },
  ] as const;
  /** Distances at which the lens folds the sky, or its shadow ends. */
  const curves = [
    ["folds", thin.einstein, [-1.2, -0.5, 0.5, 1.2]],
    ["ends", thin.shadow, [0.75, 1, 1.3]],
  ] as const;

  it.each(curves.flatMap((curve) => beside.map((at) => [at.edge, ...curve, at] as const)))(
    "are found beyond the %s edge where the sky %s there",
    (_edge, _what, tangent, apartPx, { x, y, sign }) => {
      const at = { x: x + sign[0] * focal * tangent, y: y + sign[1] * focal * tangent };
      const tracer = thinLensTracer(new Map([[0, { ...thin, ...at }]]));
      const frames = traceLensFrames([stillCamera(0)], sampling, tracer);
      const wanted = placesAround(
        at.x,
        at.y,
        apartPx.map((px) => tangent + px / focal),
      );
      expect(wanted.length).toBeGreaterThan(20);
      const sky = starSky(catalogueOf(wanted.map(({ direction }) => direction)));
      const events = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors }));
      const found = wanted.filter(({ x, y }, star) =>
        events.some((event) => event.star === star && Math.hypot(event.x - x, event.y - y) < 1e-4),
      );
      expect(found.length).toBe(wanted.length);
    },
  );
});

test("a star beside the frame is found as far out as its light gets in, once", () => {
  const tracer = thinLensTracer(new Map([[0, { einstein: 0, shadow: 0, x: 32, y: 18 }]]));
  const frames = traceLensFrames([stillCamera(0)], sampling, tracer);
  const places = scatteredPlaces(400).map(([x, y]) => [1.2 * (x - 32) + 32, 1.3 * (y - 18) + 18] as const);
  const outside = ([x, y]: readonly [number, number]): number => Math.max(0, -x, -y, x - 64, y - 36);
  const sky = starSky(catalogueOf(places.map(([x, y]) => straight(x, y))));
  const floors = {
    ...everything,
    lightFloorBeside: (_: number, px: number) => (px <= 4 ? 0 : Number.POSITIVE_INFINITY),
  };
  const events = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors }));
  const within = [...places.keys()].filter((star) => outside(places[star]!) <= 4);
  expect(within.filter((star) => outside(places[star]!) > 0).length).toBeGreaterThan(40);
  expect(events.map(({ star }) => star)).toEqual(within);
  expect(
    events.every(({ star, x, y }) => Math.hypot(x - places[star]![0], y - places[star]![1]) < 1e-6),
  ).toBe(true);
  const bright = { ...floors, lightFloorBeside: (_: number, px: number) => (1 + px) / 3 };
  const few = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors: bright }));
  const lit = events.filter(({ star, flux }) => {
    const px = outside(places[star]!);
    return px === 0 || Math.max(...flux) >= (1 + px) / 3;
  });
  expect(lit.length).toBeLessThan(events.length);
  expect(few).toEqual(lit);
});

test("of a panorama every star has one image, at its sides and poles too", () => {
  const camera: FrameCamera = {
    ...stillCamera(0),
    projection: { kind: "equirectangular", widthPx: 40, heightPx: 20 },
  };
  const tracer: RayTracer = {
    trace(samples) {
      const results = createResults(samples.count);
      for (let ray = 0; ray < samples.count; ray++) {
        const [azimuth, elevation] = [(samples.x[ray]! - 20) * (PI / 20), (10 - samples.y[ray]!) * (PI / 20)];
        results.directionX[ray] = -cos(elevation) * cos(azimuth);
        results.directionY[ray] = cos(elevation) * sin(azimuth);
        results.directionZ[ray] = sin(elevation);
        results.redshiftG[ray] = 1;
      }
      return results;
    },
  };
  const frames = traceLensFrames([camera], sampling, tracer);
  const scattered = scatteredPlaces(300).map(([x, y]) => [(40 * (x - 1)) / 62, (20 * (y - 1)) / 34] as const);
  const edges = [0.001, 0.3, 39.7, 39.999].flatMap((x) => [0.02, 5, 19.9].map((y) => [x, y] as const));
  const places = [...scattered, ...edges];
  const directions = places.map(([x, y]) => {
    const [azimuth, elevation] = [(x - 20) * (PI / 20), (10 - y) * (PI / 20)];
    const level = cos(elevation);
    return [-level * cos(azimuth), level * sin(azimuth), sin(elevation)] as const;
  });
  const floors = { ...everything, fluxFloor: () => 1e-9 };
  const sky = starSky(catalogueOf(directions));
  const events = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors }));
  expect(events.map(({ star }) => star)).toEqual([...places.keys()]);
  expect(
    events.every(({ star, x, y }) => Math.hypot(x - places[star]![0], y - places[star]![1]) < 1e-4),
  ).toBe(true);
});
