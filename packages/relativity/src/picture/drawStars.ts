import {
  MIRRORED_X,
  MIRRORED_Y,
  ROW_LEFT,
  ROW_MIRRORED,
  ROW_STAMP,
  ROW_TOP,
  ROW_WORDS,
} from "../kernel/stampLayout.ts";
import type { StarEvents } from "../sky/starEvent.ts";
import { type AddStamps, addStamps, type StampRows } from "./addStamps.ts";
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

/** A picture, how it is closed, and what adds stamps to it: the calling thread where nothing is named. */
export interface StarCanvas extends LinearImage {
  readonly seams?: Seams;
  readonly addStamps?: AddStamps;
}

/** Shares of all stamps that are added together, at most, unless one alone has more: what keeps their memory small. */
const MOST_SHARES = 2 ** 18;

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
  for (let first = begin; first < end; ) {
    const stamps = stampRows(events, spread, { begin: first, end });
    const landed = image.addStamps === undefined ? addStamps(image, stamps) : image.addStamps(stamps);
    for (let row = 0; row < stamps.count; row++) {
      const share = landed[row]! + shareOverSeams(image, stamps, row, landed[row]!);
      for (let channel = 0; channel < 3; channel++) {
        const flux = events.flux[3 * (first + row) + channel]!;
        total[channel]! += flux;
        offFrame[channel]! += flux * (1 - share);
      }
    }
    first += stamps.count;
  }
  return {
    imagesDrawn: end - begin,
    total: [total[0]!, total[1]!, total[2]!],
    offFrame: [offFrame[0]!, offFrame[1]!, offFrame[2]!],
  };
}

/** Stamps of the first events of a range, as many as may be added together. */
function stampRows(events: StarEvents, spread: PointSpread, { begin, end }: EventRange): StampRows {
  const { reachPx } = spread;
  const edgePx = 2 * reachPx + 1;
  const mostStamps = Math.max(1, Math.floor(MOST_SHARES / (edgePx * edgePx)));
  const rows = new Int32Array(ROW_WORDS * (end - begin));
  const numbers = new Int32Array(HALF_PHASES * HALF_PHASES).fill(-1);
  const stamps: Stamp[] = [];
  let count = 0;
  for (let event = begin; event < end; event++, count++) {
    const pixelX = Math.floor(events.x[event]!);
    const pixelY = Math.floor(events.y[event]!);
    const phaseX = phaseOf(events.x[event]! - pixelX);
    const phaseY = phaseOf(events.y[event]! - pixelY);
    // A star in the further half of its pixel has the mirror image of a stamp of the nearer half.
    const isMirroredX = phaseX >= HALF_PHASES;
    const isMirroredY = phaseY >= HALF_PHASES;
    const nearX = isMirroredX ? PHASES_PER_PIXEL - 1 - phaseX : phaseX;
    const nearY = isMirroredY ? PHASES_PER_PIXEL - 1 - phaseY : phaseY;
    const key = nearY * HALF_PHASES + nearX;
    if (numbers[key]! < 0) {
      if (stamps.length === mostStamps) break;
      numbers[key] = stamps.length;
      stamps.push(spread.stamp(nearX, nearY));
    } else spread.counters.hits++;
    rows[ROW_WORDS * count + ROW_LEFT] = pixelX - reachPx;
    rows[ROW_WORDS * count + ROW_TOP] = pixelY - reachPx;
    rows[ROW_WORDS * count + ROW_STAMP] = numbers[key]!;
    rows[ROW_WORDS * count + ROW_MIRRORED] = (isMirroredX ? MIRRORED_X : 0) + (isMirroredY ? MIRRORED_Y : 0);
  }
  return { count, edgePx, rows, flux: events.flux.subarray(3 * begin, 3 * (begin + count)), stamps };
}

const HALF_PHASES = PHASES_PER_PIXEL / 2;

/** Step of a pixel that a place within it is in; 1, to which a place just left of a pixel's edge rounds, in the last. */
function phaseOf(within: number): number {
  return Math.min(Math.floor(within * PHASES_PER_PIXEL), PHASES_PER_PIXEL - 1);
}

/** Adds what of a stamp lies beyond the edges to where they meet; gives its share. */
function shareOverSeams(image: StarCanvas, of: StampRows, row: number, landed: number): number {
  const { rgb, widthPx, heightPx, seams = "none" } = image;
  if (landed === 1 || seams === "none") return 0;
  const { edgePx, rows, flux, stamps } = of;
  const word = (at: number): number => rows[ROW_WORDS * row + at]!;
  const [left, top, mirrored] = [word(ROW_LEFT), word(ROW_TOP), word(ROW_MIRRORED)];
  const stamp = stamps[word(ROW_STAMP)]!;
  let sum = 0;
  for (let y = 0; y < edgePx; y++) {
    const isBeyondPole = top + y < 0 || top + y >= heightPx;
    if (isBeyondPole && seams !== "sides and poles") continue;
    const line = isBeyondPole ? (top + y < 0 ? -1 - top - y : 2 * heightPx - 1 - top - y) : top + y;
    if (line < 0 || line >= heightPx) continue;
    const stampLine = (mirrored & MIRRORED_Y) !== 0 ? edgePx - 1 - y : y;
    for (let x = 0; x < edgePx; x++) {
      if (!isBeyondPole && left + x >= 0 && left + x < widthPx) continue;
      const turned = left + x + (isBeyondPole ? widthPx / 2 : 0);
      const column = turned - widthPx * Math.floor(turned / widthPx);
      const share = stamp[stampLine * edgePx + ((mirrored & MIRRORED_X) !== 0 ? edgePx - 1 - x : x)]!;
      const pixel = 3 * (line * widthPx + column);
      sum += share;
      for (let channel = 0; channel < 3; channel++) {
        rgb[pixel + channel]! += share * flux[3 * row + channel]!;
      }
    }
  }
  return sum;
}
