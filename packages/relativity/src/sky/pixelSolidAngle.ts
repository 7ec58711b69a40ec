import type { Projection } from "../camera/frameCamera.ts";
import { cos, PI, sin } from "../kernel/elementary.ts";

/** Solid angle that a square pixel at (x, y) covers, in sr per px^2; 0 where the projection shows nothing. */
export type PixelSolidAngle = (x: number, y: number) => number;

/** Focal length of a pinhole camera in px, px a radian of the others: what solid angles are worked out from. */
export function solidAngleFocal(projection: Projection): number {
  switch (projection.kind) {
    case "pinhole": {
      const half = projection.hfovRad / 2;
      return (projection.widthPx / 2) * (cos(half) / sin(half));
    }
    case "fisheye":
      return projection.widthPx / projection.hfovRad;
    case "equirectangular":
      return projection.widthPx / (2 * PI);
  }
}

/** Solid angles of a projection's pixels in the camera's frame. */
export function pixelSolidAngle(projection: Projection): PixelSolidAngle {
  return solidAnglesAround(angleScale(projection));
}

/** What the solid angles of a projection's pixels depend on. */
export function angleScale(projection: Projection): AngleScale {
  return {
    kind: projection.kind,
    focalPx: solidAngleFocal(projection),
    middleX: projection.widthPx / 2,
    middleY: projection.heightPx / 2,
  };
}

/** What solid angles depend on. */
export interface AngleScale {
  readonly kind: Projection["kind"];
  /** As {@link solidAngleFocal} gives it. */
  readonly focalPx: number;
  /** Middle of the image, px. */
  readonly middleX: number;
  readonly middleY: number;
}

/** Solid angles of pixels from the few numbers that they depend on. */
export function solidAnglesAround({ kind, focalPx, middleX, middleY }: AngleScale): PixelSolidAngle {
  switch (kind) {
    case "pinhole":
      return (x, y) => {
        const squared = focalPx * focalPx + (x - middleX) * (x - middleX) + (y - middleY) * (y - middleY);
        return focalPx / (squared * Math.sqrt(squared));
      };
    case "fisheye":
      return (x, y) => {
        const fromMiddle = Math.sqrt((x - middleX) * (x - middleX) + (y - middleY) * (y - middleY));
        const angle = fromMiddle / focalPx;
        const shrink = angle > 0 ? sin(angle) / angle : 1;
        return angle < PI ? shrink / (focalPx * focalPx) : 0;
      };
    case "equirectangular":
      return (_, y) => {
        const elevation = (y - middleY) / focalPx;
        return elevation > -PI / 2 && elevation < PI / 2 ? cos(elevation) / (focalPx * focalPx) : 0;
      };
  }
}
