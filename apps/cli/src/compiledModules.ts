import { existsSync } from "node:fs";
import { createRequire, enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Keeps what Node makes of modules on the way to running them, types stripped and code compiled, in
 * `node_modules/.cache/lightcone`, which is two thirds of a command's start. Node knows every entry by its module's
 * text and by its own version; what is missing, damaged or cannot be written is made anew, and nothing is said of it.
 * The folder can be thrown away at any time. It is not one of the system's temporary ones: Node runs what it finds
 * there, and in those others can put something. `NODE_COMPILE_CACHE` names another folder, `NODE_DISABLE_COMPILE_CACHE`
 * does without.
 */
export function keepCompiledModules(): void {
  const folders = createRequire(import.meta.url).resolve.paths("lightcone") ?? [];
  const installed = folders.find((folder) => existsSync(folder));
  if (installed !== undefined) enableCompileCache(join(installed, ".cache", "lightcone"));
}
