import type { GivenFile } from "../thread/holeMessages.ts";

/** What a file is to the movie view: something to open, to render, to be named by a shot, or nothing. */
export type MovieFileKind = "lensMap" | "shot" | "named" | "unknown";

/** How lens map files begin, after their first byte. */
const LENS_MAP_LETTERS = "LENS";
/** Endings of files that shots name: camera paths, catalogues, tabulated spacetimes, panoramas. */
const NAMED = /\.(csv|txt|json|table|png)$/i;

/** Tells what a file is: a lens map by its first bytes or its name, others by their names. */
export function movieFileKind({ name, bytes }: GivenFile): MovieFileKind {
  const beginning = String.fromCharCode(...bytes.subarray(1, 1 + LENS_MAP_LETTERS.length));
  if (beginning === LENS_MAP_LETTERS || /\.lensmap$/i.test(name)) return "lensMap";
  if (/\.ya?ml$/i.test(name)) return "shot";
  return NAMED.test(name) ? "named" : "unknown";
}
