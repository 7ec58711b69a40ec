import type {
  EngineRequest,
  JobFailure,
  Kernel,
  KernelEntry,
  KernelInstance,
  LaneCounters,
} from "@lightcone/parallel";

/** The part of a loaded kernel that rays need. */
export type RayKernel = Pick<Kernel, "arena" | "scratchBase" | "scratchBytes">;

/** Indices [0, count) of an entry of the ray kernel. */
type RayRun = Omit<EngineRequest, "kernel"> & { readonly kernel: RayKernel };

/** What rays run on: the lanes of an engine or, within one of its jobs, the lane of that job alone. */
export interface RayEngine {
  run(request: RayRun): { readonly failures: readonly JobFailure[] };
  /** What each lane did since the engine began, and the wall time of its runs. */
  counters(): { readonly wallMs: number; readonly lanes: readonly LaneCounters[] };
}

/**
 * Runs entries where it is called, within a job of an engine; what they throw is thrown.
 * @param instance        the kernel on that lane
 * @param scratchPointer  that lane's scratch
 */
export function loneLane(instance: KernelInstance, scratchPointer: number): RayEngine {
  return {
    run({ entry, paramsPointer, count }) {
      (instance[entry] as KernelEntry)(paramsPointer, 0, count, scratchPointer);
      return { failures: [] };
    },
    counters: () => ({ wallMs: 0, lanes: [] }),
  };
}
