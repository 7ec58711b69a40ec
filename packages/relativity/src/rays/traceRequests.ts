import type { Engine, Kernel } from "@lightcone/parallel";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import type { SpacetimeTable } from "../spacetime/spacetimeTable.ts";
import { openRayPool } from "../trace/rayPool.ts";
import { rayResult } from "../trace/rayResults.ts";
import type { DiskGeometry, RayCamera, RayResult } from "../trace/tracer.ts";
import type { RayAnswer, RayPlace, RayRequest } from "./ray.ts";

/** Steps after which a ray is unresolved: thousands of turns about the hole. */
const STEP_BUDGET = 100_000;

/**
 * Follows each ray that is asked for. Rays of one spacetime, backend and tolerance run together; what a ray gets
 * does not depend on the others.
 * @returns one answer a request, in their order
 */
export async function traceRequests(engine: Engine, rays: readonly RayRequest[]): Promise<RayAnswer[]> {
  const kernel = await engine.loadKernel(relativityKernelSpec);
  const groups = new Map<string, number[]>();
  const tables: SpacetimeTable[] = [];
  rays.forEach((ray, index) => {
    const key = groupKey(ray, tables);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  });
  const answers = new Array<RayAnswer>(rays.length);
  for (const indices of groups.values()) {
    const group = indices.map((index) => rays[index]!);
    traceGroup({ engine, kernel }, group).forEach((result, row) => {
      answers[indices[row]!] = answerOf(group[row]!, result);
    });
  }
  return answers;
}

/** Rays with the same key share a scene; `tables` are those met so far. */
function groupKey({ spacetime, backend, tolerance }: RayRequest, tables: SpacetimeTable[]): string {
  if (spacetime.kind !== "tabulated") return JSON.stringify([spacetime, backend, tolerance]);
  if (!tables.includes(spacetime.table)) tables.push(spacetime.table);
  return JSON.stringify([tables.indexOf(spacetime.table), backend, tolerance]);
}

/** What rays are followed on, and the disk that they meet, if any. */
export interface RaySetting {
  readonly engine: Engine;
  readonly kernel: Kernel;
  readonly disk?: DiskGeometry;
}

/** Follows rays of one spacetime, backend and tolerance together. @throws InputError as the pool's */
export function traceGroup(on: RaySetting, group: readonly RayRequest[]): RayResult[] {
  const { spacetime, backend, tolerance } = group[0]!;
  const frames = group.map(({ camera }, frame) => directionFrame(camera, frame));
  const disk = on.disk && { disk: on.disk };
  const setup = { spacetime, backend, tolerance, stepBudget: STEP_BUDGET, frames, ...disk };
  const pool = openRayPool(on.engine, on.kernel, setup);
  try {
    pool.append({
      count: group.length,
      frame: Int32Array.from(group, (_, frame) => frame),
      x: Float64Array.from(group, ({ azRad }) => azRad),
      y: Float64Array.from(group, ({ elRad }) => elRad),
    });
    pool.run();
    const results = pool.results();
    return group.map((_, row) => rayResult(results, row));
  } finally {
    pool.close();
  }
}

function directionFrame({ position, tKsM, tetrad }: RayPlace, frame: number): RayCamera {
  return { frame, tauM: 0, tKsM, position, tetrad, projection: { kind: "direction" } };
}

function answerOf({ id }: RayRequest, result: RayResult): RayAnswer {
  const { status, reason, direction, redshiftG, xi, eta, sweepRad, order, steps } = result;
  return {
    id,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...{ direction, g: redshiftG, xi, eta, sweepRad, order, steps },
  };
}
