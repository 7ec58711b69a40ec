import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The bytes of a kernel's file. Rejects when it cannot be read. */
export async function readKernelBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(url));
}

/** The folder that LIGHTCONE_KERNEL_DIR names, in place of each package's own; undefined without it. */
export function userKernelDir(): string | undefined {
  return process.env.LIGHTCONE_KERNEL_DIR || undefined;
}

/** Where a kernel of that name stands in a folder that the user names. */
export function kernelUrlIn(folder: string, name: string): URL {
  return pathToFileURL(resolve(folder, `${name}.wasm`));
}

/** A kernel's place in the words of the platform, for messages. */
export function kernelPlace(url: URL): string {
  return url.protocol === "file:" ? fileURLToPath(url) : url.href;
}
