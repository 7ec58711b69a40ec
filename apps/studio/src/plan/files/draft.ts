import type { HomeFiles } from "../plannerMessages.ts";
import { isHomeFiles } from "./shareLink.ts";

/** Where a tab keeps the home that is worked on; another tab has its own. */
const KEY = "lightcone.draft";

/** A home as it was left, and the letters of the link that stood in the address then; none are empty. */
interface Draft {
  readonly fragment: string;
  readonly home: HomeFiles;
}

/** The part of the browser's storage that a draft needs; where it is forbidden, asking for it throws. */
type Keep = () => Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The letters of a home in an address such as `#plan/…`; empty in every other address. */
export function planFragment(hash: string): string {
  return hash.startsWith("#plan/") ? hash.slice("#plan/".length) : "";
}

/**
 * Keeps a home for a reload. A home that is too large for the storage is not kept, and no older one in its place.
 * @param fragment  of the address that the page will be opened with again
 */
export function keepDraft(keep: Keep, home: HomeFiles, fragment: string): void {
  try {
    keep().removeItem(KEY);
    if (home.text === "") return;
    keep().setItem(KEY, JSON.stringify({ fragment, home } satisfies Draft));
  } catch {
    // The storage is full or forbidden: the page works without it.
  }
}

/**
 * The home that was left, for an address: a link opens its own home, unless it is the one the draft was begun from.
 * @returns undefined when there is none, or when it is not whole
 */
export function draftOf(keep: Keep, fragment: string): HomeFiles | undefined {
  try {
    const draft: unknown = JSON.parse(keep().getItem(KEY) ?? "null");
    if (typeof draft !== "object" || draft === null) return undefined;
    const { fragment: begun, home } = draft as Partial<Draft>;
    const isOwn = fragment === "" || fragment === begun;
    return isOwn && isHomeFiles(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
