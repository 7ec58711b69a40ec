import type { FrameCamera } from "../camera/frameCamera.ts";
import type { LensFrame, MeshSampling } from "../lensMap/lensMap.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { findMeshImages, type MeshImage } from "./meshImages.ts";
import { POLISH_FAILURES, type PolishedImage, polishImages } from "./polishImages.ts";
import { createSkyIndex, type SkyIndex } from "./skyIndex.ts";
import type { StarCatalogue } from "./starCatalogue.ts";
import { CAUSTIC, createStarEvents, REFINED, type StarEvents, UNREFINED } from "./starEvent.ts";
import { type StarFlux, starFlux } from "./starFlux.ts";

/** A catalogue made ready to be looked up. */
export interface StarSky {
  readonly catalogue: StarCatalogue;
  readonly index: SkyIndex;
  readonly flux: StarFlux;
}

/** Prepares a catalogue, once for all frames. */
export function starSky(catalogue: StarCatalogue): StarSky {
  return { catalogue, index: createSkyIndex(catalogue.direction), flux: starFlux(catalogue) };
}

/** Which images are refined, and which are dropped. */
export interface ImageFloors {
  /** Light of an image's brightest channel, in the frame of that number, from which it is refined with true rays. */
  fluxFloor(frame: number): number;
  /** Images of order 2 and higher with less than this share of their star's own green light are dropped. */
  readonly orderFloor: number;
  /** Images further than this beside the frame are dropped: none of their light gets in. */
  readonly marginPx: number;
}

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

/** An image on its way to an event. */
interface Draft {
  readonly mesh: MeshImage;
  readonly frameIndex: number;
  star: number;
  x: number;
  y: number;
  parity: 1 | -1;
  order: number;
  magnification: number;
  redshiftG: number;
  flag: number;
  readonly flux: Float64Array;
}

/** From this order on images are dropped under a floor. */
const HIGHER_ORDER = 2;
/** Images of one star, order and parity closer than this are one. */
const SAME_IMAGE_PX = 1e-3;

/**
 * Finds every image of every star in frames of a lens map and refines the bright ones with true rays, those of
 * all frames together; sorted by (frame, star, order, parity, y, x), a function of lens map and sky alone.
 * @param tracer  follows rays of the frames' cameras
 */
