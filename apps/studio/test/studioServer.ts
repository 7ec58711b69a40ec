import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { RESPONSE_HEADERS } from "../build/responseHeaders.ts";

const CONFIG_FILE = fileURLToPath(new URL("../vite.config.ts", import.meta.url));

/** The built page, served on a port of its own. */
export interface StudioServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the page as `npm run studio` does, into a folder. */
export async function buildStudio(folder: string): Promise<void> {
  await build({ configFile: CONFIG_FILE, logLevel: "error", build: { outDir: folder } });
}

/** Serves a built page, with the headers of `npm run studio` or, as a plain server does, without any. */
export async function serveStudio(
  folder: string,
  { hasHeaders }: { hasHeaders: boolean },
): Promise<StudioServer> {
  const server = await preview({
    configFile: false,
    logLevel: "error",
    build: { outDir: folder },
    preview: { host: "127.0.0.1", port: 0, headers: hasHeaders ? { ...RESPONSE_HEADERS } : {} },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("the preview server has no address");
  return { url, close: () => server.close() };
}
