/**
 * `node packages/parallel/bench/variant.ts VARIANT LANES OUT.json`: one way of running the same trials, by itself, for a
 * comparison of ways. The trials are six of about 10 us a batch, each going on from the last one's end.
 *
 *     batched             six are queued, then the first answer is asked for: one call
 *     one-call-a-trial    each answer is asked for before the next is queued
 *     wake-needed         the textbook pool, a flag a worker: five workers are woken at most
 *     wake-all            the same pool, broadcast: all workers are woken
 */
import { writeFileSync } from "node:fs";
import { type Block, type Contestant, timed } from "./contestant.ts";
import { createPlainPool } from "./contestants/plainPool.ts";
import { createTrialRuns } from "./contestants/trialRuns.ts";
import { buildSpinKernel } from "./spinKernel.ts";
import { createOracle } from "./spinTable.ts";

const JOBS = 6;
/** About 10 microseconds of the spin kernel on a CPU of 3 GHz. */
const STEPS = 3300;
const WARM_CALLS = 512;
const CALLS = 4096;

/** What a variant left, ready for JSON. */
interface VariantResult extends Omit<Block, "childCpuMicroseconds"> {
  readonly variant: string;
  readonly lanes: number;
  readonly jobs: number;
  /** Calls of the engine a batch. */
  readonly callsABatch: number;
  /** Workers that a batch wakes. */
  readonly wokenABatch: number;
}

const [variant = "", lanesWord = "", out = ""] = process.argv.slice(2);
const lanes = Number(lanesWord);
const batch = {
  name: "six trials",
  jobCount: JOBS,
  steps: STEPS,
  entry: "spinJobs",
  gapMicroseconds: 0,
} as const;

const module = await buildSpinKernel();
const { contestant, callsABatch, wokenABatch } = await open();
await contestant.block(batch, WARM_CALLS);
const { childCpuMicroseconds: _, ...block } = await contestant.block(batch, CALLS);
if (block.digest !== createOracle()(batch, CALLS)) throw new Error(`${variant} left wrong bits`);
await contestant.close();
const result: VariantResult = {
  variant,
  lanes,
  jobs: JOBS,
  callsABatch: callsABatch(),
  wokenABatch,
  ...block,
};
writeFileSync(out, `${JSON.stringify(result, null, 1)}\n`);

interface Opened {
  readonly contestant: Contestant;
  readonly callsABatch: () => number;
  readonly wokenABatch: number;
}

async function open(): Promise<Opened> {
  if (variant === "batched" || variant === "one-call-a-trial") {
    const runs = await createTrialRuns({ lanes }, variant === "batched");
    return { contestant: runs, callsABatch: () => runs.calls() / (WARM_CALLS + CALLS), wokenABatch: 0 };
  }
  if (variant === "wake-needed" || variant === "wake-all") {
    const wake = variant === "wake-needed" ? "flag" : "broadcast";
    const contestant = timed(await createPlainPool(module, lanes, wake));
    const wokenABatch = wake === "flag" ? Math.min(JOBS, lanes) - 1 : lanes - 1;
    return { contestant, callsABatch: () => 1, wokenABatch };
  }
  throw new Error(`there is no variant ${JSON.stringify(variant)}: see the first comment of this file`);
}