export function findStarImages(
  frames: readonly LensFrame[],
  sampling: MeshSampling,
  sky: StarSky,
  { tracer, floors }: { readonly tracer: RayTracer; readonly floors: ImageFloors },
): StarImages {
  const statistics: StarStatistics[] = [];
  const drafts = frames.flatMap((frame, frameIndex) => {
    const { images, largeTriangles } = findMeshImages(frame, sampling, sky.index);
    statistics.push({ ...emptyStatistics(), found: images.length, largeTriangles });
    return images
      .filter((image) => isNearFrame(image, frame.camera, floors.marginPx, statistics[frameIndex]!))
      .map((image) => draftOf(image, frameIndex, sky.flux));
  });
  const rays = refineBright(drafts, frames, sky, { tracer, floors, statistics });
  const kept = drafts.filter((draft) => isKept(draft, sky.catalogue, floors, statistics[draft.frameIndex]!));
  const distinct = withoutDuplicates(kept.sort(byEventOrder), statistics);
  return { ...eventsOf(distinct, frames), statistics: countFlags(distinct, statistics), rays };
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

function isNearFrame(
  { x, y }: MeshImage,
  { projection }: FrameCamera,
  marginPx: number,
  statistics: StarStatistics,
): boolean {
  const isNear =
    x >= -marginPx &&
    y >= -marginPx &&
    x <= projection.widthPx + marginPx &&
    y <= projection.heightPx + marginPx;
  if (!isNear) statistics.droppedOffFrame++;
  return isNear;
}

function draftOf(mesh: MeshImage, frameIndex: number, flux: StarFlux): Draft {
  const { star, x, y, parity, order, magnification, redshiftG } = mesh;
  const draft: Draft = {
    mesh,
    frameIndex,
    star,
    x,
    y,
    parity,
    order,
    magnification,
    redshiftG,
    flag: UNREFINED,
    flux: new Float64Array(3),
  };
  flux.write(draft, draft.flux, 0);
  return draft;
}

interface Refinement {
  readonly tracer: RayTracer;
  readonly floors: ImageFloors;
  readonly statistics: readonly StarStatistics[];
}

/** Refines the images whose light reaches the floor; gives the number of rays. */
function refineBright(
  drafts: readonly Draft[],
  frames: readonly LensFrame[],
  sky: StarSky,
  { tracer, floors, statistics }: Refinement,
): number {
  const fluxFloors = frames.map(({ camera }) => floors.fluxFloor(camera.frame));
  const bright = drafts.filter(
    ({ flux, frameIndex }) => Math.max(flux[0]!, flux[1]!, flux[2]!) >= fluxFloors[frameIndex]!,
  );
  const { direction } = sky.catalogue;
  const seeds = bright.map(({ mesh, frameIndex, star }) => ({
    image: mesh,
    camera: frames[frameIndex]!.camera,
    target: [direction[3 * star]!, direction[3 * star + 1]!, direction[3 * star + 2]!] as const,
  }));
  const { polished, rays } = polishImages(seeds, tracer);
  bright.forEach((draft, index) => {
    take(draft, polished[index]!, statistics[draft.frameIndex]!);
    sky.flux.write(draft, draft.flux, 0);
  });
  return rays;
}

function take(draft: Draft, polished: PolishedImage, statistics: StarStatistics): void {
  if ("failure" in polished) {
    statistics.failures[POLISH_FAILURES.indexOf(polished.failure)]!++;
    draft.flag = CAUSTIC;
    return;
  }
  draft.x = polished.x;
  draft.y = polished.y;
  draft.parity = polished.parity;
  draft.order = polished.order;
  draft.magnification = polished.magnification;
  draft.redshiftG = polished.redshiftG;
  draft.flag = polished.isCapped ? CAUSTIC : REFINED;
}

function isKept(
  { order, flux, star }: Draft,
  catalogue: StarCatalogue,
  { orderFloor }: ImageFloors,
  statistics: StarStatistics,
): boolean {
  if (order < HIGHER_ORDER || flux[1]! >= orderFloor * catalogue.fluxV[star]!) return true;
  statistics.droppedHigherOrder++;
  statistics.droppedHigherOrderFlux += flux[1]!;
  return false;
}

function byEventOrder(a: Draft, b: Draft): number {
  return (
    a.frameIndex - b.frameIndex ||
    a.star - b.star ||
    a.order - b.order ||
    a.parity - b.parity ||
    a.y - b.y ||
    a.x - b.x
  );
}

/** Leaves out images that stand where another of the same star, order and parity does. */
function withoutDuplicates(sorted: readonly Draft[], statistics: readonly StarStatistics[]): Draft[] {
  const distinct: Draft[] = [];
  for (const draft of sorted) {
    const last = distinct[distinct.length - 1];
    const isSame =
      last !== undefined &&
      last.frameIndex === draft.frameIndex &&
      last.star === draft.star &&
      last.order === draft.order &&
      last.parity === draft.parity &&
      Math.abs(last.x - draft.x) < SAME_IMAGE_PX &&
      Math.abs(last.y - draft.y) < SAME_IMAGE_PX;
    if (isSame) statistics[draft.frameIndex]!.duplicates++;
    else distinct.push(draft);
  }
  return distinct;
}

function countFlags(drafts: readonly Draft[], statistics: StarStatistics[]): readonly StarStatistics[] {
  for (const { flag, frameIndex } of drafts) {
    const of = statistics[frameIndex]!;
    if (flag === REFINED) of.refined++;
    else if (flag === UNREFINED) of.unrefined++;
    else of.caustic++;
  }
  return statistics;
}

function eventsOf(drafts: readonly Draft[], frames: readonly LensFrame[]) {
  const events = createStarEvents(drafts.length);
  const firstEvent = new Int32Array(frames.length + 1);
  drafts.forEach((draft, row) => {
    firstEvent[draft.frameIndex + 1]!++;
    events.frame[row] = frames[draft.frameIndex]!.camera.frame;
    events.star[row] = draft.star;
    events.parity[row] = draft.parity;
    events.order[row] = draft.order;
    events.x[row] = draft.x;
    events.y[row] = draft.y;
    events.magnification[row] = draft.magnification;
    events.redshiftG[row] = draft.redshiftG;
    events.flag[row] = draft.flag;
    events.flux.set(draft.flux, 3 * row);
  });
  for (let frame = 0; frame < frames.length; frame++) firstEvent[frame + 1]! += firstEvent[frame]!;
  return { events, firstEvent };
}
