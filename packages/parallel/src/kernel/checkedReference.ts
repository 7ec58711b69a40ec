/**
 * The reference engine with assertions, for debug runs. It is loaded by URL, with the reference module it
 * wraps and the size of a lane's scratch in the query, so that every lane checks its own calls:
 * scratch is poisoned before each call, and the canary is checked after it.
 */
import { ParallelError } from "../problem.ts";
import { entryOf, firstCanaryDamage, writeCanary } from "./kernelInstance.ts";
import type { KernelEntry, KernelInstance, ReferenceModule } from "./kernelSpec.ts";
import { POISON_BYTE } from "./probe.ts";

const query = new URL(import.meta.url).searchParams;
const referenceUrl = query.get("reference");
const scratchBytes = Number(query.get("scratchBytes"));
const reference: ReferenceModule | undefined =
  referenceUrl === null ? undefined : await import(/* @vite-ignore */ referenceUrl);

/** The URL under which this module wraps a reference module. */
export function checkedReferenceUrl(url: URL, laneScratchBytes: number): URL {
  const checked = new URL(import.meta.url);
  checked.search = new URLSearchParams({
    reference: url.href,
    scratchBytes: String(laneScratchBytes),
  }).toString();
  return checked;
}

/** The wrapped reference engine: same entries, each with its assertions around it. */
export function createReference(memory: WebAssembly.Memory): KernelInstance {
  if (!reference) {
    throw new TypeError(`${import.meta.url} names no reference module: load it by checkedReferenceUrl`);
  }
  const instance = reference.createReference(memory);
  return new Proxy(instance, {
    get: (target, name: string) =>
      name === "abiVersion" || name === "parityRevision" || typeof target[name] !== "function"
        ? target[name]
        : checkedEntry(memory, name, entryOf(target, name)),
  });
}

function checkedEntry(memory: WebAssembly.Memory, name: string, entry: KernelEntry): KernelEntry {
  return (paramsPointer, begin, end, scratchPointer) => {
    new Uint8Array(memory.buffer, scratchPointer, scratchBytes).fill(POISON_BYTE);
    entry(paramsPointer, begin, end, scratchPointer);
    const damage = firstCanaryDamage(memory);
    if (damage < 0) return;
    writeCanary(memory); // so that the blame stays with this call
    throw new ParallelError("canary", {
      at: `entry ${name}, indices ${begin} to ${end - 1}`,
      what: `address ${damage} was written to, which no kernel may touch: a pointer in its tables is missing`,
      mend: "check the pointers that the tables hand to this entry",
    });
  };
}
