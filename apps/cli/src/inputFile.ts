import { readFileSync } from "node:fs";
import { InputError } from "./problem.ts";

/**
 * The whole text of a file that someone named.
 * @param role  what the file is to the command: `SCENARIOS`, `--plans`
 * @throws InputError naming role and path
 */
export function readInputFile(role: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const what =
      code === "ENOENT"
        ? `there is no file ${path}`
        : code === "EISDIR"
          ? `${path} is a folder`
          : `${path} cannot be read (${code || String(error)})`;
    throw new InputError("file", [{ at: role, what, mend: "give the path of a file that can be read" }]);
  }
}
