import { type LensFrame, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import type { RayTracer } from "../trace/tracer.ts";
import type { ImageFloors } from "./imageReach.ts";
import type { ImageTable } from "./imageTable.ts";
import type { AddMeshImages } from "./meshImages.ts";
import { searchMeshes } from "./searchMesh.ts";
import { edgeUnitPx, traceEdges } from "./shadowEdge.ts";
import type { StarSky } from "./starSky.ts";

/** What frames are looked through with, and where images go. */
interface FrameSearch {
  readonly tracer: RayTracer;
  readonly floors: ImageFloors;
  readonly table: ImageTable;
  readonly addImages: AddMeshImages;
}

/** What was found in each frame, and the rays that it took. */
interface FrameFindings {
  readonly found: readonly { readonly found: number; readonly largeTriangles: number }[];
  readonly rays: number;
}

/** Looks for stars in the meshes of frames and in the strips around them, and in finer triangles along shadows. */
export function searchFrames(
  frames: readonly LensFrame[],
  sampling: MeshSampling,
  sky: StarSky,
  { tracer, floors, table, addImages }: FrameSearch,
): FrameFindings {
  if (sky.catalogue.count === 0)
    return { found: frames.map(() => ({ found: 0, largeTriangles: 0 })), rays: 0 };
  const { meshes, rays: borderRays } = searchMeshes(frames, sampling, { marginPx: floors.marginPx, tracer });
  const edges = traceEdges(frames, meshes, sampling, tracer);
  const found = frames.map(({ camera }, frameIndex) => {
    const before = table.count;
    const common = { camera, frameIndex, sky };
    const { vertices } = meshes[frameIndex]!;
    const { meshCorners, ...parts } = edges[frameIndex]!;
    addImages({ ...common, unitPx: unitPx(sampling), vertices, corners: meshCorners }, table);
    const largeTriangles = addImages({ ...common, unitPx: edgeUnitPx(sampling), ...parts }, table);
    return { found: table.count - before, largeTriangles };
  });
  const rays = edges.reduce((sum, { vertices }) => sum + vertices.count, borderRays);
  return { found, rays };
}
