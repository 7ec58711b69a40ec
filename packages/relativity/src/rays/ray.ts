import type { Tetrad, Vec3 } from "../camera/frameCamera.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import type { RayResult } from "../trace/tracer.ts";

/** A single ray that someone asks for: one line of a rays file. */
export interface RayRequest {
  readonly id: string | number;
  readonly spacetime: Spacetime;
  readonly backend: "fast" | "kerr-schild";
  /** Local error of a step, dimensionless. */
  readonly tolerance: number;
  readonly camera: RayPlace;
  /** Azimuth to the right of forward and elevation towards up, in radians. */
  readonly azRad: number;
  readonly elRad: number;
}

/** A camera as far as one ray needs it. */
export interface RayPlace {
  /** Kerr-Schild Cartesian coordinates, in M. */
  readonly position: Vec3;
  /** Kerr-Schild time, in M. */
  readonly tKsM: number;
  readonly tetrad: Tetrad;
}

/** The answer to a request, as it stands in a file. */
export interface RayAnswer {
  readonly id: string | number;
  readonly status: RayResult["status"];
  /** Only where the status is unresolved. */
  readonly reason?: string;
  /** Unit vector in Kerr-Schild Cartesian components; null unless escaped. */
  readonly direction: RayResult["direction"];
  /** nu_observed / nu_emitted; null unless escaped or disk. */
  readonly g: number | null;
  /** L/E in M, and Q/E^2 in M^2. */
  readonly xi: number;
  readonly eta: number;
  /** sqrt(Q + L^2) times the Mino parameter swept. */
  readonly sweepRad: number;
  readonly order: number;
  readonly steps: number;
}
