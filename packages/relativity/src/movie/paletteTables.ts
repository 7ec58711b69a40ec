import type { Arena } from "@lightcone/parallel";
import type { Panorama } from "../sky/panorama.ts";
import { readSky, writeSky } from "../sky/skyTables.ts";
import type { StarCatalogue } from "../sky/starCatalogue.ts";
import { openPalette, type Painting, type Palette } from "./palette.ts";

/** A palette in the kernel's memory, from which every lane makes its own: stars and panorama are there once. */
export interface PaletteTables {
  /** The description: JSON, from which the columns are found. */
  readonly pointer: number;
  readonly bytes: number;
  free(): void;
}

/** What is written of a palette besides the columns themselves. */
interface Description {
  /** Decides the palette's bytes: two palettes of one identity are alike. */
  readonly identity: string;
  readonly painting: Painting;
  readonly starCount: number;
  readonly stars: number;
  /** The sky's words of starLayout.ts. */
  readonly sky: number;
  readonly panorama: PanoramaPlaces | undefined;
}

interface PanoramaPlaces {
  readonly widthPx: number;
  readonly levels: readonly (readonly LevelPlace[])[];
}

interface LevelPlace {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pointer: number;
}

/** f64 columns of a star (direction, magnitude, temperature, flux), then one of i32 (its number), in bytes. */
const STAR_WORDS = 6;
const STAR_BYTES = 8 * STAR_WORDS + 4;

/** What a palette is written from. */
export interface PaletteSource {
  readonly identity: string;
  readonly painting: Painting;
  readonly catalogue: StarCatalogue;
  readonly panorama: Panorama | undefined;
}

/** Writes a palette into blocks of the kernel's memory. */
export function writePalette(arena: Arena, source: PaletteSource): PaletteTables {
  const { identity, painting, catalogue, panorama } = source;
  const blocks: number[] = [];
  const allocate = (bytes: number): number => {
    const pointer = arena.allocate(bytes);
    blocks.push(pointer);
    return pointer;
  };
  const stars = allocate(STAR_BYTES * catalogue.count);
  const columns = starColumns(arena, stars, catalogue.count);
  columns.id.set(catalogue.id);
  columns.direction.set(catalogue.direction);
  columns.magnitudeV.set(catalogue.magnitudeV);
  columns.temperatureK.set(catalogue.temperatureK);
  columns.fluxV.set(catalogue.fluxV);
  const sky = writeSky(arena, catalogue);
  blocks.push(sky);
  const levels = panorama?.levels.map((row) =>
    row.map(({ widthPx, heightPx, rgb }) => {
      const pointer = allocate(rgb.byteLength);
      levelColumn(arena, { widthPx, heightPx, pointer }).set(rgb);
      return { widthPx, heightPx, pointer };
    }),
  );
  const description: Description = {
    identity,
    painting,
    starCount: catalogue.count,
    stars,
    sky,
    panorama:
      panorama === undefined || levels === undefined ? undefined : { widthPx: panorama.widthPx, levels },
  };
  const text = new TextEncoder().encode(JSON.stringify(description));
  const pointer = allocate(text.length);
  arena.bytes(pointer, text.length).set(text);
  return {
    pointer,
    bytes: text.length,
    free: () => {
      for (const block of blocks) arena.free(block);
    },
  };
}

/** A palette whose sky stands in the kernel's memory. */
export interface WrittenPalette extends Palette {
  readonly skyPointer: number;
}

/** Reads palettes that were written; the last one is kept ready. */
export class PaletteReader {
  #text = "";
  #palette: WrittenPalette | undefined;

  /** The palette whose description stands at a byte; it lives as long as the tables do. */
  read(arena: Arena, pointer: number, bytes: number): WrittenPalette {
    // A decoder takes no shared memory: hence the copy.
    const text = new TextDecoder().decode(arena.bytes(pointer, bytes).slice());
    if (this.#palette !== undefined && text === this.#text) return this.#palette;
    const { painting, starCount, stars, sky, panorama } = JSON.parse(text) as Description;
    const catalogue = { count: starCount, ...starColumns(arena, stars, starCount) };
    const opened = openPalette(
      painting,
      readSky(arena, sky, catalogue),
      panorama && panoramaAt(arena, panorama),
    );
    const palette = { ...opened, skyPointer: sky };
    this.#text = text;
    this.#palette = palette;
    return palette;
  }
}

function starColumns(arena: Arena, pointer: number, count: number): Omit<StarCatalogue, "count"> {
  const column = (words: number): number => pointer + 8 * words * count;
  return {
    direction: arena.f64(column(0), 3 * count),
    magnitudeV: arena.f64(column(3), count),
    temperatureK: arena.f64(column(4), count),
    fluxV: arena.f64(column(5), count),
    id: arena.i32(column(STAR_WORDS), count),
  };
}

function panoramaAt(arena: Arena, { widthPx, levels }: PanoramaPlaces): Panorama {
  return {
    widthPx,
    levels: levels.map((row) => row.map((level) => ({ ...level, rgb: levelColumn(arena, level) }))),
  };
}

function levelColumn(arena: Arena, { widthPx, heightPx, pointer }: LevelPlace): Float32Array {
  return new Float32Array(arena.memory.buffer, pointer, 3 * widthPx * heightPx);
}
