import { readFileSync } from "node:fs";
import type { Home } from "../src/home/home.ts";
import { readHome } from "../src/home/readHome.ts";

const examples = new URL("../../../examples/", import.meta.url);

/** A file of the examples, by its path from their folder. */
export const readExample = (path: string): string => readFileSync(new URL(path, examples), "utf8");

/**
 * The example home.
 * @param change  what to do to its text first
 * @param now     where it is planned from, UTC epoch milliseconds; else what the file says
 */
export function exampleHome(change: (text: string) => string = (text) => text, now?: number): Home {
  const text = change(readExample("home.yaml"));
  return readHome(text, { readFile: readExample, ...(now === undefined ? {} : { now }) });
}
