import { UNREFINED } from "./starEvent.ts";
import type { StarFlux } from "./starFlux.ts";

/** Star images on their way to events, as columns that grow. */
export interface ImageTable {
  count: number;
  /** Index of the frame among those looked through. */
  frameIndex: Int32Array;
  star: Int32Array;
  parity: Int8Array;
  order: Int32Array;
  /** Index into EVENT_FLAGS. */
  flag: Uint8Array;
  x: Float64Array;
  y: Float64Array;
  /** Longest side of the triangle that the image was found in, px. */
  reachPx: Float64Array;
  magnification: Float64Array;
  redshiftG: Float64Array;
  /** Red, green, blue, three an image. */
  flux: Float64Array;
}

/** Rows of a new table: what the frame of a small movie has. */
const FIRST_CAPACITY = 8192;

/** A table without images. */
export function createImageTable(): ImageTable {
  return {
    count: 0,
    frameIndex: new Int32Array(FIRST_CAPACITY),
    star: new Int32Array(FIRST_CAPACITY),
    parity: new Int8Array(FIRST_CAPACITY),
    order: new Int32Array(FIRST_CAPACITY),
    flag: new Uint8Array(FIRST_CAPACITY),
    x: new Float64Array(FIRST_CAPACITY),
    y: new Float64Array(FIRST_CAPACITY),
    reachPx: new Float64Array(FIRST_CAPACITY),
    magnification: new Float64Array(FIRST_CAPACITY),
    redshiftG: new Float64Array(FIRST_CAPACITY),
    flux: new Float64Array(3 * FIRST_CAPACITY),
  };
}

/** Makes room for one more image and gives its row; it is `unrefined` until it is. */
export function addImage(table: ImageTable): number {
  if (table.count === table.star.length) grow(table);
  table.flag[table.count] = UNREFINED;
  return table.count++;
}

/** Works out the light of a row's image. */
export function writeFlux(table: ImageTable, row: number, flux: StarFlux): void {
  const image = {
    star: table.star[row]!,
    magnification: table.magnification[row]!,
    redshiftG: table.redshiftG[row]!,
  };
  flux.write(image, table.flux, 3 * row);
}

/** Makes room for so many more images. */
export function reserveImages(table: ImageTable, count: number): void {
  while (table.count + count > table.star.length) grow(table);
}

function grow(table: ImageTable): void {
  table.frameIndex = twiceAsLong(table.frameIndex);
  table.star = twiceAsLong(table.star);
  table.parity = twiceAsLong(table.parity);
  table.order = twiceAsLong(table.order);
  table.flag = twiceAsLong(table.flag);
  table.x = twiceAsLong(table.x);
  table.y = twiceAsLong(table.y);
  table.reachPx = twiceAsLong(table.reachPx);
  table.magnification = twiceAsLong(table.magnification);
  table.redshiftG = twiceAsLong(table.redshiftG);
  table.flux = twiceAsLong(table.flux);
}

type Column = Int8Array | Uint8Array | Int32Array | Float64Array;

function twiceAsLong<T extends Column>(column: T): T {
  const longer = new (column.constructor as new (length: number) => T)(2 * column.length);
  longer.set(column);
  return longer;
}
