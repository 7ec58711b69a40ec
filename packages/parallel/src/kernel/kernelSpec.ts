import type { Arena } from "./arena.ts";

/**
 * One run over the indices [begin, end): every index reads shared inputs and writes only its own slots.
 * All pointers are bytes from the start of the kernel's memory.
 */
export type KernelEntry = (paramsPointer: number, begin: number, end: number, scratchPointer: number) => void;

/** A kernel at work on one memory: the exports of its wasm, or what its reference module's `createReference` gives. */
export interface KernelInstance {
  /** Raised with the layout of tables and with pointer obligations. */
  abiVersion(): number;
  /** Raised when results can change. */
  parityRevision(): number;
  /** Entry points, by name. */
  readonly [entry: string]: KernelEntry | (() => number);
}

/** The reference module of a kernel: the same model in TypeScript, on the same memory with the same tables. */
export interface ReferenceModule {
  createReference(memory: WebAssembly.Memory): KernelInstance;
}

/**
 * A lane script: entries in TypeScript beside the kernel's own, for work that is made of many calls of them. They run
 * on lanes, on the kernel's memory, and call the kernel (or the reference engine in its place) on their own lane.
 */
export interface LaneScriptModule {
  createScript(memory: WebAssembly.Memory, kernel: KernelInstance): Readonly<Record<string, KernelEntry>>;
}

/** Tables of a probe run, ready in memory; pointers in bytes. */
export interface ProbeTables {
  readonly paramsPointer: number;
  /** Indices to run: [0, count). */
  readonly count: number;
  /** The bytes that kernel and reference must write alike. */
  readonly outputPointer: number;
  readonly outputBytes: number;
}

/**
 * A kernel's self-test: a small deterministic run, same tables for both engines, whose output bytes must be
 * equal before the kernel is trusted. It should pass through every mode of the model; a millisecond is enough.
 */
export interface KernelProbe {
  readonly entry: string;
  /**
   * Writes contexts and tables into blocks of the arena (the loader gives all of them back afterwards).
   * Called once for each engine: same bytes each time, output pre-filled alike.
   */
  write(memory: WebAssembly.Memory, arena: Arena): ProbeTables;
}

/** What a domain tells the engine about its kernel. */
export interface KernelSpec {
  /** Also the file's name: `NAME.wasm`. */
  readonly name: string;
  /** What this code expects `abiVersion()` to say, from the kernel's layout. */
  readonly abiVersion: number;
  /** What this code expects `parityRevision()` to say, from the kernel's layout. */
  readonly parityRevision: number;
  /** The built kernel; a `kernelDir` of the engine takes the place of its folder. */
  readonly wasmUrl: URL;
  /** A module with the shape of {@link ReferenceModule}. */
  readonly referenceUrl: URL;
  /** Names of the entry points, all of which wasm and reference must export. */
  readonly entries: readonly string[];
  /** A module with the shape of {@link LaneScriptModule}, and the names of the entries that it adds. */
  readonly script?: { readonly url: URL; readonly entries: readonly string[] };
  /** Scratch of one lane, in bytes; allocated once per kernel and lane, never cleared between runs. */
  readonly scratchBytes: number;
  readonly probe?: KernelProbe;
}
