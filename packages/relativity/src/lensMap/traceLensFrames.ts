import type { FrameCamera } from "../camera/frameCamera.ts";
import type { RayTracer, ResultColumns, SampleColumns } from "../trace/tracer.ts";
import { coarseSampleCount, FrameMesh } from "./frameMesh.ts";
import { IntegerList } from "./integerList.ts";
import { type LensFrame, type MeshSampling, unitPx } from "./lensMap.ts";
import { plainAnalyst } from "./meshAnalyst.ts";
import { VertexTable } from "./vertexTable.ts";

/** Rays of the first generation that a group of frames has at most, unless one frame alone has more. */
const GROUP_SLOTS = 65_536;

/**
 * Cuts a movie into groups of frames whose rays are traced together, by the number of their first rays alone:
 * the same groups on any number of lanes.
 */
export function groupFrames(
  cameras: readonly FrameCamera[],
  sampling: MeshSampling,
  slots: number = GROUP_SLOTS,
): FrameCamera[][] {
  const groups: FrameCamera[][] = [];
  let left = 0;
  for (const camera of cameras) {
    const count = coarseSampleCount(camera, sampling);
    if (groups.length === 0 || count > left) {
      groups.push([]);
      left = slots;
    }
    left -= count;
    groups.at(-1)!.push(camera);
  }
  return groups;
}

/**
 * Traces the meshes of a group of frames, generation by generation: all new vertices of all frames, in the order
 * (frame, y, x), are followed together; then all new cells are judged together, and each mesh is refined. A frame
 * can have nothing new in a generation while others go on.
 */
export function traceLensFrames(
  cameras: readonly FrameCamera[],
  sampling: MeshSampling,
  tracer: RayTracer,
): LensFrame[] {
  const { analyst = plainAnalyst } = tracer;
  const meshes = cameras.map((camera) => new FrameMesh(camera, sampling));
  const firstRays = cameras.reduce((sum, camera) => sum + coarseSampleCount(camera, sampling), 0);
  const vertices = new VertexTable(analyst, 2 * firstRays);
  const cells = new IntegerList();
  try {
    for (;;) {
      let next = vertices.count;
      const places = meshes.map((mesh) => {
        const numbered = mesh.numberNew(next);
        next += numbered.length;
        return numbered;
      });
      const count = next - vertices.count;
      if (count === 0) break;
      const results = tracer.trace(samplesOf(meshes, places, count));
      vertices.append(results);
      noteGeneration(meshes, places, results);
      cells.clear();
      for (const mesh of meshes) mesh.listNewCells(cells);
      const answers = analyst.judge(vertices.columns, cells.used(), sampling.coarseCellPx);
      let answered = 0;
      for (const mesh of meshes) answered = mesh.refine(answers, answered);
    }
    return meshes.map((mesh) => mesh.finish(vertices));
  } finally {
    vertices.close();
  }
}

function samplesOf(
  meshes: readonly FrameMesh[],
  places: readonly Int32Array[],
  count: number,
): SampleColumns {
  const frame = new Int32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  let row = 0;
  meshes.forEach(({ camera, sampling, stride }, mesh) => {
    const unit = unitPx(sampling);
    const wanted = places[mesh]!;
    for (let index = 0; index < wanted.length; index++, row++) {
      const column = wanted[index]! % stride;
      frame[row] = camera.frame;
      x[row] = column * unit;
      y[row] = ((wanted[index]! - column) / stride) * unit;
    }
  });
  return { count, frame, x, y };
}

function noteGeneration(
  meshes: readonly FrameMesh[],
  places: readonly Int32Array[],
  { steps }: ResultColumns,
): void {
  let row = 0;
  meshes.forEach((mesh, index) => {
    const rays = places[index]!.length;
    let sum = 0;
    for (const end = row + rays; row < end; row++) sum += steps[row]!;
    mesh.noteGeneration(rays, sum);
  });
}
