import { checkedEntry } from "../kernel/checkedEntry.ts";
import type { KernelEntry, KernelInstance, LaneScriptModule, ReferenceModule } from "../kernel/kernelSpec.ts";
import { ParallelError } from "../problem.ts";

/** What lanes run: one kernel (or its reference module) at work on one shared memory. Can be posted to threads. */
export interface LaneProgram {
  readonly memory: WebAssembly.Memory;
  /** The compiled kernel; it wins over `referenceUrl`. */
  readonly module?: WebAssembly.Module | undefined;
  /** Address of a module with the shape of `ReferenceModule`. */
  readonly referenceUrl?: string | undefined;
  /** Address of a module with the shape of `LaneScriptModule`, whose entries call those of the code above. */
  readonly scriptUrl?: string | undefined;
  /** Names of the entry points, of code and script; a run names one by its place here. */
  readonly entries: readonly string[];
  /** Byte of lane 0's scratch; lane l's is `l * scratchBytes` further. */
  readonly scratchBase: number;
  readonly scratchBytes: number;
  /** The last bytes of each lane's scratch, which its jobs may not touch; watched where calls are. Default 0. */
  readonly guardBytes?: number | undefined;
  /** Whether each call is watched as in a debug run, see kernel/checkedEntry.ts. */
  readonly isChecked?: boolean | undefined;
}

/** A program ready to run in one thread. */
export interface LoadedProgram {
  readonly entries: readonly KernelEntry[];
  /** Scratch of this thread's lane, a byte in memory. */
  readonly scratchPointer: number;
  readonly memory: WebAssembly.Memory;
}

/**
 * Makes a program ready in the calling thread.
 * @throws ParallelError `program` if it has no code or lacks an entry; whatever instantiation or import throws
 */
export async function loadProgram(program: LaneProgram, lane: number): Promise<LoadedProgram> {
  const instance = await instantiate(program);
  const { memory, guardBytes = 0, scriptUrl } = program;
  const watched = { memory, scratchBytes: program.scratchBytes - guardBytes, guardBytes, lane };
  const script = scriptUrl === undefined ? {} : await startScript(scriptUrl, memory, instance);
  return {
    memory,
    scratchPointer: program.scratchBase + lane * program.scratchBytes,
    entries: program.entries.map((name) => {
      const entry = instance[name] ?? script[name];
      if (typeof entry === "function") {
        const unwatched = entry as KernelEntry;
        return program.isChecked ? checkedEntry({ ...watched, name, entry: unwatched }) : unwatched;
      }
      throw refuse(`entry ${name}`, "is not exported by the program", "export it, or correct the name");
    }),
  };
}

async function startScript(
  url: string,
  memory: WebAssembly.Memory,
  instance: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const script = (await import(/* @vite-ignore */ url)) as LaneScriptModule;
  return script.createScript(memory, instance as unknown as KernelInstance);
}

async function instantiate(program: LaneProgram): Promise<Readonly<Record<string, unknown>>> {
  const { memory, module, referenceUrl } = program;
  if (module !== undefined) {
    const abort = (_message: number, _file: number, line: number, column: number): never => {
      throw new Error(`assertion of the kernel failed at ${line}:${column} of its source`);
    };
    return new WebAssembly.Instance(module, { env: { memory, abort } }).exports;
  }
  if (referenceUrl !== undefined) {
    const reference = (await import(/* @vite-ignore */ referenceUrl)) as ReferenceModule;
    return reference.createReference(memory);
  }
  throw refuse("program", "has neither a module nor a reference URL", "give one of them");
}

function refuse(at: string, what: string, mend: string): ParallelError {
  return new ParallelError("program", { at, what, mend });
}
