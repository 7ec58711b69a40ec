import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const program = fileURLToPath(new URL("./lightcone.ts", import.meta.url));
const kept = join("node_modules", ".cache", "lightcone");
const scratch = mkdtempSync(join(tmpdir(), "lightcone-compiled-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Modules that a command loads, by what Node tells of its looks into the folder of compiled ones. */
function modulesOf(words: readonly string[], environment: NodeJS.ProcessEnv = {}): string[] {
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const { stderr, status } = spawnSync(process.execPath, [program, ...words], {
    encoding: "utf8",
    env: { ...env, ...environment },
  });
  expect(status).toBe(0);
  const looks = stderr.matchAll(/reading cache from (\S+) for ESM file:\/\/(\S+?)\.\.\./g);
  return [...looks].map(([, place, module]) => {
    expect(place).toContain(environment.NODE_COMPILE_CACHE ?? kept);
    return module!;
  });
}

/** Packages whose modules are among these. */
function packagesIn(modules: readonly string[]): string[] {
  return [...new Set(modules.flatMap((module) => /\/packages\/(\w+)\//.exec(module)?.[1] ?? []))].sort();
}

describe("a command loads, out of the folder of compiled modules,", () => {
  test("nothing of the packages to list what commands there are", () => {
    const modules = modulesOf(["--help"]);
    expect(modules.some((module) => module.endsWith("/commands.ts"))).toBe(true);
    expect(packagesIn(modules)).toEqual([]);
  });

  test("only the packages that it works with", () => {
    expect(packagesIn(modulesOf(["solve", "--help"]))).toEqual(["battery", "parallel"]);
    expect(packagesIn(modulesOf(["render", "--help"]))).toEqual(["parallel", "relativity"]);
    expect(packagesIn(modulesOf(["prove", "--help"]))).toEqual(["evidence", "parallel"]);
  });

  test("the modules of its lanes as well", () => {
    const modules = modulesOf(["doctor"]);
    expect(modules.some((module) => module.endsWith("/host/nodeLane.ts"))).toBe(true);
  });
});

test("a folder that cannot be written changes nothing", () => {
  const file = join(scratch, "a-file");
  writeFileSync(file, "");
  const run = (env: NodeJS.ProcessEnv): unknown => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, "--help"], {
      encoding: "utf8",
      env: { ...process.env, ...env },
    });
    return { stdout, stderr, status };
  };
  expect(run({ NODE_COMPILE_CACHE: file })).toEqual(run({ NODE_DISABLE_COMPILE_CACHE: "1" }));
});
