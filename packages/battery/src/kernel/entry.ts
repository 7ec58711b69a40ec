/*
 * The kernel: one trial after the other, each in up to three futures, each future step by step. AssemblyScript
 * only; the tables are those of layout.ts, the formulas those of physics.ts. It never allocates, and keeps
 * nothing between two calls. Functions that are called from one place are inlined by the compiler; that is why
 * the modes are functions and the step is one loop.
 */
import {
  BATCH_CONTEXT,
  BATCH_JOB_STARTS,
  BATCH_JOB_WORDS,
  BATCH_RESULT_WORDS,
  BATCH_RESULTS,
  BATCH_STATUS,
  JOB_DONE,
} from "@lightcone/parallel/assembly/batchTable";
import { runSegment } from "./entrySteps";
import { pointer, refusal, runTrial, saveTrial } from "./entryTrial";
import { ABI_VERSION, PARITY_REVISION } from "./layout";
import { followCourse, searchFrom } from "./searchJobs.ts";
import { simulateBy } from "./searchTrial.ts";

// biome-ignore lint/style/useExportType: a number that the compiler knows, where the arena may start
export { __heap_base };

export function abiVersion(): i32 {
  return ABI_VERSION;
}

export function parityRevision(): i32 {
  return PARITY_REVISION;
}

/** Runs the trials [begin, end): results of every future asked for. Scratch: SCRATCH_BYTES. */
export function simulate(params: usize, begin: i32, end: i32, scratch: usize): void {
  const context = pointer(params, BATCH_CONTEXT);
  const resultBytes = 8 * load<i32>(params, BATCH_RESULT_WORDS);
  for (let job = begin; job < end; job++) {
    const words = jobWords(params, job);
    const results = pointer(params, BATCH_RESULTS) + job * resultBytes;
    const status = refusal(context, words);
    if (status === JOB_DONE) runTrial(context, words, results, scratch);
    store<i32>(pointer(params, BATCH_STATUS) + 4 * job, status);
  }
}

/** Runs the trials [begin, end) in all futures and saves their states on the way; a result is a checkpoint record. */
export function checkpoint(params: usize, begin: i32, end: i32, scratch: usize): void {
  const context = pointer(params, BATCH_CONTEXT);
  const resultBytes = 8 * load<i32>(params, BATCH_RESULT_WORDS);
  for (let job = begin; job < end; job++) {
    const words = jobWords(params, job);
    const record = pointer(params, BATCH_RESULTS) + job * resultBytes;
    const status = refusal(context, words);
    if (status === JOB_DONE) saveTrial(context, words, record, scratch);
    store<i32>(pointer(params, BATCH_STATUS) + 4 * job, status);
  }
}

/** Runs the courses [begin, end): each of one future of a home. Scratch: SCRATCH_BYTES. */
export function course(params: usize, begin: i32, end: i32, scratch: usize): void {
  simulateBy(runSegment);
  for (let job = begin; job < end; job++) {
    followCourse(jobWords(params, job), scratch);
    store<i32>(pointer(params, BATCH_STATUS) + 4 * job, JOB_DONE);
  }
}

/** Runs the searches [begin, end): a plan for each home. */
export function search(params: usize, begin: i32, end: i32, _scratch: usize): void {
  simulateBy(runSegment);
  const resultBytes = 8 * load<i32>(params, BATCH_RESULT_WORDS);
  for (let job = begin; job < end; job++) {
    searchFrom(jobWords(params, job), pointer(params, BATCH_RESULTS) + job * resultBytes);
    store<i32>(pointer(params, BATCH_STATUS) + 4 * job, JOB_DONE);
  }
}

function jobWords(params: usize, job: i32): usize {
  const start = load<i32>(pointer(params, BATCH_JOB_STARTS) + 4 * job);
  return pointer(params, BATCH_JOB_WORDS) + 8 * start;
}
