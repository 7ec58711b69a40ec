import type { FrameCamera } from "../camera/frameCamera.ts";
import { pageThorneFlux } from "../disk/diskFlux.ts";
import type { LensFrame, MeshSampling } from "../lensMap/lensMap.ts";
import { developImage, visibleFlux } from "../picture/develop.ts";
import { type DrawnLight, drawStars, type EventRange } from "../picture/drawStars.ts";
import { type ByteImage, createLinearImage } from "../picture/linearImage.ts";
import { createPointSpread, type PointSpread } from "../picture/pointSpread.ts";
import { type Backdrop, type BackdropCounts, paintBackdrop } from "../sky/backdrop.ts";
import { diskLight } from "../sky/diskLight.ts";
import type { StarEvents } from "../sky/starEvent.ts";
import { findStarImages, type StarSky, type StarStatistics, starSky } from "../sky/starImages.ts";
import type { RayTracer } from "../trace/tracer.ts";
import type { MoviePlan } from "./moviePlan.ts";

/** What all frames of a movie are painted with. */
export interface Palette {
  readonly plan: MoviePlan;
  readonly sky: StarSky;
  readonly backdrop: Backdrop;
  readonly spread: PointSpread;
  readonly sampling: MeshSampling;
}

/** A frame's picture and what is in it. */
export interface PaintedFrame {
  readonly camera: FrameCamera;
  readonly lens: LensFrame;
  readonly image: ByteImage;
  readonly events: StarEvents;
  readonly range: EventRange;
  readonly stars: StarStatistics;
  readonly light: DrawnLight;
  readonly backdrop: BackdropCounts;
}

/** Prepares stars, panorama, disk and point spread, once for all frames. */
export function openPalette(plan: MoviePlan): Palette {
  const { catalogue, shot } = plan.scene;
  return {
    plan,
    sky: starSky(catalogue),
    backdrop: openBackdrop(plan),
    spread: createPointSpread(shot.psf),
    sampling: plan.header.sampling,
  };
}

function openBackdrop({ scene, disk: geometry }: MoviePlan): Backdrop {
  const { panorama, spacetime, shot } = scene;
  const backdrop = {
    panoramaBrightness: shot.sky.panoramaBrightness,
    ...(panorama === undefined ? {} : { panorama }),
  };
  if (shot.disk === undefined || geometry === undefined) return backdrop;
  return { ...backdrop, disk: diskLight(pageThorneFlux(spacetime), geometry.outerRadiusM, shot.disk) };
}

/**
 * Finds the star images of some frames together, and paints each frame: stars in the order of their events, panorama
 * and disk, then exposure and tone.
 */
export function paintFrames(
  frames: readonly LensFrame[],
  cameras: readonly FrameCamera[],
  palette: Palette,
  tracer: RayTracer,
): PaintedFrame[] {
  const { plan, sky, spread, sampling } = palette;
  const { shot } = plan.scene;
  const exposureOf = new Map(cameras.map(({ frame, exposure }) => [frame, exposure * shot.exposure]));
  const floors = {
    fluxFloor: (frame: number): number =>
      shot.stars.fluxFloor ?? visibleFlux(exposureOf.get(frame)! * shot.stars.brightness, spread),
    orderFloor: shot.stars.orderFloor,
    marginPx: spread.reachPx,
  };
  const images = findStarImages(frames, sampling, sky, { tracer, floors });
  return frames.map((lens, index) => {
    const range = { begin: images.firstEvent[index]!, end: images.firstEvent[index + 1]! };
    const camera = cameras[index]!;
    const painted = paintFrame({ camera, lens, events: images.events, range }, palette, tracer);
    return { ...painted, stars: images.statistics[index]! };
  });
}

function paintFrame(
  parts: Pick<PaintedFrame, "camera" | "lens" | "events" | "range">,
  { plan, backdrop, spread }: Palette,
  tracer: RayTracer,
): Omit<PaintedFrame, "stars"> {
  const { camera, lens, events, range } = parts;
  const { shot } = plan.scene;
  const picture = createLinearImage(camera.projection.widthPx, camera.projection.heightPx);
  const light = drawStars(picture, events, spread, range);
  for (let index = 0; index < picture.rgb.length; index++) picture.rgb[index]! *= shot.stars.brightness;
  const exposure = camera.exposure * shot.exposure;
  const counts = paintBackdrop(picture, { frame: lens, header: plan.header, tracer, exposure }, backdrop);
  const image = developImage(picture, exposure);
  return { ...parts, image, light, backdrop: counts };
}
