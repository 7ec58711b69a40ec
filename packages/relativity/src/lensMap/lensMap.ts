import type { FrameCamera, Spacetime } from "../camera/frameCamera.ts";
import type { DiskGeometry, Slab } from "../trace/tracer.ts";

/** How finely images are sampled. */
export interface MeshSampling {
  /** Edge of a cell of level 0, in pixels. */
  readonly coarseCellPx: number;
  /** Deepest level: its cells have an edge of coarseCellPx / 2^refinementLevels. */
  readonly refinementLevels: number;
}

/**
 * Vertices of a frame's mesh as columns, sorted by (y, x). Where a status has no such number, 0 stands.
 * A vertex at (x, y) is the ray through pixel coordinates (x, y) times {@link unitPx}.
 */
export interface LensVertices {
  readonly count: number;
  readonly x: Int32Array;
  readonly y: Int32Array;
  /** Index into RAY_STATUSES. */
  readonly status: Uint8Array;
  /** Why a ray is unresolved, 0 for others. */
  readonly reason: Uint8Array;
  /** Direction on the sky, three components a vertex, unit length; 0 0 0 unless escaped. */
  readonly direction: Float64Array;
  readonly redshiftG: Float64Array;
  /** floor(sweep / pi). */
  readonly order: Int32Array;
  /** How close to the critical curve. */
  readonly marginU: Float64Array;
}

/** Cells of a frame's mesh: the leaves of the quadtree, which cover the image once, sorted by (y, x) of their corner. */
export interface LensCells {
  readonly count: number;
  /** Vertex indices, four a cell: top left, top right, bottom left, bottom right. */
  readonly corners: Uint32Array;
  /** Level 0 is coarse. */
  readonly level: Uint8Array;
}

/** What became of a frame's mesh, in counts. */
export interface MeshStatistics {
  /** Vertices of each status, in the order of RAY_STATUSES. */
  readonly statusCounts: readonly number[];
  /** Rays traced in each generation of the frame's group; a generation can be empty. */
  readonly generations: readonly number[];
  /** Leaves of each level. */
  readonly levelCounts: readonly number[];
  /** Cells split for each reason, in the order of SPLIT_REASONS. */
  readonly splitCounts: readonly number[];
  /** Integrator steps of all its rays. */
  readonly steps: number;
}

/** The mesh of one frame: what the camera sees where. */
export interface LensFrame {
  /** Its exposure is no part of the map: 1 in one that was read from a file. */
  readonly camera: FrameCamera;
  readonly vertices: LensVertices;
  readonly cells: LensCells;
  readonly statistics: MeshStatistics;
}

/** What holds for all frames of a lens map. */
export interface LensMapHeader {
  readonly spacetime: LensSpacetime;
  readonly backend: "fast" | "kerr-schild";
  readonly tolerance: number;
  readonly stepBudget: number;
  readonly disk?: DiskGeometry;
  readonly slab?: Slab;
  readonly sampling: MeshSampling;
  /** Revision of the kernel that traced it. */
  readonly parityRevision: number;
  readonly frameCount: number;
}

/** A spacetime as a lens map names it: a table only by its digest. */
export type LensSpacetime =
  | Exclude<Spacetime, { readonly kind: "tabulated" }>
  | { readonly kind: "tabulated"; readonly tableSha256: string };

/** The lens map of a movie, or of some of its frames. */
export interface LensMap {
  readonly header: LensMapHeader;
  readonly frames: readonly LensFrame[];
}

/**
 * Edge of the square in whose multiples vertices stand, in pixels: half a cell of the deepest level, so that a
 * cell's centre has whole coordinates too.
 */
export function unitPx({ coarseCellPx, refinementLevels }: MeshSampling): number {
  return coarseCellPx / (2 << refinementLevels);
}
