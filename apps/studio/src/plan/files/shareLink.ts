import type { HomeFiles } from "../plannerMessages.ts";

/** Home and files that stand for themselves in a link; files of the example are named only. */
interface SharedHome {
  readonly text: string;
  readonly dataFiles: Readonly<Record<string, string | null>>;
}

/**
 * A home as letters of an address: everything is in the link itself, nothing is uploaded.
 * @param example  files that everybody has, which need not be in the link
 */
export async function sharedFragment(home: HomeFiles, example: HomeFiles): Promise<string> {
  const named = Object.entries(home.dataFiles).filter(([name]) => home.text.includes(name));
  const dataFiles = named.map(
    ([name, text]) => [name, example.dataFiles[name] === text ? null : text] as const,
  );
  const shared: SharedHome = { text: home.text, dataFiles: Object.fromEntries(dataFiles) };
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify(shared)),
    new CompressionStream("deflate-raw"),
  );
  return base64Url(bytes);
}

/**
 * The home that a link holds.
 * @throws Error with what is wrong, when the link is not whole
 */
export async function homeOfFragment(fragment: string, example: HomeFiles): Promise<HomeFiles> {
  const bytes = await through(bytesOf(fragment), new DecompressionStream("deflate-raw"));
  const shared: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isSharedHome(shared)) throw new TypeError("it holds no home");
  const dataFiles = Object.entries(shared.dataFiles).map(
    ([name, text]) => [name, text ?? example.dataFiles[name] ?? ""] as const,
  );
  return { text: shared.text, dataFiles: Object.fromEntries(dataFiles) };
}

/** Whether something kept is a home with the text of every one of its files. */
export function isHomeFiles(value: unknown): value is HomeFiles {
  return isSharedHome(value) && Object.values(value.dataFiles).every((each) => each !== null);
}

function isSharedHome(value: unknown): value is SharedHome {
  if (typeof value !== "object" || value === null) return false;
  const { text, dataFiles } = value as Partial<SharedHome>;
  if (typeof text !== "string" || typeof dataFiles !== "object" || dataFiles === null) return false;
  return Object.values(dataFiles).every((each) => each === null || typeof each === "string");
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  change: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(change);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function base64Url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(fragment: string): Uint8Array<ArrayBuffer> {
  const letters = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
