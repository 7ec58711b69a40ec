import type { FrameCamera } from "../camera/frameCamera.ts";
import type { LensFrame, MeshSampling } from "../lensMap/lensMap.ts";
import { developImage, visibleFlux } from "../picture/develop.ts";
import { type DrawnLight, drawStars, type EventRange } from "../picture/drawStars.ts";
import { type ByteImage, createLinearImage } from "../picture/linearImage.ts";
import { createPointSpread, type PointSpread } from "../picture/pointSpread.ts";
import type { StarEvents } from "../sky/starEvent.ts";
import { findStarImages, type StarSky, type StarStatistics, starSky } from "../sky/starImages.ts";
import type { RayTracer } from "../trace/tracer.ts";
import type { MoviePlan } from "./moviePlan.ts";

/** What all frames of a movie are painted with. */
export interface Palette {
  readonly plan: MoviePlan;
  readonly sky: StarSky;
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
}

/** Light of a white star of magnitude 0 at exposure 1, where 1 fills a pixel to white. */
const STAR_LIGHT = 20;

/** Prepares sky and point spread, once for all frames. */
export function openPalette(plan: MoviePlan): Palette {
  const { catalogue, shot } = plan.scene;
  return {
    plan,
    sky: starSky(catalogue),
    spread: createPointSpread(shot.psf),
    sampling: plan.header.sampling,
  };
}

/**
 * Finds the star images of some frames together, and paints each frame: what shines at infinity and the disk first,
 * then stars in the order of their events, then exposure and tone.
 */
export function paintFrames(
  frames: readonly LensFrame[],
  cameras: readonly FrameCamera[],
  palette: Palette,
  tracer: RayTracer,
): PaintedFrame[] {
  const { plan, sky, spread, sampling } = palette;
  const { shot } = plan.scene;
  const exposureOf = new Map(
    cameras.map(({ frame, exposure }) => [frame, exposure * shot.exposure * STAR_LIGHT]),
  );
  const floors = {
    fluxFloor: (frame: number): number => shot.stars.fluxFloor ?? visibleFlux(exposureOf.get(frame)!, spread),
    orderFloor: shot.stars.orderFloor,
    marginPx: spread.reachPx,
  };
  const images = findStarImages(frames, sampling, sky, { tracer, floors });
  return frames.map((lens, index) => {
    const camera = cameras[index]!;
    const range = { begin: images.firstEvent[index]!, end: images.firstEvent[index + 1]! };
    const light = createLinearImage(camera.projection.widthPx, camera.projection.heightPx);
    const drawn = drawStars(light, images.events, spread, range);
    const image = developImage(light, exposureOf.get(camera.frame)!);
    return {
      camera,
      lens,
      image,
      events: images.events,
      range,
      stars: images.statistics[index]!,
      light: drawn,
    };
  });
}
