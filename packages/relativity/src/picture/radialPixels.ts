/** A round spread of light. */
export interface RadialProfile {
  /** Brightness at a squared distance (px^2) from the middle, in any unit. */
  brightness(squaredRadiusPx: number): number;
  /** Light beyond a distance, as a share. */
  outside(radiusPx: number): number;
  /** Length over which brightness changes, in px: how finely pixels are cut. */
  readonly scalePx: number;
}

/** Nodes and weights of the 4-point rule of Gauss and Legendre on [0, 1]. @see DLMF 3.5(v) */
const NODES: readonly number[] = [
  0.0694318442029737, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263,
];
const WEIGHTS: readonly number[] = [
  0.173927422568727, 0.326072577431273, 0.326072577431273, 0.173927422568727,
];
/** Pieces per scale length along each axis of a pixel, and the most of them. */
const PIECES_PER_SCALE = 1;
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
  const wanted = Math.ceil(PIECES_PER_SCALE / profile.scalePx);
  const pieces = wanted < 1 ? 1 : Math.min(wanted, MAXIMUM_PIECES);
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      const corner = { left: column - reachPx - x, top: row - reachPx - y };
      pixels[row * edge + column] = pixelIntegral(profile, corner, pieces);
    }
  }
  return pixels;
}

/** Integral over the pixel whose corner stands there from the middle, cut into pieces x pieces. */
function pixelIntegral(
  profile: RadialProfile,
  { left, top }: { readonly left: number; readonly top: number },
  pieces: number,
): number {
  let sum = 0;
  for (let i = 0; i < pieces * NODES.length; i++) {
    const y = top + ((i >> 2) + NODES[i & 3]!) / pieces;
    for (let j = 0; j < pieces * NODES.length; j++) {
      const x = left + ((j >> 2) + NODES[j & 3]!) / pieces;
      sum += WEIGHTS[i & 3]! * WEIGHTS[j & 3]! * profile.brightness(x * x + y * y);
    }
  }
  return sum / (pieces * pieces);
}
