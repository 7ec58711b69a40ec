import { expect, test } from "vitest";
import {
  catalogueOf,
  centred,
  eventsOf,
  everything,
  focal,
  lens,
  lensedMap,
  nothing,
  sampling,
  scatteredPlaces,
  straight,
} from "../../test/starField.ts";
import { stillCamera, thinLensTracer } from "../../test/thinLens.ts";
import { type LensFrame, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import { lensTriangles } from "../lensMap/lensTriangles.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import { probeCamera } from "./imageProbes.ts";
import { createImageTable, type ImageTable } from "./imageTable.ts";
import { addMeshImages, type MeshSearch } from "./meshImages.ts";
import { createPolishedImages, polishImages, RAY_LOST } from "./polishImages.ts";
import { CAUSTIC, UNREFINED } from "./starEvent.ts";
import { findStarImages } from "./starImages.ts";
import { type StarSky, starSky } from "./starSky.ts";

function meshSearch(frame: LensFrame, levels: MeshSampling, sky: StarSky): MeshSearch {
  const { camera, vertices } = frame;
  const { corners } = lensTriangles(frame, { sampling: levels });
  return { camera, vertices, corners, unitPx: unitPx(levels), frameIndex: 0, sky };
}

test("without a lens every star in view has one image, where the camera points at it, magnified by nothing", () => {
  const tracer = thinLensTracer(new Map([[0, { einstein: 0, shadow: 0, x: 32, y: 18 }]]));
  const frames = traceLensFrames([stillCamera(0)], sampling, tracer);
  const places = scatteredPlaces(200);
  const sky = starSky(catalogueOf(places.map(([x, y]) => straight(x, y))));
  const events = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors: everything }));
  expect(events.map(({ star }) => star)).toEqual(places.map((_, i) => i));
  expect(
    events.every(
      ({ star, x, y, magnification, parity, flag }) =>
        Math.abs(x - places[star]![0]) < 1e-6 &&
        Math.abs(y - places[star]![1]) < 1e-6 &&
        Math.abs(magnification - 1) < 1e-4 &&
        parity === 1 &&
        flag === "refined",
    ),
  ).toBe(true);
});

test("both images of each star are found, with the place, parity and magnification of the lens equation", () => {
  const { tracer, frames } = lensedMap(lens);
  const places = scatteredPlaces(60);
  const sky = starSky(catalogueOf(places.map(([x, y]) => straight(x, y))));
  const events = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors: everything }));
  let checked = 0;
  let isRight = true;
  places.forEach(([px, py], star) => {
    const [right, down] = [(px - 32) / focal, (py - 18) / focal];
    const beta = Math.hypot(right, down);
    for (const sign of [1, -1] as const) {
      const theta = (beta + sign * Math.sqrt(beta * beta + 4 * lens.einstein ** 2)) / 2;
      const [x, y] = [32 + (focal * theta * right) / beta, 18 + (focal * theta * down) / beta];
      if (x < 0.5 || x > 63.5 || y < 0.5 || y > 35.5 || Math.abs(theta) < lens.shadow + 0.05) continue;
      const flat = Math.abs(1 / (1 - (lens.einstein / theta) ** 4));
      const expected = (flat * (1 + beta * beta) ** 1.5) / (1 + theta * theta) ** 1.5;
      const event = events.find((candidate) => candidate.star === star && candidate.parity === sign);
      checked++;
      isRight &&=
        event !== undefined &&
        Math.hypot(event.x - x, event.y - y) < 1e-6 &&
        (event.flag === "caustic" || Math.abs(event.magnification / expected - 1) < 3e-4) &&
        event.order === (sign === 1 ? 0 : 1);
    }
  });
  expect(checked).toBeGreaterThan(70);
  expect(isRight).toBe(true);
});

test("the mesh alone is near, and faint images keep it under the flag unrefined", () => {
  const { tracer, frames } = lensedMap(lens);
  const sky = starSky(catalogueOf(scatteredPlaces(60).map(([x, y]) => straight(x, y))));
  const rough = findStarImages(frames, sampling, sky, { tracer, floors: nothing });
  const fine = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors: everything }));
  // Those of the finer mesh along the shadow.
  expect(rough.rays).toBeLessThan(250);
  expect(rough.statistics[0]!.unrefined).toBe(rough.events.count);
  expect(rough.events.flag.every((flag) => flag === UNREFINED)).toBe(true);
  const primaries = eventsOf(rough).filter(({ parity, order }) => parity === 1 && order === 0);
  expect(primaries.length).toBeGreaterThan(50);
  // The linear mesh is known to be off by a fifth of a pixel at its deepest level where images are stretched.
  expect(
    primaries.every(({ star, x, y }) => {
      const exact = fine.find((event) => event.star === star && event.parity === 1)!;
      return Math.hypot(exact.x - x, exact.y - y) < (exact.magnification > 1.5 ? 0.6 : 0.2);
    }),
  ).toBe(true);
});

