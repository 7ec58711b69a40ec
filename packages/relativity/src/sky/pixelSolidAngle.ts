import type { Projection } from "../camera/frameCamera.ts";
import { cos, PI, sin } from "../kernel/elementary.ts";

/** Solid angle that a square pixel at (x, y) covers, in sr per px^2; 0 where the projection shows nothing. */
export type PixelSolidAngle = (x: number, y: number) => number;

/** Solid angles of a projection's pixels in the camera's frame. */
export function pixelSolidAngle(projection: Projection): PixelSolidAngle {
  const middleX = projection.widthPx / 2;
  const middleY = projection.heightPx / 2;
  switch (projection.kind) {
    case "pinhole": {
      const half = projection.hfovRad / 2;
      const focalPx = middleX * (cos(half) / sin(half));
      return (x, y) => {
        const squared = focalPx * focalPx + (x - middleX) * (x - middleX) + (y - middleY) * (y - middleY);
        return focalPx / (squared * Math.sqrt(squared));
      };
    }
    case "fisheye": {
      const pxPerRad = projection.widthPx / projection.hfovRad;
      return (x, y) => {
        const fromMiddle = Math.sqrt((x - middleX) * (x - middleX) + (y - middleY) * (y - middleY));
        const angle = fromMiddle / pxPerRad;
        const shrink = angle > 0 ? sin(angle) / angle : 1;
        return angle < PI ? shrink / (pxPerRad * pxPerRad) : 0;
      };
    }
    case "equirectangular": {
      const pxPerRad = projection.widthPx / (2 * PI);
      return (_, y) => {
        const elevation = (y - middleY) / pxPerRad;
        return elevation > -PI / 2 && elevation < PI / 2 ? cos(elevation) / (pxPerRad * pxPerRad) : 0;
      };
    }
  }
}
