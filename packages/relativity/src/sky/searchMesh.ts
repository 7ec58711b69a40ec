import type { LensFrame, LensVertices, MeshSampling } from "../lensMap/lensMap.ts";
import { unitPx } from "../lensMap/lensMap.ts";
import { type CellMesh, cellTriangles, type LensTriangles, meshBounds } from "../lensMap/lensTriangles.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { planBorder } from "./frameBorder.ts";
import { traceVertices } from "./tracedTriangles.ts";

/** What stars are looked for in: a frame's mesh, and what is traced beside the frame, in one. */
export interface SearchMesh extends CellMesh {
  readonly triangles: LensTriangles;
}

/** The meshes of frames with the cells beside them, and the rays that these took. */
export interface SearchMeshes {
  readonly meshes: readonly SearchMesh[];
  readonly rays: number;
}

/** What meshes are widened by. */
export interface Margin {
  readonly marginPx: number;
  readonly tracer: RayTracer;
}

/** Widens the meshes of frames all around them. */
export function searchMeshes(
  frames: readonly LensFrame[],
  sampling: MeshSampling,
  { marginPx, tracer }: Margin,
): SearchMeshes {
  const plans = frames.map((frame) => planBorder(frame, sampling, marginPx));
  const places = plans.map((plan) => plan ?? { x: new Int32Array(0), y: new Int32Array(0) });
  const traced = traceVertices(frames, places, unitPx(sampling), tracer);
  const meshes = frames.map((frame, index): SearchMesh => {
    const plan = plans[index];
    const mesh =
      plan === undefined
        ? { vertices: frame.vertices, cells: frame.cells, bounds: meshBounds(frame, sampling) }
        : { ...plan, vertices: joinedVertices(frame.vertices, traced[index]!) };
    return { ...mesh, triangles: cellTriangles(mesh, sampling) };
  });
  return { meshes, rays: traced.reduce((sum, { count }) => sum + count, 0) };
}

function joinedVertices(a: LensVertices, b: LensVertices): LensVertices {
  return {
    count: a.count + b.count,
    x: joined(Int32Array, a.x, b.x),
    y: joined(Int32Array, a.y, b.y),
    status: joined(Uint8Array, a.status, b.status),
    reason: joined(Uint8Array, a.reason, b.reason),
    direction: joined(Float64Array, a.direction, b.direction),
    redshiftG: joined(Float64Array, a.redshiftG, b.redshiftG),
    order: joined(Int32Array, a.order, b.order),
    marginU: joined(Float64Array, a.marginU, b.marginU),
  };
}

/** A column of which another is the end. */
function joined<Column extends { set(values: ArrayLike<number>, at?: number): void }>(
  kind: new (length: number) => Column,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): Column {
  const both = new kind(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
