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

/** Which edges of a picture meet: left and right; or these, and the halves of the upper and of the lower edge. */
export type Seams = "none" | "sides" | "sides and poles";

/** A picture, and how it is closed. */
export interface StarCanvas extends LinearImage {
  readonly seams?: Seams;
}

/**
 * Adds star images to a picture, in the order of the events: the sum of what lands in the frame and of what is
 * reported to fall beside it is the events' light.
 */
export function drawStars(
  image: StarCanvas,
  events: StarEvents,
  spread: PointSpread,
  { begin, end }: EventRange,
): DrawnLight {
  const total = new Float64Array(3);
  const offFrame = new Float64Array(3);
  for (let event = begin; event < end; event++) {
    const share = drawStar(image, events, spread, event);
    for (let channel = 0; channel < 3; channel++) {
      const flux = events.flux[3 * event + channel]!;
      total[channel]! += flux;
      offFrame[channel]! += flux * (1 - share);
    }
  }
  return {
    imagesDrawn: end - begin,
    total: [total[0]!, total[1]!, total[2]!],
    offFrame: [offFrame[0]!, offFrame[1]!, offFrame[2]!],
  };
}

/** Adds one image; gives the share of its light that lands in the frame. */
function drawStar(image: StarCanvas, events: StarEvents, spread: PointSpread, event: number): number {
  const { reachPx } = spread;
  const edge = 2 * reachPx + 1;
  const pixelX = Math.floor(events.x[event]!);
  const pixelY = Math.floor(events.y[event]!);
  const phaseX = Math.floor((events.x[event]! - pixelX) * PHASES_PER_PIXEL);
  const phaseY = Math.floor((events.y[event]! - pixelY) * PHASES_PER_PIXEL);
  // A star in the further half of its pixel has the mirror image of a stamp of the nearer half.
  const isMirroredX = phaseX >= HALF_PHASES;
  const isMirroredY = phaseY >= HALF_PHASES;
  const stamp = spread.stamp(
    isMirroredX ? PHASES_PER_PIXEL - 1 - phaseX : phaseX,
    isMirroredY ? PHASES_PER_PIXEL - 1 - phaseY : phaseY,
  );
  const place: StampPlace = {
    left: pixelX - reachPx,
    top: pixelY - reachPx,
    edge,
    firstColumn: isMirroredX ? edge - 1 : 0,
    columnStep: isMirroredX ? -1 : 1,
    firstRow: isMirroredY ? edge - 1 : 0,
    rowStep: isMirroredY ? -1 : 1,
  };
  const red = events.flux[3 * event]!;
  const green = events.flux[3 * event + 1]!;
  const blue = events.flux[3 * event + 2]!;
  const share = addStamp(image, stamp, place, { red, green, blue });
  const { seams = "none" } = image;
  if (share === 1 || seams === "none") return share;
  return share + addOverSeams(image, stamp, place, { red, green, blue });
}

/** Adds what of a stamp lies beyond the edges to where they meet; gives its share. */
function addOverSeams(
  { rgb, widthPx, heightPx, seams }: StarCanvas,
  stamp: Stamp,
  { left, top, edge, firstColumn, columnStep, firstRow, rowStep }: StampPlace,
  { red, green, blue }: Colour,
): number {
  let sum = 0;
  for (let y = 0; y < edge; y++) {
    const isBeyondPole = top + y < 0 || top + y >= heightPx;
    if (isBeyondPole && seams !== "sides and poles") continue;
    const row = isBeyondPole ? (top + y < 0 ? -1 - top - y : 2 * heightPx - 1 - top - y) : top + y;
    if (row < 0 || row >= heightPx) continue;
    for (let x = 0; x < edge; x++) {
      if (!isBeyondPole && left + x >= 0 && left + x < widthPx) continue;
      const turned = left + x + (isBeyondPole ? widthPx / 2 : 0);
      const column = turned - widthPx * Math.floor(turned / widthPx);
      const share = stamp[(firstRow + rowStep * y) * edge + firstColumn + columnStep * x]!;
      const pixel = 3 * (row * widthPx + column);
      sum += share;
      rgb[pixel]! += share * red;
      rgb[pixel + 1]! += share * green;
      rgb[pixel + 2]! += share * blue;
    }
  }
  return sum;
}

const HALF_PHASES = PHASES_PER_PIXEL / 2;

/** Where a stamp's corner lies on the image, and how the stamp is read. */
interface StampPlace {
  readonly left: number;
  readonly top: number;
  readonly edge: number;
  readonly firstColumn: number;
  readonly columnStep: 1 | -1;
  readonly firstRow: number;
  readonly rowStep: 1 | -1;
}

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Adds a stamp in a colour; gives the sum of its shares that lie in the frame: 1 if all do. */
function addStamp(
  { rgb, widthPx, heightPx }: LinearImage,
  stamp: Stamp,
  { left, top, edge, firstColumn, columnStep, firstRow, rowStep }: StampPlace,
  { red, green, blue }: Colour,
): number {
  const beginX = left < 0 ? -left : 0;
  const endX = left + edge > widthPx ? widthPx - left : edge;
  const beginY = top < 0 ? -top : 0;
  const endY = top + edge > heightPx ? heightPx - top : edge;
  let sum = 0;
  for (let y = beginY; y < endY; y++) {
    let from = (firstRow + rowStep * y) * edge + firstColumn + columnStep * beginX;
    let pixel = 3 * ((top + y) * widthPx + left + beginX);
    for (let x = beginX; x < endX; x++) {
      const share = stamp[from]!;
      from += columnStep;
      sum += share;
      rgb[pixel]! += share * red;
      rgb[pixel + 1]! += share * green;
      rgb[pixel + 2]! += share * blue;
      pixel += 3;
    }
  }
  return beginX === 0 && beginY === 0 && endX === edge && endY === edge ? 1 : sum;
}
