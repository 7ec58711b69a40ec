import type { Arena } from "@lightcone/parallel";
import * as layout from "../kernel/starLayout.ts";
import type { StarCatalogue } from "./starCatalogue.ts";
import { starFlux } from "./starFlux.ts";
import { type StarSky, starSky } from "./starSky.ts";

const BOX_WORDS = layout.BOXES_PER_AXIS ** 3 + 1;
/** f64 words of a star: direction, temperature, light, denominators, direction among the members. Its place among the members is an i32 more. */
const STAR_WORDS = 13;

/** Makes a catalogue ready to be looked up in the kernel's memory; gives the block, which begins with the sky's words. */
export function writeSky(arena: Arena, catalogue: StarCatalogue): number {
  const { count } = catalogue;
  const pointer = arena.allocate(layout.SKY_BYTES + (8 * STAR_WORDS + 4) * count + 4 * BOX_WORDS);
  const words = arena.i32(pointer, layout.SKY_BYTES / 4);
  let at = pointer + layout.SKY_BYTES;
  const place = (word: number, bytes: number): void => {
    words[word / 4] = at;
    at += bytes;
  };
  place(layout.SKY_DIRECTION, 24 * count);
  place(layout.SKY_TEMPERATURE, 8 * count);
  place(layout.SKY_UNSHIFTED, 24 * count);
  place(layout.SKY_DENOMINATOR, 24 * count);
  place(layout.SKY_MEMBER_PLACES, 24 * count);
  place(layout.SKY_MEMBERS, 4 * count);
  place(layout.SKY_FIRST_OF_BOX, 4 * BOX_WORDS);
  words[layout.SKY_MEMBER_STRIDE / 4] = 8 * count;
  const { index, flux } = starSky(catalogue);
  const columns = skyColumns(arena, pointer, count);
  columns.direction.set(catalogue.direction);
  columns.temperatureK.set(catalogue.temperatureK);
  columns.unshifted.set(flux.columns.unshifted);
  columns.denominator.set(flux.columns.denominator);
  columns.members.set(index.members);
  columns.firstOfBox.set(index.firstOfBox);
  for (let axis = 0; axis < 3; axis++) {
    const places = columns.memberPlaces.subarray(axis * count, (axis + 1) * count);
    for (let member = 0; member < count; member++) {
      places[member] = catalogue.direction[3 * index.members[member]! + axis]!;
    }
  }
  return pointer;
}

/** The sky of a catalogue that was written, where it stands. */
export function readSky(arena: Arena, pointer: number, catalogue: StarCatalogue): StarSky {
  const { direction, members, firstOfBox, unshifted, denominator } = skyColumns(
    arena,
    pointer,
    catalogue.count,
  );
  return {
    catalogue,
    index: { direction, members, firstOfBox },
    flux: starFlux(catalogue, { unshifted, denominator }),
  };
}

function skyColumns(arena: Arena, pointer: number, count: number) {
  const words = arena.i32(pointer, layout.SKY_BYTES / 4);
  const at = (word: number): number => words[word / 4]!;
  return {
    direction: arena.f64(at(layout.SKY_DIRECTION), 3 * count),
    temperatureK: arena.f64(at(layout.SKY_TEMPERATURE), count),
    unshifted: arena.f64(at(layout.SKY_UNSHIFTED), 3 * count),
    denominator: arena.f64(at(layout.SKY_DENOMINATOR), 3 * count),
    memberPlaces: arena.f64(at(layout.SKY_MEMBER_PLACES), 3 * count),
    members: arena.i32(at(layout.SKY_MEMBERS), count),
    firstOfBox: arena.i32(at(layout.SKY_FIRST_OF_BOX), BOX_WORDS),
  };
}
