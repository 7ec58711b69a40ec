import type { FrameCamera, Projection } from "../camera/frameCamera.ts";
import type { ImageTable } from "./imageTable.ts";

/** Whether a projection shows all directions once, its left edge beside its right one and a pole along each other. */
export function isWholeSky({ kind, widthPx, heightPx }: Projection): boolean {
  return kind === "equirectangular" && widthPx === 2 * heightPx;
}

/** Width of the seam of a panorama, px: a star on it may be found by rounding on the far side. */
const SEAM_PX = 1e-9;

/** How far a place is outside an image, px: 0 within. Nothing is beside a panorama, whose sides meet, nor beyond a pole. */
function distanceOutside(x: number, y: number, { projection }: FrameCamera): number {
  const { kind, widthPx, heightPx } = projection;
  if (kind === "equirectangular" && !(x >= 0 && x < widthPx + SEAM_PX)) return Number.POSITIVE_INFINITY;
  const outsidePx = Math.max(0, -x, -y, x - widthPx, y - heightPx);
  return outsidePx > 0 && isWholeSky(projection) ? Number.POSITIVE_INFINITY : outsidePx;
}

/** Which images are refined, and which are dropped. */
export interface ImageFloors {
  /** Light of an image's brightest channel, in the frame of that number, from which it is refined with true rays. */
  fluxFloor(frame: number): number;
  /** Images of order 2 and higher with less than this share of their star's own green light are dropped. */
  readonly orderFloor: number;
  /** How far beside the frame an image can stand whose light gets in, px. */
  readonly marginPx: number;
  /**
   * Light of the brightest channel from which an image so far beside the frame (px) is kept: what moves a byte of the
   * nearest pixel; without bound where none of its light gets in.
   */
  lightFloorBeside(frame: number, outsidePx: number): number;
}

/** Light of an image's brightest channel. */
export function brightestOf(flux: Float64Array, row: number): number {
  return Math.max(flux[3 * row]!, flux[3 * row + 1]!, flux[3 * row + 2]!);
}

/** Whether an image is in the frame, or so near and bright that its light gets in. */
export function reachesFrame(
  table: ImageTable,
  row: number,
  camera: FrameCamera,
  floors: ImageFloors,
): boolean {
  return isNear(table, row, distanceOutside(table.x[row]!, table.y[row]!, camera), { camera, floors });
}

/**
 * The same of an image that stands where the mesh shows it: true rays may find it nearer to the frame, by as much as
 * its triangle is large.
 */
export function mayReachFrame(
  table: ImageTable,
  row: number,
  camera: FrameCamera,
  floors: ImageFloors,
): boolean {
  const outsidePx = distanceOutside(table.x[row]!, table.y[row]!, camera);
  return isNear(table, row, Math.max(0, outsidePx - table.reachPx[row]!), { camera, floors });
}

function isNear(
  { flux }: ImageTable,
  row: number,
  outsidePx: number,
  { camera, floors }: { readonly camera: FrameCamera; readonly floors: ImageFloors },
): boolean {
  if (outsidePx === 0) return true;
  if (outsidePx === Number.POSITIVE_INFINITY) return false;
  return brightestOf(flux, row) >= floors.lightFloorBeside(camera.frame, outsidePx);
}

/** Brings an image of a panorama that has moved over its edge to where it stands on the other side. */
export function bringWithin({ x, y }: ImageTable, row: number, { projection }: FrameCamera): void {
  if (projection.kind !== "equirectangular") return;
  const { widthPx, heightPx } = projection;
  if (isWholeSky(projection) && (y[row]! < 0 || y[row]! > heightPx)) {
    y[row] = y[row]! < 0 ? -y[row]! : 2 * heightPx - y[row]!;
    x[row]! += widthPx / 2;
  }
  x[row]! -= widthPx * Math.floor(x[row]! / widthPx);
}
