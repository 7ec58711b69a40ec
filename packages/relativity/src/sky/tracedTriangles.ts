import type { LensFrame, LensVertices } from "../lensMap/lensMap.ts";
import type { RayTracer, ResultColumns } from "../trace/tracer.ts";

/** Triangles of an image that are to be traced beside its mesh. */
export interface TrianglePlan {
  /** Places of vertices in some unit, below 0 to the left of the frame and above it. */
  readonly x: Int32Array;
  readonly y: Int32Array;
  /** Vertex indices, three a triangle. */
  readonly corners: Int32Array;
}

/** Such triangles, traced; places in the unit of the plan. */
export interface TracedTriangles {
  readonly vertices: LensVertices;
  /** Vertex indices, three a triangle. */
  readonly corners: Uint32Array;
}

/** Follows the rays of one plan a frame, all together. @param unitPx  unit of the plans' places, px */
export function traceTriangles(
  frames: readonly LensFrame[],
  plans: readonly TrianglePlan[],
  unitPx: number,
  tracer: RayTracer,
): TracedTriangles[] {
  return traceVertices(frames, plans, unitPx, tracer).map((vertices, index) => ({
    vertices,
    corners: new Uint32Array(plans[index]!.corners),
  }));
}

/** Follows the rays of some places of each frame, all together. @param unitPx  unit of the places, px */
export function traceVertices(
  frames: readonly LensFrame[],
  plans: readonly Pick<TrianglePlan, "x" | "y">[],
  unitPx: number,
  tracer: RayTracer,
): LensVertices[] {
  const count = plans.reduce((sum, { x }) => sum + x.length, 0);
  const samples = {
    count,
    frame: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
  let row = 0;
  plans.forEach(({ x, y }, index) => {
    samples.frame.fill(frames[index]!.camera.frame, row, row + x.length);
    for (let vertex = 0; vertex < x.length; vertex++, row++) {
      samples.x[row] = x[vertex]! * unitPx;
      samples.y[row] = y[vertex]! * unitPx;
    }
  });
  const results = tracer.trace(samples);
  let first = 0;
  return plans.map(({ x, y }) => {
    first += x.length;
    return verticesOf(results, first - x.length, x, y);
  });
}

function verticesOf(results: ResultColumns, first: number, x: Int32Array, y: Int32Array): LensVertices {
  const count = x.length;
  const direction = new Float64Array(3 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    direction[3 * vertex] = results.directionX[first + vertex]!;
    direction[3 * vertex + 1] = results.directionY[first + vertex]!;
    direction[3 * vertex + 2] = results.directionZ[first + vertex]!;
  }
  const end = first + count;
  return {
    count,
    x,
    y,
    status: Uint8Array.from(results.status.subarray(first, end)),
    reason: Uint8Array.from(results.reason.subarray(first, end)),
    direction,
    redshiftG: results.redshiftG.slice(first, end),
    order: results.order.slice(first, end),
    marginU: results.marginU.slice(first, end),
  };
}
