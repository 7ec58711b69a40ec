import { isMainThread } from "node:worker_threads";
import type { KernelInstance } from "../../src/kernel/kernelSpec.ts";

// A program in TypeScript for the tests of lanes. Its parameters are i32 words:
// [0] byte of the slots (f64, one an index), [1] how dear a job is, [2] an index that goes wrong.

/** Names of the entries, in the order of their numbers. */
export const SLOT_ENTRIES = ["fill", "add", "throwAt", "exitAt", "hogAt", "nestAt"] as const;
export const FILL = 0;
export const ADD = 1;
export const THROW_AT = 2;
export const EXIT_AT = 3;
export const HOG_AT = 4;
export const NEST_AT = 5;

/** What `fill` puts into slot `index`, after `loops` rounds. */
export function slotValue(index: number, loops: number): number {
  let value = index + 1;
  for (let loop = 0; loop < loops; loop++) value = (value * 1.000000119 + index) / 1.0000003;
  return value;
}

let nested: (() => void) | undefined;

/** What `nestAt` does at its index. */
export function nest(what: (() => void) | undefined): void {
  nested = what;
}

/** The program on a memory. */
export function createReference(memory: WebAssembly.Memory): KernelInstance {
  const words = new Int32Array(memory.buffer);
  const slots = new Float64Array(memory.buffer);
  const over =
    (accident: () => void) =>
    (params: number, begin: number, end: number): void => {
      const base = words[params / 4]! / 8;
      for (let index = begin; index < end; index++) {
        if (index === words[params / 4 + 2]) accident();
        slots[base + index] = slotValue(index, words[params / 4 + 1]!);
      }
    };
  return {
    abiVersion: () => 1,
    parityRevision: () => 1,
    fill: over(() => {}),
    /** Counts how often each index ran. */
    add: (params, begin, end) => {
      const base = words[params / 4]! / 8;
      for (let index = begin; index < end; index++) {
        slotValue(index, words[params / 4 + 1]!);
        slots[base + index]!++;
      }
    },
    throwAt: over(() => {
      throw new Error("the job's own trouble");
    }),
    exitAt: over(() => {
      if (!isMainThread) process.exit(3);
    }),
    hogAt: over(() => {
      if (!isMainThread) hog();
    }),
    nestAt: over(() => nested?.()),
  };
}

function hog(): void {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length + 0.5));
}
