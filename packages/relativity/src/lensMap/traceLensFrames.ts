import type { FrameCamera } from "../camera/frameCamera.ts";
import type { RayTracer, SampleColumns } from "../trace/tracer.ts";
import { coarseSampleCount, FrameMesh } from "./frameMesh.ts";
import { type LensFrame, type MeshSampling, unitPx } from "./lensMap.ts";

/** Rays of the first generation that a group of frames has at most, unless one frame alone has more. */
export const GROUP_SLOTS = 65_536;

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
 * (frame, y, x), are followed together; then each mesh is refined. A frame can have nothing new in a generation
 * while others go on.
 */
export function traceLensFrames(
  cameras: readonly FrameCamera[],
  sampling: MeshSampling,
  tracer: RayTracer,
): LensFrame[] {
  const meshes = cameras.map((camera) => new FrameMesh(camera, sampling));
  for (;;) {
    const orders = meshes.map((mesh) => mesh.newVertices());
    const count = orders.reduce((sum, order) => sum + order.length, 0);
    if (count === 0) break;
    const results = tracer.trace(samplesOf(meshes, orders, count));
    let row = 0;
    meshes.forEach((mesh, index) => {
      mesh.accept(orders[index]!, results, row);
      row += orders[index]!.length;
    });
    for (const mesh of meshes) mesh.refine();
  }
  return meshes.map((mesh) => mesh.finish());
}

function samplesOf(
  meshes: readonly FrameMesh[],
  orders: readonly Int32Array[],
  count: number,
): SampleColumns {
  const samples = {
    count,
    frame: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
  let row = 0;
  meshes.forEach(({ camera, sampling, vertices }, index) => {
    const unit = unitPx(sampling);
    for (const vertex of orders[index]!) {
      samples.frame[row] = camera.frame;
      samples.x[row] = vertices.x[vertex]! * unit;
      samples.y[row] = vertices.y[vertex]! * unit;
      row++;
    }
  });
  return samples;
}
