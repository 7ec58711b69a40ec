import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "packages/*/{src,test,bench}/**/*.test.ts",
      "apps/*/{src,test}/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    setupFiles: ["scripts/propertySeed.ts"],
    pool: "forks",
    testTimeout: 30_000,
  },
});

export default config;
