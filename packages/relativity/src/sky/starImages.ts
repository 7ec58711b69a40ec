import type { LensFrame, MeshSampling } from "../lensMap/lensMap.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { inEventOrder, withoutDuplicates } from "./eventOrder.ts";
import { probeCamera } from "./imageProbes.ts";
import { brightestOf, bringWithin, type ImageFloors, mayReachFrame, reachesFrame } from "./imageReach.ts";
import { createImageTable, type ImageTable, writeFlux } from "./imageTable.ts";
import { type AddMeshImages, addMeshImages } from "./meshImages.ts";
import {
  createPolishedImages,
  FOUND,
  POLISH_FAILURES,
  type PolishedImages,
  polishImages,
} from "./polishImages.ts";
import { searchFrames } from "./searchFrames.ts";
import { CAUSTIC, createStarEvents, REFINED, type StarEvents } from "./starEvent.ts";
import type { StarSky } from "./starSky.ts";

/** What became of the star images of one frame, in counts. */
export interface StarStatistics {
  /** Images that the mesh shows. */
  found: number;
  refined: number;
  unrefined: number;
  caustic: number;
  /** Images of order 2 and higher under the floor, and their green light. */
  droppedHigherOrder: number;
  droppedHigherOrderFlux: number;
  droppedOffFrame: number;
  /** Seeds that led to an image which another seed had led to. */
  duplicates: number;
  /** Images that kept the mesh's place, by reason, in the order of POLISH_FAILURES. */
  readonly failures: number[];
  largeTriangles: number;
}

/** The star images of some frames. */
export interface StarImages {
  readonly events: StarEvents;
  /** First event of each frame, and one more. */
  readonly firstEvent: Int32Array;
  readonly statistics: readonly StarStatistics[];
  /** True rays that were traced. */
  readonly rays: number;
}

/** From this order on images are dropped under a floor. */
const HIGHER_ORDER = 2;
/**
 * Last move of a refined image at the floor, px, at most; of one so many times as bright, as much less. Its place is
 * known to the square of the move and its magnification to the move over the distance of the nearest fold, so light is
 * off by the same for all: a tenth of what moves a byte where a fold is half a pixel away.
 */
const SETTLED_AT_FLOOR_PX = 6.4e-2;

/** What images are found by. */
export interface ImageMeans {
  /** Follows rays of the frames' cameras. */
  readonly tracer: RayTracer;
  readonly floors: ImageFloors;
  /** Looks for stars in triangles; the calling thread where nobody is named. */
  readonly addImages?: AddMeshImages | undefined;
  /** Where images stand on their way to events: a table that is used again need not be made. */
  readonly table?: ImageTable | undefined;
}

/**
 * Finds every image of every star in frames of a lens map and refines the bright ones with true rays, those of
 * all frames together; sorted by (frame, star, order, parity, y, x), a function of lens map and sky alone.
 */
export function findStarImages(
  frames: readonly LensFrame[],
  sampling: MeshSampling,
  sky: StarSky,
  { tracer, floors, addImages = addMeshImages, table = createImageTable() }: ImageMeans,
): StarImages {
  table.count = 0;
  const { found, rays: searchRays } = searchFrames(frames, sampling, sky, {
    tracer,
    floors,
    table,
    addImages,
  });
  const statistics = found.map((counts) => ({ ...emptyStatistics(), ...counts }));
  const rays = searchRays + refineBright(table, frames, sky, { tracer, floors, statistics });
  const kept = keptRows(table, frames, sky, { floors, statistics });
  const rows = withoutDuplicates(inEventOrder(kept, table, sky.catalogue.count), table, statistics);
  for (const row of rows) countFlag(table.flag[row]!, statistics[table.frameIndex[row]!]!);
  return { ...eventsOf(table, rows, frames), statistics, rays };
}

function emptyStatistics(): StarStatistics {
  return {
    found: 0,
    refined: 0,
    unrefined: 0,
    caustic: 0,
    droppedHigherOrder: 0,
    droppedHigherOrderFlux: 0,
    droppedOffFrame: 0,
    duplicates: 0,
    failures: POLISH_FAILURES.map(() => 0),
    largeTriangles: 0,
  };
}

interface Refinement {
  readonly tracer: RayTracer;
  readonly floors: ImageFloors;
  readonly statistics: readonly StarStatistics[];
}

