export type { Arena, ArenaUsage } from "./kernel/arena.ts";
export type {
  KernelEntry,
  KernelInstance,
  KernelProbe,
  KernelSpec,
  ProbeTables,
  ReferenceModule,
} from "./kernel/kernelSpec.ts";
export { type BatchProbeJobs, writeBatchProbe } from "./kernel/probe.ts";
export {
  type FoundRevisions,
  findRevisions,
  type RecordedRevisions,
  revisionFaults,
} from "./kernel/revisions.ts";
export { ParallelError, type Problem } from "./problem.ts";
