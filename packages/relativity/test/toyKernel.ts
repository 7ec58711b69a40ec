import type { KernelSpec } from "@lightcone/parallel";
import * as layout from "../src/kernel/layout.ts";

/** A kernel of counting rays, for engines with `engine: "reference"`: it has no WebAssembly. */
export const toyKernelSpec: KernelSpec = {
  name: "relativity-toy",
  abiVersion: layout.ABI_VERSION,
  parityRevision: layout.PARITY_REVISION,
  wasmUrl: new URL("./no-such.wasm", import.meta.url),
  referenceUrl: new URL("./toyReference.ts", import.meta.url),
  entries: ["startRays", "advanceSphere", "startKerrSchild", "advanceKerrSchild", "traceRays"],
  scratchBytes: 128,
};
