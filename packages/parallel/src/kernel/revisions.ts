import { CANARY_BYTES } from "../../assembly/memoryMap.ts";
import { createArena } from "./arena.ts";
import { sha256Hex } from "./kernelFile.ts";
import { createKernelMemory, instantiateReference } from "./kernelInstance.ts";
import type { KernelSpec } from "./kernelSpec.ts";
import { probedEngine, runProbe } from "./probe.ts";

/**
 * Hashes of a kernel's layout and probe run under each revision it ever had, checked in beside the kernel.
 * Old entries stay: they are what tells a revision that was used before.
 */
export interface RecordedRevisions {
  /** ABI version -> SHA-256 of the layout. */
  readonly abi: Readonly<Record<string, string>>;
  /** Parity revision -> SHA-256 of what the probe run wrote. */
  readonly parity: Readonly<Record<string, string>>;
}

/**
 * Hash of everything that a kernel and its callers must agree on: each exported number of the layout, the names
 * of the entries, the scratch. The two revisions themselves are left out.
 * @param layout  the layout module (`import * as layout`)
 */
async function layoutHash(layout: object, spec: KernelSpec): Promise<string> {
  const lines = Object.entries(layout)
    .filter(([name]) => name !== "ABI_VERSION" && name !== "PARITY_REVISION")
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .sort();
  lines.push(`entries=${spec.entries.join(",")}`, `scratchBytes=${spec.scratchBytes}`);
  return sha256Hex(new TextEncoder().encode(lines.join("\n")));
}

/** Hashes of a kernel as it stands: its layout, and the probe run of its reference engine. */
export interface FoundRevisions {
  readonly layout: string;
  readonly probe: string;
}

/**
 * Takes both hashes of a kernel; the wasm needs none of its own, because it is refused unless its probe run
 * equals the reference's.
 * @param layout  the layout module (`import * as layout`)
 */
export async function findRevisions(spec: KernelSpec, layout: object): Promise<FoundRevisions> {
  if (!spec.probe) throw new TypeError(`kernel ${spec.name} has no probe: give its spec one`);
  const memory = createKernelMemory();
  const engine = probedEngine(
    await instantiateReference(spec, memory),
    createArena(memory, CANARY_BYTES),
    spec,
  );
  return {
    layout: await layoutHash(layout, spec),
    probe: await sha256Hex(runProbe(spec.probe, engine)),
  };
}

/**
 * Finds a layout or results that changed without their revision being raised. Pointer obligations that leave
 * the layout's numbers alone are not seen by any hash: raise the ABI version for those by hand.
 * @returns one sentence per fault, each with what to do; empty when all is recorded
 */
export function revisionFaults(
  spec: KernelSpec,
  found: FoundRevisions,
  recorded: RecordedRevisions,
): string[] {
  return [
    fault({ constant: "ABI_VERSION", key: "abi" }, spec.abiVersion, found.layout, recorded.abi),
    fault({ constant: "PARITY_REVISION", key: "parity" }, spec.parityRevision, found.probe, recorded.parity),
  ].filter((sentence) => sentence !== undefined);
}

function fault(
  { constant, key }: { constant: string; key: string },
  revision: number,
  found: string,
  recorded: Readonly<Record<string, string>>,
): string | undefined {
  if (recorded[revision] === found) return undefined;
  if (recorded[revision] === undefined) {
    return `${constant} ${revision} is not recorded: add "${revision}": "${found}" to "${key}"`;
  }
  const next = 1 + Math.max(...Object.keys(recorded).map(Number));
  const subject = key === "abi" ? "layout" : "probe run";
  return `the ${subject} changed under ${constant} ${revision}: raise it to ${next} and add "${next}": "${found}" to "${key}"`;
}
