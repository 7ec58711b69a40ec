/// <reference lib="webworker" />
// Keeps the page's files, so that it works without a network, and gives answers the headers that shared memory
// needs, so that it has all its lanes on servers that do not send them. Imports nothing: it is a file of its own.
import type { OfflineFiles } from "./offlineFiles.ts";

const scope = self as unknown as ServiceWorkerGlobalScope;

/** Names of the built files, written here when the page is built. */
const { version, names }: OfflineFiles = JSON.parse("__OFFLINE_FILES__");
const cacheName = `studio-${version}`;

const ISOLATION_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Each file is the same for everybody, whatever a server says that its answers vary with. */
const AS_ONE_FILE = { ignoreSearch: true, ignoreVary: true } as const;

scope.addEventListener("install", (event) => event.waitUntil(keepFiles()));
scope.addEventListener("activate", (event) => event.waitUntil(takeOver()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOwn = request.method === "GET" && request.url.startsWith(scope.registration.scope);
  if (isOwn) event.respondWith(answer(request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(names.map((name) => new Request(name, { cache: "no-cache" })));
}

/** Forgets the files of former versions and serves pages that were open before. */
async function takeOver(): Promise<void> {
  const kept = await caches.keys();
  await Promise.all(
    kept.filter((key) => key.startsWith("studio-") && key !== cacheName).map((key) => caches.delete(key)),
  );
  await scope.clients.claim();
}

/** The page itself comes from the network as long as there is one; files whose name holds their hash never change. */
async function answer(request: Request): Promise<Response> {
  const isPage = request.mode === "navigate";
  if (isPage) {
    const fresh = await fetch(request).catch(() => undefined);
    if (fresh?.ok) return isolated(fresh);
  }
  const cache = await caches.open(cacheName);
  const kept = await cache.match(isPage ? "index.html" : request, AS_ONE_FILE);
  return isolated(kept ?? (await fetch(request)));
}

function isolated(response: Response): Response {
  if (response.status === 0 || response.redirected) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION_HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
