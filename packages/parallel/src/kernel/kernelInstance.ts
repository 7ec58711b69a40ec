import { INITIAL_PAGES, MAXIMUM_PAGES } from "../../assembly/memoryMap.ts";
import { ParallelError } from "../problem.ts";
import { writeCanary } from "./canary.ts";
import type { KernelEntry, KernelInstance, KernelSpec, ReferenceModule } from "./kernelSpec.ts";
import { kernelRefusal } from "./refusal.ts";

/** A kernel's wasm at work on a memory, and the first byte that its constants leave free. */
export interface WasmInstance {
  readonly instance: KernelInstance;
  readonly heapBase: number;
}

/** Starts a compiled kernel on a memory. Its imports and exports have been checked when it was compiled. */
export function instantiateKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): WasmInstance {
  const abort = (_message: number, _file: number, line: number, column: number): never => {
    throw new WebAssembly.RuntimeError(`an assertion of the kernel failed at line ${line}, column ${column}`);
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  return {
    instance: exports as unknown as KernelInstance,
    heapBase: Number((exports.__heap_base as WebAssembly.Global).value),
  };
}

/** Compares both revisions before the first call of an entry. Throws a refusal that says which, and both numbers. */
export function checkRevisions(instance: KernelInstance, spec: KernelSpec, place: string): void {
  const pairs = [
    ["ABI version", instance.abiVersion(), spec.abiVersion],
    ["parity revision", instance.parityRevision(), spec.parityRevision],
  ] as const;
  const wrong = pairs.filter(([, found, expected]) => found !== expected);
  if (wrong.length > 0) {
    const words = wrong.map(([name, found, expected]) => `${name} ${found}, expected ${expected}`);
    throw kernelRefusal(place, `is stale or too new: it has ${words.join(" and ")}`);
  }
}

/**
 * Starts the reference engine on a memory.
 * @throws ParallelError `reference-broken` when it does not have what the spec promises: that is a fault of the
 *         domain package, not of a file somebody put in the wrong place
 */
export async function instantiateReference(
  spec: KernelSpec,
  memory: WebAssembly.Memory,
): Promise<KernelInstance> {
  const module: ReferenceModule = await import(/* @vite-ignore */ spec.referenceUrl.href);
  const instance = module.createReference(memory);
  const missing = spec.entries.filter((entry) => typeof instance[entry] !== "function");
  const isRevisionRight =
    instance.abiVersion() === spec.abiVersion && instance.parityRevision() === spec.parityRevision;
  if (missing.length === 0 && isRevisionRight) return instance;
  throw new ParallelError("reference-broken", {
    at: `reference engine of ${spec.name}, ${spec.referenceUrl.href}`,
    what:
      missing.length > 0
        ? `has no entry ${missing.join(", ")}`
        : `has ABI version ${instance.abiVersion()} and parity revision ${instance.parityRevision()}, expected ${spec.abiVersion} and ${spec.parityRevision}`,
    mend: "make the reference module, the kernel's layout and the spec agree",
  });
}

/** The entry of that name; both engines have been checked to have it. */
export function entryOf(instance: KernelInstance, name: string): KernelEntry {
  return instance[name] as KernelEntry;
}

/**
 * A new memory as every kernel of ours imports it, with its canary written.
 * @param maximumPages  how far it may grow, in pages of 64 KiB
 */
export function createKernelMemory(maximumPages: number = MAXIMUM_PAGES): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: maximumPages, shared: true });
  writeCanary(memory);
  return memory;
}
