import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "packages/*/{src,test,bench}/**/*.test.ts",
      "apps/*/{src,test}/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    // What test files of one run share: a page that is built once, not for each of them.
    globalSetup: ["scripts/runFolder.ts"],
    setupFiles: ["scripts/propertyCases.ts"],
    pool: "forks",
    // Vitest leaves one CPU free by itself, which is half of a small machine.
    maxWorkers: "100%",
    testTimeout: 30_000,
    // Lanes and commands that tests start find their modules compiled there, and so do Vitest's own processes.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/lightcone", import.meta.url)) },
  },
});

export default config;
