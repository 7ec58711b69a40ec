import type { TrialCodec } from "../src/batch/trialCodec.ts";
import type { Arena } from "../src/kernel/arena.ts";
import type { KernelSpec } from "../src/kernel/kernelSpec.ts";
import { writeBatchProbe } from "../src/kernel/probe.ts";
import { ABI_VERSION, PARITY_REVISION } from "./kernel/layout.ts";
import * as layout from "./kernel/trialLayout.ts";

/** A trial of the test kernel: what it asks for beside being computed, and its numbers. */
export interface Trial {
  readonly action: number;
  readonly numbers: readonly number[];
}

/** What the test kernel answers. */
export interface TrialResult {
  readonly sum: number;
  readonly last: number;
  readonly engine: number;
}

/** How trials and results are written as f64 words. */
export const trialCodec: TrialCodec<Trial, TrialResult> = {
  wordCount: ({ numbers }: Trial): number => layout.TRIAL_NUMBERS + numbers.length,
  write({ action, numbers }: Trial, words: Float64Array, offset: number): void {
    words[offset + layout.TRIAL_WORD_COUNT] = layout.TRIAL_NUMBERS + numbers.length;
    words[offset + layout.TRIAL_ACTION] = action;
    for (let index = 0; index < numbers.length; index++) {
      words[offset + layout.TRIAL_NUMBERS + index] = numbers[index]!;
    }
  },
  resultWords: layout.RESULT_WORDS,
  read: (words: Float64Array, offset: number): TrialResult => ({
    sum: words[offset + layout.RESULT_SUM]!,
    last: words[offset + layout.RESULT_LAST]!,
    engine: words[offset + layout.RESULT_ENGINE]!,
  }),
};

/** A trial that is only computed. */
export function computing(...numbers: readonly number[]): Trial {
  return { action: layout.ACTION_COMPUTE, numbers };
}

/** Writes a context of `length` coefficients into the arena and gives its pointer. */
export function writeContext(arena: Arena, length: number): number {
  const words = arena.f64(arena.allocate(8 * (length + 1)), length + 1);
  words[layout.CONTEXT_LENGTH] = length;
  for (let index = 0; index < length; index++) {
    words[layout.CONTEXT_COEFFICIENTS + index] = ((index * 7 + length) % 13) - 6.25;
  }
  return words.byteOffset;
}

/** The test kernel, as a domain would describe its own. */
export const trialKernelSpec: KernelSpec = {
  name: "parallel-test",
  abiVersion: ABI_VERSION,
  parityRevision: PARITY_REVISION,
  wasmUrl: new URL("../kernels/parallel-test.wasm", import.meta.url),
  referenceUrl: new URL("./kernel/reference.ts", import.meta.url),
  entries: ["runTrials"],
  scratchBytes: layout.SCRATCH_BYTES,
  probe: trialProbe(layout.ACTION_COMPUTE),
};

/** A probe whose first job asks for something; ACTION_COMPUTE is what a real one holds. */
export function trialProbe(action: number): NonNullable<KernelSpec["probe"]> {
  return {
    entry: "runTrials",
    write: (_memory, arena) =>
      writeBatchProbe(arena, {
        contextPointer: writeContext(arena, 50),
        resultWords: layout.RESULT_WORDS,
        jobs: [
          [3, action, 0.1],
          [5, layout.ACTION_COMPUTE, 1.5, 2.5, -3],
          [4, layout.ACTION_REFUSE, 1, 1],
        ],
      }),
  };
}
