import type { FrameCamera, Projection } from "../camera/frameCamera.ts";
import type { LensFrame } from "../lensMap/lensMap.ts";
import { developImage, visibleFlux } from "../picture/develop.ts";
import { type DrawnLight, drawStars, type Seams, type StarCanvas } from "../picture/drawStars.ts";
import type { ByteImage } from "../picture/linearImage.ts";
import { type BackdropCounts, paintBackdrop } from "../sky/backdrop.ts";
import { type ImageFloors, isWholeSky } from "../sky/imageReach.ts";
import type { ImageTable } from "../sky/imageTable.ts";
import type { AddMeshImages } from "../sky/meshImages.ts";
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

/** What frames are painted by. */
export interface PaintMeans {
  /** Follows rays of the frame's camera. */
  readonly tracer: RayTracer;
  readonly addImages: AddMeshImages;
  /** Where star images stand on their way to events. */
  readonly table: ImageTable;
  /** Black, of the frame's size: where its light is summed up. */
  readonly canvas: StarCanvas;
}

/**
 * Paints a frame: its star images in the order of their events, panorama and disk, then exposure and tone.
 * @param camera  with the frame's own exposure
 */
export function paintFrame(
  lens: LensFrame,
  camera: FrameCamera,
  palette: Palette,
  { tracer, addImages, table, canvas }: PaintMeans,
): PaintedFrame {
  const { painting, sky, backdrop, spread } = palette;
  const { sampling, stars } = painting;
  const exposure = camera.exposure * painting.exposure;
  const floors = imageFloors(palette, exposure);
  const found = findStarImages([lens], sampling, sky, { tracer, floors, addImages, table });
  const { events } = found;
  const seams = seamsOf(camera.projection);
  const light = drawStars({ ...canvas, seams }, events, spread, { begin: 0, end: events.count });
  for (let index = 0; index < canvas.rgb.length; index++) canvas.rgb[index]! *= stars.brightness;
  const counts = paintBackdrop(canvas, { frame: lens, header: { sampling }, tracer, exposure }, backdrop);
  const image = developImage(canvas, exposure);
  return { image, events, stars: found.statistics[0]!, light, backdrop: counts };
}

/** Which images of stars count in a frame of that exposure. */
function imageFloors({ painting: { stars }, spread }: Palette, exposure: number): ImageFloors {
  const visible = visibleFlux(exposure * stars.brightness, spread);
  return {
    fluxFloor: () => stars.fluxFloor ?? visible,
    orderFloor: stars.orderFloor,
    marginPx: spread.reachPx,
    lightFloorBeside: (_, outsidePx) => (visible * spread.peakShare) / spread.shareBeyond(outsidePx),
  };
}

/** Which edges of a projection's images meet. */
function seamsOf(projection: Projection): Seams {
  if (isWholeSky(projection)) return "sides and poles";
  return projection.kind === "equirectangular" ? "sides" : "none";
}
