import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const pageFolder = fileURLToPath(new URL("./page/", import.meta.url));
const root = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Builds the test's page as an application would be built: page, host worker, lanes, kernel and reference module.
 * @param kernelDir  kernels that are to be served beside it, in `kernels/`
 * @returns the folder of what is to be served, made anew
 */
export async function buildPage(kernelDir: string | undefined): Promise<string> {
  const folder = join(root, "build", "browser-test");
  rmSync(folder, { recursive: true, force: true });
  await build({
    configFile: false,
    root: pageFolder,
    logLevel: "error",
    worker: { format: "es" },
    build: {
      outDir: folder,
      emptyOutDir: true,
      // The kernel is a file of its own, so that the browser runs the very bytes that Node runs.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: {
          index: join(pageFolder, "index.html"),
          reference: fileURLToPath(new URL("../kernel/reference.ts", import.meta.url)),
        },
        preserveEntrySignatures: "exports-only",
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  if (kernelDir !== undefined) cpSync(kernelDir, join(folder, "kernels"), { recursive: true });
  return folder;
}
