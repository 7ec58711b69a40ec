import type { FileDigest } from "./movieStore.ts";

/** Light in linear red, green and blue. */
type Light = readonly [number, number, number];

/** What the manifest says of a frame: made once, kept while a movie is unfinished. */
export interface FrameRecord extends FileDigest {
  readonly frame: number;
  readonly file: string;
  /** Proper and Kerr-Schild time of the camera, in M. */
  readonly tauM: number;
  readonly tKsM: number;
  /** Mesh vertices by what became of their rays. */
  readonly rays: Readonly<Record<string, number>>;
  /** Why rays of the mesh are unresolved: how many for each reason. */
  readonly unresolved: Readonly<Record<string, number>>;
  /** Images of stars: how many of each kind, and what was not searched. */
  readonly stars: Readonly<Record<string, number>>;
  /** Pixels of panorama and disk that were looked at closely, and the rays that took. */
  readonly backdrop: Readonly<Record<string, number>>;
  /** Light of all star images, and the part of it that falls beside the frame. */
  readonly starLight: Light;
  readonly offFrameLight: Light;
}

/** Place of a frame's picture in the store: `frames/frame-00042.png`. */
export function frameFile(frame: number): string {
  return `frames/frame-${String(frame).padStart(5, "0")}.png`;
}
