import { airyProfile } from "./airyProfile.ts";
import { gaussianPixels } from "./gaussianPixels.ts";
import { moffatProfile } from "./moffatProfile.ts";
import { type RadialProfile, radialPixels } from "./radialPixels.ts";

/** How a point of light spreads over pixels; lengths in pixels. */
export type PointSpreadShape =
  | { readonly kind: "gaussian"; readonly sigmaPx: number }
  /** I ~ (1 + r^2 / alpha^2)^-beta, beta > 1: what air does to light. */
  | { readonly kind: "moffat"; readonly fwhmPx: number; readonly beta: number }
  /** A round aperture's diffraction. */
  | { readonly kind: "airy"; readonly fwhmPx: number };

/** Steps of a star's place within a pixel, along each axis, for which a stamp is kept. */
export const PHASES_PER_PIXEL = 64;
/** Light that a stamp may leave out where its shape falls off fast enough, as a share. */
const OUTSIDE_SUPPORT = 1e-6;
/** Half edge of the largest stamp, in pixels: what holds back the slow wings of a wide moffat or an airy. */
const MAXIMUM_REACH_PX = 24;
/** Half edge of the largest gaussian stamp, in pixels. */
const MAXIMUM_GAUSSIAN_REACH_PX = 340;

/** Shares of a point's light that fall on (2 reach + 1)^2 pixels around it, row by row; they sum to 1. */
export type Stamp = Float64Array;

/** Stamps of one shape, made when first needed. */
export interface PointSpread {
  /** Pixels from the star's own to the stamp's edge. */
  readonly reachPx: number;
  /** Light beyond the stamp, as a share, that was brought back in by scaling the stamp to sum 1. */
  readonly outsideShare: number;
  /** The largest share that a pixel gets of a star at its centre. */
  readonly peakShare: number;
  /** The largest share that a pixel gets of a star so far outside it (px) along an axis; 0 beyond the stamps. */
  shareBeyond(outsidePx: number): number;
  /**
   * Stamp of a star in that step of its pixel, counted from the left and from the top. Those of the further half
   * are mirror images of the others: ask for the step as counted from the other side and read backwards.
   */
  stamp(phaseX: number, phaseY: number): Stamp;
  readonly counters: { builds: number; hits: number };
}

/** A shape's stamps; nothing is computed before it is asked for but one stamp. */
export function createPointSpread(shape: PointSpreadShape): PointSpread {
  const { reachPx, outsideShare, pixels } = shapePixels(shape);
  const stamps: (Stamp | undefined)[] = new Array(PHASES_PER_PIXEL * PHASES_PER_PIXEL).fill(undefined);
  const counters = { builds: 0, hits: 0 };
  function stamp(phaseX: number, phaseY: number): Stamp {
    const key = phaseY * PHASES_PER_PIXEL + phaseX;
    const known = stamps[key];
    if (known !== undefined) {
      counters.hits++;
      return known;
    }
    counters.builds++;
    const centre = (phase: number): number => (phase + 0.5) / PHASES_PER_PIXEL;
    const made = scaledToOne(pixels(centre(phaseX), centre(phaseY)));
    stamps[key] = made;
    return made;
  }
  const middle = stamp(PHASES_PER_PIXEL / 2 - 1, PHASES_PER_PIXEL / 2 - 1);
  const beyond = sharesBeyond([stamp(0, PHASES_PER_PIXEL / 2 - 1), stamp(0, 0)], reachPx);
  const shareBeyond = (outsidePx: number): number => beyond[Math.ceil(outsidePx)] ?? 0;
  const peakShare = middle[(middle.length - 1) / 2]!;
  return { reachPx, outsideShare, peakShare, shareBeyond, stamp, counters };
}

/** Largest share of the pixels from so many on to the left of a star at the left edge of its own. */
function sharesBeyond(stamps: readonly Stamp[], reachPx: number): Float64Array {
  const edge = 2 * reachPx + 1;
  const shares = new Float64Array(reachPx + 1);
  for (let distance = reachPx, most = 0; distance >= 0; distance--) {
    for (let at = reachPx - distance; at < edge * edge; at += edge) {
      for (const stamp of stamps) most = Math.max(most, stamp[at]!);
    }
    shares[distance] = most;
  }
  return shares;
}

interface ShapePixels {
  readonly reachPx: number;
  readonly outsideShare: number;
  /** Shares of the pixels around a star at (x, y) of its own pixel. */
  pixels(x: number, y: number): Stamp;
}

function shapePixels(shape: PointSpreadShape): ShapePixels {
  if (shape.kind === "gaussian") {
    const { share, outside } = gaussianPixels(shape.sigmaPx);
    const reachPx = reachOf(outside, MAXIMUM_GAUSSIAN_REACH_PX);
    return {
      reachPx,
      outsideShare: outside(reachPx),
      pixels: (x, y) => outerProduct(share(x, reachPx), share(y, reachPx)),
    };
  }
  const profile: RadialProfile =
    shape.kind === "moffat" ? moffatProfile(shape.fwhmPx, shape.beta) : airyProfile(shape.fwhmPx);
  const reachPx = reachOf(profile.outside, MAXIMUM_REACH_PX);
  return {
    reachPx,
    outsideShare: profile.outside(reachPx),
    pixels: (x, y) => radialPixels(profile, { x, y, reachPx }),
  };
}

/** Smallest reach beyond which no more light lies than a stamp may leave out. */
function reachOf(outside: (radiusPx: number) => number, maximum: number): number {
  let reach = 1;
  while (reach < maximum && outside(reach) > OUTSIDE_SUPPORT) reach++;
  return reach;
}

function outerProduct(across: Float64Array, down: Float64Array): Stamp {
  const edge = across.length;
  const product = new Float64Array(edge * edge);
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      product[row * edge + column] = down[row]! * across[column]!;
    }
  }
  return product;
}

/** Scales a stamp to sum 1; what rounding leaves over goes to the middle pixel. */
function scaledToOne(stamp: Stamp): Stamp {
  let sum = 0;
  for (const share of stamp) sum += share;
  let scaledSum = 0;
  for (let i = 0; i < stamp.length; i++) {
    stamp[i] = stamp[i]! / sum;
    scaledSum += stamp[i]!;
  }
  stamp[(stamp.length - 1) / 2]! += 1 - scaledSum;
  return stamp;
}
