import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** What makes a page cross-origin isolated, so that its threads may share memory. */
const ISOLATION_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** A folder served on a port of its own. */
export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a folder on 127.0.0.1, with or without the headers of an isolated page. */
export async function servePage(folder: string, { isolated }: { isolated: boolean }): Promise<PageServer> {
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname);
    try {
      const bytes = await readFile(join(folder, path === "/" ? "index.html" : path));
      const type = CONTENT_TYPES[path === "/" ? ".html" : extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, ...(isolated ? ISOLATION_HEADERS : {}) }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
