/** The bytes of a kernel's file. Rejects when it cannot be fetched. */
export async function readKernelBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A page has no environment to name a folder in. */
export function userKernelDir(): string | undefined {
  return undefined;
}

/** Where a kernel of that name stands in a folder that the page names, relative to the page. */
export function kernelUrlIn(folder: string, name: string): URL {
  return new URL(`${folder.replace(/\/*$/, "/")}${name}.wasm`, globalThis.location.href);
}

/** A kernel's place in the words of the platform, for messages. */
export function kernelPlace(url: URL): string {
  return url.href;
}
