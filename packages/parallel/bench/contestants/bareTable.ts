import { type BareKernel, createSpinMemory, instantiateSpinKernel } from "../spinKernel.ts";
import { createSpinTable, type SpinTable } from "../spinTable.ts";

/** A kernel on a memory of its own, with a table in it, for a contestant that is not the engine. */
export interface BareTable {
  readonly memory: WebAssembly.Memory;
  readonly kernel: BareKernel;
  readonly table: SpinTable;
}

/** The table stands at the first multiple of 128 bytes that the kernel's constants leave free. */
export function createBareTable(module: WebAssembly.Module): BareTable {
  const memory = createSpinMemory();
  const kernel = instantiateSpinKernel(module, memory);
  return { memory, kernel, table: createSpinTable(memory, (Number(kernel.__heap_base.value) + 127) & -128) };
}

/** Contiguous parts of `jobCount` jobs, one for each of at most `laneCount` lanes, none of them empty. */
export function partsOf(jobCount: number, laneCount: number): { begin: number; end: number }[] {
  const count = Math.min(jobCount, laneCount);
  return Array.from({ length: count }, (_, part) => ({
    begin: Math.floor((part * jobCount) / count),
    end: Math.floor(((part + 1) * jobCount) / count),
  }));
}
