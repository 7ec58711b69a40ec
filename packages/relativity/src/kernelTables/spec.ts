import type { KernelSpec } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import { writeProbe } from "./probe.ts";

/** What the engine is told about the ray kernel; its entries are described in layout.ts. */
export const relativityKernelSpec: KernelSpec = {
  name: "relativity",
  abiVersion: layout.ABI_VERSION,
  parityRevision: layout.PARITY_REVISION,
  wasmUrl: new URL("../../kernels/relativity.wasm", import.meta.url),
  referenceUrl: new URL("./reference.ts", import.meta.url),
  entries: [
    "startRays",
    "advanceSphere",
    "startKerrSchild",
    "advanceKerrSchild",
    "traceRays",
    "traceScenes",
    "traceSlopes",
    "aimRays",
    "judgeCells",
    "addStamps",
    "findStars",
    "writeEvents",
  ],
  script: { url: new URL("../movie/paintScript.ts", import.meta.url), entries: ["paintFrames"] },
  scratchBytes: layout.SCRATCH_BYTES,
  probe: { entry: "traceScenes", write: (_memory, arena) => writeProbe(arena) },
};
