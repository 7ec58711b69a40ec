import type { Plugin } from "vite";

/** How built files name each other: by their own name and a hash. */
const BUILT_NAME = /[\w.-]+-[\w-]{8}\.(?:js|wasm|css)\b/g;

/**
 * Fails a build that names files which it does not hold. That happens when a module that starts a worker is built for
 * the page's own thread, too, and dropped there: Vite then drops the worker of the other one with it.
 */
export function wholeBuild(): Plugin {
  return {
    name: "whole-build",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const held = new Set(Object.keys(bundle).map((name) => name.replace(/^.*\//, "")));
        const missing = Object.values(bundle).flatMap((file) => {
          const code =
            file.type === "chunk" ? file.code : file.fileName.endsWith(".js") ? String(file.source) : "";
          const named = [...code.matchAll(BUILT_NAME)]
            .map(([name]) => name)
            .filter((name) => !held.has(name));
          return named.map((name) => `${file.fileName} names ${name}`);
        });
        if (missing.length === 0) return;
        throw new Error(
          `The build lacks files: ${missing.join("; ")}. Import packages in workers only, types apart.`,
        );
      },
    },
  };
}
