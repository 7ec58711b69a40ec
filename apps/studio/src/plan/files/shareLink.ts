import type { HomeFiles } from "../plannerMessages.ts";
import {
  isKeptBeside,
  isNamedHome,
  type KeptBeside,
  type KeptWork,
  keptWork,
  type NamedHome,
} from "./keptWork.ts";

/** What a link holds: home and files that stand for themselves, files of the example that are named only. */
type SharedWork = NamedHome & KeptBeside;

/**
 * A home with what is forced on its plan, as letters of an address: everything is in the link itself, nothing is uploaded.
 * @param example  files that everybody has, which need not be in the link
 */
export async function sharedFragment(
  { home, forced, previousJson }: KeptWork,
  example: HomeFiles,
): Promise<string> {
  const named = Object.entries(home.dataFiles).filter(([name]) => home.text.includes(name));
  const dataFiles = named.map(
    ([name, text]) => [name, example.dataFiles[name] === text ? null : text] as const,
  );
  const shared: SharedWork = {
    ...{ text: home.text, dataFiles: Object.fromEntries(dataFiles) },
    ...(forced.length === 0 ? {} : { forced }),
    ...(previousJson === undefined ? {} : { previousJson }),
  };
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify(shared)),
    new CompressionStream("deflate-raw"),
  );
  return base64Url(bytes);
}

/**
 * What a link holds.
 * @throws Error with what is wrong, when the link is not whole
 */
export async function workOfFragment(fragment: string, example: HomeFiles): Promise<KeptWork> {
  const bytes = await through(bytesOf(fragment), new DecompressionStream("deflate-raw"));
  const shared: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isNamedHome(shared) || !isKeptBeside(shared)) throw new TypeError("it holds no home");
  const dataFiles = Object.entries(shared.dataFiles).map(
    ([name, text]) => [name, text ?? example.dataFiles[name] ?? ""] as const,
  );
  const home = { text: shared.text, dataFiles: Object.fromEntries(dataFiles) };
  return keptWork(home, shared.forced ?? [], shared.previousJson);
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
