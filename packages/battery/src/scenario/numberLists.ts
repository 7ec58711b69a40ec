import { parse } from "yaml";

/** Runs shorter than this gain nothing. */
const LEAST_RUN = 50;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?`;
const BLOCK_RUN = new RegExp(
  String.raw`^([ ]*)- ${NUMBER}\r?\n(?:\1- ${NUMBER}\r?\n){${LEAST_RUN - 1},}`,
  "gm",
);
const FLOW_RUN = new RegExp(String.raw`\[\s*(?:${NUMBER}\s*,\s*){${LEAST_RUN - 1},}${NUMBER}\s*\]`, "g");
const EACH_NUMBER = new RegExp(NUMBER, "g");
/** The reader would warn on the process's own channel: what matters comes as an error, or as a field that is missing. */
const SILENT = { logLevel: "error" } as const;
const MARK = "list of numbers set aside ";

/**
 * Parses YAML whose bulk is long lists of plain numbers, block or flow: those are read apart, because a general
 * reader takes some 100 times as long for them. The answer is what the general reader gives.
 * @throws what the general reader throws, with places in the text as it is
 */
export function parseYamlWithNumberLists(text: string): unknown {
  if (text.includes(MARK)) return parse(text, SILENT);
  const lists: number[][] = [];
  const setAside = (run: string): string => {
    lists.push(Array.from(run.matchAll(EACH_NUMBER), ([number]) => Number(number)));
    return `${MARK}${lists.length - 1}`;
  };
  const short = text
    .replace(FLOW_RUN, (run) => `[${setAside(run)}]`)
    .replace(BLOCK_RUN, (run, indent: string) => `${indent}- ${setAside(numbersOfLines(run))}\n`);
  let value: unknown;
  try {
    value = parse(short, SILENT);
  } catch {
    return parse(text, SILENT);
  }
  return putBack(value, lists);
}

/** The numbers without the dashes of their lines, which would look like signs. */
function numbersOfLines(run: string): string {
  return run.replace(/^ *- /gm, "");
}

/** Replaces every mark by the numbers it stands for, inside the list where it stands. */
function putBack(value: unknown, lists: readonly (readonly number[])[]): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown) => [...(listOf(entry, lists) ?? [putBack(entry, lists)])]);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, putBack(entry, lists)]));
}

/** The numbers that a mark stands for; undefined for anything else. */
function listOf(entry: unknown, lists: readonly (readonly number[])[]): readonly unknown[] | undefined {
  return typeof entry === "string" && entry.startsWith(MARK)
    ? lists[Number(entry.slice(MARK.length))]
    : undefined;
}
