export type { Arena } from "./kernel/arena.ts";
export type {
  KernelEntry,
  KernelInstance,
  KernelProbe,
  KernelSpec,
  ProbeTables,
  ReferenceModule,
} from "./kernel/kernelSpec.ts";
export { ParallelError, type Problem } from "./problem.ts";
