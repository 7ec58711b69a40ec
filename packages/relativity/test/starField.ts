import type { LensFrame, MeshSampling } from "../src/lensMap/lensMap.ts";
import { traceLensFrames } from "../src/lensMap/traceLensFrames.ts";
import type { ImageFloors } from "../src/sky/imageReach.ts";
import type { StarCatalogue } from "../src/sky/starCatalogue.ts";
import { type StarEvent, type StarEvents, starEvent } from "../src/sky/starEvent.ts";
import { focalPx, stillCamera, type ThinLens, thinLensTracer } from "./thinLens.ts";

/** A mesh as fine as the examples' ones. */
export const sampling: MeshSampling = { coarseCellPx: 16, refinementLevels: 3 };
/** A lens beside the middle of the image. */
export const lens: ThinLens = { einstein: 0.2, shadow: 0.05, x: 31.3, y: 17.9 };
/** Focal length of the camera, px. */
export const focal: number = focalPx(64);
/** Refines and keeps all images. */
export const everything: ImageFloors = {
  fluxFloor: () => 0,
  orderFloor: 0,
  marginPx: 4,
  lightFloorBeside: () => 0,
};
/** Refines no image. */
export const nothing: ImageFloors = { ...everything, fluxFloor: () => Number.POSITIVE_INFINITY, marginPx: 0 };

/** White stars of magnitude 0 in those directions. */
export function catalogueOf(directions: readonly (readonly [number, number, number])[]): StarCatalogue {
  const count = directions.length;
  return {
    count,
    id: Int32Array.from(directions, (_, i) => i),
    direction: Float64Array.from(directions.flat()),
    magnitudeV: new Float64Array(count),
    temperatureK: new Float64Array(count).fill(6504),
    fluxV: new Float64Array(count).fill(1),
  };
}

/** The direction that a straight ray through (x, y) comes from. */
export function straight(x: number, y: number): readonly [number, number, number] {
  const right = (x - 32) / focal;
  const down = (y - 18) / focal;
  const unit = 1 / Math.sqrt(1 + right * right + down * down);
  return [-unit, right * unit, -down * unit];
}

/** Stars over the field as the naked sky shows them, by fixed pseudo-random places. */
export function scatteredPlaces(count: number): readonly (readonly [number, number])[] {
  let state = 12345;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => [1 + 62 * next(), 1 + 34 * next()] as const);
}

/** The lens map of a thin lens in the middle of the image, or of none. */
export function lensedMap(thin: ThinLens | undefined): {
  readonly tracer: ReturnType<typeof thinLensTracer>;
  readonly frames: LensFrame[];
} {
  const tracer = thinLensTracer(new Map(thin ? [[0, centred(thin)]] : []));
  return { tracer, frames: traceLensFrames([stillCamera(0)], sampling, tracer) };
}

/** The test's lens measures from the lens; the naked sky from the middle of the image. */
export function centred(thin: ThinLens): ThinLens {
  return { ...thin, x: 32, y: 18 };
}

/** Events as rows. */
export function eventsOf({ events }: { readonly events: StarEvents }): StarEvent[] {
  return Array.from({ length: events.count }, (_, i) => starEvent(events, i));
}
