import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { contentPolicy } from "./build/contentPolicy.ts";
import { moduleUrls } from "./build/moduleUrls.ts";
import { nodeModules } from "./build/nodeModules.ts";
import { offlineFiles } from "./build/offlineFiles.ts";
import { pictureColours } from "./build/pictureColours.ts";
import { plannerWords } from "./build/plannerWords.ts";
import { RESPONSE_HEADERS } from "./build/responseHeaders.ts";
import { wholeBuild } from "./build/wholeBuild.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run studio` serves the page. */
const PORT = 4178;

const config: UserConfig = defineConfig({
  root: at("."),
  // Files are found beside the page, in whatever folder of a server it stands.
  base: "./",
  plugins: [
    nodeModules(),
    moduleUrls({ isInWorker: false }),
    pictureColours(),
    plannerWords(),
    wholeBuild(),
    contentPolicy(),
    offlineFiles(),
  ],
  worker: { format: "es", plugins: () => [nodeModules(), moduleUrls({ isInWorker: true })] },
  preview: { port: PORT, strictPort: true, headers: RESPONSE_HEADERS },
  build: {
    outDir: at("../../build/studio"),
    emptyOutDir: true,
    target: "es2022",
    // Kernels and examples are files of their own: the browser runs and reads the very bytes that Node does.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      checks: { pluginTimings: false },
      input: { index: at("index.html"), serviceWorker: at("src/serviceWorker.ts") },
      output: {
        entryFileNames: ({ name }) => (name === "serviceWorker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});

export default config;
