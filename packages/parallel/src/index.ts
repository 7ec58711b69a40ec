export { type Batch, type BatchOptions, createBatch } from "./batch/batch.ts";
export type { SizeCensus } from "./batch/census.ts";
export type { Handle } from "./batch/handle.ts";
export { JobError } from "./batch/jobError.ts";
export type { TrialCodec } from "./batch/trialCodec.ts";
export type { EngineCounters, KernelCounters } from "./counters.ts";
export {
  createEngine,
  type Engine,
  type EngineOptions,
  joinEngine,
  type SharedEngine,
} from "./engine.ts";
export type { EngineRequest } from "./engineRequest.ts";
export { type Arena, type ArenaUsage, attachArena } from "./kernel/arena.ts";
export type { Kernel } from "./kernel/kernel.ts";
export type {
  KernelEntry,
  KernelInstance,
  KernelProbe,
  KernelSpec,
  LaneScriptModule,
  ProbeTables,
  ReferenceModule,
} from "./kernel/kernelSpec.ts";
export type { KernelFinding } from "./kernel/loadKernel.ts";
export { type BatchProbeJobs, writeBatchProbe } from "./kernel/probe.ts";
export {
  type FoundRevisions,
  findRevisions,
  type RecordedRevisions,
  revisionFaults,
} from "./kernel/revisions.ts";
export { checkLane, type LaneCheck } from "./laneCheck.ts";
export type { JobFailure } from "./lanes/jobs.ts";
export type { LaneCounters } from "./lanes/laneCounters.ts";
export type { PoolCounters, RunReport } from "./lanes/lanePool.ts";
export { ParallelError, type Problem } from "./problem.ts";
export {
  claimSize,
  formatSchedule,
  isDealtOut,
  parseSchedule,
  type Schedule,
  STATIC,
  staticBegin,
} from "./schedule.ts";
