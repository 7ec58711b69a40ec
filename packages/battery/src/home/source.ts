import type { Findings } from "./findings.ts";
import type { Currency } from "./home.ts";
import type { Quantity } from "./quantities.ts";
import { isFields, shown } from "./section.ts";

/** What every reader of a data source needs. */
export interface ReadContext {
  readonly findings: Findings;
  /** Zone of times written without offset. */
  readonly timeZone: string;
  readonly currency: Currency;
  /** What prices in tables are, where that is not minor units per kWh: their unit and range. */
  readonly price?: Quantity;
  /** Text of a file named in the home file. @throws when it cannot be read */
  readonly readFile: (path: string) => string;
}

/** A parsed document and what to call it in messages. */
export interface Document {
  readonly label: string;
  readonly data: unknown;
}

/** A text and what to call it in messages. */
export interface TextSource {
  readonly label: string;
  readonly text: string;
}

/**
 * The documents that a `data` field names: a file, a list of files, or what stands inline. An inline list is one
 * document of rows unless its items are documents themselves.
 * @param documentKeys  names of the lists that make an inline item a document, such as `results`
 */
export function readDocuments(
  value: unknown,
  at: string,
  documentKeys: readonly string[],
  context: ReadContext,
): Document[] {
  const isDocument = (item: unknown) =>
    typeof item === "string" || (isFields(item) && documentKeys.some((key) => key in item));
  const items = Array.isArray(value) && value.length > 0 && value.every(isDocument) ? value : [value];
  return items.flatMap((item, index): Document[] => {
    const itemAt = items.length > 1 ? `${at}[${index}]` : at;
    if (typeof item === "string") return readJsonText(item, itemAt, context);
    if (typeof item === "object" && item !== null) return [{ label: itemAt, data: item }];
    context.findings.problem({
      at: itemAt,
      what: `is ${shown(item)}, which is neither a file name nor inline data`,
      mend: "give the name of a JSON file, a list of such names, or the data themselves",
    });
    return [];
  });
}

function readJsonText(value: string, at: string, context: ReadContext): Document[] {
  const isInline = /^\s*[[{]/.test(value);
  const source = isInline ? { label: at, text: value } : readNamedFile(value, at, context);
  if (source === undefined) return [];
  try {
    return [{ label: source.label, data: JSON.parse(source.text.replace(/^\uFEFF/, "")) }];
  } catch (error) {
    context.findings.problem({
      at: source.label,
      what: `is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      mend: "download the file again, or give a table with `csv:` instead",
    });
    return [];
  }
}

/** The text that a `csv` field means: inline when it has several lines, else the file of that name. */
export function readTextSource(value: unknown, at: string, context: ReadContext): TextSource | undefined {
  if (typeof value === "string") {
    return /[\r\n]/.test(value.trim()) ? { label: at, text: value } : readNamedFile(value, at, context);
  }
  context.findings.problem({
    at,
    what: `is ${shown(value)}, which is neither a file name nor a table`,
    mend: "give the name of a CSV file, or the table itself after `|` on lines of its own",
  });
  return undefined;
}

function readNamedFile(path: string, at: string, context: ReadContext): TextSource | undefined {
  try {
    return { label: path, text: context.readFile(path) };
  } catch (error) {
    context.findings.problem({
      at,
      what: `names the file "${path}", which cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      mend: "correct the name; it is looked up from the folder of the home file",
    });
    return undefined;
  }
}
