import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { KernelEntry, KernelInstance, KernelSpec } from "../src/kernel/kernelSpec.ts";
import { ABI_VERSION, PARITY_REVISION } from "./kernel/layout.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const buildFolder = join(root, "build", "bench");
const kernelFolder = new URL("./kernel/", import.meta.url);

/** The benchmark's entry points; all contestants that run wasm run these. */
export type SpinEntry = "spinJobs" | "meet" | "spinBatch";

/** What the engine is told about the spin kernel; {@link buildSpinKernel} must have run. */
export const spinKernelSpec: KernelSpec = {
  name: "spin",
  abiVersion: ABI_VERSION,
  parityRevision: PARITY_REVISION,
  wasmUrl: pathToFileURL(join(buildFolder, "spin.wasm")),
  referenceUrl: new URL("reference.ts", kernelFolder),
  entries: ["spinJobs", "meet", "spinBatch"],
  scratchBytes: 64,
};

/** Where what the benchmark compiles goes. */
export function benchBuildFolder(): string {
  mkdirSync(buildFolder, { recursive: true });
  return buildFolder;
}

/** Compiles the spin kernel with the options of every kernel, anew each time: a stale binary is never measured. */
export async function buildSpinKernel(): Promise<WebAssembly.Module> {
  const script = pathToFileURL(join(root, "scripts", "buildKernels.mjs")).href;
  const { compileKernel } = (await import(script)) as {
    compileKernel(kernel: { entry: string }, variant: "release"): Promise<Uint8Array>;
  };
  const entry = fileURLToPath(new URL("entry.ts", kernelFolder));
  const file = join(benchBuildFolder(), "spin.wasm");
  writeFileSync(file, await compileKernel({ entry }, "release"));
  return new WebAssembly.Module(readFileSync(file));
}

/** The spin kernel on a memory, without the engine. */
export interface BareKernel {
  readonly spinJobs: KernelEntry;
  readonly meet: KernelEntry;
  readonly spinBatch: KernelEntry;
  readonly __heap_base: WebAssembly.Global;
}

/** Instantiates the kernel as any thread may do it: the module is compiled once, the memory is shared. */
export function instantiateSpinKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): BareKernel {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return exports as unknown as KernelInstance & BareKernel;
}

/** A shared memory with the limits that every kernel is compiled for. */
export function createSpinMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 16, maximum: 16384, shared: true });
}
