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
  /** Bytes of one lane's scratch that its jobs may use. */
  readonly scratchBytes: number;
  /** Bytes after them that are the lane's, and that no job may touch. */
  readonly guardBytes: number;
  readonly lane: number;
}

/** What guard bytes hold: neither poison nor cleared memory. */
const GUARD_BYTE = 0xa5;

/**
 * Puts the assertions of a debug run around an entry: scratch is poisoned before each call; the guard after it and
 * the canary are looked at after the call. Each lane checks its own calls.
 * @returns an entry that throws ParallelError `canary` when the one within wrote through a null pointer, and
 *          `scratch-overrun` when it wrote past its lane's scratch
 */
export function checkedEntry(checked: CheckedEntry): KernelEntry {
  const { name, entry, memory, scratchBytes, guardBytes, lane } = checked;
  return (paramsPointer, begin, end, scratchPointer) => {
    new Uint8Array(memory.buffer, scratchPointer, scratchBytes).fill(POISON_BYTE);
    new Uint8Array(memory.buffer, scratchPointer + scratchBytes, guardBytes).fill(GUARD_BYTE);
    try {
      entry(paramsPointer, begin, end, scratchPointer);
    } finally {
      const at = `entry ${name}, indices ${begin} to ${end - 1}, lane ${lane}`;
      checkCanary(memory, at);
      checkGuard(checked, scratchPointer, at);
    }
  };
}

function checkGuard(
  { memory, scratchBytes, guardBytes }: CheckedEntry,
  scratchPointer: number,
  at: string,
): void {
  // A memory that has grown meanwhile has a new buffer.
  const guard = new Uint8Array(memory.buffer, scratchPointer + scratchBytes, guardBytes);
  const damage = guard.findIndex((byte) => byte !== GUARD_BYTE);
  if (damage < 0) return;
  throw new ParallelError("scratch-overrun", {
    at,
    what: `byte ${scratchBytes + damage} of its scratch was written to, which has ${scratchBytes}: what follows is another lane's`,
    mend: "ask for as much scratch as the entry uses: scratchBytes of the kernel's spec",
  });
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
