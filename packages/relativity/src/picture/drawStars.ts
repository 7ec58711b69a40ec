import type { StarEvents } from "../sky/starEvent.ts";
import type { LinearImage } from "./linearImage.ts";
import { PHASES_PER_PIXEL, type PointSpread, type Stamp } from "./pointSpread.ts";

/** Light that was drawn, in red, green, blue. */
export interface DrawnLight {
  readonly imagesDrawn: number;
  readonly total: readonly [number, number, number];
  /** The part of it that fell beside the frame. */
  readonly offFrame: readonly [number, number, number];
}

/** Events [begin, end) of the columns. */
export interface EventRange {
  readonly begin: number;
  readonly end: number;
}

/**
 * Adds star images to a picture, in the order of the events: the sum of what lands in the frame and of what is
 * reported to fall beside it is the events' light.
 */
export function drawStars(
  image: LinearImage,
  events: StarEvents,
  spread: PointSpread,
  { begin, end }: EventRange,
): DrawnLight {
  const total = new Float64Array(3);
  const inFrame = new Float64Array(3);
  for (let event = begin; event < end; event++) {
    const share = drawStar(image, events, spread, event);
    for (let channel = 0; channel < 3; channel++) {
      const flux = events.flux[3 * event + channel]!;
      total[channel]! += flux;
      inFrame[channel]! += flux * share;
    }
  }
  const [red, green, blue] = [total[0]!, total[1]!, total[2]!];
  return {
    imagesDrawn: end - begin,
    total: [red, green, blue],
    offFrame: [red - inFrame[0]!, green - inFrame[1]!, blue - inFrame[2]!],
  };
}

/** Adds one image; gives the share of its light that lands in the frame. */
function drawStar(image: LinearImage, events: StarEvents, spread: PointSpread, event: number): number {
  const across = phaseOf(events.x[event]!);
  const down = phaseOf(events.y[event]!);
  const stamp = spread.stamp(across.phase, down.phase);
  const light = {
    red: events.flux[3 * event]!,
    green: events.flux[3 * event + 1]!,
    blue: events.flux[3 * event + 2]!,
  };
  const { reachPx } = spread;
  let share = 0;
  for (let row = -reachPx; row <= reachPx; row++) {
    const y = down.pixel + row;
    if (y < 0 || y >= image.heightPx) continue;
    const stampRow = ((down.isMirrored ? -row : row) + reachPx) * (2 * reachPx + 1) + reachPx;
    share += drawRow(image, { y, firstX: across.pixel - reachPx, reachPx }, stamp, {
      at: across.isMirrored ? stampRow + reachPx : stampRow - reachPx,
      step: across.isMirrored ? -1 : 1,
      ...light,
    });
  }
  return share;
}

interface RowPlace {
  readonly y: number;
  readonly firstX: number;
  readonly reachPx: number;
}

interface RowLight {
  /** First index into the stamp, and the step to the next pixel to the right. */
  readonly at: number;
  readonly step: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

function drawRow({ rgb, widthPx }: LinearImage, place: RowPlace, stamp: Stamp, light: RowLight): number {
  const { y, firstX, reachPx } = place;
  const begin = firstX < 0 ? -firstX : 0;
  const width = 2 * reachPx + 1;
  const end = firstX + width > widthPx ? widthPx - firstX : width;
  let sum = 0;
  for (let column = begin; column < end; column++) {
    const share = stamp[light.at + column * light.step]!;
    const pixel = 3 * (y * widthPx + firstX + column);
    rgb[pixel]! += share * light.red;
    rgb[pixel + 1]! += share * light.green;
    rgb[pixel + 2]! += share * light.blue;
    sum += share;
  }
  return sum;
}

interface Phase {
  readonly pixel: number;
  readonly phase: number;
  /** The star is in the further half of its pixel: its stamp is the mirror image. */
  readonly isMirrored: boolean;
}

/** Pixel of a coordinate and the step within it, the further half folded onto the nearer. */
function phaseOf(coordinatePx: number): Phase {
  const pixel = Math.floor(coordinatePx);
  const phase = Math.floor((coordinatePx - pixel) * PHASES_PER_PIXEL);
  const isMirrored = phase >= PHASES_PER_PIXEL / 2;
  return { pixel, phase: isMirrored ? PHASES_PER_PIXEL - 1 - phase : phase, isMirrored };
}
