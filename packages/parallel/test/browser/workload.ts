import { createBatch, createEngine, type Engine, type Kernel, type KernelSpec } from "@lightcone/parallel";
import { computing, type Trial, type TrialResult, trialCodec, writeContext } from "../trialKernel.ts";

/** What is run in a browser and in Node alike. Plain data, to be posted. */
export interface Workload {
  readonly lanes: number;
  readonly engine: "kernel" | "reference";
  /** Whether results are asked for by `get`, which blocks, or by `await`. */
  readonly isBlocking: boolean;
  /** Folder of kernels in place of the built ones, as the engine takes it. */
  readonly kernelDir: string | undefined;
}

/** What a workload came to. */
export interface WorkloadResults {
  /** SHA-256 of the bytes of all results, in the order in which they were queued. */
  readonly digest: string;
  readonly laneCount: number;
  readonly activeEngine: string;
  /** SHA-256 of the kernel's file; "" where it could not be read. */
  readonly kernelSha256: string;
  /** Jobs that lanes other than the caller ran. */
  readonly jobsOnOtherLanes: number;
}

/** How a workload went, errors included. */
export interface WorkloadOutcome extends WorkloadResults {
  readonly warnings: readonly string[];
  /** Whether threads may share memory. */
  readonly isIsolated: boolean;
  /** What was thrown; "" if nothing. */
  readonly error: string;
}

/** Trials of each batch: fewer than lanes, as many, many more. */
const BATCH_SIZES = [1, 3, 64, 500, 2];
/** Further batches, and how many of them at most, until lanes other than the caller had a part. */
const LARGE_BATCH = 500;
const ATTEMPTS = 500;
/** Coefficients of the context, hence the length of a trial's work. */
const CONTEXT_LENGTH = 400;
const NOTHING: WorkloadResults = {
  digest: "",
  laneCount: 0,
  activeEngine: "",
  kernelSha256: "",
  jobsOnOtherLanes: 0,
};

/** Runs batches of several sizes on a new engine. Never rejects: an error is part of the outcome. */
export async function runWorkload(workload: Workload, spec: KernelSpec): Promise<WorkloadOutcome> {
  const warnings: string[] = [];
  const isIsolated = globalThis.crossOriginIsolated;
  try {
    const { lanes, engine: kind, isBlocking, kernelDir } = workload;
    const engine = await createEngine({
      ...{ lanes, engine: kind, kernelDir, costGate: false },
      warn: (message) => warnings.push(message),
    });
    const kernel = await engine.loadKernel(spec);
    const results = await runBatches(engine, kernel, isBlocking);
    const outcome = { ...(await describe(engine, kernel, results)), warnings, isIsolated, error: "" };
    await engine.close();
    return outcome;
  } catch (error) {
    return { ...NOTHING, warnings, isIsolated, error: String(error) };
  }
}

async function runBatches(engine: Engine, kernel: Kernel, isBlocking: boolean): Promise<TrialResult[]> {
  const batch = createBatch<Trial, TrialResult>(engine, {
    kernel,
    entry: "runTrials",
    contextPointer: writeContext(kernel.arena, CONTEXT_LENGTH),
    codec: trialCodec,
    cacheEntries: 0,
  });
  const results: TrialResult[] = [];
  for (const size of BATCH_SIZES) {
    const handles = Array.from({ length: size }, (_, trial) =>
      batch.enqueue(computing(size, trial / 7, 1.5)),
    );
    for (const handle of handles) results.push(isBlocking ? handle.get() : await handle.result());
  }
  await untilOthersTookPart(engine, () => {
    const handles = Array.from({ length: LARGE_BATCH }, (_, trial) => batch.enqueue(computing(trial)));
    for (const handle of handles) if (isBlocking) handle.get();
    return batch.flushAsync();
  });
  return results;
}

/** On a busy machine a blocking caller may have run all jobs before another lane got a core: then some more. */
async function untilOthersTookPart(engine: Engine, run: () => Promise<void>): Promise<void> {
  if (engine.laneCount < 2) return;
  for (let attempt = 0; attempt < ATTEMPTS && jobsOnOtherLanes(engine) === 0; attempt++) await run();
}

function jobsOnOtherLanes(engine: Engine): number {
  return engine
    .counters()
    .lanes.slice(1)
    .reduce((sum, { jobs }) => sum + jobs, 0);
}

async function describe(
  engine: Engine,
  kernel: Kernel,
  results: readonly TrialResult[],
): Promise<WorkloadResults> {
  const values = Float64Array.from(results.flatMap(({ sum, last }) => [sum, last]));
  return {
    digest: hexOf(await crypto.subtle.digest("SHA-256", values)),
    laneCount: engine.laneCount,
    activeEngine: kernel.activeEngine,
    kernelSha256: kernel.finding.sha256 ?? "",
    jobsOnOtherLanes: jobsOnOtherLanes(engine),
  };
}

function hexOf(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
