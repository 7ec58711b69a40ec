import type { Plugin } from "vite";

/**
 * Lets modules that need Node be named where the page does not use them: a package's one front door also has what
 * commands use, which is left out of the page. One that was used would stop the page from loading.
 */
export function nodeModules(): Plugin {
  return {
    name: "node-modules",
    apply: "build",
    enforce: "pre",
    resolveId: (name) =>
      name.startsWith("node:") ? { id: name, external: true, moduleSideEffects: false } : undefined,
  };
}
