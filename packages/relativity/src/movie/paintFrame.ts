import type { FrameCamera } from "../camera/frameCamera.ts";
import type { LensFrame } from "../lensMap/lensMap.ts";
import { developImage, visibleFlux } from "../picture/develop.ts";
import { type DrawnLight, drawStars } from "../picture/drawStars.ts";
import { type ByteImage, createLinearImage } from "../picture/linearImage.ts";
import { type BackdropCounts, paintBackdrop } from "../sky/backdrop.ts";
import type { StarEvents } from "../sky/starEvent.ts";
import { findStarImages, type StarStatistics } from "../sky/starImages.ts";
import type { RayTracer } from "../trace/tracer.ts";
import type { Palette } from "./palette.ts";

/** A frame's picture and what is in it. */
export interface PaintedFrame {
  readonly image: ByteImage;
  readonly events: StarEvents;
  readonly stars: StarStatistics;
  readonly light: DrawnLight;
  readonly backdrop: BackdropCounts;
}

/**
 * Paints a frame: its star images in the order of their events, panorama and disk, then exposure and tone.
 * @param camera  with the frame's own exposure
 * @param tracer  follows rays of that camera
 */
export function paintFrame(
  lens: LensFrame,
  camera: FrameCamera,
  palette: Palette,
  tracer: RayTracer,
): PaintedFrame {
  const { painting, sky, backdrop, spread } = palette;
  const { sampling, stars: floors } = painting;
  const exposure = camera.exposure * painting.exposure;
  const found = findStarImages([lens], sampling, sky, {
    tracer,
    floors: {
      fluxFloor: () => floors.fluxFloor ?? visibleFlux(exposure * floors.brightness, spread),
      orderFloor: floors.orderFloor,
      marginPx: spread.reachPx,
    },
  });
  const { events } = found;
  const picture = createLinearImage(camera.projection.widthPx, camera.projection.heightPx);
  const light = drawStars(picture, events, spread, { begin: 0, end: events.count });
  for (let index = 0; index < picture.rgb.length; index++) picture.rgb[index]! *= floors.brightness;
  const counts = paintBackdrop(picture, { frame: lens, header: { sampling }, tracer, exposure }, backdrop);
  const image = developImage(picture, exposure);
  return { image, events, stars: found.statistics[0]!, light, backdrop: counts };
}
