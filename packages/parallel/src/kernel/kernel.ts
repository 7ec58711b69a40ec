import type { Arena } from "./arena.ts";
import type { KernelFinding } from "./loadKernel.ts";

/** A kernel that an engine has loaded, or the reference engine in its place. */
export interface Kernel {
  readonly name: string;
  /** Which of the two runs. Their results are the same. */
  readonly activeEngine: "kernel" | "reference";
  /** Why the reference engine serves although the kernel was wanted; undefined when all is as it should be. */
  readonly fallbackReason: string | undefined;
  /** What was found out about its file. */
  readonly finding: KernelFinding;
  /** Entry points by name, those of its lane script among them. */
  readonly entries: readonly string[];
  readonly memory: WebAssembly.Memory;
  /** Where contexts and tables are allocated. */
  readonly arena: Arena;
  /** Byte of lane 0's scratch; lane l's is `l * scratchBytes` further. */
  readonly scratchBase: number;
  /** Bytes of one lane's scratch, a multiple of 128. */
  readonly scratchBytes: number;
  /** Number under which the lanes know it. */
  readonly program: number;
}
