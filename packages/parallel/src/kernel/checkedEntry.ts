import { ParallelError } from "../problem.ts";
import { firstCanaryDamage, writeCanary } from "./canary.ts";
import type { KernelEntry } from "./kernelSpec.ts";

/** Scratch is filled with this byte between contexts, so that what is read before it was written shows (as NaN). */
export const POISON_BYTE = 0xff;

/** The entry to watch, and what it may touch. */
export interface CheckedEntry {
  readonly name: string;
  readonly entry: KernelEntry;
  readonly memory: WebAssembly.Memory;
  /** Bytes of one lane's scratch. */
  readonly scratchBytes: number;
}

/**
 * Puts the assertions of a debug run around an entry: scratch is poisoned before each call, and the canary is
 * looked at after it. Each lane checks its own calls.
 * @returns an entry that throws ParallelError `canary` when the one within wrote through a null pointer
 */
export function checkedEntry({ name, entry, memory, scratchBytes }: CheckedEntry): KernelEntry {
  return (paramsPointer, begin, end, scratchPointer) => {
    new Uint8Array(memory.buffer, scratchPointer, scratchBytes).fill(POISON_BYTE);
    try {
      entry(paramsPointer, begin, end, scratchPointer);
    } finally {
      checkCanary(memory, `entry ${name}, indices ${begin} to ${end - 1}`);
    }
  };
}

/** Puts a damaged canary back before it throws, so that the blame stays with this call. */
function checkCanary(memory: WebAssembly.Memory, at: string): void {
  const damage = firstCanaryDamage(memory);
  if (damage < 0) return;
  writeCanary(memory);
  throw new ParallelError("canary", {
    at,
    what: `address ${damage} was written to, which no kernel may touch: a pointer in its tables is missing`,
    mend: "check the pointers that the tables hand to this entry",
  });
}
