import type { KernelInstance } from "../../src/kernel/kernelSpec.ts";
import { ABI_VERSION, PARITY_REVISION } from "./layout.ts";
import { trialReference } from "./trialReference.ts";

/** The reference engine of the test kernel. */
export function createReference(memory: WebAssembly.Memory): KernelInstance {
  return {
    abiVersion: () => ABI_VERSION,
    parityRevision: () => PARITY_REVISION,
    runTrials: trialReference(memory),
  };
}
