import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { build, type Plugin } from "vite";

/** A module named in quotes, or in a template that takes `.ts` or `.js` from the name of its own file. */
const MODULE_URL =
  /(new Worker\(\s*)?new URL\(\s*(?:"(\.[^"]+)\.ts"|`(\.[^`$]+)\.\$\{[^`]*\}`),\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Builds modules that are named by their URL: the twins of kernels and the scripts of lanes, which are imported
 * where and when they are needed. Vite by itself would copy their TypeScript, which no browser runs. Each becomes a
 * file that holds all it needs: as a chunk among those of a worker, Vite may take it for the worker itself. The page's
 * own workers are left to Vite; the workers of a worker are built so too: Vite loses one that two workers start.
 * @param isInWorker  whether it is for the modules of a worker
 */
export function moduleUrls({ isInWorker }: { readonly isInWorker: boolean }): Plugin {
  return {
    name: "module-urls",
    apply: "build",
    enforce: "pre",
    async transform(code, id) {
      if (!code.includes("import.meta.url")) return undefined;
      let changed = code;
      for (const [whole, worker, quoted, template] of code.matchAll(MODULE_URL)) {
        const file = resolve(dirname(id), `${quoted ?? template}.ts`);
        if ((worker !== undefined && !isInWorker) || !existsSync(file)) continue;
        const name = `${basename(file, ".ts")}.js`;
        const reference = this.emitFile({ type: "asset", name, source: await builtModule(file) });
        changed = changed.replace(whole, `${worker ?? ""}new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
      }
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}

const builtModules = new Map<string, Promise<string>>();

/** The code of a module with everything that it imports. */
function builtModule(file: string): Promise<string> {
  const known = builtModules.get(file);
  if (known !== undefined) return known;
  const built = buildModule(file);
  builtModules.set(file, built);
  return built;
}

async function buildModule(file: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: true, lib: { entry: file, formats: ["es"], fileName: "module" } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error(`${file}: its build gave no code`);
  return chunk.code;
}