test("place and magnification do not depend on how fine the mesh is", () => {
  const tracer = thinLensTracer(new Map([[0, centred(lens)]]));
  const sky = starSky(catalogueOf(scatteredPlaces(40).map(([x, y]) => straight(x, y))));
  const [coarse, fine] = [2, 4].map((refinementLevels) => {
    const levels = { coarseCellPx: 16, refinementLevels };
    const frames = traceLensFrames([stillCamera(0)], levels, tracer);
    return eventsOf(findStarImages(frames, levels, sky, { tracer, floors: everything })).filter(
      ({ parity, flag }) => parity === 1 && flag === "refined",
    );
  }) as [ReturnType<typeof eventsOf>, ReturnType<typeof eventsOf>];
  const pairs = coarse.flatMap((event) => {
    const other = fine.find(({ star }) => star === event.star);
    return other === undefined ? [] : [[event, other] as const];
  });
  expect(pairs.length).toBeGreaterThan(30);
  expect(
    pairs.every(
      ([a, b]) =>
        Math.hypot(a.x - b.x, a.y - b.y) < 1e-6 && Math.abs(a.magnification / b.magnification - 1) < 3e-4,
    ),
  ).toBe(true);
});

test("a star on a corner or an edge of triangles is in exactly one of them", () => {
  const tracer = thinLensTracer(new Map([[0, { einstein: 0, shadow: 0, x: 32, y: 18 }]]));
  for (const refinementLevels of [0, 1, 3]) {
    const levels = { coarseCellPx: 16, refinementLevels };
    const [frame] = traceLensFrames([stillCamera(0)], levels, tracer);
    const { vertices } = frame!;
    const unit = 16 / (2 << refinementLevels);
    const inner: (readonly [number, number, number])[] = [];
    for (let v = 0; v < vertices.count; v++) {
      const [x, y] = [vertices.x[v]! * unit, vertices.y[v]! * unit];
      if (x <= 0 || y <= 0 || x >= 64 || y >= 48) continue;
      inner.push([0, 1, 2].map((k) => vertices.direction[3 * v + k]!) as [number, number, number]);
    }
    const table = createImageTable();
    const sky = starSky(catalogueOf(inner));
    addMeshImages(meshSearch(frame!, levels, sky), table);
    expect([...table.star.subarray(0, table.count).sort()]).toEqual(inner.map((_, i) => i));
  }
});

test("stars over the middle of a large triangle are found at the sky's poles too", () => {
  const levels = { coarseCellPx: 16, refinementLevels: 0 };
  const tracer = thinLensTracer(new Map([[0, { einstein: 0, shadow: 0, x: 32, y: 18 }]]));
  const [frame] = traceLensFrames([stillCamera(0)], levels, tracer);
  const { direction } = frame!.vertices;
  // Turned so that what was ahead, -x, is the north pole.
  for (let i = 0; i < direction.length; i += 3)
    direction.set([direction[i + 2]!, direction[i + 1]!, -direction[i]!], i);
  const turned = scatteredPlaces(200).map(([x, y]) => {
    const [ahead, right, up] = straight(x, y);
    return [up, right, -ahead] as const;
  });
  const table = createImageTable();
  const sky = starSky(catalogueOf(turned));
  addMeshImages(meshSearch(frame!, levels, sky), table);
  expect([...table.star.subarray(0, table.count).sort()]).toEqual(turned.map((_, i) => i));
});

test("order of images does not depend on the order in which frames are asked for", () => {
  const cameras = [0, 1, 2].map((frame) => stillCamera(frame));
  const tracer = thinLensTracer(
    new Map(cameras.map(({ frame }) => [frame, { ...centred(lens), shadow: 0.05 * (frame + 1) }])),
  );
  const frames = traceLensFrames(cameras, sampling, tracer);
  const sky = starSky(catalogueOf(scatteredPlaces(50).map(([x, y]) => straight(x, y))));
  const together = findStarImages(frames, sampling, sky, { tracer, floors: everything });
  const apart = frames.map((frame) => findStarImages([frame], sampling, sky, { tracer, floors: everything }));
  expect(eventsOf(together)).toEqual(apart.flatMap(eventsOf));
  expect([...together.firstEvent]).toEqual(
    [0, 1, 2, 3].map((n) => apart.slice(0, n).reduce((s, a) => s + a.events.count, 0)),
  );
});

