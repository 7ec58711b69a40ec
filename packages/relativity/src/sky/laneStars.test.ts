import { createEngine, type KernelInstance } from "@lightcone/parallel";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { unitNumbers } from "../../test/randomScenes.ts";
import { catalogueOf, lens, lensedMap, sampling, scatteredPlaces, straight } from "../../test/starField.ts";
import type { Projection } from "../camera/frameCamera.ts";
import * as layout from "../kernel/starLayout.ts";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { unitPx } from "../lensMap/lensMap.ts";
import { lensTriangles } from "../lensMap/lensTriangles.ts";
import { createImageTable, type ImageTable } from "./imageTable.ts";
import { laneStars } from "./laneStars.ts";
import { type AddMeshImages, addMeshImages, type MeshSearch } from "./meshImages.ts";
import { readSky, writeSky } from "./skyTables.ts";
import type { StarCatalogue } from "./starCatalogue.ts";
import { starSky } from "./starSky.ts";

const engines = {
  kernel: await createEngine({ lanes: 1 }),
  reference: await createEngine({ lanes: 1, engine: "reference" }),
};
afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));

const kernels = {
  kernel: await engines.kernel.loadKernel(relativityKernelSpec),
  reference: await engines.reference.loadKernel(relativityKernelSpec),
};
/** Words of the params. */
const CORNERS = layout.FIND_CORNERS / 4;
const UNDECIDED = layout.FIND_UNDECIDED / 4;
const UNDECIDED_COUNT = layout.FIND_UNDECIDED_COUNT / 4;
const NEXT = layout.FIND_NEXT / 4;
type On = keyof typeof engines;
const BOTH: readonly On[] = ["kernel", "reference"];

/** Images by the kernel's entry through an engine of one lane, and by the twin. */
function searched(on: On, catalogue: StarCatalogue, search: Omit<MeshSearch, "sky">) {
  const { arena } = kernels[on];
  const before = arena.usage().blockCount;
  const skyPointer = writeSky(arena, catalogue);
  const entry = (paramsPointer: number, begin: number, end: number): void => {
    // Indices of a run begin at 0: what was looked into already is skipped by moving the triangles on.
    const params = arena.i32(paramsPointer, layout.FIND_BYTES / 4);
    params[CORNERS]! += 12 * begin;
    const undecided = params[UNDECIDED_COUNT]!;
    const { failures } = engines[on].run({
      kernel: kernels[on],
      entry: "findStars",
      paramsPointer,
      count: end - begin,
      schedule: "static",
    });
    if (failures[0] !== undefined) throw new Error(failures[0].message);
    params[CORNERS]! -= 12 * begin;
    params[NEXT]! += begin;
    const list = arena.i32(params[UNDECIDED]!, params[UNDECIDED_COUNT]!);
    for (let place = undecided; place < list.length; place++) list[place]! += begin;
  };
  const kernel = { findStars: entry } as unknown as KernelInstance;
  const found = rowsOf(laneStars({ kernel, arena, scratchPointer: 0, skyPointer }), {
    ...search,
    sky: readSky(arena, skyPointer, catalogue),
  });
  arena.free(skyPointer);
  expect(arena.usage().blockCount).toBe(before);
  return { found, expected: rowsOf(addMeshImages, { ...search, sky: starSky(catalogue) }) };
}

/** All columns of all images, in the order of star and place, and the triangles that are too large. */
function rowsOf(add: AddMeshImages, search: MeshSearch): string[] {
  const table = createImageTable();
  const large = add(search, table);
  return [...Array.from({ length: table.count }, (_, row) => rowText(table, row)).sort(), `${large} large`];
}

function rowText(table: ImageTable, row: number): string {
  const { count: _, flux, ...columns } = table;
  const values = Object.entries(columns).map(([name, column]) => `${name} ${column[row]}`);
  return [...values, ...flux.subarray(3 * row, 3 * row + 3)].join(" ");
}

const [frame] = lensedMap(lens).frames;
const { corners } = lensTriangles(frame!, { sampling });
const lensed = { ...frame!, corners, unitPx: unitPx(sampling), frameIndex: 0 };

function anyDirection(unit: () => number): [number, number, number] {
  const place = [2 * unit() - 1, 2 * unit() - 1, 2 * unit() - 1];
  const length = Math.hypot(...place);
  return place.map((value) => value / length) as [number, number, number];
}

