/** A round spread of light. */
export interface RadialProfile {
  /** Brightness at a squared distance (px^2) from the middle, in any unit. */
  brightness(squaredRadiusPx: number): number;
  /** Light beyond a distance, as a share. */
  outside(radiusPx: number): number;
  /** Length over which brightness changes at a squared distance, in px: how finely pixels there are cut. */
  scalePx(squaredRadiusPx: number): number;
}

/** A rule of Gauss and Legendre on [0, 1]. @see DLMF 3.5(v) */
interface Rule {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

const TWO_POINTS: Rule = { nodes: [0.2113248654051871, 0.7886751345948129], weights: [0.5, 0.5] };
const THREE_POINTS: Rule = {
  nodes: [0.1127016653792583, 0.5, 0.8872983346207417],
  weights: [0.2777777777777778, 0.4444444444444444, 0.2777777777777778],
};
const FOUR_POINTS: Rule = {
  nodes: [0.0694318442029737, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263],
  weights: [0.173927422568727, 0.326072577431273, 0.326072577431273, 0.173927422568727],
};
/** Scale lengths, in px, from which the rules of few points leave less than 1e-8 of the light wrong in a pixel. */
const TWO_POINTS_FROM_PX = 10;
const THREE_POINTS_FROM_PX = 4;
/** Pieces per scale length along each axis of a pixel near the middle, and the most of them. */
const PIECES_PER_SCALE = 2;
const MAXIMUM_PIECES = 16;

/** Where a star stands in its pixel (0 to 1 on each axis), and how far its stamp reaches. */
export interface StampPlace {
  readonly x: number;
  readonly y: number;
  readonly reachPx: number;
}

/** Integrals of a round profile over the pixels of a stamp, row by row. */
export function radialPixels(profile: RadialProfile, { x, y, reachPx }: StampPlace): Float64Array {
  const edge = 2 * reachPx + 1;
  const pixels = new Float64Array(edge * edge);
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      pixels[row * edge + column] = pixelIntegral(profile, column - reachPx - x, row - reachPx - y);
    }
  }
  return pixels;
}

/** Integral over the pixel whose upper left corner stands there from the middle. */
function pixelIntegral(profile: RadialProfile, left: number, top: number): number {
  const nearX = nearestToZero(left);
  const nearY = nearestToZero(top);
  const scalePx = profile.scalePx(nearX * nearX + nearY * nearY);
  if (scalePx >= TWO_POINTS_FROM_PX) return squareIntegral(profile, TWO_POINTS, { left, top, edge: 1 });
  if (scalePx >= THREE_POINTS_FROM_PX) return squareIntegral(profile, THREE_POINTS, { left, top, edge: 1 });
  const pieces = Math.min(Math.ceil(PIECES_PER_SCALE / scalePx), MAXIMUM_PIECES);
  const edge = 1 / pieces;
  let sum = 0;
  for (let row = 0; row < pieces; row++) {
    for (let column = 0; column < pieces; column++) {
      const square = { left: left + column * edge, top: top + row * edge, edge };
      sum += squareIntegral(profile, FOUR_POINTS, square);
    }
  }
  return sum;
}

/** The point of [low, low + 1] that is nearest to 0. */
function nearestToZero(low: number): number {
  if (low > 0) return low;
  return low < -1 ? low + 1 : 0;
}

function squareIntegral(
  profile: RadialProfile,
  { nodes, weights }: Rule,
  { left, top, edge }: { readonly left: number; readonly top: number; readonly edge: number },
): number {
  let sum = 0;
  for (let i = 0; i < nodes.length; i++) {
    const y = top + nodes[i]! * edge;
    for (let j = 0; j < nodes.length; j++) {
      const x = left + nodes[j]! * edge;
      sum += weights[i]! * weights[j]! * profile.brightness(x * x + y * y);
    }
  }
  return sum * edge * edge;
}
