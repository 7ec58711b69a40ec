import * as layout from "../kernel/starLayout.ts";
import { createImageTable, type ImageTable } from "../sky/imageTable.ts";
import { addImagesIn, type TriangleSearch } from "../sky/meshImages.ts";
import { solidAnglesAround } from "../sky/pixelSolidAngle.ts";
import type { StarCatalogue } from "../sky/starCatalogue.ts";
import { starFlux } from "../sky/starFlux.ts";
import type { StarSky } from "../sky/starSky.ts";
import { projectionNumbers } from "../trace/sceneTables.ts";

/** The memory of a call, and where its params stand. */
interface SearchMemory {
  readonly memory: WebAssembly.Memory;
  readonly params: number;
}

/** Entry findStars in TypeScript: the same images, decided exactly at once. */
export function findStarsIn(memory: WebAssembly.Memory, params: number, begin: number, end: number): void {
  const words = new Int32Array(memory.buffer, params, layout.FIND_BYTES / 4);
  const search = searchIn({ memory, params });
  const { corners } = search;
  words[layout.FIND_NEXT / 4] = end;
  const table = createImageTable();
  for (let triangle = begin; triangle < end; triangle++) {
    table.count = 0;
    const alone = { ...search, corners: corners.subarray(3 * triangle, 3 * triangle + 3) };
    words[layout.FIND_LARGE_COUNT / 4]! += addImagesIn(alone, table);
    if (words[layout.FIND_COUNT / 4]! + table.count > words[layout.FIND_CAPACITY / 4]!) {
      words[layout.FIND_NEXT / 4] = triangle;
      return;
    }
    writeImages(memory, words, table);
  }
}

/** The memory from a pointer of the params on, as columns. */
function columnsIn({ memory, params }: SearchMemory) {
  const { buffer } = memory;
  const pointer = (at: number): number => new Int32Array(buffer, params + at, 1)[0]!;
  return {
    f64: (at: number) => new Float64Array(buffer, pointer(at), (buffer.byteLength - pointer(at)) >> 3),
    i32: (at: number) => new Int32Array(buffer, pointer(at), (buffer.byteLength - pointer(at)) >> 2),
    u8: (at: number) => new Uint8Array(buffer, pointer(at)),
    pointer,
  };
}

function searchIn(of: SearchMemory): TriangleSearch {
  const { f64, i32, u8, pointer } = columnsIn(of);
  const { buffer } = of.memory;
  const vertices = {
    x: i32(layout.FIND_X),
    y: i32(layout.FIND_Y),
    status: u8(layout.FIND_STATUS),
    direction: f64(layout.FIND_DIRECTION),
    redshiftG: f64(layout.FIND_REDSHIFT_G),
    order: i32(layout.FIND_ORDER),
  };
  const number = (at: number): number => new Float64Array(buffer, of.params + at, 1)[0]!;
  const kinds = ["pinhole", "fisheye", "equirectangular"] as const;
  const kind = kinds.find((name) => projectionNumbers[name] === pointer(layout.FIND_PROJECTION))!;
  const corners = i32(layout.FIND_CORNERS);
  return {
    vertices,
    unitPx: number(layout.FIND_UNIT_PX),
    corners: new Uint32Array(buffer, corners.byteOffset, corners.length),
    frameIndex: 0,
    sky: skyIn({ memory: of.memory, params: pointer(layout.FIND_SKY) }),
    solidAngle: solidAnglesAround({
      kind,
      focalPx: number(layout.FIND_FOCAL),
      middleX: number(layout.FIND_MIDDLE_X),
      middleY: number(layout.FIND_MIDDLE_Y),
    }),
  };
}

function skyIn(of: SearchMemory): StarSky {
  const { f64, i32 } = columnsIn(of);
  const catalogue = { count: 0, temperatureK: f64(layout.SKY_TEMPERATURE) } as StarCatalogue;
  return {
    catalogue,
    index: {
      direction: f64(layout.SKY_DIRECTION),
      members: i32(layout.SKY_MEMBERS),
      firstOfBox: i32(layout.SKY_FIRST_OF_BOX),
    },
    flux: starFlux(catalogue, {
      unshifted: f64(layout.SKY_UNSHIFTED),
      denominator: f64(layout.SKY_DENOMINATOR),
    }),
  };
}

/** Appends rows to the images of a call. */
function writeImages({ buffer }: WebAssembly.Memory, words: Int32Array, table: ImageTable): void {
  const capacity = words[layout.FIND_CAPACITY / 4]!;
  const images = words[layout.FIND_IMAGES / 4]!;
  const first = words[layout.FIND_COUNT / 4]!;
  const { count } = table;
  const numbers = (column: number, each = 1): Float64Array =>
    new Float64Array(buffer, images + 8 * (column * capacity + each * first), each * count);
  const integers = (column: number): Int32Array =>
    new Int32Array(
      buffer,
      images + 8 * layout.IMAGE_F64_COLUMNS * capacity + 4 * (column * capacity + first),
      count,
    );
  numbers(layout.IMAGE_X).set(table.x.subarray(0, count));
  numbers(layout.IMAGE_Y).set(table.y.subarray(0, count));
  numbers(layout.IMAGE_REACH_PX).set(table.reachPx.subarray(0, count));
  numbers(layout.IMAGE_MAGNIFICATION).set(table.magnification.subarray(0, count));
  numbers(layout.IMAGE_REDSHIFT_G).set(table.redshiftG.subarray(0, count));
  numbers(layout.IMAGE_FLUX, 3).set(table.flux.subarray(0, 3 * count));
  integers(layout.IMAGE_STAR).set(table.star.subarray(0, count));
  integers(layout.IMAGE_PARITY).set(table.parity.subarray(0, count));
  integers(layout.IMAGE_ORDER).set(table.order.subarray(0, count));
  words[layout.FIND_COUNT / 4] = first + count;
}
