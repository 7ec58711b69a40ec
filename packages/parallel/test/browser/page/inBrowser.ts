import { trialKernelSpec } from "../../trialKernel.ts";
import { runWorkload, type Workload, type WorkloadOutcome } from "../workload.ts";

/** Runs a workload with the reference module as it was built for the browser. */
export function runInBrowser(workload: Workload): Promise<WorkloadOutcome> {
  const referenceUrl = new URL("/reference.js", globalThis.location.href);
  return runWorkload(workload, { ...trialKernelSpec, referenceUrl });
}
