import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { InputError } from "../../problem.ts";
import type { InputFile, InputFiles } from "../inputFiles.ts";

const SHIPPED = new URL(/* @vite-ignore */ "../../../data/", import.meta.url);

/**
 * Inputs from a folder, and from what ships with the renderer.
 * @param ofWhat  the file that names them and stands in the folder, for messages
 */
export function openInputFolder(folder: string, ofWhat = "the shot file"): InputFiles {
  return {
    open: (name, at) => {
      const path = resolve(folder, name);
      try {
        return inputFile(name, readFileSync(path));
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "";
        const reason =
          code === "ENOENT" ? "there is no such file" : `it cannot be read: ${code || String(error)}`;
        const mend = `give the path of a file from the folder of ${ofWhat}`;
        throw new InputError("file", [
          { at, what: `is ${JSON.stringify(name)}, but ${reason} (${path})`, mend },
        ]);
      }
    },
    openShipped: (name) => inputFile(`lightcone:${name}`, readFileSync(new URL(name, SHIPPED))),
  };
}

function inputFile(name: string, bytes: Uint8Array): InputFile {
  return { name, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}
