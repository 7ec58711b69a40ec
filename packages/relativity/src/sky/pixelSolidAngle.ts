import type { Projection } from "../camera/frameCamera.ts";
import { cos, PI, sin } from "../kernel/elementary.ts";

/**
 * Solid angle that a square pixel at (x, y) covers in the camera's frame, in sr per px^2; 0 where the projection
 * shows nothing.
 */
export function pixelSolidAngle(projection: Projection, x: number, y: number): number {
  const right = x - projection.widthPx / 2;
  const down = y - projection.heightPx / 2;
  switch (projection.kind) {
    case "pinhole": {
      const half = projection.hfovRad / 2;
      const focalPx = (projection.widthPx / 2) * (cos(half) / sin(half));
      const distance = Math.sqrt(focalPx * focalPx + right * right + down * down);
      return focalPx / (distance * distance * distance);
    }
    case "fisheye": {
      const pxPerRad = projection.widthPx / projection.hfovRad;
      const angle = Math.sqrt(right * right + down * down) / pxPerRad;
      const shrink = angle > 0 ? sin(angle) / angle : 1;
      return angle < PI ? shrink / (pxPerRad * pxPerRad) : 0;
    }
    case "equirectangular": {
      const pxPerRad = projection.widthPx / (2 * PI);
      const elevation = down / pxPerRad;
      return elevation > -PI / 2 && elevation < PI / 2 ? cos(elevation) / (pxPerRad * pxPerRad) : 0;
    }
  }
}
