import { kernelPlace } from "#kernelFiles";
import { CANARY_BYTES, SCRATCH_ALIGNMENT_BYTES } from "../../assembly/memoryMap.ts";
import { type Arena, alignUp, createArena } from "./arena.ts";
import { compileKernelFile, kernelFileUrl, readKernelFile } from "./kernelFile.ts";
import {
  checkRevisions,
  createKernelMemory,
  instantiateKernel,
  instantiateReference,
  type WasmInstance,
} from "./kernelInstance.ts";
import type { KernelInstance, KernelSpec } from "./kernelSpec.ts";
import { allocateScratch, type ProbedEngine, probeDifference } from "./probe.ts";
import { isKernelRefusal, kernelRefusal } from "./refusal.ts";

/** How kernels are loaded; the same for all kernels of an engine. */
export interface LoadOptions {
  /** `reference` runs the TypeScript engine without looking at the wasm. */
  readonly engine: "kernel" | "reference";
  /** The reference engine with assertions. */
  readonly debug: boolean;
  /** Folder that holds NAME.wasm in place of the package's own. */
  readonly kernelDir: string | undefined;
  /** How far each kernel's memory may grow, in pages of 64 KiB. */
  readonly maximumPages: number;
  /** Lanes that need scratch, the caller included. */
  readonly laneCount: number;
}

/** What was found out about a kernel's file; a field is missing when the loader did not get that far. */
export interface KernelFinding {
  readonly place?: string;
  readonly sha256?: string;
  readonly abiVersion?: number;
  readonly parityRevision?: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A kernel ready to be handed to the lanes, with its memory. */
export interface LoadedKernel {
  readonly activeEngine: "kernel" | "reference";
  /** Why the reference engine serves although the kernel was wanted. */
  readonly fallbackReason: string | undefined;
  readonly finding: KernelFinding;
  readonly arena: Arena;
  /** The compiled wasm, when it is the active engine. */
  readonly module: WebAssembly.Module | undefined;
  readonly scratchBase: number;
  /** Bytes of one lane's scratch, its guard included, a multiple of 128. */
  readonly scratchBytes: number;
  /** The last bytes of them, which no job may touch; 0 unless this is a debug run. */
  readonly guardBytes: number;
}

/**
 * Loads a kernel, or the reference engine in its place when the file is refused. A refused kernel's memory is
 * thrown away with it.
 * @throws ParallelError `reference-broken` when the reference engine is not what the spec promises
 */
export async function loadKernel(spec: KernelSpec, options: LoadOptions): Promise<LoadedKernel> {
  if (options.engine === "reference" || options.debug) return loadReference(spec, options, {}, undefined);
  const finding: Writable<KernelFinding> = {};
  try {
    return await loadWasm(spec, options, finding);
  } catch (error) {
    if (!isKernelRefusal(error)) throw error;
    return loadReference(spec, options, finding, `${error.problem.at} ${error.problem.what}`);
  }
}

async function loadWasm(
  spec: KernelSpec,
  options: LoadOptions,
  finding: Writable<KernelFinding>,
): Promise<LoadedKernel> {
  const url = kernelFileUrl(spec, options.kernelDir);
  finding.place = kernelPlace(url);
  const file = await readKernelFile(url);
  finding.sha256 = file.sha256;
  const module = await compileKernelFile(file, spec);
  const memory = createKernelMemory(options.maximumPages);
  const { instance, heapBase } = startKernel(module, memory, file.place);
  finding.abiVersion = instance.abiVersion();
  finding.parityRevision = instance.parityRevision();
  checkRevisions(instance, spec, file.place);
  const loaded = withScratch(spec, options, createArena(memory, heapBase));
  await probeKernel(spec, file.place, instance, loaded);
  return {
    ...loaded,
    activeEngine: "kernel",
    fallbackReason: undefined,
    finding,
    module,
  };
}

function startKernel(module: WebAssembly.Module, memory: WebAssembly.Memory, place: string): WasmInstance {
  try {
    return instantiateKernel(module, memory);
  } catch (error) {
    throw kernelRefusal(place, `cannot be started (${error})`, error);
  }
}

async function loadReference(
  spec: KernelSpec,
  options: LoadOptions,
  finding: KernelFinding,
  fallbackReason: string | undefined,
): Promise<LoadedKernel> {
  const memory = createKernelMemory(options.maximumPages);
  await instantiateReference(spec, memory);
  const loaded = withScratch(spec, options, createArena(memory, CANARY_BYTES));
  return { ...loaded, activeEngine: "reference", fallbackReason, finding, module: undefined };
}

function withScratch(
  spec: KernelSpec,
  options: LoadOptions,
  arena: Arena,
): Pick<LoadedKernel, "arena" | "scratchBase" | "scratchBytes" | "guardBytes"> {
  const leastGuardBytes = options.debug ? SCRATCH_ALIGNMENT_BYTES : 0;
  const scratchBytes = alignUp(spec.scratchBytes + leastGuardBytes, SCRATCH_ALIGNMENT_BYTES);
  const guardBytes = options.debug ? scratchBytes - spec.scratchBytes : 0;
  const scratchBase = allocateScratch(arena, scratchBytes, options.laneCount);
  return { arena, scratchBytes, guardBytes, scratchBase };
}

async function probeKernel(
  spec: KernelSpec,
  place: string,
  instance: KernelInstance,
  { arena, scratchBase, scratchBytes }: Pick<LoadedKernel, "arena" | "scratchBase" | "scratchBytes">,
): Promise<void> {
  if (!spec.probe) return;
  const kernel: ProbedEngine = { instance, arena, scratchPointer: scratchBase, scratchBytes };
  const reference = { ...kernel, instance: await instantiateReference(spec, arena.memory) };
  const difference = probeDifference(spec.probe, kernel, reference);
  if (difference) throw kernelRefusal(place, difference);
}
