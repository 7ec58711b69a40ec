import type { Spacetime, Vec3, Vec4 } from "../spacetime/spacetime.ts";

export type { Spacetime, Vec3, Vec4 };

/**
 * An orthonormal frame: contravariant Kerr-Schild components of the observer's four-velocity and of the unit
 * vectors that its picture calls forward, up and right.
 */
export interface Tetrad {
  readonly u: Vec4;
  readonly forward: Vec4;
  readonly up: Vec4;
  readonly right: Vec4;
}

/** How directions fall on the image, and its size. Pixels are square; pixel (i, j) has its centre at i + 0.5, j + 0.5; y down. */
export type Projection =
  | {
      /** Straight lines stay straight: x = f tan. */
      readonly kind: "pinhole";
      readonly widthPx: number;
      readonly heightPx: number;
      readonly hfovRad: number;
    }
  | {
      /** Distance from the centre proportional to the angle from forward; `hfovRad` across the width. */
      readonly kind: "fisheye";
      readonly widthPx: number;
      readonly heightPx: number;
      readonly hfovRad: number;
    }
  | {
      /** Azimuth across the width (2 pi), elevation down the height (pi): the width is twice the height. */
      readonly kind: "equirectangular";
      readonly widthPx: number;
      readonly heightPx: number;
    };

/** Widest horizontal field of view of a pinhole, in degrees: at 180 its image would be endless. */
export const PINHOLE_LIMIT_DEG = 179;
/** Narrowest horizontal field of view of any camera, in degrees: pixels beyond it are finer than rays are exact. */
export const NARROWEST_VIEW_DEG = 1e-6;

/** A frame's camera: place, motion, orientation and image. */
export interface FrameCamera {
  readonly frame: number;
  /** Proper time of the camera, in M. */
  readonly tauM: number;
  /** Kerr-Schild coordinate time, in M. */
  readonly tKsM: number;
  /** Kerr-Schild Cartesian coordinates, in M. */
  readonly position: Vec3;
  readonly tetrad: Tetrad;
  readonly projection: Projection;
  /** Multiplier of light. */
  readonly exposure: number;
}
