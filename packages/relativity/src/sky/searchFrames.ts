import { type LensFrame, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import { lensTriangles } from "../lensMap/lensTriangles.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { traceBorders } from "./frameBorder.ts";
import type { ImageFloors } from "./imageReach.ts";
import type { ImageTable } from "./imageTable.ts";
import type { AddMeshImages } from "./meshImages.ts";
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

/** Looks for stars in the meshes of frames, in the finer ones along shadows, and in the strips around frames. */
export function searchFrames(
  frames: readonly LensFrame[],
  sampling: MeshSampling,
  sky: StarSky,
  { tracer, floors, table, addImages }: FrameSearch,
): FrameFindings {
  if (sky.catalogue.count === 0)
    return { found: frames.map(() => ({ found: 0, largeTriangles: 0 })), rays: 0 };
  const meshes = frames.map((frame) => lensTriangles(frame, { sampling }));
  const edges = traceEdges(frames, meshes, sampling, tracer);
  const borders = traceBorders(frames, sampling, floors.marginPx, tracer);
  const found = frames.map(({ camera, vertices }, frameIndex) => {
    const before = table.count;
    const common = { camera, unitPx: unitPx(sampling), frameIndex, sky };
    addImages({ ...common, vertices, corners: edges[frameIndex]!.meshCorners }, table);
    const finer = { ...common, unitPx: edgeUnitPx(sampling) };
    const inEdges = addImages({ ...finer, ...edges[frameIndex]! }, table);
    const inBorder = addImages({ ...common, ...borders[frameIndex]! }, table);
    return { found: table.count - before, largeTriangles: inEdges + inBorder };
  });
  const rays = [...edges, ...borders].reduce((sum, { vertices }) => sum + vertices.count, 0);
  return { found, rays };
}
