import type { HomeFiles } from "./plannerMessages.ts";

/** Names that the example's home file calls its data, and where they are served. */
const DATA_FILES: Readonly<Record<string, URL>> = {
  "home/import-prices.json": new URL("../../../../examples/home/import-prices.json", import.meta.url),
  "home/export-prices.json": new URL("../../../../examples/home/export-prices.json", import.meta.url),
  "home/solar.json": new URL("../../../../examples/home/solar.json", import.meta.url),
  "home/load.csv": new URL("../../../../examples/home/load.csv", import.meta.url),
};

/** The home that the page opens with: the very files of the repository's examples. */
export async function exampleHome(): Promise<HomeFiles> {
  const names = Object.keys(DATA_FILES);
  const [text, ...contents] = await Promise.all([
    textAt(new URL("../../../../examples/home.yaml", import.meta.url)),
    ...names.map((name) => textAt(DATA_FILES[name] as URL)),
  ]);
  return { text, dataFiles: Object.fromEntries(names.map((name, index) => [name, contents[index] ?? ""])) };
}

async function textAt(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: the server answers ${response.status}`);
  return response.text();
}
