import { isMainThread } from "node:worker_threads";
import {
  BATCH_JOB_STARTS,
  BATCH_JOB_WORDS,
  BATCH_RESULT_WORDS,
  BATCH_RESULTS,
  BATCH_STATUS,
  JOB_DONE,
} from "@lightcone/parallel/assembly/batchTable";
import type { KernelInstance } from "../../src/kernel/kernelSpec.ts";
import {
  ABI_VERSION,
  MEET_ARRIVALS,
  PARITY_REVISION,
  SPIN_DEADLY,
  SPIN_ENDS,
  SPIN_JOB_STRIDE,
  SPIN_STARTS,
  SPIN_STEPS,
} from "./layout.ts";
import { logisticStep } from "./physics.ts";

/**
 * The spin kernel in TypeScript. One thing more than the wasm: when the table's SPIN_DEADLY word is 1, the first
 * lane other than the caller that takes a job ends its own thread in the middle of it.
 */
export function createReference(memory: WebAssembly.Memory): KernelInstance {
  const spinJobs = (params: number, begin: number, end: number): void => {
    const table = new Int32Array(memory.buffer, params);
    const steps = table[SPIN_STEPS / 4]!;
    const cells = new Float64Array(memory.buffer);
    const starts = table[SPIN_STARTS / 4]! / 8;
    const ends = table[SPIN_ENDS / 4]! / 8;
    for (let job = begin; job < end; job++) {
      if (!isMainThread && Atomics.compareExchange(table, SPIN_DEADLY / 4, 1, 0) === 1) process.exit(1);
      const at = (SPIN_JOB_STRIDE / 8) * job;
      cells[ends + at] = spin(cells[starts + at]!, steps);
    }
  };
  return {
    abiVersion: () => ABI_VERSION,
    parityRevision: () => PARITY_REVISION,
    spinJobs,
    meet: (params, begin, end) => {
      spinJobs(params, begin, end);
      Atomics.add(new Int32Array(memory.buffer, params), MEET_ARRIVALS / 4, end - begin);
    },
    spinBatch: (params, begin, end) => spinBatch(memory.buffer, params, begin, end),
  };
}

function spin(start: number, steps: number): number {
  let x = start;
  for (let step = 0; step < steps; step++) x = logisticStep(x);
  return x;
}

function spinBatch(buffer: ArrayBufferLike, params: number, begin: number, end: number): void {
  const table = new Int32Array(buffer, params);
  const jobStarts = new Int32Array(buffer, table[BATCH_JOB_STARTS / 4]!, end);
  const results = new Float64Array(buffer, table[BATCH_RESULTS / 4]!, table[BATCH_RESULT_WORDS / 4]! * end);
  const statuses = new Int32Array(buffer, table[BATCH_STATUS / 4]!, end);
  for (let job = begin; job < end; job++) {
    const words = new Float64Array(buffer, table[BATCH_JOB_WORDS / 4]! + 8 * jobStarts[job]!, 2);
    results[table[BATCH_RESULT_WORDS / 4]! * job] = spin(words[0]!, words[1]!);
    statuses[job] = JOB_DONE;
  }
}
