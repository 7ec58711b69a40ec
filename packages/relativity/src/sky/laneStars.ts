import type { Arena, KernelEntry, KernelInstance } from "@lightcone/parallel";
import * as layout from "../kernel/starLayout.ts";
import { projectionNumbers } from "../trace/sceneTables.ts";
import { type ImageTable, reserveImages } from "./imageTable.ts";
import { type AddMeshImages, addMeshImages, type MeshSearch } from "./meshImages.ts";
import { solidAngleFocal } from "./pixelSolidAngle.ts";
import { UNREFINED } from "./starEvent.ts";

/** What stars are looked for with. */
export interface LaneStarsOptions {
  readonly kernel: KernelInstance;
  readonly arena: Arena;
  readonly scratchPointer: number;
  /** The words of the sky of starLayout.ts: of the sky that is searched. */
  readonly skyPointer: number;
}

/** Rows that are made room for at first. */
const FIRST_CAPACITY = 4096;

/** Looks for stars with the kernel on the lane that calls, and here in what it leaves to exact arithmetic. */
export function laneStars({ kernel, arena, scratchPointer, skyPointer }: LaneStarsOptions): AddMeshImages {
  const findStars = kernel.findStars as KernelEntry;
  return (search, table) => {
    const count = search.corners.length / 3;
    const paramsPointer = writeSearch(arena, search, skyPointer);
    const params = arena.i32(paramsPointer, layout.FIND_BYTES / 4);
    let capacity = FIRST_CAPACITY;
    let images = arena.allocate(layout.IMAGE_BYTES * capacity);
    try {
      for (let next = 0; next < count; ) {
        params[layout.FIND_IMAGES / 4] = images;
        params[layout.FIND_CAPACITY / 4] = capacity;
        params[layout.FIND_COUNT / 4] = 0;
        findStars(paramsPointer, next, count, scratchPointer);
        takeImages(arena, params, search.frameIndex, table);
        if (params[layout.FIND_NEXT / 4] === next) {
          arena.free(images);
          capacity *= 2;
          images = arena.allocate(layout.IMAGE_BYTES * capacity);
        }
        next = params[layout.FIND_NEXT / 4]!;
      }
      const list = arena.i32(params[layout.FIND_UNDECIDED / 4]!, params[layout.FIND_UNDECIDED_COUNT / 4]!);
      const corners = Uint32Array.from(
        Array.from(list).flatMap((triangle) => [...search.corners.subarray(3 * triangle, 3 * triangle + 3)]),
      );
      if (corners.length > 0) addMeshImages({ ...search, corners }, table);
      return params[layout.FIND_LARGE_COUNT / 4]!;
    } finally {
      arena.free(images);
      arena.free(paramsPointer);
    }
  };
}

/** Bytes of a vertex over all columns. */
const VERTEX_BYTES = 45;

/** Writes params, vertices and triangles into one block, which begins with the params. */
function writeSearch(arena: Arena, search: MeshSearch, skyPointer: number): number {
  const { vertices, corners, camera, unitPx } = search;
  const { count } = vertices;
  const paramsPointer = arena.allocate(layout.FIND_BYTES + VERTEX_BYTES * count + 6 * corners.length);
  const params = arena.i32(paramsPointer, layout.FIND_BYTES / 4);
  let at = paramsPointer + layout.FIND_BYTES;
  const place = (word: number, bytes: number): number => {
    params[word / 4] = at;
    at += bytes;
    return at - bytes;
  };
  arena.f64(place(layout.FIND_DIRECTION, 24 * count), 3 * count).set(vertices.direction);
  arena.f64(place(layout.FIND_REDSHIFT_G, 8 * count), count).set(vertices.redshiftG);
  arena.i32(place(layout.FIND_ORDER, 4 * count), count).set(vertices.order);
  arena.i32(place(layout.FIND_X, 4 * count), count).set(vertices.x);
  arena.i32(place(layout.FIND_Y, 4 * count), count).set(vertices.y);
  arena.i32(place(layout.FIND_CORNERS, 4 * corners.length), corners.length).set(corners);
  place(layout.FIND_UNDECIDED, (4 * corners.length) / 3);
  arena.bytes(place(layout.FIND_STATUS, count), count).set(vertices.status);
  params[layout.FIND_SKY / 4] = skyPointer;
  params[layout.FIND_UNDECIDED_COUNT / 4] = 0;
  params[layout.FIND_LARGE_COUNT / 4] = 0;
  params[layout.FIND_PROJECTION / 4] = projectionNumbers[camera.projection.kind];
  const numbers = arena.f64(paramsPointer, layout.FIND_BYTES / 8);
  numbers[layout.FIND_UNIT_PX / 8] = unitPx;
  numbers[layout.FIND_FOCAL / 8] = solidAngleFocal(camera.projection);
  numbers[layout.FIND_MIDDLE_X / 8] = camera.projection.widthPx / 2;
  numbers[layout.FIND_MIDDLE_Y / 8] = camera.projection.heightPx / 2;
  return paramsPointer;
}

/** Appends the images that were found to a table. */
function takeImages(arena: Arena, params: Int32Array, frameIndex: number, table: ImageTable): void {
  const count = params[layout.FIND_COUNT / 4]!;
  const capacity = params[layout.FIND_CAPACITY / 4]!;
  const images = params[layout.FIND_IMAGES / 4]!;
  reserveImages(table, count);
  const row = table.count;
  table.count += count;
  const numbers = (column: number, columns = 1): Float64Array =>
    arena.f64(images + 8 * column * capacity, columns * count);
  const integers = (column: number): Int32Array =>
    arena.i32(images + 8 * layout.IMAGE_F64_COLUMNS * capacity + 4 * column * capacity, count);
  table.x.set(numbers(layout.IMAGE_X), row);
  table.y.set(numbers(layout.IMAGE_Y), row);
  table.reachPx.set(numbers(layout.IMAGE_REACH_PX), row);
  table.magnification.set(numbers(layout.IMAGE_MAGNIFICATION), row);
  table.redshiftG.set(numbers(layout.IMAGE_REDSHIFT_G), row);
  table.flux.set(numbers(layout.IMAGE_FLUX, 3), 3 * row);
  table.star.set(integers(layout.IMAGE_STAR), row);
  table.parity.set(integers(layout.IMAGE_PARITY), row);
  table.order.set(integers(layout.IMAGE_ORDER), row);
  table.frameIndex.fill(frameIndex, row, table.count);
  table.flag.fill(UNREFINED, row, table.count);
}
