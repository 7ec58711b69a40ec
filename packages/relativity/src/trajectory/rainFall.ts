import { angleOfDegrees } from "./angle.ts";
import type { PathPoint } from "./path.ts";
import { rainPath } from "./rain.ts";

/** A fall from rest at infinity around a hole without charge, as far as it is looked at. */
export interface RainFall {
  readonly spin: number;
  /** Angle from the spin axis, which stays, in degrees. */
  readonly thetaDeg: number;
  readonly fromRadiusM: number;
  readonly toRadiusM: number;
  /** Places along the way, evenly spaced in the root of the radius; the first and the last are the ends. */
  readonly places: number;
}

/** Where it comes by, and when: what a movie of the same fall has as its frames. */
export function rainFall({ spin, thetaDeg, fromRadiusM, toRadiusM, places }: RainFall): readonly PathPoint[] {
  const plan = {
    fromRadiusM,
    toRadiusM,
    frames: places,
    restRadiusM: fromRadiusM,
    spacing: "sqrtR",
  } as const;
  return rainPath(spin, angleOfDegrees(thetaDeg), plan);
}
