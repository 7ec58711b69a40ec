import { readFileSync } from "node:fs";
import * as batch from "@lightcone/parallel/assembly/batchTable";
import * as layout from "../../src/kernel/layout.ts";
import { contextImage } from "../../src/kernelTables/context.ts";
import { createReference } from "../../src/kernelTables/reference.ts";
import { type Trial, trialWordCount, writeTrial } from "../../src/kernelTables/trial.ts";
import type { SimulationInputs } from "../../src/model/inputs.ts";

/** Entry points of the battery kernel, in wasm or as the reference model. */
export type BatteryEntries = Pick<ReturnType<typeof createReference>, "simulate" | "checkpoint">;

/** Both engines on one memory. */
export interface BothEngines {
  readonly memory: WebAssembly.Memory;
  readonly kernel: BatteryEntries;
  readonly reference: BatteryEntries;
  /** First byte that is free for tables. */
  readonly heapBase: number;
}

const kernelFolder = process.env.LIGHTCONE_KERNEL_DIR;
const kernelUrl =
  kernelFolder === undefined
    ? new URL("../../kernels/battery.wasm", import.meta.url)
    : new URL(`file://${kernelFolder}/battery.wasm`);

/** The built kernel (release, or what LIGHTCONE_KERNEL_DIR names) and the reference model on a new memory. */
export function bothEngines(pages = 64): BothEngines {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 16384, shared: true });
  const abort = (): never => {
    throw new Error("an assertion of the kernel failed");
  };
  const module = new WebAssembly.Module(readFileSync(kernelUrl));
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  return {
    memory,
    kernel: exports as unknown as BatteryEntries,
    reference: createReference(memory),
    heapBase: (exports.__heap_base as WebAssembly.Global).value as number,
  };
}

/** A home and room for a batch of trials, laid out in the memory of both engines. */
export interface Laid {
  readonly contextPointer: number;
  readonly paramsPointer: number;
  readonly scratchPointer: number;
  /** Where the jobs' words stand. */
  readonly wordsPointer: number;
  readonly results: Float64Array;
  readonly resultsPointer: number;
  readonly statuses: Int32Array;
}

const align = (bytes: number): number => Math.ceil(bytes / 128) * 128;

/**
 * Lays out a home and a batch of trials from a pointer up.
 * @param resultWords  words of one result
 */
export function layOut(
  { memory }: BothEngines,
  base: number,
  {
    inputs,
    trials,
    resultWords,
  }: { inputs: SimulationInputs; trials: readonly Trial[]; resultWords: number },
): Laid & { readonly end: number } {
  const image = contextImage(inputs);
  let end = align(base);
  const take = (bytes: number): number => {
    const pointer = end;
    end = align(end + bytes);
    return pointer;
  };
  const contextPointer = take(image.bytes);
  const paramsPointer = take(batch.BATCH_TABLE_BYTES);
  const scratchPointer = take(layout.SCRATCH_BYTES);
  const startsPointer = take(4 * trials.length);
  const wordCount = trials.reduce((sum, trial) => sum + trialWordCount(trial), 0);
  const wordsPointer = take(8 * wordCount);
  const resultsPointer = take(8 * resultWords * trials.length);
  const statusPointer = take(4 * trials.length);
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
  const { buffer } = memory;
  image.writeTo(buffer, contextPointer);
  const starts = new Int32Array(buffer, startsPointer, trials.length);
  const words = new Float64Array(buffer, wordsPointer, wordCount);
  let start = 0;
  for (const [index, trial] of trials.entries()) {
    starts[index] = start;
    writeTrial(trial, words, start);
    start += trialWordCount(trial);
  }
  const params = new DataView(buffer, paramsPointer);
  params.setInt32(batch.BATCH_CONTEXT, contextPointer, true);
  params.setInt32(batch.BATCH_JOB_STARTS, startsPointer, true);
  params.setInt32(batch.BATCH_JOB_WORDS, wordsPointer, true);
  params.setInt32(batch.BATCH_RESULTS, resultsPointer, true);
  params.setInt32(batch.BATCH_RESULT_WORDS, resultWords, true);
  params.setInt32(batch.BATCH_STATUS, statusPointer, true);
  return {
    contextPointer,
    paramsPointer,
    scratchPointer,
    wordsPointer,
    resultsPointer,
    results: new Float64Array(buffer, resultsPointer, resultWords * trials.length),
    statuses: new Int32Array(buffer, statusPointer, trials.length),
    end,
  };
}

/** Runs all jobs on an engine over poisoned slots and scratch; the results' bits and the statuses. */
export function runAll(
  { memory }: BothEngines,
  engine: (params: number, begin: number, end: number, scratch: number) => void,
  laid: Laid,
): { readonly bits: BigUint64Array; readonly statuses: Int32Array } {
  laid.results.fill(Number.NaN);
  laid.statuses.fill(batch.JOB_NOT_RUN);
  new Uint8Array(memory.buffer, laid.scratchPointer, layout.SCRATCH_BYTES).fill(0xa5);
  engine(laid.paramsPointer, 0, laid.statuses.length, laid.scratchPointer);
  const bits = new BigUint64Array(laid.results.slice().buffer);
  return { bits, statuses: laid.statuses.slice() };
}
