import { isHomeFiles, isKeptBeside, type KeptWork, keptWork } from "./keptWork.ts";

/** Where a tab keeps the home that is worked on; another tab has its own. */
const KEY = "lightcone.draft";

/** Work as it was left, and the letters of the link that stood in the address then; none are empty. */
interface Draft extends KeptWork {
  readonly fragment: string;
}

/** The part of the browser's storage that a draft needs; where it is forbidden, asking for it throws. */
type Keep = () => Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The letters of a home in an address such as `#plan/…`; empty in every other address. */
export function planFragment(hash: string): string {
  return hash.startsWith("#plan/") ? hash.slice("#plan/".length) : "";
}

/**
 * Keeps a home with what is forced on its plan for a reload. A home that is too large for the storage is not kept, and no
 * older one in its place.
 * @param fragment  of the address that the page will be opened with again
 */
export function keepDraft(keep: Keep, work: KeptWork, fragment: string): void {
  try {
    keep().removeItem(KEY);
    if (work.home.text === "") return;
    keep().setItem(KEY, JSON.stringify({ fragment, ...work } satisfies Draft));
  } catch {
    // The storage is full or forbidden: the page works without it.
  }
}

/**
 * The work that was left, for an address: a link opens its own home, unless it is the one the draft was begun from.
 * @returns undefined when there is none, or when it is not whole
 */
export function draftOf(keep: Keep, fragment: string): KeptWork | undefined {
  try {
    const draft: unknown = JSON.parse(keep().getItem(KEY) ?? "null");
    if (typeof draft !== "object" || draft === null || !isKeptBeside(draft)) return undefined;
    const { fragment: begun, home, forced = [], previousJson } = draft as Partial<Draft>;
    const isOwn = fragment === "" || fragment === begun;
    return isOwn && isHomeFiles(home) ? keptWork(home, forced, previousJson) : undefined;
  } catch {
    return undefined;
  }
}