/** Triangles by their corners: along axes, and of sides from a hundredth to one anywhere. */
function anyTriangles(unit: () => number): Pick<MeshSearch, "vertices" | "corners"> {
  const axes = [
    [1, 0, 0],
    [0.8, 0.6, 0],
    [0.8, 0, 0.6],
    [-1, 0, 0],
    [-0.8, -0.6, 0],
    [-0.8, 0, -0.6],
  ];
  const places = Array.from({ length: 400 }, () => {
    const middle = anyDirection(unit);
    const size = unit() < 0.5 ? 0.02 : 0.5;
    return [0, 1, 2].map(() => {
      const corner = middle.map((value) => value + size * (2 * unit() - 1));
      const length = Math.hypot(...corner);
      return corner.map((value) => value / length);
    });
  });
  const direction = Float64Array.from([...axes, ...places.flat()].flat());
  const count = direction.length / 3;
  const vertices = {
    count,
    x: Int32Array.from({ length: count }, () => Math.floor(64 * unit())),
    y: Int32Array.from({ length: count }, () => Math.floor(64 * unit())),
    status: new Uint8Array(count),
    reason: new Uint8Array(count),
    direction,
    redshiftG: new Float64Array(count).fill(1),
    order: new Int32Array(count),
    marginU: new Float64Array(count),
  };
  return { vertices, corners: Uint32Array.from({ length: count }, (_, vertex) => vertex) };
}

describe("stars that the kernel looks for", () => {
  it.each(BOTH)("are those of plain search with the same bits, in every projection: %s", (on) => {
    const catalogue = catalogueOf(scatteredPlaces(300).map(([x, y]) => straight(x, y)));
    const projections: Projection[] = [
      { kind: "pinhole", widthPx: 64, heightPx: 36, hfovRad: 1 },
      { kind: "fisheye", widthPx: 64, heightPx: 36, hfovRad: 3 },
      { kind: "equirectangular", widthPx: 64, heightPx: 32 },
    ];
    for (const projection of projections) {
      const camera = { ...frame!.camera, projection };
      const { found, expected } = searched(on, catalogue, { ...lensed, camera });
      expect(found.length).toBeGreaterThan(400);
      expect(found).toEqual(expected);
    }
  });

  it.each(BOTH)("are in one triangle each where they stand on sides and corners: %s", (on) => {
    const { direction, count } = frame!.vertices;
    const vertex = (at: number): [number, number, number] => [
      direction[3 * at]!,
      direction[3 * at + 1]!,
      direction[3 * at + 2]!,
    ];
    const onCorners = Array.from({ length: count }, (_, at) => vertex(at));
    const onSides = Array.from({ length: corners.length / 3 }, (_, triangle) => {
      const [a, b] = [vertex(corners[3 * triangle]!), vertex(corners[3 * triangle + 1]!)];
      const sum = a.map((value, axis) => value + b[axis]!);
      const length = Math.hypot(...sum);
      return sum.map((value) => value / length) as [number, number, number];
    });
    const { found, expected } = searched(on, catalogueOf([...onCorners, ...onSides]), lensed);
    expect(found.length).toBeGreaterThan(count);
    expect(found).toEqual(expected);
  });

  it.each(BOTH)("are those of plain search all over the sky, in triangles of any size and turn: %s", (on) => {
    const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 - 3 }), (seed) => {
      const unit = unitNumbers(seed);
      const stars = Array.from({ length: 1500 }, () => anyDirection(unit));
      const { found, expected } = searched(on, catalogueOf(stars), { ...lensed, ...anyTriangles(unit) });
      return found.length > 300 && found.join() === expected.join();
    });
    fc.assert(property, { numRuns: 4 });
  });

  it.each(BOTH)("are all found where one triangle has more than there is room for at first: %s", (on) => {
    const places = scatteredPlaces(9000).map(([x, y]) => [50 + x / 200, 20 + y / 200] as const);
    const catalogue = catalogueOf(places.map(([x, y]) => straight(x, y)));
    const { found, expected } = searched(on, catalogue, lensed);
    expect(found.length).toBeGreaterThan(9000);
    expect(found).toEqual(expected);
  });
});