test("a star behind the lens is capped at what a pixel shows, and brightens to it continuously", () => {
  const { tracer, frames } = lensedMap(lens);
  const light = [0.6, 0.3, 0.1, 0.05, 0.02].map((offset) => {
    const sky = starSky(catalogueOf([straight(32 + offset, 18 + offset / 3)]));
    const { events } = findStarImages(frames, sampling, sky, { tracer, floors: everything });
    let sum = 0;
    for (let i = 0; i < events.count; i++) sum += events.magnification[i]!;
    return { sum, isCapped: events.flag.every((flag) => flag === CAUSTIC), count: events.count };
  });
  expect(light.every(({ count }) => count === 2)).toBe(true);
  expect(light.slice(1).every(({ sum }, i) => sum >= 0.98 * light[i]!.sum)).toBe(true);
  expect(light[light.length - 1]!.isCapped).toBe(true);
  // A pixel on the ring shows less sky than it covers by twice the ring's radius in pixels, on the mean.
  const ringPx = lens.einstein * focal;
  expect(light[light.length - 1]!.sum / 2).toBeGreaterThan(0.9 * ringPx);
  expect(light[light.length - 1]!.sum / 2).toBeLessThan(1.1 * ringPx);
});

test("a star exactly behind the lens is a ring of finite light", () => {
  const { tracer, frames } = lensedMap(lens);
  const sky = starSky(catalogueOf([[-1, 0, 0]]));
  const events = eventsOf(findStarImages(frames, sampling, sky, { tracer, floors: everything }));
  const ringPx = lens.einstein * focal;
  expect(events.every(({ x, y }) => Math.abs(Math.hypot(x - 32, y - 18) - ringPx) < 1)).toBe(true);
  expect(events.every(({ flag, magnification }) => flag === "caustic" && magnification < 100)).toBe(true);
});

test("images of order 2 and higher are dropped under the floor, and counted with their light", () => {
  const { tracer, frames } = lensedMap(lens);
  frames[0]!.vertices.order.fill(2);
  const sky = starSky(catalogueOf(scatteredPlaces(60).map(([x, y]) => straight(x, y))));
  const all = findStarImages(frames, sampling, sky, { tracer, floors: nothing });
  const few = findStarImages(frames, sampling, sky, { tracer, floors: { ...nothing, orderFloor: 0.5 } });
  const [dropped] = few.statistics;
  expect(dropped!.droppedHigherOrder).toBe(all.events.count - few.events.count);
  expect(dropped!.droppedHigherOrder).toBeGreaterThan(5);
  const green = (images: typeof all): number => eventsOf(images).reduce((sum, { flux }) => sum + flux[1], 0);
  expect(dropped!.droppedHigherOrderFlux).toBeCloseTo(green(all) - green(few), 10);
});

test("images near the floor take fewer rays, and none is off by a tenth of the floor's light", () => {
  const { tracer, frames } = lensedMap(lens);
  const places = scatteredPlaces(400).concat(scatteredPlaces(40).map(([x, y]) => [28 + x / 8, 16 + y / 8]));
  const sky = starSky(catalogueOf(places.map(([x, y]) => straight(x, y))));
  const wholly = findStarImages(frames, sampling, sky, { tracer, floors: everything });
  const exact = eventsOf(wholly);
  const isRight = [0.01, 0.1, 0.5].every((floor) => {
    const found = findStarImages(frames, sampling, sky, {
      tracer,
      floors: { ...everything, fluxFloor: () => floor },
    });
    const refined = eventsOf(found).filter(({ flag }) => flag === "refined");
    const isNear = refined.every(({ star, parity, x, y, flux }) => {
      const same = exact.find((image) => image.star === star && image.parity === parity)!;
      return Math.abs(flux[1] - same.flux[1]) < floor / 10 && Math.hypot(x - same.x, y - same.y) < 4e-3;
    });
    return isNear && refined.length > 50 && found.rays < wholly.rays;
  });
  expect(isRight).toBe(true);
});

test("a table that is used again changes nothing", () => {
  const { tracer, frames } = lensedMap(lens);
  const table = createImageTable();
  const eventsWith = (count: number, means: { readonly table?: ImageTable }) => {
    const sky = starSky(catalogueOf(scatteredPlaces(count).map(([x, y]) => straight(x, y))));
    return eventsOf(findStarImages(frames, sampling, sky, { tracer, floors: everything, ...means }));
  };
  expect(eventsWith(60, { table }).length).toBeGreaterThan(100);
  expect(eventsWith(20, { table })).toEqual(eventsWith(20, {}));
});

test("a seed whose rays are lost says so and keeps the mesh's place", () => {
  const { tracer, frames } = lensedMap(lens);
  const images = createPolishedImages(1);
  images.x[0] = 32;
  images.y[0] = 18.2;
  images.reachPx[0] = 3;
  images.settledPx[0] = 1e-3;
  images.target.set(straight(40, 20));
  expect(polishImages(images, [probeCamera(frames[0]!.camera)], tracer)).toBe(3);
  expect([images.outcome[0], images.x[0], images.y[0]]).toEqual([RAY_LOST, 32, 18.2]);
});
