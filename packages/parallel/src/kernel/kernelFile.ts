import { kernelPlace, kernelUrlIn, readKernelBytes } from "#kernelFiles";
import { INITIAL_PAGES, MAXIMUM_PAGES } from "../../assembly/memoryMap.ts";
import type { KernelSpec } from "./kernelSpec.ts";
import { kernelRefusal } from "./refusal.ts";
import { readWasm } from "./wasmBinary.ts";

/** A kernel's file as it was found, before anything of it has run. */
export interface KernelFile {
  /** In the words of the platform. */
  readonly place: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** Where the kernel is looked for: in `kernelDir` when the host gives one, else where its package keeps it. */
export function kernelFileUrl(spec: KernelSpec, kernelDir: string | undefined): URL {
  return kernelDir === undefined ? spec.wasmUrl : kernelUrlIn(kernelDir, spec.name);
}

/** Reads the kernel's file. Throws a refusal when it cannot be read. */
export async function readKernelFile(url: URL): Promise<KernelFile> {
  const place = kernelPlace(url);
  const bytes = await readKernelBytes(url).catch((error: unknown) => {
    throw kernelRefusal(place, `cannot be read (${error instanceof Error ? error.message : error})`, error);
  });
  return { place, bytes, sha256: await sha256Hex(bytes) };
}

/** SHA-256 in lower-case hexadecimal. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compiles the file and checks all that can be checked without running any of it. */
export async function compileKernelFile(file: KernelFile, spec: KernelSpec): Promise<WebAssembly.Module> {
  const module = await WebAssembly.compile(file.bytes).catch((error: unknown) => {
    const size = `${file.bytes.length} bytes`;
    throw kernelRefusal(file.place, `is no whole WebAssembly module (${size}): ${String(error)}`, error);
  });
  checkImports(module, file);
  checkExports(module, file, spec);
  checkCode(file);
  return module;
}

function checkImports(module: WebAssembly.Module, file: KernelFile): void {
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    const isMemory = from === "env" && name === "memory" && kind === "memory";
    const isAbort = from === "env" && name === "abort" && kind === "function";
    if (!isMemory && !isAbort) {
      throw kernelRefusal(file.place, `imports ${kind} ${from}.${name}; a kernel may import env.memory only`);
    }
  }
}

function checkExports(module: WebAssembly.Module, file: KernelFile, spec: KernelSpec): void {
  const found = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]));
  const wanted: [string, WebAssembly.ImportExportKind][] = [
    ...["abiVersion", "parityRevision", ...spec.entries].map((name): [string, "function"] => [
      name,
      "function",
    ]),
    ["__heap_base", "global"],
  ];
  const missing = wanted.filter(([name, kind]) => found.get(name) !== kind);
  if (missing.length > 0) {
    const names = missing.map(([name, kind]) => `${kind} ${name}`).join(", ");
    throw kernelRefusal(file.place, `does not export ${names}`);
  }
}

function checkCode(file: KernelFile): void {
  const { memory, objection } = readWasm(file.bytes);
  if (objection) throw kernelRefusal(file.place, objection);
  const fits =
    memory?.isShared && memory.initialPages <= INITIAL_PAGES && (memory.maximumPages ?? 0) >= MAXIMUM_PAGES;
  if (!fits) {
    const found = memory
      ? `${memory.isShared ? "shared" : "unshared"}, ${memory.initialPages} to ${memory.maximumPages ?? "any number of"} pages`
      : "none";
    throw kernelRefusal(
      file.place,
      `imports a memory of the wrong kind (${found}); expected shared, ${INITIAL_PAGES} to ${MAXIMUM_PAGES} pages`,
    );
  }
}
