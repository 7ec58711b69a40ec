import type { Tetrad } from "../camera/frameCamera.ts";
import type { Angle } from "../camera/place.ts";
import type { Look } from "../shot/shot.ts";
import type { Vec3, Vec4 } from "../spacetime/spacetime.ts";
import { angleOfDegrees } from "./angle.ts";

/** What a camera is pointed by in `camera.csv`: spatial components, t is 0. */
interface Hints {
  readonly forward: Vec3;
  readonly up: Vec3;
}

/**
 * Camera hints for a look that is turned away from a frame's forward: by the azimuth to the right, then the elevation
 * up, then the roll about the new axis. Gram-Schmidt with the same four-velocity gives the turned frame exactly.
 */
export function hintsOfLook(tetrad: Tetrad, look: Look): Hints {
  const az = angleOfDegrees(look.azDeg);
  const el = angleOfDegrees(look.elDeg);
  const roll = angleOfDegrees(look.rollDeg);
  const ahead = combined(tetrad.forward, az.cos, tetrad.right, az.sin);
  const right = combined(tetrad.right, az.cos, tetrad.forward, -az.sin);
  const forward = combined(ahead, el.cos, tetrad.up, el.sin);
  const upright = combined(tetrad.up, el.cos, ahead, -el.sin);
  return { forward: hint(forward, tetrad.u), up: hint(rolled(upright, right, roll), tetrad.u) };
}

function rolled(up: Vec4, right: Vec4, roll: Angle): Vec4 {
  return combined(up, roll.cos, right, roll.sin);
}

function combined(a: Vec4, aShare: number, b: Vec4, bShare: number): Vec4 {
  return [
    a[0] * aShare + b[0] * bShare,
    a[1] * aShare + b[1] * bShare,
    a[2] * aShare + b[2] * bShare,
    a[3] * aShare + b[3] * bShare,
  ];
}

/** The vector without t component whose part orthogonal to u is the given one. */
function hint(leg: Vec4, u: Vec4): Vec3 {
  const share = leg[0] / u[0];
  return [leg[1] - share * u[1] + 0, leg[2] - share * u[2] + 0, leg[3] - share * u[3] + 0];
}
