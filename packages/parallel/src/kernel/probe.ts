import { BATCH_TABLE_BYTES, JOB_NOT_RUN } from "../../assembly/batchTable.ts";
import { SCRATCH_ALIGNMENT_BYTES } from "../../assembly/memoryMap.ts";
import { type Arena, alignUp } from "./arena.ts";
import { firstCanaryDamage } from "./canary.ts";
import { POISON_BYTE } from "./checkedEntry.ts";
import { entryOf } from "./kernelInstance.ts";
import type { KernelInstance, KernelProbe, KernelSpec, ProbeTables } from "./kernelSpec.ts";
import { writeBatchTable } from "./tableWriter.ts";

/** An engine on a memory, with a lane's scratch that the probe may use. */
export interface ProbedEngine {
  readonly instance: KernelInstance;
  readonly arena: Arena;
  readonly scratchPointer: number;
  readonly scratchBytes: number;
}

/** An engine with scratch of its own, ready for a probe; its scratch goes with its memory. */
export function probedEngine(instance: KernelInstance, arena: Arena, spec: KernelSpec): ProbedEngine {
  const { scratchBytes } = spec;
  return { instance, arena, scratchPointer: allocateScratch(arena, scratchBytes, 1), scratchBytes };
}

/**
 * Takes the scratch of all lanes in one block.
 * @param laneBytes  bytes of one lane's scratch, a multiple of 128
 * @returns pointer to lane 0's scratch, a multiple of 128; lane l's is `laneBytes * l` further
 */
export function allocateScratch(arena: Arena, laneBytes: number, laneCount: number): number {
  return alignUp(arena.allocate(laneBytes * laneCount + SCRATCH_ALIGNMENT_BYTES), SCRATCH_ALIGNMENT_BYTES);
}

/**
 * Runs the probe and gives the bytes it wrote; all blocks that it took are given back.
 * @param scratchByte  what scratch holds before the run: the output may not depend on it
 * @throws whatever the engine throws, and an Error when it wrote into the canary
 */
export function runProbe(
  probe: KernelProbe,
  engine: ProbedEngine,
  scratchByte: number = POISON_BYTE,
): Uint8Array<ArrayBuffer> {
  const { instance, arena, scratchPointer, scratchBytes } = engine;
  return withBorrowedBlocks(arena, (borrowed) => {
    const tables = probe.write(arena.memory, borrowed);
    arena.bytes(scratchPointer, scratchBytes).fill(scratchByte);
    entryOf(instance, probe.entry)(tables.paramsPointer, 0, tables.count, scratchPointer);
    const damage = firstCanaryDamage(arena.memory);
    if (damage >= 0) throw new Error(`writes to address ${damage}, which no kernel may touch`);
    return new Uint8Array(arena.bytes(tables.outputPointer, tables.outputBytes));
  });
}

/**
 * Compares a kernel with its reference engine over the probe.
 * @returns what differs, or undefined when both write the same bytes whatever scratch held before
 */
export function probeDifference(
  probe: KernelProbe,
  kernel: ProbedEngine,
  reference: ProbedEngine,
): string | undefined {
  const expected = runProbe(probe, reference);
  let found: Uint8Array;
  let foundOnClearScratch: Uint8Array;
  try {
    found = runProbe(probe, kernel);
    foundOnClearScratch = runProbe(probe, kernel, 0);
  } catch (error) {
    return `fails its probe run: ${error instanceof Error ? error.message : error}`;
  }
  if (firstDifference(found, foundOnClearScratch) >= 0) {
    return "gives a probe run that depends on what scratch held before";
  }
  const at = firstDifference(found, expected);
  return at < 0
    ? undefined
    : `differs from the reference engine in its probe run, ${differenceAt(at, found, expected)}`;
}

/** The jobs of a probe that speaks through the batch table. */
export interface BatchProbeJobs {
  readonly contextPointer: number;
  /** The f64 words of each job. */
  readonly jobs: readonly (readonly number[] | Float64Array)[];
  /** f64 words of one result. */
  readonly resultWords: number;
}

/** Writes a batch table for a probe: its output is every result followed by every status. */
export function writeBatchProbe(arena: Arena, probe: BatchProbeJobs): ProbeTables {
  const { contextPointer, jobs, resultWords } = probe;
  const count = jobs.length;
  const starts = arena.i32(arena.allocate(4 * count), count);
  const words = arena.f64(arena.allocate(8 * jobs.reduce((sum, job) => sum + job.length, 0)), 0).byteOffset;
  let start = 0;
  jobs.forEach((job, index) => {
    starts[index] = start;
    arena.f64(words + 8 * start, job.length).set(job);
    start += job.length;
  });
  const resultBytes = 8 * resultWords * count;
  const outputBytes = resultBytes + 4 * count;
  const outputPointer = arena.allocate(outputBytes);
  arena.bytes(outputPointer, resultBytes).fill(0);
  arena.i32(outputPointer + resultBytes, count).fill(JOB_NOT_RUN);
  const paramsPointer = arena.allocate(BATCH_TABLE_BYTES);
  writeBatchTable(arena.i32(paramsPointer, BATCH_TABLE_BYTES / 4), {
    contextPointer,
    jobStartsPointer: starts.byteOffset,
    jobWordsPointer: words,
    resultsPointer: outputPointer,
    resultWords,
    statusPointer: outputPointer + resultBytes,
  });
  return { paramsPointer, count, outputPointer, outputBytes };
}

/** Lends an arena and takes back every block of it that is still in use afterwards. */
function withBorrowedBlocks<T>(arena: Arena, action: (borrowed: Arena) => T): T {
  const pointers = new Set<number>();
  const borrowed: Arena = {
    ...arena,
    allocate: (bytes) => {
      const pointer = arena.allocate(bytes);
      pointers.add(pointer);
      return pointer;
    },
    free: (pointer) => {
      arena.free(pointer);
      pointers.delete(pointer);
    },
  };
  try {
    return action(borrowed);
  } finally {
    for (const pointer of pointers) arena.free(pointer);
  }
}

function firstDifference(found: Uint8Array, expected: Uint8Array): number {
  if (found.length !== expected.length) return Math.min(found.length, expected.length);
  return found.findIndex((byte, index) => byte !== expected[index]);
}

function differenceAt(at: number, found: Uint8Array, expected: Uint8Array): string {
  const wordStart = alignUp(at - 7, 8);
  if (wordStart + 8 > Math.min(found.length, expected.length)) return `byte ${at} of ${expected.length}`;
  const wordOf = (bytes: Uint8Array) =>
    new DataView(bytes.buffer, bytes.byteOffset).getFloat64(wordStart, true);
  return `word ${wordStart / 8} of ${Math.ceil(expected.length / 8)}: ${wordOf(found)} instead of ${wordOf(expected)}`;
}
