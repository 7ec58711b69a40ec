import type { KernelInstance } from "./kernel/kernelSpec.ts";

/** Name of the entry at which two lanes meet. */
export const MEETING_ENTRY = "meet";
/** Bytes at `paramsPointer`: one i32 for each of the two indices. */
export const MEETING_BYTES = 8;
/** How long an index waits for the other, in milliseconds: many times what a worker takes to start. */
const PATIENCE_MS = 5000;

/**
 * A reference module for looking at lanes: indices 0 and 1 wait until both have been reached, so a run of the two
 * takes as long as waking another lane does. Left alone, index 0 gives up, which is how a dead lane shows.
 * @public  loaded by its address, see laneCheck.ts
 */
export function createReference(memory: WebAssembly.Memory): KernelInstance {
  return {
    abiVersion: () => 1,
    parityRevision: () => 1,
    [MEETING_ENTRY]: (paramsPointer, begin, end) => {
      const words = new Int32Array(memory.buffer, paramsPointer, MEETING_BYTES / 4);
      for (let index = begin; index < end; index++) waitForBoth(words, index);
    },
  };
}

function waitForBoth(words: Int32Array, index: number): void {
  Atomics.store(words, index, 1);
  const startedMs = performance.now();
  while (Atomics.load(words, 1 - index) === 0) {
    if (performance.now() - startedMs > PATIENCE_MS) return;
  }
}
