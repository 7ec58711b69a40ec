import type { Engine } from "@lightcone/parallel";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { diskGeometryOf } from "../movie/diskGeometry.ts";
import { readShot } from "../shot/readShot.ts";
import type { DiskCrossing } from "../trace/tracer.ts";
import type { RayRequest } from "./ray.ts";
import { traceGroup } from "./traceRequests.ts";

/**
 * Where a ray meets the disk of a shot, from the camera on: a single ray of {@link traceRequests} knows of none.
 * @param shotText  text of a shot file, of which only the disk matters
 * @returns nothing when the shot has no disk; one crossing at most when it is opaque
 * @throws InputError for a shot that is none, or a disk in the hole
 */
export async function traceDiskCrossings(
  engine: Engine,
  ray: RayRequest,
  shotText: string,
): Promise<readonly DiskCrossing[]> {
  const disk = diskGeometryOf(readShot(shotText), ray.spacetime);
  if (disk === undefined) return [];
  const kernel = await engine.loadKernel(relativityKernelSpec);
  const [result] = traceGroup({ engine, kernel, disk }, [ray]);
  return result?.crossings ?? [];
}
