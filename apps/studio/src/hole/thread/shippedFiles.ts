import { InputError, type InputFile, type InputFiles, sha256Hex } from "@lightcone/relativity";
import type { GivenFile } from "./holeMessages.ts";

/** The renderer's own files, and where they are served. */
const SHIPPED: Readonly<Record<string, URL>> = {
  "stars.csv": new URL("../../../../../packages/relativity/data/stars.csv", import.meta.url),
  "milky-way.txt": new URL("../../../../../packages/relativity/data/milky-way.txt", import.meta.url),
};

/** Loads what ships with the renderer, once. */
export async function loadShippedFiles(): Promise<ReadonlyMap<string, InputFile>> {
  const loaded = Object.entries(SHIPPED).map(async ([name, url]): Promise<[string, InputFile]> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.pathname}: the server answers ${response.status}`);
    return [name, inputFile(`lightcone:${name}`, new Uint8Array(await response.arrayBuffer()))];
  });
  return new Map(await Promise.all(loaded));
}

/** Files that a shot may name: those that were given, and the renderer's own. */
export function inputFiles(
  shipped: ReadonlyMap<string, InputFile>,
  given: readonly GivenFile[] = [],
): InputFiles {
  return {
    open: (name, at) => {
      const base = name.slice(name.lastIndexOf("/") + 1);
      const found = given.find((file) => file.name === base);
      if (found !== undefined) return inputFile(name, found.bytes);
      const what = `is ${JSON.stringify(name)}, a file that was not given`;
      throw new InputError("file", [{ at, what, mend: "drop it onto the page together with the shot file" }]);
    },
    openShipped: (name) => {
      const file = shipped.get(name);
      if (file === undefined) throw new RangeError(`the page ships no ${name}: add it to shippedFiles.ts`);
      return file;
    },
  };
}

function inputFile(name: string, bytes: Uint8Array): InputFile {
  return { name, bytes, sha256: sha256Hex(bytes) };
}
