import { createEngine, type Engine, type Kernel } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { createLinearImage } from "../picture/linearImage.ts";
import { createPanorama } from "../sky/panorama.ts";
import { starCatalogue } from "../sky/starCatalogue.ts";
import { starSky } from "../sky/starSky.ts";
import type { Painting } from "./palette.ts";
import { PaletteReader, type PaletteSource, writePalette } from "./paletteTables.ts";

let engine: Engine;
let kernel: Kernel;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
  kernel = await engine.loadKernel(relativityKernelSpec);
});
afterAll(() => engine.close());

const painting: Painting = {
  stars: { fluxFloor: undefined, brightness: 3, orderFloor: 1e-3 },
  psf: { kind: "gaussian", sigmaPx: 0.7 },
  exposure: 0.1 + 0.2,
  panoramaBrightness: 2,
  sampling: { coarseCellPx: 16, refinementLevels: 3 },
  rays: { backend: "fast", stepBudget: 500, slab: { kind: "steps", steps: 64 } },
  disk: undefined,
};

const star = (id: number) => ({
  id,
  rightAscensionDeg: 37 * id,
  declinationDeg: 11 * id - 40,
  magnitudeV: id / 3,
  bMinusV: 0.1 * id,
});

function source(identity: string, stars: number): PaletteSource {
  const image = createLinearImage(16, 8);
  image.rgb.forEach((_, index) => {
    image.rgb[index] = (7 * index) % 11;
  });
  const catalogue = starCatalogue(Array.from({ length: stars }, (_, index) => star(index + 1)));
  return { identity, painting, catalogue, panorama: createPanorama(image) };
}

test("a palette that was written is read with every star, every level of the panorama and every setting", () => {
  const { arena } = kernel;
  const before = arena.usage().blockCount;
  const written = source("one", 5);
  const tables = writePalette(arena, written);
  const palette = new PaletteReader().read(arena, tables.pointer, tables.bytes);
  expect(palette.painting).toEqual(JSON.parse(JSON.stringify(painting)));
  expect(palette.painting.exposure).toBe(painting.exposure);
  expect(palette.catalogue).toEqual(written.catalogue);
  const sky = starSky(written.catalogue);
  expect(palette.sky.index).toEqual(sky.index);
  expect(palette.sky.flux.columns).toEqual(sky.flux.columns);
  const levels = palette.backdrop.panorama!.levels.flat().map(({ rgb, widthPx }) => [widthPx, [...rgb]]);
  const wanted = written.panorama!.levels.flat().map(({ rgb, widthPx }) => [widthPx, [...rgb]]);
  expect(levels).toEqual(wanted);
  tables.free();
  expect(arena.usage().blockCount).toBe(before);
});

test("a palette is kept ready while it is the same, and read anew where another stands in its place", () => {
  const { arena } = kernel;
  const reader = new PaletteReader();
  const first = writePalette(arena, source("one", 3));
  const palette = reader.read(arena, first.pointer, first.bytes);
  expect(reader.read(arena, first.pointer, first.bytes)).toBe(palette);
  first.free();
  const second = writePalette(arena, source("two", 3));
  expect(second.pointer).toBe(first.pointer);
  expect(reader.read(arena, second.pointer, second.bytes)).not.toBe(palette);
  second.free();
});
