/** Where a generated trajectory is at one frame. */
export interface PathPoint {
  /** Proper time since the first frame, in M. */
  readonly tauM: number;
  /** Kerr-Schild coordinate time, in M. */
  readonly tKsM: number;
  /** Boyer-Lindquist radius, in M. */
  readonly radiusM: number;
  /** Kerr-Schild azimuth since the first frame, in radians. */
  readonly phiRad: number;
}