/** Refines the images in and around the frame whose light reaches the floor; gives the number of rays. */
function refineBright(
  table: ImageTable,
  frames: readonly LensFrame[],
  sky: StarSky,
  { tracer, floors, statistics }: Refinement,
): number {
  const rows = brightRows(table, frames, floors);
  const { direction } = sky.catalogue;
  const images = createPolishedImages(rows.length);
  const fluxFloors = frames.map(({ camera }) => floors.fluxFloor(camera.frame));
  for (let image = 0; image < rows.length; image++) {
    const row = rows[image]!;
    images.camera[image] = table.frameIndex[row]!;
    images.x[image] = table.x[row]!;
    images.y[image] = table.y[row]!;
    images.reachPx[image] = table.reachPx[row]!;
    const floor = fluxFloors[table.frameIndex[row]!]!;
    images.settledPx[image] =
      (SETTLED_AT_FLOOR_PX * floor * table.magnification[row]!) / brightestOf(table.flux, row);
    for (let k = 0; k < 3; k++) images.target[3 * image + k] = direction[3 * table.star[row]! + k]!;
  }
  const cameras = frames.map(({ camera }) => probeCamera(camera));
  const rays = polishImages(images, cameras, tracer);
  for (let image = 0; image < rows.length; image++) {
    const row = rows[image]!;
    take(table, row, images, image);
    bringWithin(table, row, frames[table.frameIndex[row]!]!.camera);
    if (images.outcome[image]! < FOUND)
      statistics[table.frameIndex[row]!]!.failures[images.outcome[image]!]!++;
    else writeFlux(table, row, sky.flux);
  }
  return rays;
}

function brightRows(table: ImageTable, frames: readonly LensFrame[], floors: ImageFloors): Int32Array {
  const fluxFloors = frames.map(({ camera }) => floors.fluxFloor(camera.frame));
  const { flux } = table;
  const rows = new Int32Array(table.count);
  let count = 0;
  for (let row = 0; row < table.count; row++) {
    const frame = table.frameIndex[row]!;
    if (!(brightestOf(flux, row) >= fluxFloors[frame]!)) continue;
    if (mayReachFrame(table, row, frames[frame]!.camera, floors)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function take(table: ImageTable, row: number, images: PolishedImages, image: number): void {
  const outcome = images.outcome[image]!;
  table.flag[row] = outcome === FOUND ? REFINED : CAUSTIC;
  if (outcome < FOUND) return;
  table.x[row] = images.x[image]!;
  table.y[row] = images.y[image]!;
  table.parity[row] = images.parity[image]!;
  table.order[row] = images.order[image]!;
  table.magnification[row] = images.magnification[image]!;
  table.redshiftG[row] = images.redshiftG[image]!;
}

/** Rows that become events, unsorted; the others are counted. */
function keptRows(
  table: ImageTable,
  frames: readonly LensFrame[],
  { catalogue }: StarSky,
  { floors, statistics }: Omit<Refinement, "tracer">,
): Int32Array {
  const rows = new Int32Array(table.count);
  let count = 0;
  for (let row = 0; row < table.count; row++) {
    const of = statistics[table.frameIndex[row]!]!;
    const green = table.flux[3 * row + 1]!;
    if (!reachesFrame(table, row, frames[table.frameIndex[row]!]!.camera, floors)) {
      of.droppedOffFrame++;
    } else if (
      table.order[row]! >= HIGHER_ORDER &&
      green < floors.orderFloor * catalogue.fluxV[table.star[row]!]!
    ) {
      of.droppedHigherOrder++;
      of.droppedHigherOrderFlux += green;
    } else {
      rows[count++] = row;
    }
  }
  return rows.subarray(0, count);
}

function countFlag(flag: number, statistics: StarStatistics): void {
  if (flag === REFINED) statistics.refined++;
  else if (flag === CAUSTIC) statistics.caustic++;
  else statistics.unrefined++;
}

function eventsOf(table: ImageTable, rows: Int32Array, frames: readonly LensFrame[]) {
  const events = createStarEvents(rows.length);
  const firstEvent = new Int32Array(frames.length + 1);
  for (let event = 0; event < rows.length; event++) {
    const row = rows[event]!;
    firstEvent[table.frameIndex[row]! + 1]!++;
    events.frame[event] = frames[table.frameIndex[row]!]!.camera.frame;
    for (let channel = 0; channel < 3; channel++) {
      events.flux[3 * event + channel] = table.flux[3 * row + channel]!;
    }
  }
  gather(table.star, rows, events.star);
  gather(table.parity, rows, events.parity);
  gather(table.order, rows, events.order);
  gather(table.x, rows, events.x);
  gather(table.y, rows, events.y);
  gather(table.magnification, rows, events.magnification);
  gather(table.redshiftG, rows, events.redshiftG);
  gather(table.flag, rows, events.flag);
  for (let frame = 0; frame < frames.length; frame++) firstEvent[frame + 1]! += firstEvent[frame]!;
  return { events, firstEvent };
}

type Column = Int8Array | Uint8Array | Int32Array | Float64Array;

function gather(column: Column, rows: Int32Array, into: Column): void {
  for (let place = 0; place < rows.length; place++) into[place] = column[rows[place]!]!;
}
