import type { KerrSchildParameters } from "./spacetime.ts";

/** Numbers at each node of a table, in this order: lapse, shift (contravariant), spatial metric (covariant). */
export const TABLE_FIELDS = [
  "lapse",
  "shiftX",
  "shiftY",
  "shiftZ",
  "gammaXx",
  "gammaXy",
  "gammaXz",
  "gammaYy",
  "gammaYz",
  "gammaZz",
] as const;

/**
 * A spacetime sampled in 3+1 form on a rectilinear grid, at one or more coordinate times. Between nodes every
 * field is a cubic spline in each coordinate (C2, not-a-knot ends), so errors fall with the fourth power of the
 * spacing. Outside the grid the closed form of {@link exterior} holds.
 */
export interface SpacetimeTable {
  readonly name: string;
  /** Ascending coordinates of the nodes, in M; t has one level (stationary) or at least four. */
  readonly axes: {
    readonly t: Float64Array;
    readonly x: Float64Array;
    readonly y: Float64Array;
    readonly z: Float64Array;
  };
  /** Fields of all nodes: index = ((it nx + ix) ny + iy) nz + iz, times TABLE_FIELDS.length. */
  readonly values: Float64Array;
  /** The closed form around the grid. */
  readonly exterior: KerrSchildParameters;
  /** A ray that goes inward through this radius came from the hole; between horizon and photon orbit, in M. */
  readonly captureRadiusM: number;
  /** Before the first and after the last level: rays end unresolved, or the nearest level holds. */
  readonly outsideTime: "refuse" | "hold";
}
