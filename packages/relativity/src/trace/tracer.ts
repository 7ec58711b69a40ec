import type { FrameCamera, Projection, Spacetime } from "../camera/frameCamera.ts";
import type { MeshAnalyst } from "../lensMap/meshAnalyst.ts";
import type { AngleScale } from "../sky/pixelSolidAngle.ts";
import type { AimedImages } from "./aimedImages.ts";

/** A vector in Kerr-Schild Cartesian components. */
type Direction = readonly [number, number, number];

/** What became of a ray, by the number that stands in columns and files. */
export const RAY_STATUSES = ["escaped", "captured", "disk", "unresolved"] as const;
type RayStatus = (typeof RAY_STATUSES)[number];
export const ESCAPED = 0;
export const CAPTURED = 1;
export const DISK = 2;
export const UNRESOLVED = 3;

/** Disk crossings that a ray can have in {@link ResultColumns.crossings}, and the f64 words of each. */
export const MAXIMUM_CROSSINGS = 4;
export const CROSSING_WORDS = 3;

/** A place on a frame's image from which a ray is followed back. */
export interface RaySample {
  readonly frame: number;
  /** Pixels from the image's left edge; pixel i has its centre at i + 0.5. */
  readonly x: number;
  /** Pixels down from the image's top edge. */
  readonly y: number;
}

/** One passage of a ray through the disk's plane within the disk. */
export interface DiskCrossing {
  /** Boyer-Lindquist radius, in M. */
  readonly radiusM: number;
  /** Azimuth about the spin axis in the Kerr-Schild chart, in radians. */
  readonly phiRad: number;
  /** nu_observed / nu_emitted for the disk's matter there. */
  readonly redshiftG: number;
}

/** What is known of one ray. */
export interface RayResult {
  readonly status: RayStatus;
  /** Why it is unresolved. */
  readonly reason?: string;
  /** Where on the sky it comes from, a unit vector; null unless escaped. */
  readonly direction: Direction | null;
  /** nu_observed / nu_emitted of a star at rest at infinity (of the disk where status is disk); else null. */
  readonly redshiftG: number | null;
  /** L / E. */
  readonly xi: number;
  /** Q / E^2, Carter's constant. */
  readonly eta: number;
  /** sqrt(Q + L^2) times the Mino parameter: the orbital angle when spin is 0. */
  readonly sweepRad: number;
  /** floor(sweepRad / pi); on a disk the number of the crossing, from 0. */
  readonly order: number;
  /** Distance of the radial potential's minimum from 0, over E^2: how close to the critical curve. */
  readonly marginU: number;
  readonly steps: number;
  readonly crossings: readonly DiskCrossing[];
}

/** The thin disk in the equatorial plane, as far as rays are concerned. */
export interface DiskGeometry {
  readonly innerRadiusM: number;
  readonly outerRadiusM: number;
  readonly opacity: "transparent" | "opaque";
}

/** How a run is cut by barriers: into integrator steps a visit, or into intervals of Kerr-Schild time. */
export type Slab =
  | { readonly kind: "steps"; readonly steps: number }
  | { readonly kind: "time"; readonly lengthM: number };

/** What a slab cost, ray by ray. */
export interface SlabCosts {
  /** Slots of the table, over which every schedule but `active,n` goes. */
  readonly slots: number;
  /** Slots of the rays that were active, ascending. */
  readonly active: Int32Array;
  /** Integrator steps that each of them took in this slab. */
  readonly steps: Int32Array;
}

/** A frame's camera, or one whose samples are directions: x the azimuth, y the elevation, in radians. */
export type RayCamera = Omit<FrameCamera, "projection" | "exposure"> & {
  readonly projection: Projection | { readonly kind: "direction" };
  /** Without meaning for rays. */
  readonly exposure?: number;
};

/** Everything that rays share. */
export interface TraceSetup {
  readonly spacetime: Spacetime;
  readonly backend: "fast" | "kerr-schild";
  readonly tolerance: number;
  /** Integrator steps after which a ray is unresolved. */
  readonly stepBudget: number;
  readonly disk?: DiskGeometry;
  readonly slab?: Slab;
  /** Cameras by which samples name their frame: `sample.frame` is `FrameCamera.frame`. Ascending. */
  readonly frames: readonly RayCamera[];
  /** `active,n` (default `active,128`), `static`, `static,n`, `dynamic,n`, `guided`, `guided,n`. */
  readonly schedule?: string;
  /** Hears of every slab that the lanes advanced. */
  readonly onSlab?: ((costs: SlabCosts) => void) | undefined;
}

/** What a pool needs to know of a setup; the rest stands in the tables of the scene. */
export type PoolSetup = Pick<TraceSetup, "backend" | "stepBudget" | "slab" | "schedule" | "onSlab"> & {
  readonly frames: readonly Pick<RayCamera, "frame" | "tKsM">[];
};

/** Samples as columns, `count` of them, in the order of frames. */
export interface SampleColumns {
  readonly count: number;
  readonly frame: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Samples [begin, end) of columns, where they stand. */
export function partOf({ frame, x, y }: SampleColumns, begin: number, end: number): SampleColumns {
  return {
    count: end - begin,
    frame: frame.subarray(begin, end),
    x: x.subarray(begin, end),
    y: y.subarray(begin, end),
  };
}

/** Results as columns, `count` of them. Where a status has no such number, 0 stands; never NaN, never -0. */
export interface ResultColumns {
  readonly count: number;
  /** Index into {@link RAY_STATUSES}. */
  readonly status: Int32Array;
  /** 0 unless unresolved; what it means: rayResults.ts says. */
  readonly reason: Int32Array;
  readonly directionX: Float64Array;
  readonly directionY: Float64Array;
  readonly directionZ: Float64Array;
  readonly redshiftG: Float64Array;
  readonly xi: Float64Array;
  readonly eta: Float64Array;
  readonly sweepRad: Float64Array;
  readonly order: Int32Array;
  readonly marginU: Float64Array;
  readonly steps: Int32Array;
  readonly crossingCount: Int32Array;
  /**
   * {@link MAXIMUM_CROSSINGS} crossings a ray, each radius (M), azimuth (rad), redshift factor. Empty where no ray has
   * any.
   */
  readonly crossings: Float64Array;
}

/** Results with the slopes of directions: without meaning for a ray that did not escape. */
export interface SlopedColumns extends ResultColumns {
  /** Change of directionX, directionY, directionZ for a px to the right, then of the same for a px down. */
  readonly slopes: readonly Float64Array[];
}

/**
 * Follows rays: what mesh and star images are given. The results are in the order of the samples; their columns
 * are valid until the next call.
 */
export interface RayTracer {
  trace(samples: SampleColumns): ResultColumns;
  /** The same with slopes, where rays have them in closed form: then one ray tells what takes three without. */
  readonly traceSlopes?: ((samples: SampleColumns) => SlopedColumns) | undefined;
  /**
   * Moves images to where their rays come from their targets, the same by Newton's method with slopes; where only one
   * frame has rays.
   * @param scale  of the frame's camera
   * @returns the number of rays
   */
  readonly aimRays?: ((images: AimedImages, scale: AngleScale) => number) | undefined;
  /** Who judges the cells of meshes between two calls; the calling thread where there is none. */
  readonly analyst?: MeshAnalyst;
}
