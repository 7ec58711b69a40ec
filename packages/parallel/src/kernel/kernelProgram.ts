import type { LaneProgram } from "../lanes/program.ts";
import type { KernelSpec } from "./kernelSpec.ts";
import type { LoadedKernel } from "./loadKernel.ts";

/** What tells a spec from another of its name. */
export function identityOf({ wasmUrl, abiVersion, parityRevision, script }: KernelSpec): string {
  const revisions = `ABI version ${abiVersion}, parity revision ${parityRevision}`;
  return `${wasmUrl.href}, ${revisions}${script === undefined ? "" : `, with ${script.url.href}`}`;
}

/** Entries of a kernel and of its lane script; a run names one by its place here. */
export function entriesOf({ entries, script }: KernelSpec): readonly string[] {
  return script === undefined ? entries : [...entries, ...script.entries];
}

/**
 * What lanes are given of a kernel that is loaded.
 * @param isChecked  whether each call of the reference engine is watched, as in a debug run
 */
export function programOf(spec: KernelSpec, loaded: LoadedKernel, isChecked: boolean): LaneProgram {
  const { arena, module, scratchBase, scratchBytes, guardBytes } = loaded;
  const code = module === undefined ? { referenceUrl: spec.referenceUrl.href, isChecked } : { module };
  const scriptUrl = spec.script?.url.href;
  return {
    ...code,
    scriptUrl,
    memory: arena.memory,
    entries: entriesOf(spec),
    scratchBase,
    scratchBytes,
    guardBytes,
  };
}
