import type { FrameCamera } from "../camera/frameCamera.ts";
import { partOf, type RayTracer, type SampleColumns } from "../trace/tracer.ts";
import { coarseSampleCount, FrameMesh } from "./frameMesh.ts";
import { IntegerList } from "./integerList.ts";
import { type FrameShape, type LensColumns, lensColumns } from "./lensBlock.ts";
import { type LensFrame, type MeshSampling, unitPx } from "./lensMap.ts";
import { columnsBytes } from "./lensMapLayout.ts";
import { plainAnalyst } from "./meshAnalyst.ts";
import { VertexTable } from "./vertexTable.ts";

/** Rays that are followed at once, so that their results can be read where a tracer has them. */
const RAYS_AT_ONCE = 65_536;

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

/** Traces the meshes of a group of frames: {@link eachLensFrame} with all of them in memory. */
export function traceLensFrames(
  cameras: readonly FrameCamera[],
  sampling: MeshSampling,
  tracer: RayTracer,
): LensFrame[] {
  const frames: LensFrame[] = [];
  eachLensFrame(cameras, { sampling, tracer }, ({ shape, fill }) => frames.push(fill(plainColumns(shape))));
  return frames;
}

/** How frames are traced. */
export interface LensFrameMeans {
  readonly sampling: MeshSampling;
  readonly tracer: RayTracer;
}

/** A frame that is traced and stands nowhere yet. */
export interface TracedFrame {
  readonly shape: FrameShape;
  /** Fills columns of that shape: once, while the frame is handed over. */
  fill(columns: LensColumns): LensFrame;
}

/** Columns in memory of their own. */
function plainColumns(shape: FrameShape): LensColumns {
  return lensColumns(new Uint8Array(columnsBytes(shape.vertexCount, shape.cellCount)), shape);
}

/**
 * Traces the meshes of a group of frames, generation by generation: all new vertices of all frames, in the order
 * (frame, y, x), are followed together; then all new cells are judged together, and each mesh is refined. A frame
 * can have nothing new in a generation while others go on.
 * @param use  takes the frames in their order, one at a time
 */
export function eachLensFrame(
  cameras: readonly FrameCamera[],
  { sampling, tracer }: LensFrameMeans,
  use: (frame: TracedFrame) => void,
): void {
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
      const steps = traceInParts(samplesOf(meshes, places, count), tracer, vertices);
      noteGeneration(meshes, places, steps);
      cells.clear();
      for (const mesh of meshes) mesh.listNewCells(cells);
      const answers = analyst.judge(vertices.columns, cells.used(), sampling.coarseCellPx);
      let answered = 0;
      for (const mesh of meshes) answered = mesh.refine(answers, answered);
    }
    for (const mesh of meshes) {
      use({ shape: mesh.shape(), fill: (columns) => mesh.finish(vertices, columns) });
    }
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

/** Follows samples, some at a time, and adds a vertex for each; gives the steps that each took. */
function traceInParts(samples: SampleColumns, tracer: RayTracer, vertices: VertexTable): Int32Array {
  const steps = new Int32Array(samples.count);
  for (let begin = 0; begin < samples.count; begin += RAYS_AT_ONCE) {
    const results = tracer.trace(partOf(samples, begin, Math.min(begin + RAYS_AT_ONCE, samples.count)));
    vertices.append(results);
    steps.set(results.steps.subarray(0, results.count), begin);
  }
  return steps;
}

function noteGeneration(
  meshes: readonly FrameMesh[],
  places: readonly Int32Array[],
  steps: Int32Array,
): void {
  let row = 0;
  meshes.forEach((mesh, index) => {
    const rays = places[index]!.length;
    let sum = 0;
    for (const end = row + rays; row < end; row++) sum += steps[row]!;
    mesh.noteGeneration(rays, sum);
  });
}
