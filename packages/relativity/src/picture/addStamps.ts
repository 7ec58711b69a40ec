import {
  MIRRORED_X,
  MIRRORED_Y,
  ROW_LEFT,
  ROW_MIRRORED,
  ROW_STAMP,
  ROW_TOP,
  ROW_WORDS,
} from "../kernel/stampLayout.ts";
import type { LinearImage } from "./linearImage.ts";

/** Stamps to be added to a picture, in their order. */
export interface StampRows {
  readonly count: number;
  /** Edge of every stamp, px. */
  readonly edgePx: number;
  /** ROW_WORDS of stampLayout.ts a stamp. */
  readonly rows: Int32Array;
  /** Red, green, blue, three a stamp. */
  readonly flux: Float64Array;
  /** Shares of the stamps that rows name by their number. */
  readonly stamps: readonly Float64Array[];
}

/** Adds stamps to a picture of its own; gives the share of each that lies in the picture: 1 if all of it does. */
export type AddStamps = (stamps: StampRows) => Float64Array;

/** Adds stamps where it is called, and gives those shares: the twin of entryStamps.ts. */
export function addStamps(image: LinearImage, stamps: StampRows): Float64Array {
  const landed = new Float64Array(stamps.count);
  for (let row = 0; row < stamps.count; row++) landed[row] = addStamp(image, stamps, row);
  return landed;
}

function addStamp(
  { rgb, widthPx, heightPx }: LinearImage,
  { edgePx: edge, rows, flux, stamps }: StampRows,
  row: number,
): number {
  const left = rows[ROW_WORDS * row + ROW_LEFT]!;
  const top = rows[ROW_WORDS * row + ROW_TOP]!;
  const stamp = stamps[rows[ROW_WORDS * row + ROW_STAMP]!]!;
  const mirrored = rows[ROW_WORDS * row + ROW_MIRRORED]!;
  const [red, green, blue] = [flux[3 * row]!, flux[3 * row + 1]!, flux[3 * row + 2]!];
  const beginX = left < 0 ? -left : 0;
  const endX = left + edge > widthPx ? widthPx - left : edge;
  const beginY = top < 0 ? -top : 0;
  const endY = top + edge > heightPx ? heightPx - top : edge;
  let sum = 0;
  for (let y = beginY; y < endY; y++) {
    const line = ((mirrored & MIRRORED_Y) !== 0 ? edge - 1 - y : y) * edge;
    for (let x = beginX; x < endX; x++) {
      const share = stamp[line + ((mirrored & MIRRORED_X) !== 0 ? edge - 1 - x : x)]!;
      const pixel = 3 * ((top + y) * widthPx + left + x);
      sum += share;
      rgb[pixel]! += share * red;
      rgb[pixel + 1]! += share * green;
      rgb[pixel + 2]! += share * blue;
    }
  }
  return beginX === 0 && beginY === 0 && endX === edge && endY === edge ? 1 : sum;
}
