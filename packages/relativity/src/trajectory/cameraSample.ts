import type { Vec3, Vec4 } from "../spacetime/spacetime.ts";

/** Where the camera is, how it moves and where it looks at one frame: one line of `camera.csv`. */
export interface CameraSample {
  /** Number of the frame in the movie, from 0. */
  readonly frame: number;
  /** Proper time of the camera, in M. */
  readonly tauM: number;
  /** Kerr-Schild coordinate time, in M. */
  readonly tKsM: number;
  /** Kerr-Schild Cartesian coordinates, in M. */
  readonly position: Vec3;
  /** Contravariant Kerr-Schild components t, x, y, z; normalised to -1. */
  readonly fourVelocity: Vec4;
  /** Spatial Kerr-Schild components of a vector that the camera looks along, before Gram-Schmidt; its t is 0. */
  readonly forward: Vec3;
  /** The same for the top of the picture. */
  readonly up: Vec3;
  /** Horizontal field of view of this frame, in degrees. */
  readonly hfovDeg: number;
  /** Multiplier of light, on top of the shot's own. */
  readonly exposure: number;
}
